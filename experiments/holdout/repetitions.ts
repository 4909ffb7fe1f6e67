/**
 * Repetitions of the published analysis, summed up, and intervals for their means.
 *
 * A repetition's accuracy is a share of n records, so that its mean over repetitions has a Student interval, noted as asymptotic.
 */
import type { Stream } from "../../lib/random/stream.ts";
import { studentInterval } from "../../lib/statistics/student.ts";
import type { Estimate, SampleContext } from "../kit.ts";
import { type Accuracies, FEATURE_COUNTS } from "./selection.ts";

/** Sums of x - 1/2 and of its square, x the accuracy, or of a difference and its square; one for each of FEATURE_COUNTS. */
export interface Sums<Numbers = readonly number[]> {
  readonly sum: Numbers;
  readonly squares: Numbers;
}

const SERIES = ["train", "report", "fresh", "error", "gap"] as const;
type Series = (typeof SERIES)[number];
export type RepetitionSums<Numbers = readonly number[]> = Readonly<Record<Series, Sums<Numbers>>>;

/** `error` is |report - fresh|, `gap` is report - fresh. */
export function sumRepetitions(
  count: number,
  repetition: (random: Stream) => Accuracies,
  random: Stream,
): RepetitionSums<Float64Array> {
  const sums = { train: zeros(), report: zeros(), fresh: zeros(), error: zeros(), gap: zeros() };
  for (let r = 0; r < count; r++) {
    const { train, report, fresh } = repetition(random.child(r));
    for (let k = 0; k < FEATURE_COUNTS.length; k++) {
      const gap = report[k] - fresh[k];
      const values = {
        train: train[k] - 0.5,
        report: report[k] - 0.5,
        fresh: fresh[k] - 0.5,
        error: Math.abs(gap),
        gap,
      };
      for (const name of SERIES) {
        sums[name].sum[k] += values[name];
        sums[name].squares[k] += values[name] * values[name];
      }
    }
  }
  return sums;
}

function zeros(): Sums<Float64Array> {
  return { sum: new Float64Array(FEATURE_COUNTS.length), squares: new Float64Array(FEATURE_COUNTS.length) };
}

export interface MeanOf {
  readonly mean: number;
  readonly deviation: number;
}

const isAccuracy = (name: Series) => name === "train" || name === "report" || name === "fresh";

/** Mean and standard deviation over the repetitions, at each of FEATURE_COUNTS. */
export function meansOf(sums: RepetitionSums, name: Series, trials: number): readonly MeanOf[] {
  const { sum, squares } = sums[name];
  return sum.map((total, k) => {
    const mean = total / trials;
    const variance = Math.max(0, squares[k] - total * mean) / Math.max(1, trials - 1);
    return { mean: mean + (isAccuracy(name) ? 0.5 : 0), deviation: Math.sqrt(variance) };
  });
}

/** The mean of repetitions with its interval; a mean without spread is exact. */
export function estimateOf({ mean, deviation }: MeanOf, { trials, errorRate }: SampleContext): Estimate {
  const interval =
    deviation === 0
      ? { lower: mean, upper: mean }
      : studentInterval({ count: trials, mean, variance: deviation * deviation, errorRate });
  const { lower, upper } = interval;
  return { estimate: mean, lower, upper, standardError: deviation / Math.sqrt(trials), notes: ["asymptotic"] };
}
