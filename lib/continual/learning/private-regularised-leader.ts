/**
 * Private follow the regularised leader (DP-FTRL): gradient descent by private running sums, without sampling and for losses in any order.
 *
 * w_(t+1) = Proj_C(w_1 - eta v_t), v_t = momentum v_(t-1) + s_t, where s_t is the private estimate of the sum of all gradients so
 * far, by any running sum of this folder. Without noise and projection these are the steps of gradient descent with heavy-ball
 * momentum.
 *
 * Theorem: the points have the guarantee of the running sum, under its neighbours, for losses chosen by an adversary who sees them
 * too: each gradient is taken at a point that was released already, and the rest is post-processing. No sampling is needed, and
 * none helps: a loss counts once, at its time.
 * Source: Kairouz, McMahan, Song, Thakkar, Thakurta, Xu (ICML 2021), algorithm 1, with the tree; Denisov, McMahan, Rush, Smith,
 * Thakurta (NeurIPS 2022), theorem 2.1, for other factorisations and adaptive streams.
 * Limits: gradients longer than the radius of the sum's records are clipped to it, which biases them. One pass: a loss that is
 * shown twice is two records. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { privateRegularisedLeader, treeSum } from "epsilab/continual";
 * const sums = treeSum({
 *   horizon: 1000,
 *   records: { dimension: 2, radius: 1 },
 *   rho: 0.5,
 *   neighbours: "zero-out",
 * });
 * const learner = privateRegularisedLeader({ sums, stepSize: 0.01 });
 * learner.guarantee; // => { kind: 'zero-concentrated', rho: 0.5 }
 * const session = learner.start();
 * session.step(session.point.map((x) => x - 1), stream(20261115, "example"));
 * session.time; // => 1
 * ```
 * @claim pftal
 * @also dp-ftrl, ftrl
 */
import {
  declare,
  finite,
  listOf,
  made,
  number,
  optional,
  type ParametersOf,
  probabilityBelowOne,
} from "../../numerics/parameters.ts";
import { POSITIVE, refuse } from "../../numerics/requirements.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Stream } from "../../random/stream.ts";
import type { StreamNeighbours } from "../counters/record-range.ts";
import type { RunningSum } from "../counters/running-sum.ts";
import { anyConvexSet, requirePoint } from "./convex-set.ts";
import { startIn } from "./follow-the-leader.ts";
import { type PrivateLeaderSession, pointsOf } from "./leader-session.ts";
import type { LossOrGradient } from "./online-loss.ts";

/** So far below the largest float64 that every point is finite. */
const LARGEST = 1e100;

export const privateRegularisedLeaderParameters = declare(
  {
    /** The running sum of the gradients, a sum of vectors; they are clipped to the radius of its records. */
    sums: made<RunningSum<Float64Array>>((sums, name) => {
      if (typeof sums !== "object" || sums === null || !sums.isVector)
        refuse(name, "a running sum of vectors, with records: { dimension, radius }", sums?.name ?? sums);
    }),
    /** eta: a step of plain descent. */
    stepSize: number({ ...POSITIVE, expected: `positive and at most ${LARGEST}`, most: LARGEST }),
    /** Of the sums; 0 unless it is given. */
    momentum: optional(probabilityBelowOne, 0),
    /** C; all of space unless it is given. */
    set: optional(anyConvexSet),
    /** w_1; 0, or the point of the set nearest to it, unless it is given. */
    start: optional(listOf(finite)),
  },
  ({ sums: { noise, dimension }, set }) => {
    if (!(noise.scale <= LARGEST)) refuse("the scale of the sums' noise", `at most ${LARGEST}`, noise.scale);
    if (set !== undefined && set.dimension !== dimension)
      refuse("set", `of dimension ${dimension}, that of the sums`, set.dimension);
  },
);

export interface PrivateRegularisedLeaderParameters extends ParametersOf<typeof privateRegularisedLeaderParameters> {}

/** From the losses, one after another, to the points w_1, ..., w_(T+1), row after row. */
export interface PrivateRegularisedLeader extends Mechanism<readonly LossOrGradient[], Float64Array, Stream> {
  readonly neighbours: StreamNeighbours;
  readonly horizon: number;
  readonly dimension: number;
  privacyLoss(): DominatingPair;
  start(): PrivateLeaderSession;
}

export function privateRegularisedLeader(parameters: PrivateRegularisedLeaderParameters): PrivateRegularisedLeader {
  const { sums, stepSize, momentum, set } = privateRegularisedLeaderParameters.read(parameters);
  const { horizon, dimension } = sums;
  const first = openingPoint(parameters, dimension);
  const start = (): PrivateLeaderSession => {
    const session = sums.start();
    const point = first.slice();
    const carried = new Float64Array(dimension);
    return {
      get point() {
        return point.slice();
      },
      get time() {
        return session.time;
      },
      step: (gradient, random) => {
        requirePoint("gradient", gradient, dimension);
        const sum = session.push(Float64Array.from(gradient), random);
        for (let j = 0; j < dimension; j++) {
          carried[j] = momentum * carried[j] + sum[j];
          point[j] = first[j] - stepSize * carried[j];
        }
        set?.project(point, point);
        return point.slice();
      },
    };
  };
  return {
    name: "private-regularised-leader",
    neighbours: sums.neighbours,
    guarantee: sums.guarantee,
    horizon,
    dimension,
    start,
    release: (losses, random) => pointsOf(start(), losses, horizon, random),
    privacyLoss: () => ({ ...sums.privacyLoss(), attained: false }),
  };
}

function openingPoint({ set, start }: PrivateRegularisedLeaderParameters, dimension: number): Float64Array {
  if (set !== undefined) return startIn(set, start);
  if (start === undefined) return new Float64Array(dimension);
  requirePoint("start", start, dimension);
  return Float64Array.from(start);
}
