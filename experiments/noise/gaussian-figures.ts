/**
 * The figures on Gaussian and integer noise, from the stored rows alone.
 */
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import {
  by,
  type CellRow,
  cellNumber,
  claimRows,
  distinct,
  estimateOf,
  figureOf,
  likeFirst,
  storedList,
  storedNumber,
} from "../kit.ts";

/** 1e-6, where a number would be 0.000001. */
const short = (delta: number) => (delta < 1e-3 ? delta.toExponential() : String(delta));
const deltas = by(cellNumber("delta"), (delta) => `δ = ${short(delta)}`);

export const classicFigure = figureOf({
  kind: "rate",
  part: "gaussian-classic",
  rows: likeFirst("sensitivity"),
  caption: (rows) =>
    "Exact δ of Gaussian noise with the classic deviation Δ√(2 ln(1.25/δ))/ε, over the δ that it is meant for. The theorem " +
    "ends at ε = 1; the target is passed at " +
    `${distinct(rows.map(storedNumber("breaks-at")))
      .map((place) => place.toFixed(2))
      .join(", ")}.`,
  source: "Dwork, Roth (2014), appendix A; Balle, Wang (2018)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "exact δ over target δ" },
  estimates: [{ by: deltas, y: (row) => estimateOf("delta")(row) / cellNumber("delta")(row) }],
  theory: [{ name: "target", role: "bound", curve: () => 1, over: distinct }],
});

export const sigmaFigure = figureOf({
  kind: "rate",
  part: "gaussian-analytic",
  rows: likeFirst("sensitivity"),
  caption:
    "Deviation of Gaussian noise over the sensitivity by three calibrations. The analytic one is the least that is (ε, δ)-private; " +
    "the tail of the loss takes more, and so does the classic formula, which from ε about 8 on takes too little.",
  source: "Balle, Wang (2018)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "σ / Δ" },
  panels: deltas,
  estimates: [{ name: "analytic", y: storedNumber("sigma") }],
  theory: [
    { name: "tail of the loss", part: "gaussian-tail-calibration", y: storedNumber("sigma") },
    { name: "classic", part: "gaussian-classic", y: storedNumber("sigma") },
  ],
});

export const lengthFigure = figureOf({
  kind: "rate",
  part: "laplace-vs-gaussian-dimension",
  rows: likeFirst("delta"),
  caption: ([{ cell }]) =>
    "Exact mean length of the noise for a query of ℓ₂ sensitivity 1 in d dimensions: Laplace noise for ε, Gaussian noise for (ε, " +
    `${short(Number(cell.delta))}). They cross near d = (σε)²/2.`,
  source: "Steinke, Ullman (2016)",
  x: { label: "dimension d", of: cellNumber("dimension") },
  y: { label: "mean length of the noise" },
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`),
  estimates: [
    { name: "Laplace", y: storedNumber("laplace") },
    { name: "Gaussian", y: storedNumber("gaussian") },
  ],
  theory: [
    { name: "√2 d/ε", of: "Laplace", y: ({ cell }) => (Math.SQRT2 * Number(cell.dimension)) / Number(cell.epsilon) },
    { name: "σ√d", of: "Gaussian", y: (row) => storedNumber("sigma")(row) * Math.sqrt(cellNumber("dimension")(row)) },
  ],
});

/** The masses around 0 of both noises, each at the parameter next to 1. */
export function integerFigure(rows: readonly CellRow[]): Figure {
  const nearest = (part: string, axis: string, other: string) =>
    likeFirst(other)(claimRows(rows, part)).toSorted(
      (one, two) => Math.abs(cellNumber(axis)(one) - 1) - Math.abs(cellNumber(axis)(two) - 1),
    )[0];
  const laplace = nearest("discrete-laplace", "epsilon", "sensitivity");
  const gaussian = nearest("discrete-gaussian", "variance", "shift");
  const series = (name: string, row: CellRow) => ({ name, x: storedList("places")(row), y: storedList("masses")(row) });
  return densityFigure({
    caption: "Masses of integer noise: discrete Laplace and discrete Gaussian.",
    source: "Ghosh, Roughgarden, Sundararajan (2009); Canonne, Kamath, Steinke (2020)",
    x: { label: "noise k" },
    y: { label: "probability" },
    laws: [],
    samples: [
      series(`discrete Laplace, ε/Δ = ${cellNumber("epsilon")(laplace) / cellNumber("sensitivity")(laplace)}`, laplace),
      series(`discrete Gaussian, s² = ${gaussian.cell.variance}`, gaussian),
    ],
  });
}
