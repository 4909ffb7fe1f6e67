/**
 * Laplace mechanism for vectors: add independent Laplace noise to every coordinate.
 *
 * Theorem: noise of scale D1 / epsilon is epsilon-differentially private for a query of l1 sensitivity D1. In dimension d,
 * D1 <= sqrt(d) D2 and D1 <= d Dinf, so a query known by its l2 or its largest-coordinate sensitivity takes scale sqrt(d) D2 / epsilon or
 * d Dinf / epsilon; both are attained, by a change spread evenly over the coordinates.
 * A change spread over coordinates is dominated by the same l1 change of a single one: with shifts s, t in scales, the delta at x of
 * the two coordinates is 1 - e^((x - s - t) / 2) (1 + s/2 - (s - t + x)+ / 4 - (s - t - x)+ / 4), never above that of s + t in one,
 * 1 - e^((x - s - t) / 2). So scalar Laplace noise is the dominating pair: exact for l1, an upper bound for the other norms.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), theorem 1, doi:10.1007/11681878_14.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study. For release: `gridLaplace` per coordinate.
 * @example
 * ```ts
 * import { stream, vectorLaplace } from "epsilab";
 * const mechanism = vectorLaplace({ epsilon: 1, sensitivity: 1, norm: "l1", dimension: 2, neighbours: "swap" });
 * mechanism.release(Float64Array.of(10, 20), stream(20261115, "example")); // => Float64Array(2) [10.6365..., 19.8345...]
 * ```
 * @claim laplace-mechanism, laplace-accuracy, laplace-vs-gaussian-dimension
 */
import {
  refuse,
  requireFiniteData,
  requireInteger,
  requireList,
  requirePositive,
} from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import { fillLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";

export interface VectorLaplaceParameters {
  readonly epsilon: number;
  /** The largest distance of the query's values on neighbours, in the given norm. */
  readonly sensitivity: number;
  readonly norm: "l1" | "l2" | "linf";
  readonly dimension: number;
  readonly neighbours: Neighbours;
}

export function vectorLaplace(
  parameters: VectorLaplaceParameters,
): ClosedMechanism<Float64Array, Float64Array, Stream, ProductLaw> {
  const { epsilon, sensitivity, norm, dimension, neighbours } = parameters;
  requirePositive({ epsilon, sensitivity });
  requireInteger({ dimension }, 1);
  requireNeighbours(neighbours);
  const factors = { l1: 1, l2: Math.sqrt(dimension), linf: dimension };
  if (!Object.hasOwn(factors, norm)) refuse("norm", "one of l1, l2, linf", norm);
  const scale = (factors[norm] * sensitivity) / epsilon;
  requirePositive({ "sensitivity / epsilon": scale });
  const requireValue = (value: Float64Array) => {
    requireList("value", value, dimension);
    for (let i = 0; i < dimension; i++) requireFiniteData({ [`value[${i}]`]: value[i] });
  };
  return {
    name: "vector-laplace",
    neighbours,
    guarantee: pure(epsilon),
    release: (value, random) => {
      requireValue(value);
      const output = fillLaplace(scale, new Float64Array(dimension), random);
      for (let i = 0; i < dimension; i++) output[i] += value[i];
      return output;
    },
    law: (value) => {
      requireValue(value);
      return { kind: "product", coordinates: Array.from(value, (centre) => laplaceLaw(centre, scale)) };
    },
    privacyLoss: () => ({
      ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }),
      attained: norm === "l1" || dimension === 1,
    }),
    worstPair: () => {
      const moved = new Float64Array(dimension);
      if (norm === "l1") moved[0] = sensitivity;
      else moved.fill(norm === "l2" ? sensitivity / Math.sqrt(dimension) : sensitivity);
      return [new Float64Array(dimension), moved];
    },
  };
}
