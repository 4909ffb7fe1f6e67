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

/** Rate and power of the online rules against the share of alternatives. */
export function onlineFigure(rows: readonly CellRow[]): Figure {
  const lord = claimRows(rows, "lord");
  const series = [
    { name: "SAFFRON", rows: byShare(claimRows(rows, "saffron"), "share") },
    {
      name: "LORD++, γ to a horizon",
      rows: byShare(
        lord.filter(({ cell }) => cell.gamma !== "infinite"),
        "share",
      ),
    },
    {
      name: "LORD++",
      rows: byShare(
        lord.filter(({ cell }) => cell.gamma === "infinite"),
        "share",
      ),
    },
  ];
  const estimates = (value: (row: CellRow) => number) =>
    series.map(({ name, rows: own }) => ({ name, x: own.map(cellNumber("share")), y: own.map(value) }));
  const x = [0, largestOf(lord.map(cellNumber("share")))];
  return coverageFigure({
    caption:
      "False discovery rate and power of online rules over 500 tests, alternatives normal with mean 3, at α = 0.1: means of many streams. A longer " +
      "horizon of γ is paid with power; SAFFRON, which does not pay for promising tests, comes near to α.",
    source: "Ramdas et al. (2017, 2018)",
    x: { label: "share of alternatives", scale: "linear", least: 0, most: 1 },
    y: { label: "rate, power", least: 0, most: 1, range: [0, 1] },
    panels: [
      {
        title: "false discovery rate",
        estimates: estimates(({ checks }) => checks.rate.estimate ?? 0),
        theory: [{ name: "α", role: "bound" as const, x, y: [0.1, 0.1] }],
      },
      { title: "power", estimates: estimates(storedNumber("power")) },
    ],
  });
}
