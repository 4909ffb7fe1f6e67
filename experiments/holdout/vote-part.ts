/**
 * The vote attack on a holdout that is seen as it is, with noise, and through Thresholdout.
 */
import { voteAccuracyLimit } from "../../lib/adaptive/vote-analyst.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  axis,
  type Check,
  estimateAtMost,
  estimateNear,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { sizeOf, threshold, tolerance } from "./axes.ts";
import { estimateOf, type MeanOf, type Sums } from "./repetitions.ts";
import { CHANNELS, exactVoteAccuracy, type VoteSetting, voteRepetition } from "./vote-attack.ts";

function votes(setting: VoteSetting, count: number, random: Stream): Sums<number> {
  let [sum, squares] = [0, 0];
  for (let r = 0; r < count; r++) {
    const excess = voteRepetition(setting, random) - 0.5;
    sum += excess;
    squares += excess * excess;
  }
  return { sum, squares };
}

function meanOf({ sum, squares }: Sums<number>, trials: number): MeanOf {
  const mean = sum / trials;
  return { mean: 0.5 + mean, deviation: Math.sqrt(Math.max(0, squares - sum * mean) / (trials - 1)) };
}

/** How much better than a coin Thresholdout may let the vote look at twice as many functions as records. */
const MOST_EXCESS = 0.05;

function judge(setting: VoteSetting, sums: Sums<number>, context: SampleContext): Judgement {
  const found = meanOf(sums, context.trials);
  const { channel, size, functions } = setting;
  const exact = exactVoteAccuracy(setting);
  const raw = exactVoteAccuracy({ ...setting, channel: "raw" }) ?? 1;
  const checks: Record<string, Check> = {
    ...(exact === undefined
      ? { "below-raw": estimateAtMost(estimateOf(found, context), raw) }
      : { accuracy: estimateNear(estimateOf(found, context), exact, { share: 0.02 }) }),
    ...(channel === "published" &&
      functions <= 2 * size && { close: estimateAtMost(estimateOf(found, context), 0.5 + MOST_EXCESS) }),
  };
  const limit =
    channel === "raw" || channel === "noisy"
      ? {
          limit: voteAccuracyLimit({
            size,
            functions,
            sigma: channel === "raw" ? 0 : setting.tolerance / Math.sqrt(size),
          }),
        }
      : {};
  return {
    checks,
    values: { accuracy: found.mean, deviation: found.deviation, ...(exact !== undefined && { exact }), ...limit },
  };
}

const voteAxes = {
  size: sizeOf([1001]),
  functions: axis(z.int().min(1).max(100_000), {
    means: "functions asked for",
    quick: [101, 501, 2001],
    full: [11, 31, 101, 251, 501, 1001, 2001],
  }),
};
const study = sampledStudy({
  axes: {
    channel: axis(z.enum(CHANNELS), { means: "how correlations are answered", quick: CHANNELS }),
    ...voteAxes,
    threshold,
    tolerance,
  },
  trials: { quick: 200, full: 400, most: 1600 },
  blockSize: 50,
  merge: "add",
  intervals: (cell) => (cell.channel === "published" ? 2 : 1),
  block: votes,
  judge,
});

export const votePart: Part = {
  claim: "holdout-vote-attack",
  asks: "Does the vote of random functions look as accurate on the holdout as predicted, and hardly so through Thresholdout?",
  study,
  controls: {
    "no-gap": {
      says: "the raw holdout claimed to show the vote's true accuracy of 1/2",
      study: variant(study, {
        axes: voteAxes,
        over: { functions: [101, 501, 2001] },
        at: (cell) => ({ ...cell, channel: "raw", threshold: 4, tolerance: 1 }),
        trials: { quick: 50, full: 50 },
        judge: (_, sums, context) => ({
          checks: { coin: estimateNear(estimateOf(meanOf(sums, context.trials), context), 0.5, { absolute: 0.01 }) },
        }),
      }),
    },
  },
};
