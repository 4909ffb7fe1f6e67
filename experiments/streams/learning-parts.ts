/**
 * Private online learning, by the leader that the library has.
 *
 * Part `pftal`: runs on quadratic losses in the plane; no run may exceed the bound with the noise that it drew, which is how the
 * bound on the expectation is proved, and their mean must stay below that bound. Part `leader-growth`: the median exponent of the
 * regret in the number of losses, by whole grids of independent runs. Part `leader-privacy`: the loss of all points together for
 * one replaced gradient, on a line so wide that nothing is projected: the points are turned back into the sums of the dyadic
 * blocks, and the changes of all blocks, over the scale of their noise, add up.
 * Source: Smith, Thakurta (NIPS 2013); Hazan, Agarwal, Kale (Machine Learning 2007).
 */
import { leaderWithFreshNoise, leaderWithoutLevels } from "../../lib/auditing/broken/online-learning.ts";
import { box } from "../../lib/continual/learning/convex-set.ts";
import { leaderRegretBound } from "../../lib/continual/learning/leader-regret-bound.ts";
import { privateFollowTheLeader } from "../../lib/continual/learning/private-follow-the-leader.ts";
import { stream } from "../../lib/random/stream.ts";
import { logLogSlope, replicatedLogLogSlope } from "../../lib/statistics/log-log-slope.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  brokenControl,
  equal,
  estimateAtMost,
  exactStudy,
  meanOf,
  type PartDraft,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { type LeaderCell, LOSSES, leaderOf, playLeader, printedRegret, rightRegret } from "./leader-runs.ts";

const epsilon = axis(z.number().min(0.05).max(50), {
  means: "epsilon of all points together",
  quick: [0.5, 5],
  full: [0.1, 0.5, 1, 5],
});
const horizon = axis(z.int().min(2).max(65_536), {
  means: "number of losses",
  quick: [256, 1024, 4096],
  full: [256, 1024, 4096, 16_384, 65_536],
});
const sensitivity = axis(z.number().min(1).max(4), {
  means: "how far a replaced loss moves a gradient, at most",
  quick: [2],
  full: [2, 4],
});

/** Regrets, how many of them are above their own bound, and those of the leader without privacy. */
function runs(cell: LeaderCell, count: number, random: Parameters<typeof playLeader>[2]) {
  const leader = leaderOf(cell);
  const played = Array.from({ length: count }, (_, run) => playLeader(cell, leader, random.child(run, "run")));
  return {
    above: played.filter(({ regret, bound }) => regret > bound).length,
    regrets: momentsOf(played.map(({ regret }) => regret)),
    open: momentsOf(played.map(({ open }) => open)),
    excess: momentsOf(played.map(({ regret, open }) => regret - open)),
  };
}

const regretStudy = sampledStudy({
  axes: { epsilon, horizon, sensitivity },
  trials: { quick: 24, full: 24 },
  blockSize: 4,
  intervals: () => 1,
  block: runs,
  judge: (cell, { above, regrets, open }, context) => ({
    checks: {
      "runs-above-their-bound": atMost(above, 0),
      "mean-regret": estimateAtMost(meanOf(regrets, context), leaderOf(cell).regretBound()),
    },
    values: { "regret-a-loss": regrets.mean / cell.horizon, "regret-without-privacy": open.mean },
  }),
});

/** The root: a regret that grows slower falls to nothing a loss. */
const EXPONENT = 0.5;

