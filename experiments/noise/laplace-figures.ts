/**
 * The figures on sensitivities, Laplace noise, histograms, densities and floating point, from the stored rows alone.
 */
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import {
  by,
  type CellRow,
  cellNumber,
  cellText,
  claimRows,
  estimateOf,
  figureOf,
  intervalOf,
  likeFirst,
  storedList,
  storedNumber,
} from "../kit.ts";

const DWORK = "Dwork, McSherry, Nissim, Smith (2006)";
const relations = by(cellText("relation"), (relation) => relation);
const queries = by(cellText("query"), (query) => query.replace("-", " "));

export const sensitivityFigure = figureOf({
  kind: "rate",
  part: "sensitivity",
  rows: likeFirst("lower", "width"),
  caption: ([
    {
      cell: { lower, width },
    },
  ]) =>
    "Largest change of each query in the ℓ₂ norm over all pairs of neighbours (points), and the one that the table states (lines). " +
    `Records of sum and mean from ${lower} to ${Number(lower) + Number(width)}, vectors clipped to norm ${width}; count and histogram ` +
    "coincide under add-remove.",
  source: DWORK,
  x: { label: "records n", of: cellNumber("size") },
  y: { label: "largest change" },
  panels: relations,
  estimates: [{ by: queries, y: storedNumber("found") }],
  theory: [{ name: "table", by: queries, y: storedNumber("stated") }],
});

/** The row at epsilon 1 and sensitivity 1, or else the first that has its curves. */
export function laplaceFigure(rows: readonly CellRow[]): Figure {
  const shown = claimRows(rows, "laplace-mechanism").filter(({ values }) => values?.places !== undefined);
  const row = shown.find(({ cell }) => cell.epsilon === 1 && cell.sensitivity === 1) ?? shown[0];
  const { epsilon, sensitivity } = row.cell;
  const x = storedList("places")(row);
  return densityFigure({
    caption:
      `Laplace noise of scale Δ/ε around two answers Δ = ${sensitivity} apart, at ε = ${epsilon}, and the logarithm of the ratio of ` +
      "the densities: it reaches ε on one side and −ε on the other, and passes every value between.",
    source: DWORK,
    x: { label: "output" },
    laws: [
      { name: "around f(x)", x, y: storedList("first")(row) },
      { name: "around f(y)", x, y: storedList("second")(row) },
    ],
    logRatio: { name: "log ratio", x, y: storedList("log-ratio")(row) },
    epsilon: Number(epsilon),
  });
}

export const coverageOfErrors = figureOf({
  kind: "coverage",
  part: "laplace-accuracy",
  caption:
    "Probability that the error of the Laplace mechanism is at most ln(d/β) Δ/ε. The largest coordinate keeps it with probability " +
    "(1 − β/d)ᵈ ≥ 1 − β; the ℓ₁ error, for which lecture notes state the same threshold, does not.",
  source: "Dwork, Roth (2014), theorem 3.8",
  x: { label: "coordinates d", scale: "log", of: cellNumber("dimension") },
  panels: by(cellNumber("beta"), (beta) => `β = ${beta}`),
  estimates: [
    { name: "largest coordinate", y: estimateOf("coverage") },
    { name: "ℓ₁ error", y: storedNumber("l1-coverage") },
  ],
  theory: [{ name: "1 − β", role: "bound", y: ({ cell }) => 1 - Number(cell.beta) }],
});

export const histogramFigure = figureOf({
  kind: "rate",
  part: "counting-histogram-noisymax-accuracy",
  rows: likeFirst("beta", "epsilon"),
  caption: ([
    {
      cell: { beta, epsilon },
    },
  ]) =>
    `Exact mean errors of a histogram with Laplace noise at ε = ${epsilon}: that of a bin does not depend on the number of bins, ` +
    `the largest grows like ln m, the ℓ₁ error like m. The bound is exceeded with probability at most ${beta}.`,
  source: DWORK,
  x: { label: "bins m", of: cellNumber("bins") },
  y: { label: "mean error", unit: "records" },
  panels: relations,
  estimates: [
    { name: "one bin", y: storedNumber("bin") },
    { name: "largest of m bins", y: storedNumber("largest") },
    { name: "ℓ₁ error", y: storedNumber("l1") },
  ],
  theory: [
    {
      name: "(Δ₁/ε) ln(m/β)",
      role: "bound",
      y: (row) => estimateOf("bin")(row) * log(Number(row.cell.bins) / Number(row.cell.beta)),
    },
  ],
});

export const densityErrorFigure = figureOf({
  kind: "rate",
  part: "nonparametric-density",
  caption:
    "Exact mean integrated squared error of the private histogram density with m bins, for n records from the density 2x: " +
    "the fewer bins, the less noise, and the more bias.",
  source: "Wasserman, Zhou (2010)",
  x: { label: "bins m", of: cellNumber("bins") },
  y: { label: "mean integrated squared error" },
  panels: by(cellNumber("size"), (size) => `n = ${size}`),
  estimates: [{ by: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`), y: estimateOf("error") }],
  theory: [{ name: "without privacy", rows: likeFirst("epsilon"), y: storedNumber("without-privacy") }],
});

export const floatFigure = figureOf({
  kind: "tail",
  part: "float-attack",
  caption:
    "Share of the outputs that are impossible under the neighbour, whose answer is one more: Laplace noise by inversion in float64, " +
    "and the upper limit of it for integer noise and noise on a grid, which never gave one.",
  source: "Mironov (2012)",
  x: { label: "scale of the noise", scale: "log", of: cellNumber("scale") },
  y: { label: "share of impossible outputs" },
  estimates: [
    { by: by(cellNumber("answer"), (answer) => `float64, answer ${answer}`), ...intervalOf("impossible") },
    { name: "integer or grid, limit", part: "float-repair", x: () => 1, y: intervalOf("delta").upper },
  ],
});
