/**
 * Runs of the approximate leader, private and not, on quadratic losses in the plane: what the parts of online learning share.
 *
 * The losses are (1/2) ||w - z_t||^2 on the unit disc, with targets z_t uniform in the disc of radius 1/2 around (0.3, 0), so that
 * H = 1 and Lip = 2. The sensitivity of a gradient is at most the diameter of the targets' disc; 2 is what the unit disc itself
 * would need.
 */

import { treeSum } from "../../lib/continual/counters/tree-sum.ts";
import { euclideanBall } from "../../lib/continual/learning/convex-set.ts";
import { followTheLeader, LeaderPath } from "../../lib/continual/learning/follow-the-leader.ts";
import { leaderRegretBound } from "../../lib/continual/learning/leader-regret-bound.ts";
import {
  type PrivateFollowTheLeader,
  privateFollowTheLeader,
} from "../../lib/continual/learning/private-follow-the-leader.ts";
import { quadraticRegret } from "../../lib/continual/learning/regret.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { sampleBall } from "../../lib/random/sphere.ts";
import type { Stream } from "../../lib/random/stream.ts";

const set = euclideanBall({ centre: [0, 0], radius: 1 });
export const LOSSES = { dimension: 2, curvature: 1, lipschitz: 2, diameter: 2 };

export interface LeaderCell {
  readonly epsilon: number;
  readonly horizon: number;
  readonly sensitivity: number;
}

interface LeaderRun {
  readonly regret: number;
  /** The bound with the norms of the noise that was drawn, which no run may exceed. */
  readonly bound: number;
  /** Of the leader without privacy on the same losses. */
  readonly open: number;
}

export function leaderOf({ epsilon, horizon, sensitivity }: LeaderCell): PrivateFollowTheLeader {
  const { curvature, lipschitz } = LOSSES;
  return privateFollowTheLeader({ set, curvature, lipschitz, horizon, epsilon, sensitivity, neighbours: "event" });
}

/** One run of a private leader beside one without privacy. */
export function playLeader(cell: LeaderCell, leader: PrivateFollowTheLeader, random: Stream): LeaderRun {
  const targets = drawTargets(cell.horizon, random.child(0, "targets"));
  const noise = random.child(1, "noise");
  const [session, open] = [leader.start(), followTheLeader({ set, curvature: 1 })];
  return {
    regret: regretOf(targets, session.point, (gradient) => session.step(gradient, noise)),
    bound: drawnBound(cell, random.child(1, "noise")),
    open: regretOf(targets, open.point, (gradient) => open.step(gradient)),
  };
}

function drawTargets(count: number, random: Stream): Float64Array[] {
  return Array.from({ length: count }, () => {
    const [x, y] = sampleBall(2, random);
    return Float64Array.of(0.3 + x / 2, y / 2);
  });
}

type Step = (gradient: readonly number[]) => Float64Array;

function regretOf(targets: readonly Float64Array[], start: Float64Array, step: Step): number {
  const points = new Float64Array(2 * targets.length);
  let at = start;
  targets.forEach((target, t) => {
    points.set(at, 2 * t);
    at = step([at[0] - target[0], at[1] - target[1]]);
  });
  return quadraticRegret({ set, curvature: 1, targets, points }).regret;
}

/** (G^2 / H) sum of 1 / (t - 1/2) + (G / H) sum of ||n_t|| / t, with the noise that a tree draws from the stream of the leader's. */
function drawnBound({ epsilon, horizon, sensitivity }: LeaderCell, random: Stream): number {
  const records = { dimension: 2, radius: sensitivity / 2 };
  const tree = treeSum({ horizon, records, guarantee: pure(epsilon), neighbours: "event" });
  const noise = tree.release(new Float64Array(2 * horizon), random);
  let sum = 0;
  for (let t = 1; t < horizon; t++) {
    const [x, y] = [noise[2 * t - 2], noise[2 * t - 1]];
    sum += Math.sqrt(x * x + y * y) / t;
  }
  const slope = LOSSES.lipschitz + LOSSES.curvature * LOSSES.diameter;
  return leaderRegretBound({ ...LOSSES, horizon }) + (slope / LOSSES.curvature) * sum;
}

/**
 * The regret of the leader with the indices that the text of the lecture notes has, without noise, on losses that are all the same:
 * the gradient of every loss is taken at the first point, which is set once and named by an index that never changes.
 */
export function printedRegret(horizon: number): number {
  const path = new LeaderPath({ set, curvature: 1 });
  const first = path.point;
  const targets = Array.from({ length: horizon }, () => TARGET);
  const sum = new Float64Array(2);
  return regretOf(targets, first, () => {
    for (let j = 0; j < 2; j++) sum[j] += first[j] - TARGET[j];
    return path.advance(sum);
  });
}

/** The same losses, with every gradient taken where the leader stands. */
export function rightRegret(horizon: number): number {
  const leader = followTheLeader({ set, curvature: 1 });
  const targets = Array.from({ length: horizon }, () => TARGET);
  return regretOf(targets, leader.point, (gradient) => leader.step(gradient));
}

/** Of losses that are all the same: the best point. */
const TARGET = Float64Array.of(0.3, 0);