export const regretPart: PartDraft = {
  claim: "pftal",
  asks: "Is the regret of the private leader below its bound, in every run with the noise drawn and on average?",
  study: regretStudy,
  controls: {
    "regret-without-privacy": {
      says: "the regret of the leader without privacy on the same losses, claimed for the private one",
      study: variant(regretStudy, {
        axes: {
          sensitivity,
          epsilon: axis(z.number().min(0.05).max(5), { means: "epsilon of all points together", quick: [0.5, 5] }),
          horizon: axis(z.int().min(64).max(65_536), { means: "number of losses", quick: [1024] }),
        },
        judge: (_, { excess, regrets, open }, context) => ({
          checks: { "regret-above-that-without-privacy": estimateAtMost(meanOf(excess, context), 0) },
          values: { regret: regrets.mean, "regret-without-privacy": open.mean },
        }),
      }),
    },
    "gradients-at-the-first-point": {
      says:
        "the indices as the text has them (erratum E14): every gradient at the first point, " +
        "an index that never changes, so that the leader runs into the border and pays a share of every loss, " +
        "even without noise",
      refutes: ["E14"],
      study: exactStudy({
        axes: {
          horizon: axis(z.int().min(1024).max(65_536), {
            means: "number of losses",
            quick: [1024, 4096],
            full: [1024, 4096, 16_384, 65_536],
          }),
        },
        exact: ({ horizon: losses }) => ({
          checks: {
            regret: atMost(printedRegret(losses), leaderRegretBound({ ...LOSSES, horizon: losses })),
            exponent: atMost(exponentOf(printedRegret, losses), EXPONENT),
          },
          values: {
            "regret-a-loss": printedRegret(losses) / losses,
            "regret-at-the-right-points": rightRegret(losses),
          },
        }),
      }),
    },
  },
};

/** The exponent of a regret between a quarter of the losses and all of them. */
function exponentOf(regret: (horizon: number) => number, losses: number): number {
  const x = [Math.floor(losses / 4), losses];
  return logLogSlope({ x, y: x.map(regret) }).slope;
}

/** Five numbers of losses from 256 on, at equal ratios. */
const gridTo = (longest: number) =>
  longest === 65_536 ? [256, 1024, 4096, 16_384, 65_536] : [256, 512, 1024, 2048, 4096];
/** A regret this small is none: logarithms need a positive one. */
const LEAST = 1e-3;

export const growthPart: PartDraft = {
  claim: "pftal",
  asks: "Does the regret of the private leader grow slower than the root of the number of losses, by the median exponent of runs?",
  study: sampledStudy({
    axes: {
      epsilon: axis(z.number().min(0.5).max(10), {
        means: "epsilon of all points together",
        quick: [0.5, 5],
        full: [0.5, 1, 5],
      }),
      longest: axis(z.literal([4096, 65_536]), { means: "largest number of losses", quick: [4096], full: [65_536] }),
    },
    trials: { quick: 24, full: 24 },
    blockSize: 4,
    intervals: () => 1,
    block: ({ epsilon, longest }, count, random) => {
      const cells = gridTo(longest).map((horizon) => ({ epsilon, horizon, sensitivity: 2 }));
      const leaders = cells.map(leaderOf);
      return {
        grids: Array.from({ length: count }, (_, run) =>
          cells.map((cell, k) =>
            Math.max(LEAST, playLeader(cell, leaders[k], random.child(run, "run", cell.horizon)).regret),
          ),
        ),
      };
    },
    merge: (one, other) => ({ grids: [...one.grids, ...other.grids] }),
    judge: ({ longest }, { grids }, { errorRate }) => {
      const x = gridTo(longest);
      const { slope, interval } = replicatedLogLogSlope({ x, replications: grids, errorRate });
      const means = x.map((_, k) => grids.reduce((sum, grid) => sum + grid[k], 0) / grids.length);
      return {
        checks: { exponent: estimateAtMost({ estimate: slope, ...interval }, EXPONENT) },
        values: { "mean-regrets": means, "last-regret-a-loss": means[means.length - 1] / longest },
      };
    },
  }),
  controls: {
    "gradients-at-the-first-point": {
      says: "every gradient at the first point: the regret grows like the number of losses",
      study: exactStudy({
        axes: { losses: axis(z.int().min(1024).max(65_536), { means: "number of losses", quick: [4096] }) },
        exact: ({ losses }) => ({ checks: { exponent: atMost(exponentOf(printedRegret, losses), EXPONENT) } }),
      }),
    },
  },
};

