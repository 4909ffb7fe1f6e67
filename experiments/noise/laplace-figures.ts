/**
 * The figures on sensitivities, Laplace noise, histograms, densities and floating point, from the stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";
import { alike, estimateOf, storedList } from "./row-readings.ts";

const DWORK = "Dwork, McSherry, Nissim, Smith (2006)";

export function sensitivityFigure(rows: readonly CellRow[]): Figure {
  const all = alike(claimRows(rows, "sensitivity"), ["lower", "width"]);
  const { lower, width } = all[0].cell;
  return rateFigure({
    caption:
      "Largest change of each query in the ℓ₂ norm over all pairs of neighbours (points), and the one that the table states (lines). " +
      `Records of sum and mean from ${lower} to ${Number(lower) + Number(width)}, vectors clipped to norm ${width}; count and histogram coincide under add-remove.`,
    source: DWORK,
    x: { label: "records n" },
    y: { label: "largest change" },
    panels: distinct(all.map(({ cell }) => String(cell.relation))).map((relation) => {
      const own = all.filter(({ cell }) => cell.relation === relation);
      const queries = distinct(own.map(({ cell }) => String(cell.query)));
      const series = (query: string, value: (row: CellRow) => number) => {
        const shown = own.filter(({ cell }) => cell.query === query);
        return { x: shown.map(cellNumber("size")), y: shown.map(value) };
      };
      const name = (query: string) => query.replace("-", " ");
      return {
        title: relation,
        estimates: queries.map((query) => ({ name: name(query), ...series(query, storedNumber("found")) })),
        theory: queries.map((query) => ({ name: "table", ...series(query, storedNumber("stated")) })),
      };
    }),
  });
}

/** The row at epsilon 1 and sensitivity 1, or else the first that has its curves. */
export function laplaceFigure(rows: readonly CellRow[]): Figure {
  const shown = claimRows(rows, "laplace-mechanism").filter(({ values }) => values?.places !== undefined);
  const row = shown.find(({ cell }) => cell.epsilon === 1 && cell.sensitivity === 1) ?? shown[0];
  const { epsilon, sensitivity } = row.cell;
  const x = storedList(row, "places");
  return densityFigure({
    caption:
      `Laplace noise of scale Δ/ε around two answers Δ = ${sensitivity} apart, at ε = ${epsilon}, and the logarithm of the ratio of the densities: ` +
      "it reaches ε on one side and −ε on the other, and passes every value between.",
    source: DWORK,
    x: { label: "output" },
    laws: [
      { name: "around f(x)", x, y: storedList(row, "first") },
      { name: "around f(y)", x, y: storedList(row, "second") },
    ],
    logRatio: { name: "log ratio", x, y: storedList(row, "log-ratio") },
    epsilon: Number(epsilon),
  });
}

export function coverageOfErrors(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "laplace-accuracy");
  return coverageFigure({
    caption:
      "Probability that the error of the Laplace mechanism is at most ln(d/β) Δ/ε. The largest coordinate keeps it with probability " +
      "(1 − β/d)ᵈ ≥ 1 − β; the ℓ₁ error, for which lecture notes state the same threshold, does not.",
    source: "Dwork, Roth (2014), theorem 3.8",
    x: { label: "coordinates d", scale: "log" },
    panels: distinct(all.map(cellNumber("beta"))).map((beta) => {
      const own = all.filter(({ cell }) => cell.beta === beta);
      const x = own.map(cellNumber("dimension"));
      return {
        title: `β = ${beta}`,
        estimates: [
          { name: "largest coordinate", x, y: own.map(estimateOf("coverage")) },
          { name: "ℓ₁ error", x, y: own.map(storedNumber("l1-coverage")) },
        ],
        theory: [{ name: "1 − β", role: "bound" as const, x, y: own.map(() => 1 - beta) }],
      };
    }),
  });
}

export function histogramFigure(rows: readonly CellRow[]): Figure {
  const all = alike(claimRows(rows, "counting-histogram-noisymax-accuracy"), ["beta", "epsilon"]);
  const { beta, epsilon } = all[0].cell;
  return rateFigure({
    caption:
      `Exact mean errors of a histogram with Laplace noise at ε = ${epsilon}: that of a bin does not depend on the number of bins, ` +
      `the largest grows like ln m, the ℓ₁ error like m. The bound is exceeded with probability at most ${beta}.`,
    source: DWORK,
    x: { label: "bins m" },
    y: { label: "mean error", unit: "records" },
    panels: distinct(all.map(({ cell }) => String(cell.relation))).map((relation) => {
      const own = all.filter(({ cell }) => cell.relation === relation);
      const x = own.map(cellNumber("bins"));
      const bound = (row: CellRow) => estimateOf("bin")(row) * log(cellNumber("bins")(row) / Number(beta));
      return {
        title: relation,
        estimates: [
          { name: "one bin", x, y: own.map(storedNumber("bin")) },
          { name: "largest of m bins", x, y: own.map(storedNumber("largest")) },
          { name: "ℓ₁ error", x, y: own.map(storedNumber("l1")) },
        ],
        theory: [{ name: "(Δ₁/ε) ln(m/β)", role: "bound" as const, x, y: own.map(bound) }],
      };
    }),
  });
}

export function densityErrorFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "nonparametric-density");
  return rateFigure({
    caption:
      "Exact mean integrated squared error of the private histogram density with m bins, for n records from the density 2x: " +
      "the fewer bins, the less noise, and the more bias.",
    source: "Wasserman, Zhou (2010)",
    x: { label: "bins m" },
    y: { label: "mean integrated squared error" },
    panels: distinct(all.map(cellNumber("size"))).map((size) => {
      const own = all.filter(({ cell }) => cell.size === size);
      const one = alike(own, ["epsilon"]);
      return {
        title: `n = ${size}`,
        estimates: distinct(own.map(cellNumber("epsilon"))).map((epsilon) => {
          const shown = own.filter(({ cell }) => cell.epsilon === epsilon);
          return { name: `ε = ${epsilon}`, x: shown.map(cellNumber("bins")), y: shown.map(estimateOf("error")) };
        }),
        theory: [
          { name: "without privacy", x: one.map(cellNumber("bins")), y: one.map(storedNumber("without-privacy")) },
        ],
      };
    }),
  });
}

export function floatFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "float-attack");
  const repairs = claimRows(rows, "float-repair");
  const series = (answer: number) => {
    const shown = all.filter(({ cell }) => cell.answer === answer);
    return {
      name: `float64, answer ${answer}`,
      x: shown.map(cellNumber("scale")),
      y: shown.map(estimateOf("impossible")),
      lower: shown.map(({ checks }) => checks.impossible.lower ?? 0),
      upper: shown.map(({ checks }) => checks.impossible.upper ?? 1),
    };
  };
  return tailFigure({
    caption:
      "Share of the outputs that are impossible under the neighbour, whose answer is one more: Laplace noise by inversion in float64, " +
      "and the upper limit of it for integer noise and noise on a grid, which never gave one.",
    source: "Mironov (2012)",
    x: { label: "scale of the noise", scale: "log" },
    y: { label: "share of impossible outputs" },
    panels: [
      {
        estimates: [
          ...distinct(all.map(cellNumber("answer"))).map(series),
          {
            name: "integer or grid, limit",
            x: repairs.map(() => 1),
            y: repairs.map(({ checks }) => checks.delta.upper ?? 1),
          },
        ],
      },
    ],
  });
}
