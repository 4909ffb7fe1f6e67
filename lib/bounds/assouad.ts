/**
 * Assouad's bound for independent bits: a two-point bound in every coordinate at once.
 *
 * Theorem: draw each coordinate of theta, independently, as (1 - gap) / 2 or (1 + gap) / 2. For each coordinate the estimate of
 * that one alone faces a two-point problem, mixed over the others, in which one record differs with probability gap: the coupling
 * of `privateLeCam` and the overlap of `leCam` for a single bit apply, by convexity. The sum of the mean absolute errors is
 * therefore at least dimension times the bound for one bit, and the Euclidean loss at least that over sqrt(dimension) (Cauchy,
 * Schwarz). The squared Euclidean loss is at least dimension times the bound of one bit for the squared error. Under `add-remove`
 * the guarantee counts for a group of two.
 * Source: Assouad (1983); Acharya, Sun, Zhang (ALT 2021), for privacy.
 * Limits: of order sqrt(d) / (n epsilon) in the Euclidean loss where `fano` has d / (n epsilon), with a far better constant: sharper up to
 * some tens of dimensions under pure privacy, and in all dimensions without it.
 * @also minimax lower bound
 */
import { declare, optional, type ParametersOf } from "../numerics/parameters.ts";
import { errorNorm } from "./error-loss.ts";
import { boundedGuarantee, estimatorNeighbours } from "./indistinguishability.ts";
import { leCam, type TwoPointBound } from "./le-cam.ts";
import { anySize, requireSize } from "./parameter-pair.ts";
import { privateLeCam } from "./private-le-cam.ts";
import { productModel } from "./statistical-model.ts";

export const assouadParameters = declare(
  {
    model: productModel,
    size: anySize,
    /** Without one, the bound for all estimators. */
    guarantee: optional(boundedGuarantee),
    norm: errorNorm,
    /** Swap by default. */
    neighbours: optional(estimatorNeighbours, "swap"),
  },
  requireSize,
);

export interface AssouadParameters extends ParametersOf<typeof assouadParameters> {}

/** The pair is that of one coordinate. */
export function assouad(parameters: AssouadParameters): TwoPointBound {
  const { model, size, guarantee, norm, neighbours } = assouadParameters.read(parameters);
  const loss = norm === "squared" ? "squared" : "absolute";
  const bit = { model: { kind: "bernoulli" }, size, loss } as const;
  const open = leCam({ ...bit, form: "total-variation", factor: "half" });
  const hidden = guarantee === undefined ? open : privateLeCam({ ...bit, guarantee, form: "metric", neighbours });
  const { value, pair } = hidden.value > open.value ? hidden : open;
  return { value: value * (norm === "euclidean" ? Math.sqrt(model.dimension) : model.dimension), pair };
}
