/**
 * The figures on Gaussian and integer noise, from the stored rows alone.
 */
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";
import { alike, estimateOf, storedList } from "./row-readings.ts";

const BALLE = "Balle, Wang (2018)";

export function classicFigure(rows: readonly CellRow[]): Figure {
  const all = alike(claimRows(rows, "gaussian-classic"), ["sensitivity"]);
  const x = distinct(all.map(cellNumber("epsilon")));
  return rateFigure({
    caption:
      "Exact δ of Gaussian noise with the classic deviation Δ√(2 ln(1.25/δ))/ε, over the δ that it is meant for. The theorem ends at ε = 1; " +
      "the target is passed at " +
      `${distinct(all.map(storedNumber("breaks-at")))
        .map((place) => place.toFixed(2))
        .join(", ")}.`,
    source: "Dwork, Roth (2014), appendix A; Balle, Wang (2018)",
    x: { label: "ε" },
    y: { label: "exact δ over target δ" },
    panels: [
      {
        estimates: distinct(all.map(cellNumber("delta"))).map((delta) => {
          const own = all.filter(({ cell }) => cell.delta === delta);
          return {
            name: `δ = ${short(delta)}`,
            x: own.map(cellNumber("epsilon")),
            y: own.map((row) => estimateOf("delta")(row) / delta),
          };
        }),
        theory: [{ name: "target", role: "bound", x, y: x.map(() => 1) }],
      },
    ],
  });
}

/** 1e-6, where a number would be 0.000001. */
const short = (delta: number) => (delta < 1e-3 ? delta.toExponential() : String(delta));

export function sigmaFigure(rows: readonly CellRow[]): Figure {
  const deltas = distinct(claimRows(rows, "gaussian-analytic").map(cellNumber("delta")));
  return rateFigure({
    caption:
      "Deviation of Gaussian noise over the sensitivity by three calibrations. The analytic one is the least that is (ε, δ)-private; " +
      "the tail of the loss takes more, and so does the classic formula, which from ε about 8 on takes too little.",
    source: BALLE,
    x: { label: "ε" },
    y: { label: "σ / Δ" },
    panels: deltas.map((delta) => {
      const series = (part: string) => {
        const own = alike(claimRows(rows, part), ["sensitivity"]).filter(({ cell }) => cell.delta === delta);
        return { x: own.map(cellNumber("epsilon")), y: own.map(storedNumber("sigma")) };
      };
      return {
        title: `δ = ${short(delta)}`,
        estimates: [{ name: "analytic", ...series("gaussian-analytic") }],
        theory: [
          { name: "tail of the loss", ...series("gaussian-tail-calibration") },
          { name: "classic", ...series("gaussian-classic") },
        ],
      };
    }),
  });
}

export function lengthFigure(rows: readonly CellRow[]): Figure {
  const all = alike(claimRows(rows, "laplace-vs-gaussian-dimension"), ["delta"]);
  return rateFigure({
    caption:
      `Exact mean length of the noise for a query of ℓ₂ sensitivity 1 in d dimensions: Laplace noise for ε, Gaussian noise for (ε, ${short(Number(all[0].cell.delta))}). ` +
      "They cross near d = (σε)²/2.",
    source: "Steinke, Ullman (2016)",
    x: { label: "dimension d" },
    y: { label: "mean length of the noise" },
    panels: distinct(all.map(cellNumber("epsilon"))).map((epsilon) => {
      const own = all.filter(({ cell }) => cell.epsilon === epsilon);
      const x = own.map(cellNumber("dimension"));
      const root = (row: CellRow) => storedNumber("sigma")(row) * Math.sqrt(cellNumber("dimension")(row));
      return {
        title: `ε = ${epsilon}`,
        estimates: [
          { name: "Laplace", x, y: own.map(storedNumber("laplace")) },
          { name: "Gaussian", x, y: own.map(storedNumber("gaussian")) },
        ],
        theory: [
          { name: "√2 d/ε", of: "Laplace", x, y: x.map((dimension) => (Math.SQRT2 * dimension) / epsilon) },
          { name: "σ√d", of: "Gaussian", x, y: own.map(root) },
        ],
      };
    }),
  });
}

/** The masses around 0 of both noises, each at the parameter next to 1. */
export function integerFigure(rows: readonly CellRow[]): Figure {
  const nearest = (part: string, axis: string, other: string) =>
    alike(claimRows(rows, part), [other]).toSorted(
      (one, two) => Math.abs(cellNumber(axis)(one) - 1) - Math.abs(cellNumber(axis)(two) - 1),
    )[0];
  const laplace = nearest("discrete-laplace", "epsilon", "sensitivity");
  const gaussian = nearest("discrete-gaussian", "variance", "shift");
  const series = (name: string, row: CellRow) => ({ name, x: storedList(row, "places"), y: storedList(row, "masses") });
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
