/**
 * The figures of the harness, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";
import { asymptoticPrice } from "./price-parts.ts";

const LALANNE = "Acharya, Sun, Zhang (2021); Lalanne, Garivier, Gribonval (2023)";

/** Where privacy decides, about the crossover, and where the sample does. */
function middleThree(values: readonly number[]): readonly number[] {
  const sorted = distinct(values).toSorted((a, b) => a - b);
  return sorted.filter((_, i) => i === 1 || i === Math.floor(sorted.length / 2) || i === sorted.length - 2);
}

const SHOWN: Readonly<Record<string, string>> = {
  laplace: "Laplace",
  "inverse-sensitivity": "inverse sensitivity",
  "local-response": "local response",
};

/** Risk against n with the bounds, one panel for each kappa. */
export function riskFigure(rows: readonly CellRow[]): Figure {
  const risks = claimRows(rows, "private");
  return rateFigure({
    caption:
      "Exact worst mean absolute error of ε-private means of n bits at ε = κ / √n, above the lower bounds: " +
      "Le Cam’s without privacy, the private one in its metric form, and the chain as printed in the lecture notes.",
    source: LALANNE,
    x: { label: "records n" },
    y: { label: "worst risk" },
    panels: middleThree(risks.map(cellNumber("kappa"))).map((kappa) => {
      const own = risks.filter(({ cell }) => cell.kappa === kappa);
      const bounds = own.filter(({ cell }) => cell.estimator === own[0].cell.estimator);
      const line = (name: string, value: string) => ({
        name,
        role: "bound" as const,
        x: bounds.map(cellNumber("size")),
        y: bounds.map(storedNumber(value)),
      });
      return {
        title: `κ = ${kappa}`,
        estimates: Object.entries(SHOWN).map(([estimator, name]) => {
          const shown = own.filter(({ cell }) => cell.estimator === estimator);
          return {
            name,
            x: shown.map(cellNumber("size")),
            y: shown.map(({ checks }) => checks["above-bound"].estimate ?? 0),
          };
        }),
        theory: [line("Le Cam", "classic"), line("private, metric", "metric"), line("as printed", "printed")],
      };
    }),
  });
}

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

/** The optimum between the bounds and the mechanisms, over the number of records; the widest of the epsilons, and local where nobody is trusted. */
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
      "What mechanisms and lower bounds give away: worst mean absolute errors of ε-private estimates of a share of ones from n bits, over that of the best " +
      "estimate, by linear programming and certified within 2 %. Fano’s bound is below a tenth and left out. Locally, nobody sees the bits.",
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

const numbers = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];

/** Risk against n at a fixed epsilon: the slope changes from -1 to -1/2 where the bounds cross. */
export function fixedEpsilonFigure(rows: readonly CellRow[]): Figure {
  return rateFigure({
    caption:
      "Exact mean absolute error of the mean of n bits with Laplace noise at a fixed ε, at a share of 1/2, and the two lower bounds: " +
      "it falls like 1/n while privacy decides, and like 1/√n from where the bounds cross.",
    source: LALANNE,
    x: { label: "records n" },
    y: { label: "risk" },
    panels: claimRows(rows, "rates").map((row) => {
      const x = numbers(row, "sizes");
      return {
        title: `ε = ${row.values?.epsilon}`,
        estimates: [{ name: "Laplace", x, y: numbers(row, "risk") }],
        theory: [
          { name: "Le Cam", role: "bound" as const, x, y: numbers(row, "classic") },
          { name: "private, metric", role: "bound" as const, x, y: numbers(row, "metric") },
        ],
      };
    }),
  });
}

/** Places between the least and the largest, equally far apart on a log axis. */
function logGrid(values: readonly number[]): number[] {
  const [least, largest] = [leastOf(values), largestOf(values)];
  return Array.from({ length: 61 }, (_, k) => least * exp((k / 60) * log(largest / least)));
}

