/**
 * Gaussian mechanism for vectors: add independent Gaussian noise of one deviation to every coordinate, the least that is enough.
 *
 * Theorem: for a query of l2 sensitivity D, in any dimension, f + N(0, sigma^2 I) is (epsilon, delta)-differentially private if and only if
 * Phi(mu / 2 - epsilon / mu) - e^epsilon Phi(-mu / 2 - epsilon / mu) <= delta, with mu = D / sigma: the noise is the same in every
 * direction, so that only the length of a change counts. The deviation does not grow with the dimension.
 * Source: Balle, Wang (ICML 2018), theorem 8, arXiv:1805.06530.
 * Limits: the sensitivity is in the l2 norm; a bound on each coordinate must be multiplied by the square root of the dimension. Float64 noise
 * leaks its input in the low-order bits (Mironov 2012); for study. For release: `discreteGaussian` per coordinate.
 * @example
 * ```ts
 * import { stream, vectorGaussian } from "epsilab";
 * const target = { epsilon: 1, delta: 1e-5, sensitivity: 1 };
 * const mechanism = vectorGaussian({ ...target, dimension: 2, neighbours: "swap" });
 * mechanism.sigma; // => 3.7306...
 * mechanism.release(Float64Array.of(10, 20), stream(20261115, "example")); // => Float64Array(2) [12.3226..., 19.3422...]
 * ```
 * @claim gaussian-analytic, laplace-vs-gaussian-dimension
 */
import {
  requireFiniteData,
  requireInteger,
  requireList,
  requireOpenProbability,
  requirePositive,
} from "../../numerics/requirements.ts";
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import { approximate } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { requireNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { gaussianPld } from "../../privacy/loss/gaussian-pld.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import { fillNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { normalLaw } from "../laws/normal-law.ts";
import type { CalibratedGaussianParameters } from "./gaussian.ts";

export interface VectorGaussianParameters extends CalibratedGaussianParameters {
  readonly dimension: number;
}

export interface VectorGaussianMechanism extends ClosedMechanism<Float64Array, Float64Array, Stream, ProductLaw> {
  /** The standard deviation of the noise in every coordinate. */
  readonly sigma: number;
}

export function vectorGaussian(parameters: VectorGaussianParameters): VectorGaussianMechanism {
  const { epsilon, delta, sensitivity, dimension, neighbours } = parameters;
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
  requireInteger({ dimension }, 1);
  requireNeighbours(neighbours);
  const sigma = gaussianSigmaFor({ epsilon, delta, sensitivity });
  requirePositive({ sigma });
  const requireValue = (value: Float64Array) => {
    requireList("value", value, dimension);
    for (let i = 0; i < dimension; i++) requireFiniteData({ [`value[${i}]`]: value[i] });
  };
  return {
    name: "vector-gaussian",
    neighbours,
    sigma,
    guarantee: approximate(epsilon, delta),
    release: (value, random) => {
      requireValue(value);
      const output = fillNormal({ mean: 0, sigma }, new Float64Array(dimension), random);
      for (let i = 0; i < dimension; i++) output[i] += value[i];
      return output;
    },
    law: (value) => {
      requireValue(value);
      return { kind: "product", coordinates: Array.from(value, (mean) => normalLaw(mean, sigma)) };
    },
    privacyLoss: () => ({ ...gaussianPld({ sigma: sigma, sensitivity }), attained: true }),
    worstPair: () => {
      const moved = new Float64Array(dimension);
      moved[0] = sensitivity;
      return [new Float64Array(dimension), moved];
    },
  };
}
