/**
 * False alarms of online changepoints: how often a watch raises one while nothing changes.
 *
 * Given a clean stream the probability of an alarm is exact, by quadrature over the noise of the threshold, and at most the sum of
 * the tails of its tests: this is looked at stream by stream, so that rare alarms are decided like frequent ones. The mean of that
 * sum is exact too: the largest sum of a clean window follows Lindley's recursion, a walk of steps +1 and -1. Sessions on the same
 * streams must raise as many alarms as these probabilities say.
 */
import { logAnswersProbability } from "../../lib/adaptive/comparison-law.ts";
import { alarmNoiseTail, alarmScales, alarmThresholdFor } from "../../lib/continual/changepoints/alarm-noise.ts";
import { onlineChangepoint } from "../../lib/continual/changepoints/online-changepoint.ts";
import { shiftRatios } from "../../lib/continual/changepoints/shift-model.ts";
import { SlidingScores } from "../../lib/continual/changepoints/sliding-scores.ts";
import { expm1 } from "../../lib/numerics/exponential.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  estimateAtMost,
  estimateEquals,
  type Part,
  sampledStudy,
  shareOf,
  z,
} from "../kit.ts";
import { BITS, epsilonOf } from "./axes.ts";

const RATIOS = shiftRatios(BITS, undefined);

/** The exact probability that the first test raises an alarm, on a window of clean bits. */
export function cleanAlarm(epsilon: number, window: number, threshold: number): number {
  const { before } = BITS;
  // Entry k is the probability that the largest sum so far is k - 1 steps.
  let law = new Float64Array(window + 2);
  [law[0], law[2]] = [1 - before, before];
  for (let records = 1; records < window; records++) {
    const next = new Float64Array(window + 2);
    law.forEach((mass, k) => {
      const start = Math.max(0, k - 1);
      next[start] += mass * (1 - before);
      if (start + 2 < next.length) next[start + 2] += mass * before;
    });
    law = next;
  }
  const step = RATIOS.width / 2;
  return law.reduce(
    (sum, mass, k) => sum + mass * alarmNoiseTail({ epsilon, width: RATIOS.width }, threshold - (k - 1) * step),
    0,
  );
}

export interface Watched {
  readonly epsilon: number;
  readonly window: number;
  readonly threshold: number;
}

type WatchedTests = Watched & { readonly tests: number };

/** How many of `count` clean streams raise an alarm within this many tests. */
export function falseAlarms(watched: WatchedTests, count: number, random: Stream): number {
  const { tests, epsilon, window, threshold } = watched;
  const watch = onlineChangepoint({ epsilon, window, threshold, model: BITS });
  let alarms = 0;
  for (let trial = 0; trial < count; trial++) {
    const session = watch.start();
    for (let t = 0; t < window + tests - 1 && !session.ended; t++)
      session.push(sampleBernoulli(BITS.before, random), random);
    if (session.ended) alarms++;
  }
  return alarms;
}

/** The probability that a watch raises an alarm on these records, and the sum of the tails of its tests. */
export function alarmOn(records: ArrayLike<number>, { epsilon, window, threshold }: Watched) {
  const scores = new SlidingScores(window);
  const gaps: number[] = [];
  for (let t = 0; t < records.length; t++) {
    scores.push(RATIOS.steps(records[t]));
    if (scores.count >= window) gaps.push(scores.largest() * RATIOS.step - threshold);
  }
  const noise = alarmScales(epsilon, RATIOS.width);
  const quiet = logAnswersProbability(noise, gaps, new Array<boolean>(gaps.length).fill(false));
  const tails = gaps.reduce((sum, gap) => sum + alarmNoiseTail({ epsilon, width: RATIOS.width }, -gap), 0);
  return { probability: -expm1(quiet), tails };
}

interface CleanStreams {
  readonly probability: Moments;
  /** The mean tail of a test. */
  readonly tail: Moments;
  /** The probability less the sum of the tails. */
  readonly excess: Moments;
  /** Whether a session raised an alarm, less its probability. */
  readonly surprise: Moments;
}

