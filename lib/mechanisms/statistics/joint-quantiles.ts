/**
 * Joint quantiles (JointExp): many quantiles at once by one exponential mechanism, sampled exactly; `quantiles` of records.
 *
 * Theorem: for probabilities q_1 < ... < q_m the score of ordered points o is u = -sum over the m + 1 cells between them of
 * |records in the cell - (q_i - q_{i-1}) n|. It changes by at most 2 under `swap` and by 2 (1 - min (q_i - q_{i-1})) under `add-remove`;
 * the density on ordered points of [lower, upper] proportional to exp(epsilon u / (2 times that)) is epsilon-differentially private.
 * Source: Gillenwater, Joseph, Kulesza (ICML 2021); the sensitivities are those of their lemma, found again by enumeration in the tests.
 * Limits: records are clamped. An atom of the data has no mass of its own: see `smoothedQuantiles`. Time n log n + m^2 w, memory
 * 16 m w bytes, where w is n at most, and about 5300 / epsilon under `swap`. Float64 outputs are for study.
 * @claim jointexp, quantile-atoms
 * @also private quantiles
 */
import { log } from "../../numerics/logarithm.ts";
import { refuse, requireList, requireOpenProbability } from "../../numerics/requirements.ts";
import { sortFloat64 } from "../../numerics/sort.ts";
import type { PureGuarantee } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { type ChainWeights, type IntervalChain, intervalChain } from "../../random/interval-chain/interval-chain.ts";
import { logIntervalChain } from "../../random/interval-chain/log-interval-chain.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { clamp, type Range, type RecordNeighbours } from "./noisy-statistic.ts";

/** What is asked for, read. */
interface JointQuantilesQuestion extends Range {
  readonly guarantee: PureGuarantee;
  /** Increasing, strictly between 0 and 1. */
  readonly probabilities: readonly number[];
  readonly neighbours: RecordNeighbours;
}

export interface JointQuantiles extends Mechanism<ArrayLike<number>, Float64Array, Stream> {
  privacyLoss(): DominatingPair;
  /** The logarithm of the density at ordered points; -Infinity at others. */
  logDensity(records: ArrayLike<number>, points: ArrayLike<number>): number;
}

export function jointQuantiles({
  guarantee,
  probabilities,
  lower,
  upper,
  neighbours,
}: JointQuantilesQuestion): JointQuantiles {
  const { epsilon } = guarantee;
  const gaps = gapsOf(probabilities);
  const sensitivity = neighbours === "swap" ? 2 : 2 * (1 - gaps.reduce((a, b) => Math.min(a, b)));
  const decay = epsilon / (2 * sensitivity);
  const weightsOf = (edges: Float64Array): ChainWeights => {
    const lengths = new Float64Array(edges.length - 1);
    for (let i = 0; i < lengths.length; i++) lengths[i] = (edges[i + 1] - edges[i]) / (upper - lower);
    return { lengths, targets: gaps.map((gap) => gap * (edges.length - 2)), decay };
  };
  return {
    name: "quantiles",
    neighbours,
    guarantee,
    release: (records, random) => {
      const edges = edgesOf(records, { lower, upper });
      const indices = chainOf(weightsOf(edges)).draw(random);
      const points = Float64Array.from(indices, (i) =>
        Math.min(edges[i + 1], edges[i] + sampleUniform(random) * (edges[i + 1] - edges[i])),
      );
      return points.sort();
    },
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
    logDensity: (records, points) => {
      if (points.length !== gaps.length - 1) refuse("points", `of length ${gaps.length - 1}`, points);
      const edges = edgesOf(records, { lower, upper });
      const { targets } = weightsOf(edges);
      let cost = 0;
      let before = 0;
      for (let j = 0; j <= points.length; j++) {
        if (j < points.length && !(points[j] >= (j === 0 ? lower : points[j - 1]) && points[j] <= upper))
          return -Infinity;
        const below = j < points.length ? countUpTo(edges, points[j]) : edges.length - 2;
        cost += Math.abs(below - before - targets[j]);
        before = below;
      }
      return -decay * cost - chainOf(weightsOf(edges)).logTotal - points.length * log(upper - lower);
    },
  };
}

/** The ends of the range, and between them the records, clamped and sorted. */
export function edgesOf(records: ArrayLike<number>, range: Range): Float64Array {
  requireList("records", records);
  const edges = new Float64Array(records.length + 2);
  for (let i = 0; i < records.length; i++) edges[i + 1] = clamp(records[i], range);
  sortFloat64(edges.subarray(1, records.length + 1));
  edges[0] = range.lower;
  edges[records.length + 1] = range.upper;
  return edges;
}

function chainOf(weights: ChainWeights): IntervalChain {
  return intervalChain(weights) ?? logIntervalChain(weights);
}

/** The number of records at or below the point. */
function countUpTo(edges: Float64Array, point: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (edges[middle] <= point) low = middle;
    else high = middle;
  }
  return low;
}

export function gapsOf(probabilities: readonly number[]): Float64Array {
  requireList("probabilities", probabilities);
  if (probabilities.length === 0) refuse("probabilities", "at least one", probabilities);
  let before = 0;
  const gaps = new Float64Array(probabilities.length + 1);
  for (const [i, probability] of probabilities.entries()) {
    requireOpenProbability({ [`probabilities[${i}]`]: probability });
    if (!(probability > before)) refuse(`probabilities[${i}]`, `above ${before}`, probability);
    gaps[i] = probability - before;
    before = probability;
  }
  gaps[probabilities.length] = 1 - before;
  return gaps;
}
