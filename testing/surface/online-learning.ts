/**
 * How the functions of online learning, in lib/continual, are called, for the fuzz test.
 */
import fc from "fast-check";
import {
  type ConvexSet,
  euclideanBall,
  type LeaderSession,
  type OnlineLoss,
  type PrivateFollowTheLeader,
  type PrivateRegularisedLeader,
  quadraticOnlineLoss,
} from "../../lib/continual/index.ts";
import { euclideanBallParameters } from "../../lib/continual/learning/convex-set.ts";
import { followTheLeaderParameters } from "../../lib/continual/learning/follow-the-leader.ts";
import { leaderRegretBoundParameters } from "../../lib/continual/learning/leader-regret-bound.ts";
import { quadraticOnlineLossParameters } from "../../lib/continual/learning/online-loss.ts";
import { stream } from "../../lib/random/index.ts";
import { ONLINE_LEARNING_MECHANISMS } from "../contract/online-learning.ts";
import { anyNumber, count, listOf, moderate, positive, record } from "./arguments.ts";
import { declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const disc = euclideanBall({ centre: [0.5, 0], radius: 2 });
const set: fc.Arbitrary<ConvexSet> = fc.constant(disc);
const pair = listOf(anyNumber, 2, 2);
const small = listOf(fc.double({ min: -1, max: 1, noNaN: true }), 2, 2);
const range = fc.tuple(small, small).map(([lower, width]) => ({
  lower,
  upper: lower.map((x, j) => x + Math.abs(width[j])),
}));
const played = count.chain((rows) =>
  record({
    set,
    targets: fc.array(small, { minLength: rows, maxLength: rows }),
    points: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 * rows, maxLength: 2 * rows }),
  }),
);
const everyUse = (made: ConvexSet) => [made.diameter, made.project([3, -4]), made.lowest([1, 0])];
const walk = (made: PrivateFollowTheLeader | PrivateRegularisedLeader) => {
  const session = made.start();
  session.step([0, 0], stream(1, "fuzz"));
  return [session.point, session.time];
};
const [ftal, ftrl] = [
  ONLINE_LEARNING_MECHANISMS.privateFollowTheLeader.fuzz,
  ONLINE_LEARNING_MECHANISMS.privateRegularisedLeader.fuzz,
];

export const ONLINE_LEARNING: Readonly<Record<string, Entry>> = {
  box: takes([range], { follow: everyUse, isDeclared: true }),
  euclideanBall: declares(euclideanBallParameters, { own: { centre: pair }, follow: everyUse }),
  followTheLeader: declares(followTheLeaderParameters, {
    own: { set, start: small },
    fixed: /set/,
    follow: (leader: LeaderSession) => [leader.step([0.5, -1]), leader.time],
  }),
  leaderRegretBound: declares(leaderRegretBoundParameters),
  privateFollowTheLeader: { ...ftal, follow: walk },
  privateRegularisedLeader: { ...ftrl, follow: walk },
  quadraticOnlineLoss: declares(quadraticOnlineLossParameters, {
    own: { target: pair },
    follow: (loss: OnlineLoss) => [loss.value([0.5, 1]), loss.gradient([0.5, 1])],
  }),
  quadraticRegret: takes([fc.tuple(played, positive).map(([given, curvature]) => ({ ...given, curvature }))], {
    fixed: /set/,
    isDeclared: true,
  }),
  regret: takes(
    [
      fc.tuple(played, moderate).map(([{ targets, ...given }, curvature]) => ({
        ...given,
        losses: targets.map((target) => quadraticOnlineLoss({ target, curvature })),
      })),
    ],
    { fixed: /set|losses/, slow: 4, isDeclared: true },
  ),
};
