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

export interface LeaderSums {
  readonly horizon: number;
  readonly epsilon: number;
  readonly sensitivity: number;
}

/** The largest loss of the blocks' sums, with noise of the given scale. */
export function leaderBlocksLoss({ horizon, sensitivity }: LeaderSums, scale: number): number {
  let loss = 0;
  // Blocks end at t and have the length of its lowest bit: those that begin with the first gradient.
  for (let t = 1; t <= horizon; t++) if ((t & (t - 1)) === 0) loss += sensitivity / scale;
  return loss;
}

/** The scale that the learner of the library has. */
export function leaderScale({ horizon, epsilon, sensitivity }: LeaderSums): number {
  const set = box({ lower: [-1e9], upper: [1e9] });
  const lipschitz = sensitivity / 2;
  return privateFollowTheLeader({ set, curvature: 1, lipschitz, horizon, epsilon, neighbours: "event" }).noise.scale;
}

export function lossWithoutLevels(sums: LeaderSums): number {
  return leaderBlocksLoss(sums, leaderScale(sums) / treeLevels(sums.horizon));
}

/** Of sums that draw the noise of their blocks again. */
export function lossOfFreshNoise(sums: LeaderSums): number {
  return (sums.horizon * sums.sensitivity) / leaderScale(sums);
}
