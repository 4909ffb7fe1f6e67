/**
 * Le Cam's two-point bound: whatever the estimator, its larger mean loss at two parameters.
 *
 * Theorem: for a metric loss, parameters at distance d and laws P1, P2 of a sample, max_i E_i loss >= (d / 2)(1 - TV(P1, P2)) by the
 * triangle inequality; the reduction to a test, as it is usually printed, has d / 4 (and w(d / 2) / 2 for an increasing loss w).
 * `total-variation` takes the exact distance; `bretagnolle-huber` its bound 1 - TV >= e^-KL / 2, KL = size times that of one record.
 * For the squared error the average over both parameters is at least (d^2 / 4) times the integral of 2 p1 p2 / (p1 + p2), which is
 * at least the overlap: (d^2 / 4)(1 - TV), by a test d^2 / 8.
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
import { declare, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { bestSeparation } from "./best-separation.ts";
import { errorLoss } from "./error-loss.ts";
import {
  anySize,
  type ParameterPair,
  parameterPair,
  requireSize,
  sampleOverlap,
  widestSeparation,
} from "./parameter-pair.ts";
import { anyModel } from "./statistical-model.ts";

export const leCamParameters = declare(
  {
    model: anyModel,
    /** How many records there are. */
    size: anySize,
    form: oneOf("total-variation", "bretagnolle-huber"),
    /** What of the distance counts: half of it by the triangle inequality, a quarter by a test. */
    factor: oneOf("half", "quarter"),
    /** Absolute by default. */
    loss: optional(errorLoss, "absolute"),
  },
  requireSize,
);

export interface LeCamParameters extends ParametersOf<typeof leCamParameters> {}

export interface TwoPointBound {
  readonly value: number;
  readonly pair: ParameterPair;
}

/** The largest of the bounds over pairs, and its pair. */
export function leCam(parameters: LeCamParameters): TwoPointBound {
  const given = leCamParameters.read(parameters);
  const widest = widestSeparation(given.model);
  return boundAt(
    given,
    bestSeparation((separation) => boundAt(given, separation).value, { widest }),
  );
}

/** The bound of the pair at this distance. */
export function leCamAt(parameters: LeCamParameters, separation: number): TwoPointBound {
  return boundAt(leCamParameters.read(parameters), separation);
}

function boundAt(given: ReturnType<typeof leCamParameters.read>, separation: number): TwoPointBound {
  const { model, size, form, factor, loss } = given;
  const pair = parameterPair(model, separation);
  const overlap = form === "total-variation" ? sampleOverlap(model, pair, size) : exp(-size * pair.divergence) / 2;
  const half = loss === "squared" ? (separation / 2) * separation : separation;
  return { value: (half / (factor === "half" ? 2 : 4)) * overlap, pair };
}