function cleanStreams(watched: WatchedTests, count: number, random: Stream): CleanStreams {
  const { tests, epsilon, window, threshold } = watched;
  const rules = { epsilon, window, threshold };
  const watch = onlineChangepoint({ ...rules, model: BITS });
  const streams = Array.from({ length: count }, () => {
    const records = Array.from({ length: rules.window + tests - 1 }, () => sampleBernoulli(BITS.before, random));
    return { ...alarmOn(records, rules), alarm: watch.release(records, random) === "quiet" ? 0 : 1 };
  });
  const moments = (of: (stream: (typeof streams)[number]) => number) => momentsOf(streams.map(of));
  return {
    probability: moments(({ probability }) => probability),
    tail: moments(({ tails }) => tails / tests),
    excess: moments(({ probability, tails }) => probability - tails),
    surprise: moments(({ alarm, probability }) => alarm - probability),
  };
}

const epsilon = epsilonOf([1], [0.5, 1, 4], 0.5);
const windowAxis = axis(z.int().min(10).max(400), { means: "records of a window", quick: [100] });
const testsAxis = axis(z.int().min(1).max(2000), { means: "tests of a stream", quick: [1, 100], full: [1, 100, 1000] });
const falseAlarm = axis(z.number().min(1e-6).max(0.5), {
  means: "probability of a false alarm that is allowed",
  quick: [1e-6, 0.2],
});
/** Of a probability by quadrature. */
const QUADRATURE = { absolute: 1e-10 };
/** Of an interval around a mean. */
const [TAIL_WIDTH, ALARM_WIDTH] = [0.05, 0.1];
const BLOCK = 250;

export const falseAlarmPart: Part = {
  claim: "pcpd-online",
  asks: "Are false alarms as rare as the tails of the noise add up to, and as the threshold was chosen for?",
  study: sampledStudy({
    axes: { epsilon, window: windowAxis, tests: testsAxis, falseAlarm },
    trials: { quick: 1000, full: 1500, most: 24_000 },
    blockSize: BLOCK,
    intervals: () => 2,
    block: (cell, count, random) => cleanStreams({ ...cell, threshold: thresholdOf(cell) }, count, random),
    judge: (cell, { probability, tail, excess, surprise }, { errorRate }) => {
      const threshold = thresholdOf(cell);
      const exact = cleanAlarm(cell.epsilon, cell.window, threshold);
      const tails = boundedMeanOf(tail, { least: 0, greatest: 1, errorRate });
      const surprises = boundedMeanOf(surprise, { least: -1, greatest: 1, errorRate });
      return {
        checks: {
          // With the next one, for every stream, the probability of an alarm is at most what is allowed.
          threshold: atMost(cell.tests * exact, cell.falseAlarm),
          "sum-of-tails": atMost(excess.greatest, 0, QUADRATURE),
          "one-test": estimateEquals(tails, exact, TAIL_WIDTH),
          sessions: estimateEquals(surprises, 0, ALARM_WIDTH),
        },
        values: { threshold, exact, alarms: probability.mean },
      };
    },
  }),
  controls: {
    "whole-epsilon-for-the-tests": {
      says: "a threshold chosen as if the tests had all of 2 epsilon: more false alarms than are allowed",
      study: sampledStudy({
        axes: {
          epsilon,
          window: windowAxis,
          tests: axis(z.int().min(100).max(2000), { means: "tests of a stream", quick: [100] }),
          falseAlarm: axis(z.number().min(0.02).max(0.1), { means: "false alarms allowed", quick: [0.1] }),
        },
        trials: { quick: 2000, full: 4000 },
        blockSize: BLOCK,
        intervals: () => 1,
        block: (cell, count, random) =>
          falseAlarms({ ...cell, threshold: thresholdOf({ ...cell, epsilon: 2 * cell.epsilon }) }, count, random),
        judge: (cell, alarms, context) => ({
          checks: { threshold: estimateAtMost(shareOf(alarms, context), cell.falseAlarm) },
        }),
      }),
    },
  },
};

export function thresholdOf(cell: {
  readonly epsilon: number;
  readonly tests: number;
  readonly falseAlarm: number;
}): number {
  const { epsilon, tests, falseAlarm: allowed } = cell;
  return alarmThresholdFor({ epsilon, model: BITS, tests, falseAlarm: allowed });
}
