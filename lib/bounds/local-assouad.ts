/**
 * Assouad's bound for local privacy: independent bits whose shares are estimated from one epsilon-private answer of each person.
 *
 * Theorem: draw each coordinate of theta as (1 - gap) / 2 or (1 + gap) / 2. The mean over the coordinates of the overlap of the
 * answers under both values is at least 1 - t, where answers that tell the average coordinate at most I nats have t as in
 * `largestContrast`; the risks are then at least (gap / 2)(1 - t) d in absolute and (gap^2 / 4)(1 - t^2) d in squared error, and
 * the Euclidean risk is at least the absolute one over sqrt(d).
 * - `none`, channels that do not depend on other answers: I by `cubeInformation`, so that the squared risk is of order d min(1, d /
 *   (n epsilon^2));
 * - `sequential`, channels that may depend on earlier answers: for each coordinate, with the others fixed, randomized response of
 *   that bit (`localLeCam`).
 * What holds for sequential protocols holds for the others: the larger is returned.
 * Source: Duchi, Jordan, Wainwright (JASA 2018), corollary 3, for the rate; the constants are our own.
 * Limits: pure privacy. The pair is that of one coordinate.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { localAssouad } from "epsilab/bounds";
 * const problem = { model: { kind: "product-bernoulli", dimension: 50 }, size: 10_000, guarantee: pure(1) } as const;
 * localAssouad({ ...problem, norm: "squared", interaction: "none" }).value; // => 0.0483442...
 * localAssouad({ ...problem, norm: "squared", interaction: "sequential" }).value; // => 0.0019399...
 * ```
 * @claim local-lower-bounds
 */
import { declare, oneOf, type ParametersOf } from "../numerics/parameters.ts";
import { bestSeparation } from "./best-separation.ts";
import { errorNorm } from "./error-loss.ts";
import type { TwoPointBound } from "./le-cam.ts";
import { cubeInformation, largestContrast } from "./local-information.ts";
import { localGuarantee, localLeCam } from "./local-le-cam.ts";
import { anySize, parameterPair, requireSize } from "./parameter-pair.ts";
import { productModel } from "./statistical-model.ts";

/** Whether a person's channel may depend on the answers of those asked before. */
export type Interaction = "none" | "sequential";

const interaction = oneOf<Interaction>("none", "sequential");

/** A survey of product bits, whose answers are private each by itself. */
export const SURVEY = { model: productModel, size: anySize, guarantee: localGuarantee, interaction };

export const localAssouadParameters = declare({ ...SURVEY, norm: errorNorm }, requireSize);

export interface LocalAssouadParameters extends ParametersOf<typeof localAssouadParameters> {}

export function localAssouad(parameters: LocalAssouadParameters): TwoPointBound {
  const { model, size, guarantee, norm, interaction } = localAssouadParameters.read(parameters);
  const { dimension } = model;
  const times = norm === "euclidean" ? Math.sqrt(dimension) : dimension;
  const loss = norm === "squared" ? "squared" : "absolute";
  const bit = { kind: "bernoulli" } as const;
  const alone = localLeCam({ model: bit, size, guarantee, loss });
  const single = { value: times * alone.value, pair: alone.pair };
  if (interaction === "sequential") return single;
  const value = (gap: number) => {
    const leaked = cubeInformation({ epsilon: guarantee.epsilon, gap, size }) / dimension;
    const contrast = largestContrast(leaked);
    return times * (loss === "squared" ? (gap * gap * (1 - contrast * contrast)) / 4 : (gap * (1 - contrast)) / 2);
  };
  const gap = bestSeparation(value, { widest: 1 });
  const together = { value: value(gap), pair: parameterPair(bit, gap) };
  return together.value > single.value ? together : single;
}
