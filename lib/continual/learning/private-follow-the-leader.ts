/**
 * Private follow the approximate leader: online learning of strongly convex losses in which no single loss can be told from the points.
 *
 * The learner of `followTheLeader`, with the sum of the gradients replaced by that of tree aggregation, whose noise is drawn once
 * for each block. In d dimensions it has density proportional to exp(-||g|| / b), b = sensitivity L / epsilon with L = floor(log2
 * T) + 1 levels.
 *
 * Theorem: all points together are epsilon-differentially private for one loss: each gradient is computed at a point that was
 * released already, so that a changed loss changes one record of the tree's stream, by at most `sensitivity`; the rest is
 * post-processing. Losses may be chosen by an adversary who sees all points. The regret is bounded by `leaderRegretBound` at the
 * scale b: `regretBound()`.
 * Sensitivity: under `event`, one loss replaced, 2 Lip; under `zero-out`, one loss replaced by 0, Lip. Under `event` a smaller one
 * may be declared: the largest distance of the gradients of two losses at one point, for (H/2) ||w - z||^2 with z in a set of
 * diameter D it is H D.
 * Source: Smith, Thakurta (NIPS 2013), algorithm 2, with gradients at w_t; Hazan, Agarwal, Kale (2007) for the learner.
 * Limits: a gradient longer than Lip is refused by default, since it breaks the promise that the regret bound rests on; the refusal
 * itself says that there was one. `longGradients: "clip"` shortens it instead, which keeps the privacy and gives up the bound. A
 * declared sensitivity is a promise that is not checked. Gradients and what is computed from them before the noise are data.
 * Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { euclideanBall, privateFollowTheLeader } from "epsilab/continual";
 * const leader = privateFollowTheLeader({
 *   set: euclideanBall({ centre: [0, 0], radius: 1 }),
 *   curvature: 1,
 *   lipschitz: 2,
 *   horizon: 1024,
 *   epsilon: 5,
 *   neighbours: "event",
 * });
 * leader.regretBound(); // => 1208.9...
 * const session = leader.start();
 * session.step([0.5, -0.5], stream(20261115, "example"));
 * session.time; // => 1
 * ```
 * @claim pftal
 * @also ftrl, online convex optimization
 */
import { oneOf, optional, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, refuseData } from "../../numerics/requirements.ts";
import { norm } from "../../numerics/smooth-objective.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Stream } from "../../random/stream.ts";
import { type StreamNeighbours, streamNeighbours } from "../counters/record-range.ts";
import type { StreamNoise } from "../counters/running-sum.ts";
import { treeSum } from "../counters/tree-sum.ts";
import { anyHorizon } from "../horizon.ts";
import { requirePoint } from "./convex-set.ts";
import { LEADER, LeaderPath, startIn } from "./follow-the-leader.ts";
import { leaderRegretBound } from "./leader-regret-bound.ts";
import { type PrivateLeaderSession, pointsOf } from "./leader-session.ts";
import type { LossOrGradient } from "./online-loss.ts";

export const privateFollowTheLeaderParameters = withBudget(["pure"], {
  ...LEADER,
  /** Lip: the largest norm of a gradient on the set. */
  lipschitz: positive,
  /** T: the largest number of losses. */
  horizon: anyHorizon,
  neighbours: streamNeighbours,
  /**
   * How far a changed loss moves a gradient at most: 2 lipschitz under `event`, unless a smaller one is declared; lipschitz under
   * `zero-out`.
   */
  sensitivity: optional(positive),
  /** What happens to a gradient longer than `lipschitz`: refused unless it is said. */
  longGradients: optional(oneOf("refuse", "clip"), "refuse"),
});

export type PrivateFollowTheLeaderParameters = ParametersOf<typeof privateFollowTheLeaderParameters>;

/** From the losses, one after another, to the points w_1, ..., w_(T+1), row after row. */
export interface PrivateFollowTheLeader extends Mechanism<readonly LossOrGradient[], Float64Array, Stream> {
  readonly neighbours: StreamNeighbours;
  readonly horizon: number;
  readonly dimension: number;
  readonly sensitivity: number;
  /** Of one block of the tree. */
  readonly noise: StreamNoise;
  privacyLoss(): DominatingPair;
  /** Of the expected regret against any fixed point of the set, after `horizon` losses none of whose gradients was clipped. */
  regretBound(): number;
  start(): PrivateLeaderSession;
}

