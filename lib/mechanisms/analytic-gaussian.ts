/**
 * Gaussian mechanism with the least noise: the standard deviation whose exact delta at epsilon is the one asked for.
 *
 * Theorem: for a query of l2 sensitivity D, f + N(0, sigma^2) is (epsilon, delta)-differentially private if and only if
 * Phi(mu / 2 - epsilon / mu) - e^epsilon Phi(-mu / 2 - epsilon / mu) <= delta, with mu = D / sigma; the left side increases with mu.
 * Source: Balle, Wang (ICML 2018), theorem 8, arXiv:1805.06530.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study. For release: `discreteGaussian`.
 */
import { requireFinite, requireOpenProbability, requirePositive } from "../numerics/requirements.ts";
import { gaussianSigmaFor } from "../privacy/gaussian-calibration.ts";
import { approximate } from "../privacy/guarantee.ts";
import { type Neighbours, requireNeighbours } from "../privacy/neighbours.ts";
import { sampleNormal } from "../random/normal.ts";
import type { GaussianMechanism } from "./classic-gaussian.ts";
import { normalLaw } from "./laws/normal-law.ts";

export interface AnalyticGaussianParameters {
  readonly epsilon: number;
  readonly delta: number;
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

export function analyticGaussian(parameters: AnalyticGaussianParameters): GaussianMechanism {
  const { epsilon, delta, sensitivity, neighbours } = parameters;
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
  requireNeighbours(neighbours);
  const deviation = gaussianSigmaFor({ epsilon, delta, sensitivity });
  requirePositive({ deviation });
  return {
    name: "analytic-gaussian",
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
