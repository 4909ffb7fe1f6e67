/**
 * Histogram: counts of values in bins of one width, with those below and above, as plain data that merges exactly.
 *
 * Bin i holds the values with floor((value - lower) * (bins / (upper - lower))) = i, computed in float64; `upper` itself counts as above.
 * Accuracy: counts are integers below 2^53, so merging is exact in any order and grouping. A quantile is known to within its bin.
 */
import {
  refuse,
  requireFinite,
  requireInteger,
  requireList,
  requireNonNegative,
  requireProbability,
} from "../numerics/requirements.ts";
import type { Interval } from "./interval.ts";

const MOST_BINS = 134217728;

export interface Bins {
  readonly lower: number;
  readonly upper: number;
  readonly bins: number;
}

export interface Histogram {
  readonly lower: number;
  readonly upper: number;
  readonly counts: Float64Array;
  readonly below: number;
  readonly above: number;
}

export function histogramOf(values: ArrayLike<number>, { lower, upper, bins }: Bins): Histogram {
  requireList("values", values);
  requireFinite({ lower, upper });
  requireInteger({ bins }, 1);
  if (bins > MOST_BINS) refuse("bins", "at most 2^27", bins);
  if (!(lower < upper)) refuse("upper", `above lower = ${lower}`, upper);
  const scale = bins / (upper - lower);
  const counts = new Float64Array(bins);
  let below = 0;
  let above = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < lower) below++;
    else if (value >= upper) above++;
    else if (value >= lower) counts[Math.min(bins - 1, Math.floor((value - lower) * scale))]++;
    else refuse(`value ${i}`, "a number", value);
  }
  return { lower, upper, counts, below, above };
}

export function mergeHistograms(left: Histogram, right: Histogram): Histogram {
  const { lower, upper, counts } = left;
  if (lower !== right.lower || upper !== right.upper || counts.length !== right.counts.length) {
    refuse(
      "right",
      `binned as left, ${counts.length} from ${lower} to ${upper}`,
      `${right.counts.length} from ${right.lower} to ${right.upper}`,
    );
  }
  histogramTotal(left);
  histogramTotal(right);
  return {
    lower,
    upper,
    counts: counts.map((count, i) => count + right.counts[i]),
    below: left.below + right.below,
    above: left.above + right.above,
  };
}

export function histogramTotal({ counts, below, above }: Histogram): number {
  requireNonNegative({ below, above });
  for (let bin = 0; bin < counts.length; bin++) {
    if (!(counts[bin] >= 0 && counts[bin] < Infinity)) refuse(`counts[${bin}]`, "non-negative and finite", counts[bin]);
  }
  return counts.reduce((sum, count) => sum + count, below + above);
}

/**
 * The bin in which the quantile lies: the value of rank ceil(probability * total), and at least rank 1, is in it.
 * Outside the bins the limit is infinite: [-Infinity, lower] or [upper, Infinity].
 */
export function quantileBin(histogram: Histogram, probability: number): Interval {
  const { bin, lower, upper } = locate(histogram, probability);
  if (bin === -1) return { lower: -Infinity, upper: lower };
  if (bin === histogram.counts.length) return { lower: upper, upper: Infinity };
  return { lower: edge(histogram, bin), upper: edge(histogram, bin + 1) };
}

/** The quantile, its bin's values taken as evenly spread; refused where it lies below or above the bins. */
export function histogramQuantile(histogram: Histogram, probability: number): number {
  const { bin, rank, before } = locate(histogram, probability);
  if (bin === -1 || bin === histogram.counts.length) {
    refuse("probability", "one whose quantile is within the bins", probability);
  }
  const share = Math.max(0, rank - before) / histogram.counts[bin];
  const [from, to] = [edge(histogram, bin), edge(histogram, bin + 1)];
  return from + share * (to - from);
}

function locate(histogram: Histogram, probability: number) {
  requireProbability({ probability });
  const total = histogramTotal(histogram);
  requireInteger({ total }, 1);
  const rank = probability * total;
  const { counts, below, lower, upper } = histogram;
  let bin = -1;
  let before = 0;
  let reached = below;
  while (bin < counts.length && (reached === 0 || reached < rank)) {
    bin++;
    before = reached;
    reached += bin < counts.length ? counts[bin] : histogram.above;
  }
  return { bin, rank, before, lower, upper };
}

function edge({ lower, upper, counts }: Histogram, index: number): number {
  return index === counts.length ? upper : lower + index * ((upper - lower) / counts.length);
}
