/**
 * Follow the approximate leader: online learning of strongly convex losses, without privacy.
 *
 * Theorem: for losses that are H-strongly convex and Lip-Lipschitz on a convex set C, start at w_1 in C and go, after the gradients
 * g_1, ..., g_t at w_1, ..., w_t, to w_(t+1) = Proj_C(mean of w_1..w_t - (g_1 + ... + g_t) / (H t)), the point of C at which the sum of the
 * quadratics that bound the losses from below is least. With G = Lip + H diam(C) its regret is at most (G^2 / H) sum of 1 / (t -
 * 1/2), t = 1..T: logarithmic in T.
 * Source: Hazan, Agarwal, Kale, Machine Learning 69 (2007), section 3.2, doi:10.1007/s10994-007-5016-8; the explicit bound by
 * `leaderRegretBound`.
 * Limits: nothing is private here: `privateFollowTheLeader`. `curvature` is a promise of the caller's about the losses.
 * @example
 * ```ts
 * import { euclideanBall, followTheLeader } from "epsilab/continual";
 * const leader = followTheLeader({ set: euclideanBall({ centre: [0], radius: 1 }), curvature: 1 });
 * leader.step([-0.5]); // => Float64Array(1) [0.5]
 * leader.step([0.25]); // => Float64Array(1) [0.375]
 * leader.time; // => 2
 * ```
 * @claim pftal
 */
import { declare, finite, listOf, optional, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { anyConvexSet, type ConvexSet, requirePoint } from "./convex-set.ts";
import type { LeaderSession } from "./leader-session.ts";

/** What a leader takes. */
export const LEADER = {
  /** C. */
  set: anyConvexSet,
  /** H: each loss is at least (H/2) ||w - u||^2 above its tangent at u. */
  curvature: positive,
  /** w_1; the point of the set nearest to 0 unless it is given. */
  start: optional(listOf(finite)),
};

export const followTheLeaderParameters = declare(LEADER);

export interface FollowTheLeaderParameters extends ParametersOf<typeof followTheLeaderParameters> {}

export function followTheLeader(parameters: FollowTheLeaderParameters): LeaderSession {
  const read = followTheLeaderParameters.read(parameters);
  const path = new LeaderPath(read);
  const { dimension } = read.set;
  const sum = new Float64Array(dimension);
  return {
    get point() {
      return path.point;
    },
    get time() {
      return path.time;
    },
    step: (gradient) => {
      requirePoint("gradient", gradient, dimension);
      for (let j = 0; j < dimension; j++) sum[j] += gradient[j];
      return path.advance(sum);
    },
  };
}

/** The points of a leader, from sums of gradients that may be noisy: after a noisy sum every next point is post-processing. */
export class LeaderPath {
  readonly #set: ConvexSet;
  readonly #curvature: number;
  readonly #point: Float64Array;
  /** Of the points so far. */
  readonly #sum: Float64Array;
  #time = 0;

  constructor({ set, curvature, start }: FollowTheLeaderParameters) {
    this.#set = set;
    this.#curvature = curvature;
    this.#point = startIn(set, start);
    this.#sum = new Float64Array(set.dimension);
  }

  get point(): Float64Array {
    return this.#point.slice();
  }

  get time(): number {
    return this.#time;
  }

  /** Moves on, the sum of all gradients so far being `gradients`. */
  advance(gradients: ArrayLike<number>): Float64Array {
    const time = ++this.#time;
    const next = this.#point;
    for (let j = 0; j < next.length; j++) {
      this.#sum[j] += next[j];
      next[j] = this.#sum[j] / time - gradients[j] / (this.#curvature * time);
    }
    this.#set.project(next, next);
    return this.point;
  }
}

/** A given point of the set, or the one nearest to 0. */
export function startIn(set: ConvexSet, start: ArrayLike<number> | undefined): Float64Array {
  if (start === undefined) return set.project(new Float64Array(set.dimension));
  requirePoint("start", start, set.dimension);
  if (!set.contains(start)) refuse("start", "a point of the set", start);
  return Float64Array.from(start);
}
