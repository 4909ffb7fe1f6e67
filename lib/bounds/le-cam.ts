/**
 * Le Cam's two-point bound: whatever the estimator, its larger mean loss at two parameters.
 *
 * Theorem: for a metric loss, parameters at distance d and laws P1, P2 of a sample, max_i E_i loss >= (d / 2)(1 - TV(P1, P2)) by the
 * triangle inequality; the reduction to a test, as it is usually printed, has d / 4 (and w(d / 2) / 2 for an increasing loss w).
 * `total-variation` takes the exact distance; `bretagnolle-huber` its bound 1 - TV >= e^-KL / 2, KL = size times that of one record.
 * For the squared error the average over both parameters is at least (d^2 / 4) times the integral of 2 p1 p2 / (p1 + p2), which is at least the overlap:
 * (d^2 / 4)(1 - TV), by a test d^2 / 8.
 * Source: Le Cam (Annals of Statistics 1973); Tsybakov, Introduction to Nonparametric Estimation (2009), theorem 2.2 and lemma 2.6.
 * Limits: two points only: no better than a constant times the minimax risk. The pair is the best of those of `parameterPair`.
 * @example
 * ```ts
 * import { leCam } from "epsilab";
 * leCam({ model: { kind: "bernoulli" }, size: 1000, form: "total-variation", factor: "half" }).value; // => 0.0053755...
 * ```
 * @claim lecam-classic
 * @also minimax lower bound
 */
import { exp } from "../numerics/exponential.ts";
import { refuse } from "../numerics/requirements.ts";
import { bestSeparation } from "./best-separation.ts";
import { type ErrorLoss, requireErrorLoss } from "./error-loss.ts";
import { type ParameterPair, parameterPair, requireSize, sampleOverlap, widestSeparation } from "./parameter-pair.ts";
import type { StatisticalModel } from "./statistical-model.ts";

export interface LeCamParameters {
  readonly model: StatisticalModel;
  /** How many records there are. */
  readonly size: number;
  readonly form: "total-variation" | "bretagnolle-huber";
  /** What of the distance counts: half of it by the triangle inequality, a quarter by a test. */
  readonly factor: "half" | "quarter";
  /** Absolute unless told. */
  readonly loss?: ErrorLoss;
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
export function leCamAt(parameters: LeCamParameters, separation: number): TwoPointBound {
  const { model, size, form, factor, loss = "absolute" } = parameters;
  const pair = parameterPair(model, separation);
  requireErrorLoss(loss);
  requireSize(model, size);
  if (factor !== "half" && factor !== "quarter") refuse("factor", "half or quarter", factor);
  if (form !== "total-variation" && form !== "bretagnolle-huber")
    refuse("form", "total-variation or bretagnolle-huber", form);
  const overlap = form === "total-variation" ? sampleOverlap(model, pair, size) : exp(-size * pair.divergence) / 2;
  const half = loss === "squared" ? (separation / 2) * separation : separation;
  return { value: (half / (factor === "half" ? 2 : 4)) * overlap, pair };
}
