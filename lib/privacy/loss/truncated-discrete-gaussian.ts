/**
 * Discrete Gaussian noise cut off at a bound: P(k) proportional to e^(-k^2 / (2 sigma^2)) for |k| <= bound, its law and its privacy loss.
 *
 * Outcomes within `sensitivity` of an end are impossible for the neighbour: their mass is lost whatever epsilon is, so the noise is never
 * purely private, and delta(epsilon) falls to that mass and no further. With sampling the relation is `add-remove`.
 * Source: the truncated law of dp_accounting's discrete Gaussian mechanism; Canonne, Kamath, Steinke (NeurIPS 2020) for the whole one.
 * Limits: bounds up to 2^20, whose outcomes are listed.
 */
import { logSumExp } from "../../numerics/log-sum.ts";
import { refuse, requireInteger, requirePositive } from "../../numerics/requirements.ts";
import { discretePld, sampledDiscretePld } from "./discrete-pld.ts";
import type { DiscreteLaw } from "./law.ts";
import type { PldPair } from "./privacy-loss.ts";

export interface TruncatedDiscreteGaussianParameters {
  readonly sigma: number;
  readonly bound: number;
}

const LARGEST_BOUND = 1048576; // 2^20

/** The law of `centre` plus the noise. */
export function truncatedDiscreteGaussianLaw(
  noise: TruncatedDiscreteGaussianParameters,
  centre: number,
): DiscreteLaw<number> {
  requireInteger({ centre }, Number.MIN_SAFE_INTEGER);
  const logMasses = logMassesOf(noise);
  return {
    kind: "discrete",
    support: Array.from(logMasses, (_, k) => centre - noise.bound + k),
    logMass: (output) => logMasses[output - centre + noise.bound] ?? -Infinity,
    neglected: 0,
  };
}

export interface TruncatedDiscreteGaussianPldParameters extends TruncatedDiscreteGaussianParameters {
  /** A whole number. */
  readonly sensitivity: number;
  /** 1 for no sampling. */
  readonly samplingRate: number;
}

export function truncatedDiscreteGaussianPld(parameters: TruncatedDiscreteGaussianPldParameters): PldPair {
  const { sensitivity, samplingRate } = parameters;
  requireInteger({ sensitivity }, 1);
  if (!(samplingRate > 0 && samplingRate <= 1)) refuse("samplingRate", "above 0 and at most 1", samplingRate);
  const logMasses = logMassesOf(parameters);
  const nothing = new Array<number>(sensitivity).fill(-Infinity);
  // The outcomes from the lowest without the record to the highest with it.
  const [logFirst, logSecond] = [
    [...nothing, ...logMasses],
    [...logMasses, ...nothing],
  ];
  if (samplingRate === 1) return discretePld(logFirst, logSecond);
  const outcomes = logFirst.map((_, k) => k).filter((k) => logFirst[k] > -Infinity || logSecond[k] > -Infinity);
  const at = (values: readonly number[]) => outcomes.map((k) => values[k]);
  return sampledDiscretePld({ logFirst: at(logFirst), logSecond: at(logSecond) }, samplingRate);
}

function logMassesOf({ sigma, bound }: TruncatedDiscreteGaussianParameters): number[] {
  requirePositive({ sigma });
  requireInteger({ bound }, 0);
  if (bound > LARGEST_BOUND) refuse("bound", "at most 2^20", bound);
  const exponents = Array.from(
    { length: 2 * bound + 1 },
    (_, k) => -0.5 * ((k - bound) / sigma) * ((k - bound) / sigma),
  );
  const logTotal = logSumExp(exponents);
  return exponents.map((exponent) => exponent - logTotal);
}
