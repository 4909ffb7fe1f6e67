/**
 * Tests of the mechanisms that learn online: instances for the contract, arguments for the fuzz.
 *
 * Their points have no closed law, but on a line so wide that nothing is projected they tell the noisy sums of the gradients, and
 * these tell the noisy sums of the dyadic blocks, one for each time: a bijection. So the contract looks at the blocks, which are
 * independent.
 */
import fc from "fast-check";
import { neighbouringPairs } from "../../lib/auditing/worst-pair.ts";
import { treeSum } from "../../lib/continual/counters/tree-sum.ts";
import { box, euclideanBall } from "../../lib/continual/learning/convex-set.ts";
import type { LossOrGradient } from "../../lib/continual/learning/online-loss.ts";
import {
  type PrivateFollowTheLeader,
  type PrivateFollowTheLeaderParameters,
  privateFollowTheLeader,
  privateFollowTheLeaderParameters,
} from "../../lib/continual/learning/private-follow-the-leader.ts";
import {
  type PrivateRegularisedLeader,
  privateRegularisedLeader,
  privateRegularisedLeaderParameters,
} from "../../lib/continual/learning/private-regularised-leader.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { pure, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { listOf, oneOf } from "../surface/arguments.ts";
import {
  type Auditable,
  contractInstance,
  type NeighbouringInputs,
  NOT_POSITIVE,
  type SearchedDomain,
} from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";

type Gradients = readonly number[];

interface Blocks {
  /** The sums of the gradients so far that made the points, noise included. */
  readonly sumsOf: (points: Float64Array) => readonly number[];
  readonly scale: number;
  readonly worstPair: readonly [Gradients, Gradients];
}

/** Where the block that ends at time t begins: t without its lowest bit. */
const beginOf = (t: number) => t & (t - 1);

function inBlocks(
  { name, neighbours, guarantee, release, privacyLoss }: PrivateFollowTheLeader | PrivateRegularisedLeader,
  { sumsOf, scale, worstPair }: Blocks,
): Auditable<Gradients, Float64Array> {
  const blocks = (gradients: Gradients, random: Stream) => {
    // What is no list is for the mechanism to refuse.
    const losses = Array.isArray(gradients) ? gradients.map((gradient) => [gradient]) : gradients;
    const sums = [0, ...sumsOf(release(losses as LossOrGradient[], random))];
    return Float64Array.from(sums.slice(1), (sum, i) => sum - sums[beginOf(i + 1)]);
  };
  return {
    name,
    neighbours,
    guarantee,
    release: blocks,
    privacyLoss,
    law: (gradients) => {
      blocks(gradients, stream(0, "what is no input is refused by the mechanism"));
      const within = (t: number) => gradients.slice(beginOf(t), t).reduce((sum, gradient) => sum + gradient, 0);
      return { kind: "product", coordinates: gradients.map((_, i) => laplaceLaw(within(i + 1), scale)) };
    },
    worstPair: () => worstPair,
  };
}

const line = box({ lower: [-1e9], upper: [1e9] });
const rest = (first: number): Gradients => [first, 0.5, -0.25];
const leader = {
  set: line,
  curvature: 2,
  lipschitz: 1,
  horizon: 3,
  epsilon: 1,
  neighbours: "event",
} satisfies PrivateFollowTheLeaderParameters;

function leaderBlocks(parameters: PrivateFollowTheLeaderParameters, worstPair: Blocks["worstPair"]) {
  const mechanism = privateFollowTheLeader(parameters);
  const sumsOf = (points: Float64Array) => {
    let before = 0;
    return Array.from(points.slice(1), (point, i) => {
      before += points[i];
      return parameters.curvature * (before - (i + 1) * point);
    });
  };
  return inBlocks(mechanism, { sumsOf, scale: mechanism.noise.scale, worstPair });
}

interface RegularisedParameters {
  readonly epsilon: number;
  readonly stepSize: number;
  readonly momentum: number;
}

function regularisedBlocks({ epsilon, stepSize, momentum }: RegularisedParameters) {
  const records = { dimension: 1, radius: 1 };
  const sums = treeSum({ horizon: 3, records, guarantee: pure(epsilon), neighbours: "event" });
  const carried = (points: Float64Array, t: number) => (points[0] - points[t]) / stepSize;
  const sumsOf = (points: Float64Array) =>
    Array.from(points.slice(1), (_, i) => carried(points, i + 1) - momentum * carried(points, i));
  return inBlocks(privateRegularisedLeader({ sums, stepSize, momentum, start: [0.5] }), {
    ...{ sumsOf, scale: sums.noise.scale },
    worstPair: [rest(1), rest(-1)],
  });
}

