/**
 * Gaussian noise of a given standard deviation: what the classic and the analytic Gaussian mechanism share.
 *
 * Theorem: f + N(0, sigma^2) for a query of l2 sensitivity D is as private as telling N(0, 1) from N(D / sigma, 1); the two mechanisms
 * differ in the sigma that they take for (epsilon, delta).
 * Source: Dong, Roth, Su (JRSS B 2022), theorem 1. Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 */
import { requireFiniteData, requireOpenProbability, requirePositive } from "../numerics/requirements.ts";
import { approximate } from "../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../privacy/guarantees/neighbours.ts";
import { gaussianPld } from "../privacy/loss/gaussian-pld.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import { fillNormal, sampleNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import { normalLaw } from "./laws/normal-law.ts";

export interface GaussianParameters {
  readonly epsilon: number;
  readonly delta: number;
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

export interface GaussianMechanism extends ClosedMechanism<number, number, Stream, ContinuousLaw> {
  /** The standard deviation of the noise. */
  readonly sigma: number;
}

export function gaussianNoise(
  name: string,
  { epsilon, delta, sensitivity, neighbours }: GaussianParameters,
  sigmaFor: (target: Omit<GaussianParameters, "neighbours">) => number,
): GaussianMechanism {
  requirePositive({ epsilon, sensitivity });
  requireOpenProbability({ delta });
  requireNeighbours(neighbours);
  const sigma = sigmaFor({ epsilon, delta, sensitivity });
  requirePositive({ sigma });
  return {
    name,
    neighbours,
    sigma,
    guarantee: approximate(epsilon, delta),
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
    privacyLoss: () => ({ ...gaussianPld({ sigma: sigma, sensitivity }), attained: true }),
    worstPair: () => [0, sensitivity],
  };
}