const privacyEpsilon = axis(z.number().min(1e-3).max(20), {
  means: "epsilon of all points together",
  quick: [0.5, 1],
  full: [0.1, 0.5, 1, 5],
});
const RELATIONS = ["event", "zero-out"] as const;
const privacyAxes = {
  epsilon: privacyEpsilon,
  horizon: axis(z.int().min(1).max(64), { means: "number of losses", quick: [4, 8], full: [1, 2, 3, 4, 7, 8, 16, 64] }),
  neighbours: axis(z.enum(RELATIONS), { means: "neighbours", quick: RELATIONS }),
  share: axis(z.number().min(0.05).max(1), {
    means: "declared sensitivity over the largest",
    quick: [1],
    full: [0.25, 1],
  }),
};

interface PrivacyCell {
  readonly epsilon: number;
  readonly horizon: number;
  readonly neighbours: (typeof RELATIONS)[number];
  readonly share: number;
}

const WIDE = box({ lower: [-1e9], upper: [1e9] });
/** Of block sums recovered from points, and of the noise's allowance for rounded gradients. */
const RECOVERED = 1e-9;

/** The largest loss over all times at which one gradient is replaced, and that at the first. */
function leaderLosses({ epsilon, horizon, neighbours, share }: PrivacyCell) {
  const moved = neighbours === "event" ? 2 * share : share;
  const leader = privateFollowTheLeader({
    ...{ set: WIDE, curvature: 1, lipschitz: 1, horizon, epsilon, neighbours },
    sensitivity: moved,
  });
  const [one, other] = neighbours === "event" ? [moved / 2, -moved / 2] : [moved, 0];
  const blocksWith = (at: number, gradient: number) => {
    const gradients = Array.from({ length: horizon }, (_, t) => [t === at ? gradient : 0]);
    return blockSums(leader.release(gradients, stream(1, "the same noise for both")));
  };
  const losses = Array.from({ length: horizon }, (_, at) => {
    const [first, second] = [blocksWith(at, one), blocksWith(at, other)];
    return first.reduce((sum, block, t) => sum + Math.abs(block - second[t]) / leader.noise.scale, 0);
  });
  return { largest: losses.reduce((most, loss) => Math.max(most, loss)), first: losses[0] };
}

/**
 * From the points w_1, ..., w_(T+1) to the noisy sums, v_t = w_1 + ... + w_t - t w_(t+1), and to those of the blocks that end at t =
 * 1, ..., T.
 */
function blockSums(points: Float64Array): number[] {
  const sums = [0];
  let before = 0;
  for (let t = 1; t < points.length; t++) {
    before += points[t - 1];
    sums.push(before - t * points[t]);
  }
  return sums.slice(1).map((sum, i) => sum - sums[(i + 1) & i]);
}

export const privacyPart: PartDraft = {
  claim: "pftal",
  asks: "Do all points together lose epsilon for one gradient, wherever it is replaced, and no more?",
  study: exactStudy({
    axes: privacyAxes,
    // Under zero-out none below the largest may be declared.
    where: ({ neighbours, share }) => neighbours === "event" || share === 1,
    exact: (cell) => {
      const { largest, first } = leaderLosses(cell);
      return {
        checks: {
          epsilon: atMost(largest, cell.epsilon, { share: RECOVERED }),
          "epsilon-of-the-first": equal(first, cell.epsilon, { share: RECOVERED }),
        },
      };
    },
  }),
  controls: {
    "noise-without-levels": brokenControl(leaderWithoutLevels, {
      epsilon: privacyEpsilon,
      horizon: axis(z.int().min(2).max(65_536), { means: "number of losses", quick: [8], full: [2, 8, 1024] }),
    }),
    "fresh-noise-for-each-sum": brokenControl(leaderWithFreshNoise, {
      epsilon: privacyEpsilon,
      horizon: axis(z.int().min(3).max(65_536), { means: "number of losses", quick: [8], full: [3, 8, 1024] }),
    }),
  },
};