/** 2^-40: a gradient longer by so much may be one of length `lipschitz`, rounded; the noise allows for it. */
const SLACK = 9.094947017729282e-13;
/** So far below the largest float64 that every point before its projection is finite. */
const LARGEST = 1e290;

export function privateFollowTheLeader(parameters: PrivateFollowTheLeaderParameters): PrivateFollowTheLeader {
  const read = privateFollowTheLeaderParameters.read(parameters);
  const { set, curvature, lipschitz, horizon, guarantee, neighbours, longGradients } = read;
  const most = neighbours === "event" ? 2 * lipschitz : lipschitz;
  const { sensitivity = most } = read;
  if (!(sensitivity <= most)) refuse("sensitivity", `at most ${most}`, sensitivity);
  // The null loss has the gradient 0, and any gradient up to this length is taken: what is removed has that length.
  if (neighbours === "zero-out" && sensitivity !== lipschitz)
    refuse("sensitivity", `lipschitz = ${lipschitz} under zero-out`, sensitivity);
  const { dimension } = set;
  // A tree for records that can move by the sensitivity. It is fed zeros: the sums, which may be larger than its records', are added here.
  const moved = sensitivity * (1 + SLACK);
  const radius = neighbours === "event" ? moved / 2 : moved;
  const tree = treeSum({ horizon, records: { dimension, radius }, guarantee, neighbours });
  const { noise } = tree;
  const farthest = (noise.scale + lipschitz * horizon) / curvature;
  if (!(farthest <= LARGEST))
    refuse("(the scale of the noise + lipschitz horizon) / curvature", `at most ${LARGEST}`, farthest);
  const losses = { horizon, dimension, curvature, lipschitz, diameter: set.diameter };
  const learner = { set, curvature, start: startIn(set, read.start) };
  const nothing = new Float64Array(dimension);
  const start = (): PrivateLeaderSession => {
    const path = new LeaderPath(learner);
    const noises = tree.start();
    const sum = new Float64Array(dimension);
    return {
      get point() {
        return path.point;
      },
      get time() {
        return path.time;
      },
      step: (gradient, random) => {
        const taken = admitted(gradient, { dimension, lipschitz, longGradients });
        if (path.time >= horizon) refuse("the number of losses", `at most the horizon, ${horizon}`, path.time + 1);
        const noisy = noises.push(nothing, random);
        for (let j = 0; j < dimension; j++) {
          sum[j] += taken[j];
          noisy[j] += sum[j];
        }
        return path.advance(noisy);
      },
    };
  };
  return {
    name: "private-follow-the-leader",
    neighbours,
    guarantee,
    horizon,
    dimension,
    sensitivity,
    noise,
    regretBound: () => leaderRegretBound({ ...losses, scale: noise.scale }),
    start,
    release: (given, random) => pointsOf(start(), given, horizon, random),
    privacyLoss: () => ({ ...tree.privacyLoss(), attained: false }),
  };
}

interface Admission {
  readonly dimension: number;
  readonly lipschitz: number;
  readonly longGradients: "refuse" | "clip";
}

/** The gradient, or one of length `lipschitz` in its direction where it is longer and may be clipped. */
function admitted(gradient: ArrayLike<number>, { dimension, lipschitz, longGradients }: Admission): Float64Array {
  requirePoint("gradient", gradient, dimension);
  const taken = Float64Array.from(gradient);
  const length = norm(taken);
  if (length <= lipschitz) return taken;
  if (longGradients === "refuse") {
    if (length <= lipschitz * (1 + SLACK)) return taken;
    refuseData("the norm of the gradient", `at most lipschitz = ${lipschitz}`);
  }
  // The nearest point of the ball, with no slack: two gradients come no farther apart, however small a distance was declared.
  return taken.map((x) => (x / length) * lipschitz);
}
