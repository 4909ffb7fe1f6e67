/**
 * Le Cam's two-point bound for local privacy: every person answers for herself, by an epsilon-private channel.
 *
 * Theorem: of two parameters at distance d, the larger risk of an estimate from `size` answers is at least (d / 2) overlap, for the squared error
 * (d^2 / 4) overlap, where overlap is 1 minus the total variation of all answers. Persons may be asked one after the other, with channels that depend on
 * earlier answers.
 * - A bit: the answers of randomized response determine in law those of any channel (`local-answers.ts`), so the overlap is that of two binomials whose
 *   probabilities lie tanh(epsilon / 2) times as far apart.
 * - Other models, with `localDivergence` at the distance of one record: affinities multiply, so the overlap is at least 1 - sqrt(1 - affinity^(2 size));
 *   divergences add up, so it is at least e^-KL / 2 and 1 - sqrt(KL / 2); and at least (1 - tanh(epsilon / 2) T)^size. The largest of these.
 * Source: Duchi, Jordan, Wainwright (FOCS 2013), proposition 1, with the constants of `localDivergence`.
 * Limits: pure privacy. Of order 1 / (epsilon sqrt n) for a bit, at all epsilon. Of the pairs of `parameterPair`, the best.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { localLeCam } from "epsilab/bounds";
 * localLeCam({ model: { kind: "bernoulli" }, size: 1000, guarantee: pure(1), loss: "absolute" }).value; // => 0.0116324...
 * ```
 * @claim local-lower-bounds
 */
import { exp } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { log1p } from "../numerics/logarithm.ts";
import { refuse } from "../numerics/requirements.ts";
import type { PureGuarantee } from "../privacy/guarantees/guarantee.ts";
import { bestSeparation } from "./best-separation.ts";
import { binomialOverlap } from "./binomial-overlap.ts";
import { type ErrorLoss, requireErrorLoss } from "./error-loss.ts";
import type { TwoPointBound } from "./le-cam.ts";
import { localDivergence, requireLocalEpsilon } from "./local-divergence.ts";
import { parameterPair, requireSize, widestSeparation } from "./parameter-pair.ts";
import type { StatisticalModel } from "./statistical-model.ts";

export interface LocalLeCamParameters {
  readonly model: StatisticalModel;
  /** How many persons answer. */
  readonly size: number;
  readonly guarantee: PureGuarantee;
  readonly loss: ErrorLoss;
}

/** The largest of the bounds over pairs, and its pair. */
export function localLeCam(parameters: LocalLeCamParameters): TwoPointBound {
  requireParameters(parameters);
  const widest = widestSeparation(parameters.model);
  const value = (separation: number) => localLeCamAt(parameters, separation).value;
  return localLeCamAt(parameters, bestSeparation(value, { widest, density: 4 }));
}

/** The bound of the pair at this distance. */
export function localLeCamAt(parameters: LocalLeCamParameters, separation: number): TwoPointBound {
  requireParameters(parameters);
  const { model, size, guarantee, loss } = parameters;
  const pair = parameterPair(model, separation);
  const overlap =
    model.kind === "bernoulli"
      ? bitAnswersOverlap({ epsilon: guarantee.epsilon, gap: separation, size })
      : answersOverlap({ epsilon: guarantee.epsilon, distance: pair.recordDistance, size });
  return { value: (loss === "squared" ? (separation * separation) / 4 : separation / 2) * overlap, pair };
}

/** The overlap of the answers to bits that are 1 with probability (1 - gap) / 2 or (1 + gap) / 2. */
export function bitAnswersOverlap({ epsilon, gap, size }: { epsilon: number; gap: number; size: number }): number {
  const shrunk = tanh(epsilon / 2) * gap;
  return binomialOverlap({ trials: size, first: (1 - shrunk) / 2, second: (1 + shrunk) / 2 });
}

/** The least overlap of the answers to records at this total variation distance. */
function answersOverlap({ epsilon, distance, size }: { epsilon: number; distance: number; size: number }): number {
  const at = (divergence: "hellinger" | "kullback-leibler" | "total-variation") =>
    localDivergence({ epsilon, distance, divergence });
  const affinity = exp(2 * size * log1p(-Math.min(1, at("hellinger"))));
  const divergence = size * at("kullback-leibler");
  return Math.max(
    0,
    affinity / (1 + Math.sqrt(1 - affinity)), // 1 - sqrt(1 - x) without cancellation
    exp(-divergence) / 2,
    1 - Math.sqrt(divergence / 2),
    exp(size * log1p(-Math.min(1, at("total-variation")))),
  );
}

function requireParameters({ model, size, guarantee, loss }: LocalLeCamParameters): void {
  widestSeparation(model);
  requireSize(model, size);
  requireLocal(guarantee);
  requireErrorLoss(loss);
}

export function requireLocal(guarantee: PureGuarantee): void {
  if (guarantee?.kind !== "pure") refuse("guarantee", "pure", (guarantee as { kind?: unknown } | undefined)?.kind);
  requireLocalEpsilon(guarantee.epsilon);
}