/** Gradients between the ends that a Lipschitz constant of 1 allows. */
const SEARCHED: SearchedDomain = [[-1, -0.25, 0.5, 1], 1, 2, 3];

/** All of them, but only neighbours of which no gradient differs by more than the sensitivity that was declared. */
function nearGradients(sensitivity: number): NeighbouringInputs<Gradients> {
  const [universe, ...sizes] = SEARCHED as readonly [readonly number[], ...number[]];
  return sizes.flatMap((size) =>
    [...neighbouringPairs({ universe, size, neighbours: "event" })].filter(([first, second]) =>
      first.every((gradient, t) => Math.abs(gradient - second[t]) <= sensitivity),
    ),
  );
}

const badGradients = [
  ["gradient[0]", [0, Number.NaN]],
  ["the number of losses", [0, 0, 0, 0]],
] as const;
const badLeader = { sensitivity: [2.1], start: [[1, 2], [2e9]] };

/** Of the fuzz. */
const disc = euclideanBall({ centre: [0.5, 0], radius: 2 });
const plane = treeSum({
  horizon: 12,
  records: { dimension: 2, radius: 1 },
  guarantee: zeroConcentrated(0.5),
  neighbours: "zero-out",
});
const inDisc = listOf(fc.double({ min: -1, max: 1, noNaN: true }), 2, 2);
const gradients = listOf(inDisc, 0, 12);

export const ONLINE_LEARNING_MECHANISMS: MechanismTests = {
  privateFollowTheLeader: {
    fuzz: builds(privateFollowTheLeaderParameters, gradients, {
      own: { set: fc.constant(disc), start: inDisc },
      fixed: /set/,
    }),
    instances: [
      contractInstance({
        folder: "continual",
        file: "private-follow-the-leader",
        build: (parameters: PrivateFollowTheLeaderParameters) => leaderBlocks(parameters, [rest(1), rest(-1)]),
        good: leader,
        off: { epsilon: 1.1 },
        input: rest(0.25),
        domain: SEARCHED,
        declaration: privateFollowTheLeaderParameters,
        bad: badLeader,
        badInputs: [...badGradients, ["the norm of the gradient", [1.01]]],
      }),
      contractInstance({
        folder: "continual",
        file: "private-follow-the-leader",
        title: "private-follow-the-leader of a declared sensitivity",
        build: (parameters: PrivateFollowTheLeaderParameters) => leaderBlocks(parameters, [rest(1), rest(0.5)]),
        good: { ...leader, sensitivity: 0.5, start: [3] },
        off: { sensitivity: 0.45 },
        input: rest(0.75),
        neighbouring: () => nearGradients(0.5),
        badInputs: badGradients,
      }),
      contractInstance({
        folder: "continual",
        file: "private-follow-the-leader",
        title: "private-follow-the-leader under zero-out",
        build: (parameters: PrivateFollowTheLeaderParameters) => leaderBlocks(parameters, [rest(1), rest(0)]),
        good: { ...leader, neighbours: "zero-out", epsilon: 0.5 },
        off: { epsilon: 0.55 },
        input: rest(-1),
        domain: SEARCHED,
        nullRecord: 0,
        bad: { sensitivity: [1.1] },
        badInputs: badGradients,
      }),
    ],
  },
  privateRegularisedLeader: {
    fuzz: builds(privateRegularisedLeaderParameters, gradients, {
      own: { sums: fc.constant(plane), set: fc.constant(disc), start: inDisc, momentum: oneOf(0, 0.5, 0.9) },
      fixed: /sums|set/,
    }),
    instances: [
      contractInstance({
        folder: "continual",
        file: "private-regularised-leader",
        build: regularisedBlocks,
        good: { epsilon: 1, stepSize: 0.25, momentum: 0.5 },
        off: { epsilon: 1.1 },
        input: rest(0.25),
        domain: SEARCHED,
        bad: { stepSize: NOT_POSITIVE, momentum: [-0.1, 1, Number.NaN] },
        badInputs: badGradients,
      }),
    ],
  },
};
