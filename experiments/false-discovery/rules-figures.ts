/** The figures of the rules without privacy, from stored rows alone. */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, claimRows, storedNumber } from "../kit.ts";

const byShare = (rows: readonly CellRow[], name: string) =>
  rows.toSorted((a, b) => cellNumber(name)(a) - cellNumber(name)(b));

/** The rate of Benjamini and Hochberg's rule against the share of true nulls, with its line, and of p <= q. */
export function batchFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "bh");
  const size = largestOf(all.map(cellNumber("tests")));
  const [shift, level] = [largestOf(all.map(cellNumber("shift"))), all[Math.floor(all.length / 2)].cell.level];
  const own = byShare(
    all.filter(({ cell }) => cell.tests === size && cell.shift === shift && cell.level === level),
    "null-share",
  );
  const x = own.map(cellNumber("null-share"));
  return coverageFigure({
    caption:
      `Exact false discovery rate of ${size} independent tests at q = ${level} against the share of true nulls, alternatives normal with mean ${shift}: the rule of ` +
      "Benjamini and Hochberg by counting from above, the line q m₀/m, and p ≤ q without correction.",
    source: "Benjamini, Hochberg (1995)",
    x: { label: "share of true nulls m₀/m", scale: "linear", least: 0, most: 1 },
    y: { label: "false discovery rate", least: 0, most: 1 },
    panels: [
      {
        estimates: [
          { name: "Benjamini-Hochberg", x, y: own.map(({ checks }) => checks.rate.estimate ?? 0) },
          { name: "p ≤ q, uncorrected", x, y: own.map(storedNumber("uncorrected")) },
        ],
        theory: [{ name: "q m₀/m", of: "Benjamini-Hochberg", x, y: own.map(({ checks }) => checks.rate.theory ?? 0) }],
      },
    ],
  });
}

/** The online rules, each with its rows by the share of alternatives. */
function onlineSeries(rows: readonly CellRow[]) {
  const lord = claimRows(rows, "lord");
  const gamma = (isInfinite: boolean) => lord.filter(({ cell }) => (cell.gamma === "infinite") === isInfinite);
  return [
    { name: "SAFFRON", rows: byShare(claimRows(rows, "saffron"), "share") },
    { name: "LORD++, γ to a horizon", rows: byShare(gamma(false), "share") },
    { name: "LORD++", rows: byShare(gamma(true), "share") },
  ];
}

const SETTING = "500 tests, alternatives normal with mean 3, at α = 0.1";
const online = {
  source: "Ramdas et al. (2017, 2018)",
  x: { label: "share of alternatives", scale: "linear", least: 0, most: 1 },
} as const;

/** The false discovery rate of the online rules against the share of alternatives. */
export function onlineRateFigure(rows: readonly CellRow[]): Figure {
  const series = onlineSeries(rows);
  const found = (name: "estimate" | "lower" | "upper") => (row: CellRow) => row.checks.rate[name] ?? 0;
  const x = [0, largestOf(series.flatMap(({ rows: own }) => own.map(cellNumber("share"))))];
  return coverageFigure({
    ...online,
    caption: `False discovery rate of online rules over ${SETTING}: means of many streams with valid intervals. SAFFRON, which does not pay for promising tests, comes near to α.`,
    y: { label: "false discovery rate", least: 0, most: 1 },
    panels: [
      {
        estimates: series.map(({ name, rows: own }) => ({
          name,
          x: own.map(cellNumber("share")),
          y: own.map(found("estimate")),
          lower: own.map(found("lower")).map((end) => Math.max(0, end)),
          upper: own.map(found("upper")),
        })),
        theory: [{ name: "α", role: "bound" as const, x, y: [0.1, 0.1] }],
      },
    ],
  });
}

/** The share of alternatives that the online rules find, where there are any. */
export function onlinePowerFigure(rows: readonly CellRow[]): Figure {
  const some = rows.filter(({ cell }) => cell.share !== 0);
  return coverageFigure({
    ...online,
    caption: `Power of online rules over ${SETTING}: means of many streams. A longer horizon of γ is paid with power.`,
    y: { label: "power", least: 0, most: 1, range: [0, 1] },
    panels: [
      {
        estimates: onlineSeries(some.length === 0 ? rows : some).map(({ name, rows: own }) => ({
          name,
          x: own.map(cellNumber("share")),
          y: own.map(storedNumber("power")),
        })),
      },
    ],
  });
}
