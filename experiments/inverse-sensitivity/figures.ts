/**
 * The figures on inverse sensitivity, from stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";

const ASI_DUCHI = "Asi, Duchi (2020)";

const numbers = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];
const nearest = (values: readonly number[], wanted: number) =>
  values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));

/** The share of random functions whose loss is at most x, with half the exponent and with the full one. */
export function lossesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "inverse-sensitivity");
  const level = nearest(all.map(cellNumber("epsilon")), 1);
  const own = all.filter(({ cell }) => cell.epsilon === level);
  const size = largestOf(own.map(cellNumber("size")));
  const shown = own.filter(({ cell }) => cell.size === size).slice(0, 4);
  const steps = (losses: readonly number[]) => ({
    x: losses.flatMap((loss) => [loss / level, loss / level]),
    y: losses.flatMap((_, k) => [k / losses.length, (k + 1) / losses.length]),
  });
  return coverageFigure({
    caption: `Share of 40 random functions of ${size} bits whose exact worst loss is at most x, at ε = ${level}: the inverse-sensitivity mechanism, and the same with the full exponent, which is not ε-private.`,
    source: ASI_DUCHI,
    x: { label: "loss over ε", scale: "linear", range: [0, 2] },
    y: { label: "share of functions" },
    panels: shown.map((row) => ({
      title: `${row.cell.values} values`,
      theory: [
        { name: "exponent εD/2", ...steps(numbers(row, "losses")) },
        { name: "exponent εD (wrong)", role: "bound" as const, ...steps(numbers(row, "full")) },
        { name: "claimed", role: "bound" as const, x: [1, 1], y: [0, 1] },
      ],
    })),
  });
}

/** How often the majority is right, against the number of ones. */
export function successFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "ism-quarter-optimal").filter(({ values }) => values?.success !== undefined);
  const size = largestOf(all.map(cellNumber("size")));
  const shown = all.filter(({ cell }) => cell.size === size && Number(cell.epsilon) >= 0.5).slice(0, 4);
  const ones = Array.from({ length: size + 1 }, (_, s) => s);
  const names: Readonly<Record<string, string>> = {
    exponential: "exponential at ε/2",
    "inverse-sensitivity": "inverse sensitivity at ε/2",
    optimal: "optimal at ε/2",
  };
  return coverageFigure({
    caption: `How often private majorities of ${size} bits are right: inverse sensitivity at ε, unbiased rules at ε/2, and the bound for all unbiased ε/2-private ones, which it attains.`,
    source: ASI_DUCHI,
    x: { label: "ones s", scale: "linear" },
    y: { label: "P(right)" },
    panels: shown.map((row) => ({
      title: `ε = ${row.cell.epsilon}`,
      estimates: [
        { name: "inverse sensitivity at ε", x: ones, y: numbers(row, "success") },
        ...Object.entries((row.values?.rivals ?? {}) as Readonly<Record<string, readonly number[]>>).map(
          ([rule, y]) => ({
            name: names[rule],
            x: ones,
            y,
          }),
        ),
      ],
      theory: [{ name: "bound at ε/2", role: "bound" as const, x: ones, y: numbers(row, "bound") }],
    })),
  });
}

/** The masses of the mean with the density of Laplace noise over them. */
export function massesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "ism-mean");
  const level = nearest(all.map(cellNumber("epsilon")), 2);
  const size = largestOf(all.map(cellNumber("size")));
  const row = all.find(({ cell }) => cell.epsilon === level && cell.size === size) ?? all[0];
  const x = numbers(row, "around");
  const places = Array.from({ length: 241 }, (_, k) => x[0] + (k / 240) * (x[x.length - 1] - x[0]));
  return densityFigure({
    caption: `Exact masses of the inverse-sensitivity mean of ${size} bits, half of them ones, at ε = ${level}, and the density of Laplace noise of scale 2/ε: alike, but not the same law.`,
    source: ASI_DUCHI,
    x: { label: "ones released, less the true number" },
    y: { label: "probability" },
    laws: [
      { name: "Laplace, scale 2/ε", x: places, y: places.map((k) => (level / 4) * exp((-level * Math.abs(k)) / 2)) },
    ],
    samples: [{ name: "inverse sensitivity", x, y: numbers(row, "masses") }],
  });
}

/** Mean squared error of private medians against the number of records. */
export function medianFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "median-accuracy");
  const levels = distinct(all.map(cellNumber("epsilon"))).filter((epsilon) => epsilon >= 0.5 && epsilon <= 2);
  const names = {
    inverse: "inverse sensitivity",
    smooth: "smooth sensitivity, δ = 10⁻⁶",
    laplace: "Laplace for the range",
  };
  return rateFigure({
    caption:
      "Exact mean squared error of private medians of the records i / (n + 1) on the range [0, 1]: inverse sensitivity with radius 0.001, " +
      "and Laplace noise for the smooth sensitivity and for the whole range.",
    source: `${ASI_DUCHI}; Nissim, Raskhodnikova, Smith (2007)`,
    x: { label: "records n" },
    y: { label: "mean squared error" },
    panels: levels.map((epsilon) => {
      const own = all.filter(({ cell }) => cell.epsilon === epsilon);
      return {
        title: `ε = ${epsilon}`,
        estimates: Object.entries(names).map(([value, name]) => ({
          name,
          x: own.map(cellNumber("records")),
          y: own.map(storedNumber(value)),
        })),
      };
    }),
  });
}

/** Smooth, local and global sensitivity of the median as the records spread out. */
export function sensitivitiesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "smooth-sensitivity");
  const delta = all.map(cellNumber("delta")).reduce((a, b) => Math.min(a, b));
  const records = all[0].cell.records;
  const shown = all.filter(({ cell }) => cell.records === records && cell.delta === delta).slice(-3);
  return rateFigure({
    caption: `Sensitivities of the median of 101 records spread evenly over an interval about 1/2, on the range [0, 1], δ = ${delta}.`,
    source: "Nissim, Raskhodnikova, Smith (2007)",
    x: { label: "width of the interval of the records" },
    y: { label: "sensitivity" },
    panels: shown.map((row) => {
      const x = numbers(row, "widths");
      return {
        title: `ε = ${row.cell.epsilon}`,
        estimates: [
          { name: "smooth, for Laplace noise", x, y: numbers(row, "smooth") },
          { name: "smooth, for Cauchy noise", x, y: numbers(row, "cauchy") },
          { name: "local (not private)", x, y: numbers(row, "local") },
        ],
        theory: [{ name: "global", role: "bound" as const, x, y: x.map(() => 1) }],
      };
    }),
  });
}
