/**
 * Online changepoints: privacy over all short streams, and the delay of the alarm once something changes.
 */

import { watchVariants } from "../../lib/auditing/broken/changepoint.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { worstLoss } from "../../lib/auditing/worst-loss.ts";
import { alarmDelay } from "../../lib/continual/changepoints/alarm-noise.ts";
import { onlineChangepoint } from "../../lib/continual/changepoints/online-changepoint.ts";
import { driftOf, shiftRatios } from "../../lib/continual/changepoints/shift-model.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  atMost,
  axis,
  brokenControl,
  estimateAtMost,
  exactStudy,
  type Part,
  sampledStudy,
  shareOf,
  z,
} from "../kit.ts";
import { BITS, epsilonOf, LOSS } from "./axes.ts";
import { falseAlarms, thresholdOf, type Watched } from "./false-alarm-part.ts";

const RATIOS = shiftRatios(BITS, undefined);

export const onlinePrivacyPart: Part = {
  claim: "pcpd-online",
  asks: "Are time and place of the alarm epsilon-private on all pairs of short streams?",
  study: exactStudy({
    axes: {
      epsilon: epsilonOf([1], [0.1, 1, 4]),
      window: axis(z.int().min(2).max(4), {
        means: "records of a window; streams have two more",
        quick: [2, 3],
        full: [2, 3, 4],
      }),
      threshold: axis(z.number().min(-40).max(40), {
        means: "threshold, in scales of the noise of a test",
        quick: [-4, 0.5],
        full: [-4, 0, 0.5, 4],
      }),
    },
    exact: ({ epsilon, window, threshold }) => {
      const scaled = (threshold * 8 * RATIOS.width) / epsilon;
      const mechanism = onlineChangepoint({ epsilon, model: BITS, window, threshold: scaled });
      const loss = worstLoss({ universe: [0, 1], size: window + 2, neighbours: "event" }, mechanism.law);
      const long = onlineChangepoint({ epsilon, model: BITS, window: 6, threshold: scaled });
      const [first, second] = long.worstPair().map(long.law);
      return {
        checks: {
          epsilon: atMost(loss, epsilon, LOSS),
          "seven-eighths": atMost(loss, (7 / 8) * epsilon, LOSS),
          "longer-streams": atMost(discreteEpsilon({ first, second }), (7 / 8) * epsilon, LOSS),
        },
        values: { share: loss / epsilon },
      };
    },
  }),
  controls: {
    "shared-noise": brokenControl(watchVariants.sharedNoise, { epsilon: epsilonOf([1], [0.1, 1, 4]) }),
    "bare-threshold": brokenControl(watchVariants.bareThreshold, { epsilon: epsilonOf([1], [0.1, 1, 4]) }),
    "no-halt": brokenControl(watchVariants.endless, { epsilon: epsilonOf([1], [0.1, 1, 4]) }),
  },
};

const [TESTS, BETA, LONG] = [100, 0.05, 100_000];
const BLOCK = 500;

/** A watch whose window is as long as the delay that its threshold needs. */
function delayedWatch({ epsilon, falseAlarm: allowed }: { readonly epsilon: number; readonly falseAlarm: number }) {
  const threshold = thresholdOf({ epsilon, tests: TESTS, falseAlarm: allowed });
  const delay = alarmDelay({ epsilon, model: BITS, window: LONG, threshold, errorRate: BETA });
  return { epsilon, threshold, window: delay, delay };
}

/** Delays of alarms after a change that comes once the window is full; those that come before it are left out. */
function delays(rules: Watched, { limit, most }: { limit: number; most: number }, count: number, random: Stream) {
  const watch = onlineChangepoint({
    epsilon: rules.epsilon,
    window: rules.window,
    threshold: rules.threshold,
    model: BITS,
  });
  let [late, seen, sum] = [0, 0, 0];
  for (let trial = 0; trial < count; trial++) {
    const session = watch.start();
    let records = 0;
    for (; records < rules.window + most && !session.ended; records++)
      session.push(sampleBernoulli(records < rules.window ? BITS.before : BITS.after, random), random);
    const delay = records - rules.window;
    if (!session.ended || delay > limit) late++;
    if (delay <= 0) continue;
    seen++;
    sum += delay;
  }
  return { late, seen, sum };
}

const rocAxes = {
  epsilon: epsilonOf([1, 4], [0.5, 1, 2, 4], 0.5),
  falseAlarm: axis(z.number().min(0.002).max(0.5), {
    means: `false alarms allowed in ${TESTS} tests`,
    quick: [0.02, 0.2],
    full: [0.005, 0.02, 0.05, 0.1, 0.2, 0.4],
  }),
};

export const delayPart: Part = {
  claim: "pcpd-online",
  asks: "Is a change seen within the delay of the bound, and what do rarer false alarms cost?",
  study: sampledStudy({
    axes: rocAxes,
    trials: { quick: 2000, full: 8000 },
    blockSize: BLOCK,
    intervals: () => 1,
    block: (cell, count, random) => {
      const watch = delayedWatch(cell);
      return {
        ...delays(watch, { limit: watch.delay, most: watch.delay }, count, random.child("delays")),
        alarms: falseAlarms({ ...watch, tests: TESTS }, count, random.child("clean")),
      };
    },
    judge: (cell, { late, seen, sum, alarms }, context) => {
      const { threshold, delay } = delayedWatch(cell);
      return {
        checks: { delay: estimateAtMost(shareOf(late, context), BETA) },
        values: { threshold, bound: delay, delay: sum / Math.max(1, seen), "false-alarms": alarms / context.trials },
      };
    },
  }),
  controls: {
    "delay-without-privacy": {
      says: "twice the mean delay of a test without noise, claimed for 95 % of the alarms",
      study: sampledStudy({
        axes: {
          epsilon: axis(z.number().min(0.5).max(2), { means: "epsilon of the whole release", quick: [1] }),
          falseAlarm: axis(z.number().min(0.002).max(0.2), { means: "false alarms allowed", quick: [0.05] }),
        },
        trials: { quick: 1000, full: 2000 },
        blockSize: BLOCK,
        intervals: () => 1,
        block: (cell, count, random) => {
          const watch = delayedWatch(cell);
          // The largest sum of a clean window exceeds x with probability at most e^-x, and grows by the drift with every record
          // after the change.
          const limit = (2 * log(TESTS / cell.falseAlarm)) / driftOf(RATIOS);
          return delays(watch, { limit, most: Math.ceil(limit) }, count, random);
        },
        judge: (_, { late }, context) => ({ checks: { delay: estimateAtMost(shareOf(late, context), BETA) } }),
      }),
    },
  },
};
