/**
 * Repetitions of the published analysis, summed up, and intervals for their means.
 *
 * A repetition's accuracy is a share of n records, so that its mean over repetitions has a Student interval, noted as asymptotic.
 */
import type { Stream } from "../../lib/random/stream.ts";
import type { Interval } from "../../lib/statistics/interval.ts";
import { studentInterval } from "../../lib/statistics/student.ts";
import type { Check } from "../engine/judgement.ts";
import type { SampleContext } from "../engine/study.ts";
import { type Accuracies, FEATURE_COUNTS } from "./selection.ts";

/** Sums of x - 1/2 and of its square, x the accuracy, or of a difference and its square; one for each of FEATURE_COUNTS. */
export interface Sums<Numbers = readonly number[]> {
  readonly sum: Numbers;
  readonly squares: Numbers;
}

export const SERIES = ["train", "report", "fresh", "error", "gap"] as const;
export type Series = (typeof SERIES)[number];
export type RepetitionSums<Numbers = readonly number[]> = Readonly<Record<Series, Sums<Numbers>>>;

/** `error` is |report - fresh|, `gap` is report - fresh. */
export function sumRepetitions(
  count: number,
  repetition: (random: Stream) => Accuracies,
  random: Stream,
): RepetitionSums<Float64Array> {
  const sums = Object.fromEntries(
    SERIES.map((name) => [name, { sum: zeros(), squares: zeros() }]),
  ) as unknown as RepetitionSums<Float64Array>;
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

const zeros = () => new Float64Array(FEATURE_COUNTS.length);

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

export function intervalOf({ mean, deviation }: MeanOf, { trials, errorRate }: SampleContext): Interval {
  if (deviation === 0) return { lower: mean, upper: mean };
  return studentInterval({ count: trials, mean, variance: deviation * deviation, errorRate });
}

export function shown({ mean, deviation }: MeanOf, interval: Interval, trials: number): Omit<Check, "verdict"> {
  const standardError = deviation / Math.sqrt(trials);
  return { estimate: mean, lower: interval.lower, upper: interval.upper, standardError, notes: ["asymptotic"] };
}

/** The mean is within `tolerance` of `theory`: all of its interval, to hold; none of it, to be violated. */
export function near(found: MeanOf, theory: number, tolerance: number, context: SampleContext): Check {
  const interval = intervalOf(found, context);
  const inside = interval.lower >= theory - tolerance && interval.upper <= theory + tolerance;
  const disjoint = interval.lower > theory + tolerance || interval.upper < theory - tolerance;
  const verdict = inside ? "holds" : disjoint ? "violated" : "inconclusive";
  return { verdict, ...shown(found, interval, context.trials), theory };
}

export function atMost(found: MeanOf, theory: number, context: SampleContext): Check {
  const interval = intervalOf(found, context);
  const verdict = interval.upper <= theory ? "holds" : interval.lower > theory ? "violated" : "inconclusive";
  return { verdict, ...shown(found, interval, context.trials), theory };
}

export function atLeast(found: MeanOf, theory: number, context: SampleContext): Check {
  const interval = intervalOf(found, context);
  const verdict = interval.lower >= theory ? "holds" : interval.upper < theory ? "violated" : "inconclusive";
  return { verdict, ...shown(found, interval, context.trials), theory };
}
