/**
 * Gaussian mechanism: add Gaussian noise to a number, or independent noise of one deviation to every coordinate of a vector.
 *
 * Theorem: f + N(0, sigma^2 I) for a query of l2 sensitivity D, in any dimension, is exactly as private as telling N(0, 1) from N(D
 * / sigma, 1): it is mu-Gaussian differentially private with mu = D / sigma, and no better, since the noise is the same in every
 * direction and only the length of a change counts. It is mu^2 / 2-zero-concentrated, and (epsilon, delta)-differentially private
 * if and only if Phi(mu / 2 - epsilon / mu) - e^epsilon Phi(-mu / 2 - epsilon / mu) <= delta; the left side increases with mu. For
 * a wanted guarantee sigma is the least that gives it. The deviation does not grow with the dimension.
 * Source: Dong, Roth, Su (JRSS B 2022), theorem 1, doi:10.1111/rssb.12454; Bun, Steinke (TCC 2016); Balle, Wang (ICML 2018),
 * theorem 8, arXiv:1805.06530.
 * Limits: the sensitivity is in the l2 norm; a bound on each coordinate must be multiplied by the square root of the dimension.
 * Float64 noise leaks its input in the low-order bits (Mironov 2012); for study. For release: `discreteGaussian`.
 * @example
 * ```ts
 * import { compose, gaussian, stream } from "epsilab";
 * const mechanism = gaussian({ sigma: 2, sensitivity: 1, neighbours: "add-remove" });
 * mechanism.guarantee; // => { kind: 'gaussian', mu: 0.5 }
 * compose([{ mechanism, times: 4 }]).tradeOff.evaluate(0.05); // => 0.740...
 * const calibrated = gaussian({ epsilon: 1, delta: 1e-5, sensitivity: 1, neighbours: "swap" });
 * calibrated.sigma; // => 3.7306...
 * calibrated.release(42, stream(20261115, "example")); // => 44.3226...
 * const vectors = gaussian({ epsilon: 1, delta: 1e-5, sensitivity: 1, dimension: 2, neighbours: "swap" });
 * vectors.release(Float64Array.of(10, 20), stream(20261115, "example")); // => Float64Array(2) [12.3226..., 19.3422...]
 * ```
 * @claim gaussian-analytic, laplace-vs-gaussian-dimension
 * @also gaussian mechanism, analytic gaussian mechanism
 */
import { count, type Given, optional, positive } from "../../numerics/parameters.ts";
import { requireFiniteData, requireList, requirePositive } from "../../numerics/requirements.ts";
import { budgetMu } from "../../privacy/calibration/gaussian-budget.ts";
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import { type BudgetOrNoise, type GuaranteeOf, withBudgetOrNoise } from "../../privacy/guarantees/budget.ts";
import { gaussianDp } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { gaussianPld } from "../../privacy/loss/gaussian-pld.ts";
import type { ContinuousLaw, ProductLaw } from "../../privacy/loss/law.ts";
import { fillNormal, sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { normalLaw } from "../laws/normal-law.ts";

/** The guarantees that Gaussian noise gives. */
export const GAUSSIAN_KINDS = ["approximate", "zero-concentrated", "gaussian"] as const;

type GaussianKind = (typeof GAUSSIAN_KINDS)[number];

/** What Gaussian noise on a number takes, besides its budget. */
export const MOVED = {
  /** How far the values of neighbours are apart, at most: in the l2 norm. */
  sensitivity: positive,
  neighbours: anyNeighbours,
};

const SIGMA = {
  /** The standard deviation of the noise. */
  sigma: positive,
};

export const gaussianParameters = withBudgetOrNoise(GAUSSIAN_KINDS, [SIGMA], {
  ...MOVED,
  /** How many coordinates a vector has; without it the noise is on a number. */
  dimension: optional(count),
});

export type GaussianParameters = BudgetOrNoise<GaussianKind, typeof SIGMA> & Given<typeof MOVED>;
export type VectorGaussianParameters = GaussianParameters & { readonly dimension: number };

export interface GaussianMechanism extends ClosedMechanism<number, number, Stream, ContinuousLaw> {
  /** The standard deviation of the noise. */
  readonly sigma: number;
}

export interface VectorGaussianMechanism extends ClosedMechanism<Float64Array, Float64Array, Stream, ProductLaw> {
  /** The standard deviation of the noise in every coordinate. */
  readonly sigma: number;
}

export function gaussian(parameters: VectorGaussianParameters): VectorGaussianMechanism;
export function gaussian(parameters: GaussianParameters): GaussianMechanism;
export function gaussian(
  parameters: GaussianParameters | VectorGaussianParameters,
): GaussianMechanism | VectorGaussianMechanism {
  const { sensitivity, neighbours, dimension, ...wanted } = gaussianParameters.read(parameters);
  const { guarantee, noise } = wanted;
  const sigma = guarantee === undefined ? noise.sigma : sigmaFor(guarantee, sensitivity);
  requirePositive({ sigma });
  const mu = sensitivity / sigma;
  requirePositive({ "sensitivity / sigma": mu });
  const stated = {
    name: "gaussian",
    neighbours,
    sigma,
    guarantee: guarantee ?? gaussianDp(mu),
    privacyLoss: () => ({ ...gaussianPld({ sigma, sensitivity }), attained: true }),
  };
  return dimension === undefined
    ? { ...stated, ...onNumbers(sigma, sensitivity) }
    : { ...stated, ...onVectors(sigma, sensitivity, dimension) };
}

/** The least sigma of the guarantee; what it is rounded to is not below it. */
function sigmaFor(guarantee: GuaranteeOf<GaussianKind>, sensitivity: number): number {
  if (guarantee.kind === "approximate")
    return gaussianSigmaFor({ epsilon: guarantee.epsilon, delta: guarantee.delta, sensitivity });
  return (sensitivity / budgetMu(guarantee)) * (1 + 4 * Number.EPSILON);
}

function onNumbers(
  sigma: number,
  sensitivity: number,
): Pick<GaussianMechanism, "release" | "releaseMany" | "law" | "worstPair"> {
  return {
    release: (value, random) => {
      requireFiniteData({ value });
      return sampleNormal({ mean: value, sigma }, random);
    },
    releaseMany: (value, out, random) => {
      requireFiniteData({ value });
      return fillNormal({ mean: value, sigma }, out, random);
    },
    law: (value) => {
      requireFiniteData({ value });
      return normalLaw(value, sigma);
    },
    worstPair: () => [0, sensitivity],
  };
}

function onVectors(
  sigma: number,
  sensitivity: number,
  dimension: number,
): Pick<VectorGaussianMechanism, "release" | "law" | "worstPair"> {
  const requireValue = (value: Float64Array) => {
    requireList("value", value, dimension);
    for (let i = 0; i < dimension; i++) requireFiniteData({ [`value[${i}]`]: value[i] });
  };
  return {
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
    worstPair: () => {
      const moved = new Float64Array(dimension);
      moved[0] = sensitivity;
      return [new Float64Array(dimension), moved];
    },
  };
}