/** All sizes lie on one curve: those of the smallest are drawn, and how far the others are from it is said. */
export function priceFigure(rows: readonly CellRow[]): Figure {
  const prices = claimRows(rows, "price");
  const sizes = distinct(prices.map(cellNumber("size")));
  const price = ({ checks }: CellRow) => checks.price.estimate ?? 0;
  const at = (size: number) => prices.filter(({ cell }) => cell.size === size);
  const [least, most] = [leastOf(sizes), largestOf(sizes)];
  const shown = at(least);
  const apart = largestOf(
    prices.map((row) => {
      const [same] = shown.filter(({ cell }) => cell.kappa === row.cell.kappa);
      return Math.abs(price(row) / price(same) - 1);
    }),
  );
  const kappas = logGrid(prices.map(cellNumber("kappa")));
  const ends = [kappas[0], kappas[kappas.length - 1]];
  return rateFigure({
    caption:
      "The price of privacy for the mean of n bits at ε = κ/√n: error with Laplace noise over error without, at a share of 1/2. " +
      `In absolute error it is still ${asymptoticPrice(3).toFixed(2)} at κ = 3, and ${asymptoticPrice(10).toFixed(2)} at κ = 10. ` +
      (most > least ? `Up to n = ${most} the points move by at most ${Math.ceil(10_000 * apart) / 100} %.` : ""),
    source: LALANNE,
    x: { label: "κ = ε √n", ticks: distinct(prices.map(cellNumber("kappa"))) },
    y: { label: "error over error without privacy", ticks: [1, 1.2, 1.5, 2, 3, 4, 5, 6] },
    panels: [
      {
        estimates: [{ name: `exact, n = ${least}`, x: shown.map(cellNumber("kappa")), y: shown.map(price) }],
        theory: [
          { name: "absolute, limit", x: kappas, y: kappas.map(asymptoticPrice) },
          {
            name: "root mean square",
            role: "bound" as const,
            x: kappas,
            y: kappas.map((kappa) => Math.sqrt(1 + 8 / (kappa * kappa))),
          },
          { name: "5 % more", role: "bound" as const, x: ends, y: [1.05, 1.05] },
        ],
      },
    ],
  });
}

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
  const epsilons = logGrid(uniform.map(cellNumber("epsilon")));
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

const MECHANISMS: Readonly<Record<string, string>> = {
  laplace: "Laplace",
  geometric: "geometric",
  staircase: "staircase",
  "single-response": "one response",
};
const BOUNDS: Readonly<Record<string, string>> = {
  lecture: "1/68",
  rounded: "1/59.49",
  "best-step": "best step",
  "chapman-robbins": "Chapman–Robbins",
};

/** Variance times the square of epsilon, with the four bounds. */
export function varianceFigure(rows: readonly CellRow[]): Figure {
  const variances = claimRows(rows, "variance");
  const scaled = (value: (row: CellRow) => number) => (row: CellRow) =>
    value(row) * cellNumber("epsilon")(row) * cellNumber("epsilon")(row);
  const of = (mechanism: string) => variances.filter(({ cell }) => cell.mechanism === mechanism);
  return rateFigure({
    caption:
      "Exact variance of unbiased private counts of ones, times ε², above the bounds for unbiased estimates on one dataset; " +
      "a single randomized response attains the sharpest one, geometric noise has twice it.",
    source: "Asi, Duchi (2020); Chapman, Robbins (1951)",
    x: { label: "ε" },
    y: { label: "variance · ε²" },
    panels: [
      {
        estimates: Object.entries(MECHANISMS).map(([mechanism, name]) => ({
          name,
          x: of(mechanism).map(cellNumber("epsilon")),
          y: of(mechanism).map(scaled(storedNumber("mean-square"))),
        })),
        theory: Object.entries(BOUNDS).map(([form, name]) => {
          const own = of("laplace").filter(({ values }) => values?.[form] !== undefined);
          return {
            name,
            role: "bound" as const,
            x: own.map(cellNumber("epsilon")),
            y: own.map(scaled(storedNumber(form))),
          };
        }),
      },
    ],
  });
}
