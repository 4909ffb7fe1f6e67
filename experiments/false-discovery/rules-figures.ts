/** The figures of the rules without privacy, from stored rows alone. */
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, estimateOf, figureOf, intervalOf, storedNumber, theoryOf, where } from "../kit.ts";

/** The rate of Benjamini and Hochberg's rule against the share of true nulls, with its line, and of p <= q. */
export const batchFigure = figureOf({
  kind: "coverage",
  part: "bh",
  rows: (rows) =>
    where({ tests: largestOf, shift: largestOf, level: rows[Math.floor(rows.length / 2)].cell.level })(rows),
  caption: ([
    {
      cell: { tests, level, shift },
    },
  ]) =>
    `Exact false discovery rate of ${tests} independent tests at q = ${level} against the share of true nulls, alternatives normal ` +
    `with mean ${shift}: the rule of Benjamini and Hochberg by counting from above, the line q m₀/m, and p ≤ q without correction.`,
  source: "Benjamini, Hochberg (1995)",
  x: { label: "share of true nulls m₀/m", scale: "linear", least: 0, most: 1, of: cellNumber("null-share") },
  y: { label: "false discovery rate", least: 0, most: 1 },
  estimates: [
    { name: "Benjamini-Hochberg", y: estimateOf("rate") },
    { name: "p ≤ q, uncorrected", y: storedNumber("uncorrected") },
  ],
  theory: [{ name: "q m₀/m", of: "Benjamini-Hochberg", y: theoryOf("rate") }],
});

/** The rows of LORD++ whose gamma is for all times, or for a horizon. */
const gamma = (isInfinite: boolean) => (rows: readonly CellRow[]) =>
  rows.filter(({ cell }) => (cell.gamma === "infinite") === isInfinite);

/** The online rules, each with its rows. */
const RULES = [
  { name: "SAFFRON" },
  { name: "LORD++, γ to a horizon", part: "lord", rows: gamma(false) },
  { name: "LORD++", part: "lord", rows: gamma(true) },
] as const;

const SETTING = "500 tests, alternatives normal with mean 3, at α = 0.1";
const online = {
  kind: "coverage",
  part: "saffron",
  source: "Ramdas et al. (2017, 2018)",
  x: { label: "share of alternatives", scale: "linear", least: 0, most: 1, of: cellNumber("share") },
} as const;

const { y, lower, upper } = intervalOf("rate");

/** The false discovery rate of the online rules against the share of alternatives. */
export const onlineRateFigure = figureOf({
  ...online,
  caption:
    `False discovery rate of online rules over ${SETTING}: means of many streams with valid intervals. SAFFRON, which does not pay for ` +
    "promising tests, comes near to α.",
  y: { label: "false discovery rate", least: 0, most: 1 },
  estimates: RULES.map((rule) => ({ ...rule, y, lower: (row: CellRow) => Math.max(0, lower(row)), upper })),
  theory: [{ name: "α", role: "bound", curve: () => 0.1, over: (shares) => [0, largestOf(shares)] }],
});

/** The share of alternatives that the online rules find, where there are any. */
export const onlinePowerFigure = figureOf({
  ...online,
  rows: (rows) => {
    const some = rows.filter(({ cell }) => cell.share !== 0);
    return some.length === 0 ? rows : some;
  },
  caption: `Power of online rules over ${SETTING}: means of many streams. A longer horizon of γ is paid with power.`,
  y: { label: "power", least: 0, most: 1, range: [0, 1] },
  estimates: RULES.map((rule) => ({ ...rule, y: storedNumber("power") })),
});
