/**
 * Dvoretzky-Kiefer-Wolfowitz bands: limits for a whole distribution function at once.
 *
 * Theorem: for N independent values, P(sup |F_N - F| > w) <= 2 exp(-2 N w^2), and on one side exp(-2 N w^2) where that is at most 1/2;
 * so half-widths of sqrt(ln(2 / errorRate) / (2 N)) and sqrt(ln(1 / errorRate) / (2 N)) suffice, for every law and every N.
 * Source: Massart, Annals of Probability 18 (1990), theorem 1 and corollary 1.
 */
import { log } from "../numerics/logarithm.ts";
import { count, declare, number, type ParametersOf } from "../numerics/parameters.ts";
import { POSITIVE, refuse, requireNumber, requireNumbers } from "../numerics/requirements.ts";
import { anyErrorRate, type Interval } from "./interval.ts";

const bandSizeParameters = declare({ count, errorRate: anyErrorRate });

export const oneSidedBandParameters = declare({
  count,
  errorRate: number({ ...POSITIVE, expected: "above 0 and at most 1/2", most: 0.5 }),
});

export interface BandSize extends ParametersOf<typeof bandSizeParameters> {}

/** Half the height of the band around the empirical distribution function. */
export function bandHalfWidth(size: BandSize): number {
  const { count: values, errorRate } = bandSizeParameters.read(size);
  return Math.sqrt(log(2 / errorRate) / (2 * values));
}

/** The same for a limit on one side only; the error rate is then at most 1/2. */
export function oneSidedBandWidth(size: BandSize): number {
  const { count: values, errorRate } = oneSidedBandParameters.read(size);
  return Math.sqrt(-log(errorRate) / (2 * values));
}

export interface DistributionBand {
  readonly halfWidth: number;
  /** The limits of P(X <= x), cut to [0, 1]. */
  at(x: number): Interval;
}

export function distributionBand(values: ArrayLike<number>, errorRate: number): DistributionBand {
  requireNumbers("values", values);
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
