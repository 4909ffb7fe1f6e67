/**
 * Broken: private online learning whose running sums of gradients have the wrong noise. Each claims `epsilon` and needs more.
 *
 * On a line so wide that nothing is projected the points tell the noisy sums, so that the loss of the points is that of the sums.
 * One gradient, the first, is replaced by one at distance `sensitivity`: it lies in every level of the tree and in every sum.
 * - Noise of scale sensitivity / epsilon in each block, without the factor L: each of L blocks costs epsilon, together L epsilon.
 * - The noise of a block drawn again for each sum that uses it: the sum at time t has its own popcount(t) draws of scale b. The
 *   density of such a sum is log-concave and falls like e^(-|x| / b) in the end, so that a shift costs sensitivity / b in the
 *   limit, for each of T sums: T epsilon / L.
 */
import { treeLevels } from "../../continual/counters/tree-sum.ts";
import { box } from "../../continual/learning/convex-set.ts";
import { privateFollowTheLeader } from "../../continual/learning/private-follow-the-leader.ts";
import { type BrokenVariant, brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

interface LeaderSums {
  readonly horizon: number;
  readonly epsilon: number;
  readonly sensitivity: number;
}

/** The largest loss of the blocks' sums, with noise of the given scale. */
function leaderBlocksLoss({ horizon, sensitivity }: LeaderSums, scale: number): number {
  let loss = 0;
  // Blocks end at t and have the length of its lowest bit: those that begin with the first gradient.
  for (let t = 1; t <= horizon; t++) if ((t & (t - 1)) === 0) loss += sensitivity / scale;
  return loss;
}

/** The scale that the learner of the library has. */
function leaderScale({ horizon, epsilon, sensitivity }: LeaderSums): number {
  const set = box({ lower: [-1e9], upper: [1e9] });
  const lipschitz = sensitivity / 2;
  return privateFollowTheLeader({ set, curvature: 1, lipschitz, horizon, epsilon, neighbours: "event" }).noise.scale;
}

function lossWithoutLevels(sums: LeaderSums): number {
  return leaderBlocksLoss(sums, leaderScale(sums) / treeLevels(sums.horizon));
}

/** Of sums that draw the noise of their blocks again. */
function lossOfFreshNoise(sums: LeaderSums): number {
  return (sums.horizon * sums.sensitivity) / leaderScale(sums);
}

/** Gradients of length 1 on the line, replaced by their opposites. */
const SENSITIVITY = 2;

interface Leader {
  readonly horizon: number;
  readonly epsilon: number;
}

function leaderVariant(
  described: Pick<BrokenVariant<Leader, number>, "name" | "claim" | "source"> & {
    readonly says: string;
    readonly needs: number;
    readonly loss: (sums: LeaderSums) => number;
  },
): BrokenVariant<Leader, number> {
  const { loss, ...shown } = described;
  return brokenVariant({
    ...shown,
    at: { horizon: 8, epsilon: 1 },
    claimed: pureClaim(1),
    within: 1e-9,
    caughtBy: "density",
    broken: (leader: Leader) => loss({ ...leader, sensitivity: SENSITIVITY }),
    corrected: (leader: Leader) => {
      const sums = { ...leader, sensitivity: SENSITIVITY };
      return leaderBlocksLoss(sums, leaderScale(sums));
    },
  });
}

export const leaderWithoutLevels = leaderVariant({
  name: "private-leader-without-levels",
  claim: "noise for one gradient in each block of the tree is enough",
  says: "noise for one gradient in each block, without the factor L: every level costs epsilon",
  source: "claim pftal, at T = 8 with its 4 levels",
  needs: 4,
  loss: lossWithoutLevels,
});

export const leaderWithFreshNoise = leaderVariant({
  name: "private-leader-with-fresh-noise",
  claim: "the noise of a block may be drawn again for each sum",
  says: "the noise of a block drawn again for each sum that uses it: every sum costs epsilon / L",
  source: "claim tree-aggregation, at T = 8: 8 sums of a loss of 1/4 each",
  needs: 2,
  loss: lossOfFreshNoise,
});

export const ONLINE_LEARNING_VARIANTS: readonly Exhibit[] = [leaderWithoutLevels, leaderWithFreshNoise];
