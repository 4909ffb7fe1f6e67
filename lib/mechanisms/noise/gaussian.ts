/**
 * Gaussian mechanism: add Gaussian noise of a given standard deviation to a number.
 *
 * Theorem: f + N(0, sigma^2) for a query of l2 sensitivity D is exactly as private as telling N(0, 1) from N(D / sigma, 1): it is mu-Gaussian
 * differentially private with mu = D / sigma, and no better. `analyticGaussian` and `classicGaussian` are this mechanism at the sigma that they take
 * for (epsilon, delta).
 * Source: Dong, Roth, Su (JRSS B 2022), theorem 1, doi:10.1111/rssb.12454.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study. For release: `discreteGaussian`.
 * @example
 * import { compose, gaussian } from "epsilab";
 *
 * const mechanism = gaussian({ sigma: 2, sensitivity: 1, neighbours: "add-remove" });
 * mechanism.guarantee; // => { kind: 'gaussian', mu: 0.5 }
 * compose([{ mechanism, times: 4 }]).tradeOff.evaluate(0.05); // => 0.740...
 * @claim gaussian-analytic
 * @also gaussian mechanism
 */
import { requireFiniteData, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { approximate, gaussianDp } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { gaussianPld } from "../../privacy/loss/gaussian-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillNormal, sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { normalLaw } from "../laws/normal-law.ts";

export interface GaussianParameters {
  /** The standard deviation of the noise. */
  readonly sigma: number;
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

/** What a Gaussian mechanism that chooses its own sigma is to guarantee. */
export interface CalibratedGaussianParameters {
  readonly epsilon: number;
  readonly delta: number;
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

export interface GaussianMechanism extends ClosedMechanism<number, number, Stream, ContinuousLaw> {
  /** The standard deviation of the noise. */
  readonly sigma: number;
}

export function gaussian({ sigma, sensitivity, neighbours }: GaussianParameters): GaussianMechanism {
  requirePositive({ sigma, sensitivity });
  requireNeighbours(neighbours);
  const mu = sensitivity / sigma;
  requirePositive({ "sensitivity / sigma": mu });
  return {
    name: "gaussian",
    neighbours,
    sigma,
    guarantee: gaussianDp(mu),
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
    privacyLoss: () => ({ ...gaussianPld({ sigma, sensitivity }), attained: true }),
    worstPair: () => [0, sensitivity],
  };
}

/** The mechanism at the sigma that a rule takes for (epsilon, delta), under that guarantee. */
export function calibratedGaussian(
  name: string,
  { epsilon, delta, sensitivity, neighbours }: CalibratedGaussianParameters,
  sigmaFor: (target: Omit<CalibratedGaussianParameters, "neighbours">) => number,
): GaussianMechanism {
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
  requireNeighbours(neighbours);
  const sigma = sigmaFor({ epsilon, delta, sensitivity });
  return { ...gaussian({ sigma, sensitivity, neighbours }), name, guarantee: approximate(epsilon, delta) };
}
