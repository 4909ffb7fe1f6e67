/**
 * The figures on inverse sensitivity, from stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import {
  by,
  type CellRow,
  cellNumber,
  claimRows,
  figureOf,
  likeFirst,
  nearest,
  storedList,
  storedNumber,
  where,
} from "../kit.ts";

const ASI_DUCHI = "Asi, Duchi (2020)";

/** The steps of the share of losses that are at most x. */
const steps = (losses: string) => ({
  x: (row: CellRow) =>
    storedList(losses)(row).flatMap((loss) => [loss / Number(row.cell.epsilon), loss / Number(row.cell.epsilon)]),
  y: (row: CellRow) => storedList(losses)(row).flatMap((_, k, { length }) => [k / length, (k + 1) / length]),
});

/** The share of random functions whose loss is at most x, with half the exponent and with the full one. */
export const lossesFigure = figureOf({
  kind: "coverage",
  part: "inverse-sensitivity",
  rows: where({ epsilon: nearest(1), size: largestOf }),
  caption: ([
    {
      cell: { size, epsilon },
    },
  ]) =>
    `Share of 40 random functions of ${size} bits whose exact worst loss is at most x, at ε = ${epsilon}: the inverse-sensitivity ` +
    "mechanism, and the same with the full exponent, which is not ε-private.",
  source: ASI_DUCHI,
  x: { label: "loss over ε", scale: "linear", range: [0, 2], of: () => 1 },
  y: { label: "share of functions" },
  panels: by(
    cellNumber("values"),
    (values) => `${values} values`,
    (found) => found.slice(0, 4),
  ),
  theory: [
    { name: "exponent εD/2", ...steps("losses") },
    { name: "exponent εD (wrong)", role: "bound", ...steps("full") },
    { name: "claimed", role: "bound", x: () => [1, 1], y: () => [0, 1] },
  ],
});

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
    caption:
      `How often private majorities of ${size} bits are right: inverse sensitivity at ε, unbiased rules at ε/2, and the bound for all ` +
      "unbiased ε/2-private ones, which it attains.",
    source: ASI_DUCHI,
    x: { label: "ones s", scale: "linear" },
    y: { label: "P(right)" },
    panels: shown.map((row) => ({
      title: `ε = ${row.cell.epsilon}`,
      estimates: [
        { name: "inverse sensitivity at ε", x: ones, y: storedList("success")(row) },
        ...Object.entries((row.values?.rivals ?? {}) as Readonly<Record<string, readonly number[]>>).map(
          ([rule, y]) => ({
            name: names[rule],
            x: ones,
            y,
          }),
        ),
      ],
      theory: [{ name: "bound at ε/2", role: "bound" as const, x: ones, y: storedList("bound")(row) }],
    })),
  });
}

/** The masses of the mean with the density of Laplace noise over them. */
export function massesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "ism-mean");
  const level = nearest(2)(all.map(cellNumber("epsilon")));
  const size = largestOf(all.map(cellNumber("size")));
  const row = all.find(({ cell }) => cell.epsilon === level && cell.size === size) ?? all[0];
  const x = storedList("around")(row);
  const places = Array.from({ length: 241 }, (_, k) => x[0] + (k / 240) * (x[x.length - 1] - x[0]));
  return densityFigure({
    caption:
      `Exact masses of the inverse-sensitivity mean of ${size} bits, half of them ones, at ε = ${level}, and the density of Laplace ` +
      "noise of scale 2/ε: alike, but not the same law.",
    source: ASI_DUCHI,
    x: { label: "ones released, less the true number" },
    y: { label: "probability" },
    laws: [
      { name: "Laplace, scale 2/ε", x: places, y: places.map((k) => (level / 4) * exp((-level * Math.abs(k)) / 2)) },
    ],
    samples: [{ name: "inverse sensitivity", x, y: storedList("masses")(row) }],
  });
}

/** Mean squared error of private medians against the number of records. */
export const medianFigure = figureOf({
  kind: "rate",
  part: "median-accuracy",
  caption:
    "Exact mean squared error of private medians of the records i / (n + 1) on the range [0, 1]: inverse sensitivity with radius 0.001, " +
    "and Laplace noise for the smooth sensitivity and for the whole range.",
  source: `${ASI_DUCHI}; Nissim, Raskhodnikova, Smith (2007)`,
  x: { label: "records n", of: cellNumber("records") },
  y: { label: "mean squared error" },
  panels: by(
    cellNumber("epsilon"),
    (epsilon) => `ε = ${epsilon}`,
    (found) => found.filter((epsilon) => epsilon >= 0.5 && epsilon <= 2),
  ),
  estimates: [
    { name: "inverse sensitivity", y: storedNumber("inverse") },
    { name: "smooth sensitivity, δ = 10⁻⁶", y: storedNumber("smooth") },
    { name: "Laplace for the range", y: storedNumber("laplace") },
  ],
});

/** Smooth, local and global sensitivity of the median as the records spread out. */
export const sensitivitiesFigure = figureOf({
  kind: "rate",
  part: "smooth-sensitivity",
  rows: (rows) => where({ delta: leastOf })(likeFirst("records")(rows)),
  caption: ([{ cell }]) =>
    `Sensitivities of the median of 101 records spread evenly over an interval about 1/2, on the range [0, 1], δ = ${cell.delta}.`,
  source: "Nissim, Raskhodnikova, Smith (2007)",
  x: { label: "width of the interval of the records", of: storedList("widths") },
  y: { label: "sensitivity" },
  panels: by(
    cellNumber("epsilon"),
    (epsilon) => `ε = ${epsilon}`,
    (found) => found.slice(-3),
  ),
  estimates: [
    { name: "smooth, for Laplace noise", y: storedList("smooth") },
    { name: "smooth, for Cauchy noise", y: storedList("cauchy") },
    { name: "local (not private)", y: storedList("local") },
  ],
  theory: [{ name: "global", role: "bound", y: (row) => storedList("widths")(row).map(() => 1) }],
});
