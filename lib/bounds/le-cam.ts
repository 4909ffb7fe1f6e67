/**
 * Le Cam's two-point bound: whatever the estimator, its larger mean loss at two parameters.
 *
 * Theorem: for a metric loss, parameters at distance d and laws P1, P2 of a sample, max_i E_i loss >= (d / 2)(1 - TV(P1, P2)) by the
 * triangle inequality; the reduction to a test, as it is usually printed, has d / 4 (and w(d / 2) / 2 for an increasing loss w).
 * `total-variation` takes the exact distance; `bretagnolle-huber` its bound 1 - TV >= e^-KL / 2, KL = size times that of one record.
 * Source: Le Cam (Annals of Statistics 1973); Tsybakov, Introduction to Nonparametric Estimation (2009), theorem 2.2 and lemma 2.6.
 * Limits: two points only: no better than a constant times the minimax risk. The pair is the best of those of `parameterPair`.
 * @example
 * ```ts
 * import { leCam } from "epsilab";
 * leCam({ model: { kind: "bernoulli" }, size: 1000, form: "total-variation", factor: "half" }).value; // => 0.0053755...
 * ```
 * @claim lecam-classic
 */
import { exp } from "../numerics/exponential.ts";
import { refuse } from "../numerics/requirements.ts";
import { bestSeparation } from "./best-separation.ts";
import { type ParameterPair, parameterPair, requireSize, sampleOverlap, widestSeparation } from "./parameter-pair.ts";
import type { StatisticalModel } from "./statistical-model.ts";

export interface LeCamParameters {
  readonly model: StatisticalModel;
  /** How many records there are. */
  readonly size: number;
  readonly form: "total-variation" | "bretagnolle-huber";
  /** What of the distance counts: half of it by the triangle inequality, a quarter by a test. */
  readonly factor: "half" | "quarter";
}

export interface TwoPointBound {
  readonly value: number;
  readonly pair: ParameterPair;
}

/** The largest of the bounds over pairs, and its pair. */
export function leCam(parameters: LeCamParameters): TwoPointBound {
  const widest = widestSeparation(parameters.model);
  return leCamAt(
    parameters,
    bestSeparation((separation) => leCamAt(parameters, separation).value, { widest }),
  );
}

/** The bound of the pair at this distance. */
export function leCamAt({ model, size, form, factor }: LeCamParameters, separation: number): TwoPointBound {
  const pair = parameterPair(model, separation);
  requireSize(model, size);
  if (factor !== "half" && factor !== "quarter") refuse("factor", "half or quarter", factor);
  if (form !== "total-variation" && form !== "bretagnolle-huber")
    refuse("form", "total-variation or bretagnolle-huber", form);
  const overlap = form === "total-variation" ? sampleOverlap(model, pair, size) : exp(-size * pair.divergence) / 2;
  return { value: (separation / (factor === "half" ? 2 : 4)) * overlap, pair };
}
