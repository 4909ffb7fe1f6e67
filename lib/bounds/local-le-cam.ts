/**
 * Le Cam's two-point bound for local privacy: every person answers for herself, by an epsilon-private channel.
 *
 * Theorem: of two parameters at distance d, the larger risk of an estimate from `size` answers is at least (d / 2) overlap, for the
 * squared error (d^2 / 4) overlap, where overlap is 1 minus the total variation of all answers. Persons may be asked one after the
 * other, with channels that depend on earlier answers.
 * - A bit: the answers of randomized response determine in law those of any channel (`local-answers.ts`), so the overlap is that of
 *   two binomials whose probabilities lie tanh(epsilon / 2) times as far apart.
 * - Other models, with `localDivergence` at the distance of one record: affinities multiply, so the overlap is at least 1 - sqrt(1 -
 *   affinity^(2 size)); divergences add up, so it is at least e^-KL / 2 and 1 - sqrt(KL / 2); and at least (1 - tanh(epsilon / 2)
 *   T)^size. The largest of these.
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
import { declare, made, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { type PureGuarantee, requireGuaranteeNames } from "../privacy/guarantees/guarantee.ts";
import { bestSeparation } from "./best-separation.ts";
import { binomialOverlap } from "./binomial-overlap.ts";
import { errorLoss } from "./error-loss.ts";
import type { TwoPointBound } from "./le-cam.ts";
import { divergenceOf, localEpsilon } from "./local-divergence.ts";
import { anySize, parameterPair, requireSize, widestSeparation } from "./parameter-pair.ts";
import { anyModel } from "./statistical-model.ts";

/** The guarantee of a local channel, as a parameter. */
export const localGuarantee = made<PureGuarantee>((guarantee, name) => {
  const { kind } = Object(guarantee) as { readonly kind?: unknown };
  if (kind !== "pure") refuse(name, "pure", kind);
  requireGuaranteeNames(guarantee, name);
  localEpsilon.read(guarantee.epsilon, "epsilon");
});

export const localLeCamParameters = declare(
  {
    model: anyModel,
    /** How many persons answer. */
    size: anySize,
    guarantee: localGuarantee,
    loss: errorLoss,
  },
  requireSize,
);

export interface LocalLeCamParameters extends ParametersOf<typeof localLeCamParameters> {}

/** The largest of the bounds over pairs, and its pair. */
export function localLeCam(parameters: LocalLeCamParameters): TwoPointBound {
  const given = localLeCamParameters.read(parameters);
  const widest = widestSeparation(given.model);
  const value = (separation: number) => boundAt(given, separation).value;
  return boundAt(given, bestSeparation(value, { widest, density: 4 }));
}

/** The bound of the pair at this distance. */
export function localLeCamAt(parameters: LocalLeCamParameters, separation: number): TwoPointBound {
  return boundAt(localLeCamParameters.read(parameters), separation);
}

function boundAt({ model, size, guarantee, loss }: LocalLeCamParameters, separation: number): TwoPointBound {
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
    divergenceOf({ epsilon, distance, divergence });
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
