/**
 * The figures of the harness, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import {
  by,
  type CellRow,
  cellNumber,
  cellText,
  claimRows,
  distinct,
  estimateOf,
  figureOf,
  likeFirst,
  logPlaces,
  storedList,
  storedNumber,
} from "../kit.ts";
import { asymptoticPrice } from "./price-parts.ts";

const LALANNE = "Acharya, Sun, Zhang (2021); Lalanne, Garivier, Gribonval (2023)";

/** Where privacy decides, about the crossover, and where the sample does. */
function middleThree(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.filter((_, i) => i === 1 || i === Math.floor(sorted.length / 2) || i === sorted.length - 2);
}

/** Risk against n with the bounds, one panel for each kappa. */
export const riskFigure = figureOf({
  kind: "rate",
  part: "private",
  caption:
    "Exact worst mean absolute error of ε-private means of n bits at ε = κ / √n, above the lower bounds: " +
    "Le Cam’s without privacy, the private one in its metric form, and the chain as printed in the lecture notes.",
  source: LALANNE,
  x: { label: "records n", of: cellNumber("size") },
  y: { label: "worst risk" },
  panels: by(cellNumber("kappa"), (kappa) => `κ = ${kappa}`, middleThree),
  estimates: [
    {
      by: by(cellText("estimator"), {
        laplace: "Laplace",
        "inverse-sensitivity": "inverse sensitivity",
        "local-response": "local response",
      }),
      y: estimateOf("above-bound"),
    },
  ],
  theory: [
    { name: "Le Cam", role: "bound", rows: likeFirst("estimator"), y: storedNumber("classic") },
    { name: "private, metric", role: "bound", rows: likeFirst("estimator"), y: storedNumber("metric") },
    { name: "as printed", role: "bound", rows: likeFirst("estimator"), y: storedNumber("printed") },
  ],
});

const OPTIMUM: Readonly<Record<string, string>> = {
  "clipped-laplace": "Laplace, clipped",
  geometric: "geometric",
  "inverse-sensitivity": "inverse sensitivity",
  "local-response": "local response",
};
const BELOW: Readonly<Record<string, string>> = {
  "le-cam": "Le Cam",
  "private-le-cam": "private, metric",
  "local-le-cam": "local Le Cam",
};

/**
 * The optimum between the bounds and the mechanisms, over the number of records; the widest of the epsilons, and local where nobody is
 * trusted.
 */
export function optimumFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "exact-minimax");
  const epsilons = distinct(all.map(cellNumber("epsilon"))).toSorted((a, b) => a - b);
  const middle = epsilons[Math.floor(epsilons.length / 2)];
  const shown = [
    { model: "central", epsilon: epsilons[0] },
    { model: "central", epsilon: middle },
    { model: "local", epsilon: middle },
  ];
  return rateFigure({
    caption:
      "What mechanisms and lower bounds give away: worst mean absolute errors of ε-private estimates of a share of ones from n bits, " +
      "over that of the best estimate, by linear programming and certified within 2 %. Fano’s bound is below a tenth and left out. " +
      "Locally, nobody sees the bits.",
    source: "Ghosh, Roughgarden, Sundararajan (2009); Acharya, Sun, Zhang (2021)",
    x: { label: "records n" },
    y: { label: "worst risk over the optimum" },
    panels: shown.map(({ model, epsilon }) => {
      const own = all.filter(({ cell }) => cell.model === model && cell.epsilon === epsilon);
      const x = own.map(cellNumber("bits"));
      const among = (field: string, name: string) =>
        own.map(
          ({ values = {} }) => Number((values[field] as Readonly<Record<string, number>>)[name]) / Number(values.upper),
        );
      const lines = (field: string, names: Readonly<Record<string, string>>) =>
        Object.entries(names)
          .map(([key, name]) => ({ name, x, y: among(field, key) }))
          .filter(({ y }) => y.every((value) => value > 0));
      return {
        title: `${model}, ε = ${epsilon}`,
        estimates: lines("risks", OPTIMUM),
        theory: [
          { name: "optimum", x, y: x.map(() => 1) },
          ...lines("bounds", BELOW).map((line) => ({ ...line, role: "bound" as const })),
        ],
      };
    }),
  });
}

/** Risk against n at a fixed epsilon: the slope changes from -1 to -1/2 where the bounds cross. */
export const fixedEpsilonFigure = figureOf({
  kind: "rate",
  part: "rates",
  caption:
    "Exact mean absolute error of the mean of n bits with Laplace noise at a fixed ε, at a share of 1/2, and the two lower bounds: " +
    "it falls like 1/n while privacy decides, and like 1/√n from where the bounds cross.",
  source: LALANNE,
  x: { label: "records n", of: storedList("sizes") },
  y: { label: "risk" },
  panels: by(storedNumber("epsilon"), (epsilon) => `ε = ${epsilon}`),
  estimates: [{ name: "Laplace", y: storedList("risk") }],
  theory: [
    { name: "Le Cam", role: "bound", y: storedList("classic") },
    { name: "private, metric", role: "bound", y: storedList("metric") },
  ],
});

