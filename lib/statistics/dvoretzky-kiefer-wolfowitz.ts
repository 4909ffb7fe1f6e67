/**
 * Dvoretzky-Kiefer-Wolfowitz bands: limits for a whole distribution function at once.
 *
 * Theorem: for N independent values, P(sup |F_N - F| > w) <= 2 exp(-2 N w^2), and on one side exp(-2 N w^2) where that is at most 1/2;
 * so half-widths of sqrt(ln(2 / errorRate) / (2 N)) and sqrt(ln(1 / errorRate) / (2 N)) suffice, for every law and every N.
 * Source: Massart, Annals of Probability 18 (1990), theorem 1 and corollary 1.
 */
import { log } from "../numerics/logarithm.ts";
import { refuse, requireInteger, requireNumber } from "../numerics/requirements.ts";
import { type Interval, requireErrorRate } from "./interval.ts";

export interface BandSize {
  readonly count: number;
  readonly errorRate: number;
}

/** Half the height of the band around the empirical distribution function. */
export function bandHalfWidth({ count, errorRate }: BandSize): number {
  requireInteger({ count }, 1);
  requireErrorRate(errorRate);
  return Math.sqrt(log(2 / errorRate) / (2 * count));
}

/** The same for a limit on one side only; the error rate is then at most 1/2. */
export function oneSidedBandWidth({ count, errorRate }: BandSize): number {
  requireInteger({ count }, 1);
  if (!(typeof errorRate === "number" && errorRate > 0 && errorRate <= 0.5)) {
    refuse("errorRate", "above 0 and at most 1/2", errorRate);
  }
  return Math.sqrt(-log(errorRate) / (2 * count));
}

export interface DistributionBand {
  readonly halfWidth: number;
  /** The limits of P(X <= x), cut to [0, 1]. */
  at(x: number): Interval;
}

export function distributionBand(values: ArrayLike<number>, errorRate: number): DistributionBand {
  const width = bandHalfWidth({ count: values.length, errorRate });
  const sorted = Float64Array.from(values).sort();
  for (let i = 0; i < sorted.length; i++) if (Number.isNaN(sorted[i])) refuse("values", "numbers", Number.NaN);
  return {
    halfWidth: width,
    at: (x) => {
      requireNumber({ x });
      const share = countUpTo(sorted, x) / sorted.length;
      return { lower: Math.max(0, share - width), upper: Math.min(1, share + width) };
    },
  };
}

/** How many of the sorted values are at most x, by bisection. */
function countUpTo(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
