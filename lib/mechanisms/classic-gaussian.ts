/**
 * Gaussian mechanism with the textbook noise: standard deviation sensitivity sqrt(2 ln(1.25 / delta)) / epsilon.
 *
 * Theorem: for epsilon below 1 and a query of l2 sensitivity D, f + N(0, sigma^2) with sigma = D sqrt(2 ln(1.25 / delta)) / epsilon is
 * (epsilon, delta)-differentially private.
 * Source: Dwork, Roth, The Algorithmic Foundations of Differential Privacy (2014), theorem 3.22, doi:10.1561/0400000042.
 * Limits: refuses epsilon of 1 or more, where the proof ends (the statement itself fails, from epsilon 8.4 on at delta 1e-5). Its noise is
 * larger than needed: `analyticGaussian` has the least. Float64 noise leaks its input in the low-order bits; for study.
 */
import { requireFinite, requireOpenProbability, requirePositive } from "../numerics/requirements.ts";
import { classicGaussianSigma } from "../privacy/gaussian-calibration.ts";
import { approximate } from "../privacy/guarantee.ts";
import type { Mechanism } from "../privacy/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../privacy/neighbours.ts";
import { sampleNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import { normalLaw } from "./laws/normal-law.ts";

export interface ClassicGaussianParameters {
  readonly epsilon: number;
  readonly delta: number;
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

export interface GaussianMechanism extends Mechanism<number, number, Stream> {
  /** The standard deviation of the noise. */
  readonly deviation: number;
}

export function classicGaussian(parameters: ClassicGaussianParameters): GaussianMechanism {
  const { epsilon, delta, sensitivity, neighbours } = parameters;
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
  requireNeighbours(neighbours);
  const deviation = classicGaussianSigma({ epsilon, delta, sensitivity });
  requirePositive({ deviation });
  return {
    name: "classic-gaussian",
    neighbours,
    deviation,
    guarantee: approximate(epsilon, delta),
    release: (value, random) => {
      requireFinite({ value });
      return sampleNormal(random, { mean: value, deviation });
    },
    law: (value) => {
      requireFinite({ value });
      return normalLaw(value, deviation);
    },
    worstPair: () => [0, sensitivity],
  };
}