/** By how much the price at a kappa differs between sizes, at most: up to which size, and how much in per cent. */
function moves(rows: readonly CellRow[]): string {
  const sizes = rows.map(cellNumber("size"));
  const [least, most] = [leastOf(sizes), largestOf(sizes)];
  const price = estimateOf("price");
  const apart = rows.map((row) => {
    const [same] = rows.filter(({ cell }) => cell.kappa === row.cell.kappa && cell.size === least);
    return Math.abs(price(row) / price(same) - 1);
  });
  return most > least
    ? `Up to n = ${most} the points move by at most ${Math.ceil(10_000 * largestOf(apart)) / 100} %.`
    : "";
}

/** All sizes lie on one curve: those of the smallest are drawn, and how far the others are from it is said. */
export const priceFigure = figureOf({
  kind: "rate",
  part: "price",
  caption: (rows) =>
    "The price of privacy for the mean of n bits at ε = κ/√n: error with Laplace noise over error without, at a share of 1/2. " +
    `In absolute error it is still ${asymptoticPrice(3).toFixed(2)} at κ = 3, and ${asymptoticPrice(10).toFixed(2)} at κ = 10. ` +
    moves(rows),
  source: LALANNE,
  x: { label: "κ = ε √n", of: cellNumber("kappa"), ticksAtPoints: true },
  y: { label: "error over error without privacy", ticks: [1, 1.2, 1.5, 2, 3, 4, 5, 6] },
  estimates: [
    {
      by: by(
        cellNumber("size"),
        (size) => `exact, n = ${size}`,
        (found) => [leastOf(found)],
      ),
      y: estimateOf("price"),
    },
  ],
  theory: [
    { name: "absolute, limit", curve: asymptoticPrice },
    { name: "root mean square", role: "bound", curve: (kappa) => Math.sqrt(1 + 8 / (kappa * kappa)) },
    { name: "5 % more", role: "bound", level: 1.05 },
  ],
});

/** By what the lower bound grows with privacy: not by n, for the uniform law. */
export function uniformFigure(rows: readonly CellRow[]): Figure {
  const uniform = claimRows(rows, "uniform-bounds");
  const bits = claimRows(rows, "private").filter(({ cell }) => cell.estimator === "laplace");
  const sizes = distinct(uniform.map(cellNumber("size")));
  const shown = [sizes[0], sizes[Math.floor(sizes.length / 2)], sizes[sizes.length - 1]];
  const series = (all: readonly CellRow[], epsilon: (row: CellRow) => number, ratio: (row: CellRow) => number) =>
    distinct(shown).map((size) => {
      const own = all.filter(({ cell }) => cell.size === size);
      return { name: `n = ${size}`, x: own.map(epsilon), y: own.map(ratio) };
    });
  const epsilons = logPlaces(61)(uniform.map(cellNumber("epsilon")));
  const larger = (row: CellRow) => Math.max(1, storedNumber("metric")(row) / storedNumber("classic")(row));
  return rateFigure({
    caption:
      "By what privacy multiplies the lower bound. For bits nothing once ε is well above 1/√n; for Uniform[0, θ] always " +
      "1/(1 − exp(−ε)), whatever n is. A ratio of lower bounds, not of risks.",
    source: LALANNE,
    x: { label: "ε" },
    y: { label: "bound over bound without privacy" },
    panels: [
      { title: "mean of bits", estimates: series(bits, storedNumber("epsilon"), larger) },
      {
        title: "Uniform[0, θ]",
        estimates: series(uniform, cellNumber("epsilon"), (row) => row.checks.ratio.estimate ?? 1),
        theory: [{ name: "1/(1 − exp(−ε))", x: epsilons, y: epsilons.map((epsilon) => -1 / expm1(-epsilon)) }],
      },
    ],
  });
}

/** A column times the square of epsilon. */
const scaled = (value: string) => (row: CellRow) =>
  storedNumber(value)(row) * cellNumber("epsilon")(row) * cellNumber("epsilon")(row);

/** A bound that some rows keep, times the square of epsilon: that for Laplace noise is that for all. */
const bound = (name: string, value: string) => ({
  name,
  role: "bound" as const,
  rows: (rows: readonly CellRow[]) =>
    rows.filter(({ cell, values }) => cell.mechanism === "laplace" && values?.[value] !== undefined),
  y: scaled(value),
});

/** Variance times the square of epsilon, with the four bounds. */
export const varianceFigure = figureOf({
  kind: "rate",
  part: "variance",
  caption:
    "Exact variance of unbiased private counts of ones, times ε², above the bounds for unbiased estimates on one dataset; " +
    "a single randomized response attains the sharpest one, geometric noise has twice it.",
  source: "Asi, Duchi (2020); Chapman, Robbins (1951)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "variance · ε²" },
  estimates: [
    {
      by: by(cellText("mechanism"), {
        laplace: "Laplace",
        geometric: "geometric",
        staircase: "staircase",
        "single-response": "one response",
      }),
      y: scaled("mean-square"),
    },
  ],
  theory: [
    bound("1/68", "lecture"),
    bound("1/59.49", "rounded"),
    bound("best step", "best-step"),
    bound("Chapman–Robbins", "chapman-robbins"),
  ],
});
