/**
 * Counters with Laplace noise: two naive ones and the tree, whose variances and privacy are exact.
 *
 * `counter-naive`: noise on every record has the variance 2 t / epsilon^2 at time t, and T sums with fresh noise of epsilon' each
 * cost at most the tanh form of advanced composition, here against the exact composition of T Laplace mechanisms.
 * `tree-aggregation`: variances against a count of dyadic blocks and a quadrature of the law of one draw, and privacy by the audit
 * of the blocks and by going through all records.
 * Source: Dwork, Naor, Pitassi, Rothblum (STOC 2010); Chan, Shi, Song (TISSEC 2011).
 */
import { treeLoss, treeNoiseRedrawn, treeOneLevelLess } from "../../lib/auditing/broken/streams.ts";
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { freshNoiseSum } from "../../lib/continual/counters/fresh-noise-sum.ts";
import { noisyRecordsSum } from "../../lib/continual/counters/noisy-records-sum.ts";
import { treeLevels, treeSum } from "../../lib/continual/counters/tree-sum.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { advancedComposition } from "../../lib/privacy/accounting/advanced-composition.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { laplacePld } from "../../lib/privacy/loss/laplace-pld.ts";
import { pldEpsilon, transformDelta } from "../../lib/privacy/loss/pld-accountant.ts";
import { atLeast, atMost, axis, brokenControl, equal, exactStudy, type Part, z } from "../kit.ts";
import { BITS, epsilon, errorsOf, horizon, oneDraw } from "./counter-axes.ts";

/** Of quadratures. */
const MEASURED = { share: 1e-9 };

interface Counted {
  readonly horizon: number;
  readonly epsilon: number;
}

const given = ({ horizon, epsilon }: Counted) =>
  ({ horizon, records: BITS, guarantee: pure(epsilon), neighbours: "event" }) as const;

const times = axis(z.int().min(1).max(1000), {
  means: "running sums T",
  quick: [1, 30, 300],
  full: [1, 10, 100, 1000],
});
const slack = axis(z.number().min(1e-9).max(0.1), { means: "delta", quick: [1e-6] });
const price = axis(z.number().min(0.01).max(2), {
  means: "epsilon' of one sum",
  quick: [0.3],
  full: [0.03, 0.3, 1],
});

const naiveEpsilon = axis(z.number().min(0.01).max(10), {
  means: "epsilon of all estimates together",
  quick: [0.1, 1],
});

/** T Laplace mechanisms of epsilon' each: the pair of streams that differ in the first record. */
const releases = (times: number, price: number) => [
  { loss: laplacePld({ scale: 1, sensitivity: price, samplingRate: 1 }), times },
];

export const naivePart: Part = {
  claim: "counter-naive",
  asks: "Do the naive counters have the variances and the prices that are stated?",
  study: exactStudy({
    axes: { horizon: times, epsilon: naiveEpsilon, price, slack },
    exact: ({ horizon, epsilon, price, slack }) => {
      const [records, fresh] = [
        noisyRecordsSum(given({ horizon, epsilon })),
        freshNoiseSum(given({ horizon, epsilon })),
      ];
      const stated = advancedComposition({ epsilon: price, delta: 0, times: horizon, slack, constant: "tight" });
      return {
        checks: {
          "records-variance": equal(horizon * oneDraw(records), (2 * horizon) / (epsilon * epsilon), MEASURED),
          "records-stated": equal(records.variance(horizon), horizon * oneDraw(records), MEASURED),
          "records-epsilon": equal(audit(records.measured).lowerBound, epsilon),
          "fresh-stated": equal(fresh.variance(horizon), oneDraw(fresh), MEASURED),
          "fresh-epsilon": equal(audit(fresh.measured).lowerBound, epsilon),
          "composed-delta": atMost(
            transformDelta({ events: releases(horizon, price), epsilon: stated.epsilon, tolerance: 0.05 }).upper,
            slack,
          ),
        },
        values: {
          "records-rms": errorsOf(records, horizon).rms,
          "fresh-rms": errorsOf(fresh, horizon).rms,
          "composed-epsilon": stated.epsilon,
        },
      };
    },
  }),
  controls: {
    "variance-of-tau-squared": {
      says: "the sum of t noisy bits said to err by t Lap(1/epsilon), variance 2 t^2 / epsilon^2: the draws are independent",
      refutes: ["E12b"],
      study: exactStudy({
        axes: { horizon: axis(z.int().min(2).max(1000), { means: "time t", quick: [2, 100] }), epsilon },
        exact: ({ horizon, epsilon }) => {
          const counter = noisyRecordsSum(given({ horizon, epsilon }));
          const claimed = (2 * horizon * horizon) / (epsilon * epsilon);
          return { checks: { variance: equal(horizon * oneDraw(counter), claimed, MEASURED) } };
        },
      }),
    },
    "logarithm-outside-the-root": {
      says: "the composed price said to be sqrt(T) epsilon' log(1/delta): the exact price of T Laplace mechanisms is larger",
      refutes: ["E12"],
      study: exactStudy({
        axes: {
          times: axis(z.int().min(400).max(4000), { means: "running sums T", quick: [400, 2000] }),
          price: axis(z.number().min(1).max(3), { means: "epsilon' of one sum", quick: [1, 2] }),
          slack: axis(z.number().min(1e-3).max(0.1), { means: "delta", quick: [1e-3, 0.1] }),
        },
        exact: ({ times, price, slack }) => ({
          checks: {
            price: atMost(
              pldEpsilon({ events: releases(times, price), delta: slack, tolerance: 0.5 }).lower,
              Math.sqrt(times) * price * log(1 / slack),
            ),
          },
        }),
      }),
    },
  },
};

/** How many disjoint dyadic blocks make up the times 1 to t, taking the largest first. */
function greedyBlocks(t: number): number {
  let [left, blocks] = [t, 0];
  while (left > 0) {
    let size = 1;
    while (2 * size <= left) size *= 2;
    left -= size;
    blocks++;
  }
  return blocks;
}

export const treePart: Part = {
  claim: "tree-aggregation",
  asks: "Has the tree the stated variance at every time, and do all its estimates together lose exactly epsilon?",
  study: exactStudy({
    axes: { horizon, epsilon },
    exact: (cell) => {
      const tree = treeSum(given(cell));
      const draw = oneDraw(tree);
      let furthest = 1;
      for (let t = 1; t <= cell.horizon; t++) {
        const ratio = tree.variance(t) / (greedyBlocks(t) * draw);
        if (Math.abs(ratio - 1) > Math.abs(furthest - 1)) furthest = ratio;
      }
      const levels = treeLevels(cell.horizon);
      return {
        checks: {
          "variance-ratio": equal(furthest, 1, MEASURED),
          "last-variance": equal(
            tree.variance(cell.horizon),
            (greedyBlocks(cell.horizon) * 2 * levels * levels) / (cell.epsilon * cell.epsilon),
          ),
          audited: equal(audit(tree.measured).lowerBound, cell.epsilon),
          "all-records": equal(treeLoss(cell, levels), cell.epsilon),
        },
        values: { levels, rms: errorsOf(tree, cell.horizon).rms },
      };
    },
  }),
  controls: {
    "one-level-less": brokenControl(treeOneLevelLess, {
      horizon: axis(z.int().min(2).max(4096), { means: "records T", quick: [3, 8, 1000] }),
      epsilon,
    }),
    "noise-redrawn": brokenControl(treeNoiseRedrawn, {
      horizon: axis(z.int().min(3).max(4096), { means: "records T", quick: [3, 8, 1000] }),
      epsilon,
    }),
    "levels-of-a-power-of-two": {
      says: "scale log2(T) / epsilon at T = 2^k: the root is released too, and the loss is (1 + 1/k) epsilon",
      refutes: ["E13"],
      study: exactStudy({
        axes: { exponent: axis(z.int().min(1).max(12), { means: "k, of T = 2^k", quick: [1, 2, 3, 10] }), epsilon },
        exact: ({ exponent, epsilon }) => ({
          checks: { epsilon: atMost(treeLoss({ horizon: 1 << exponent, epsilon }, exponent), epsilon) },
        }),
      }),
    },
    "no-noise-at-one": {
      says: "scale ceil(log2 T) / epsilon at T = 1, which is 0: one noisy record needs 1 / epsilon",
      refutes: ["E13"],
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({
          checks: { scale: equal(treeSum(given({ horizon: 1, epsilon })).noise.scale, 0) },
        }),
      }),
    },
    "number-of-nodes": {
      says: "a tree of 2^k - 1 nodes for T = 2^k records: that many are its inner nodes, and it has T leaves besides",
      refutes: ["E13b"],
      study: exactStudy({
        axes: { exponent: axis(z.int().min(0).max(16), { means: "k, of T = 2^k", quick: [0, 3, 10] }) },
        exact: ({ exponent }) => {
          let nodes = 0;
          for (let size = 1; size <= 1 << exponent; size *= 2) nodes += (1 << exponent) / size;
          return { checks: { nodes: equal(nodes, (1 << exponent) - 1) } };
        },
      }),
    },
    "uses-of-a-noise": {
      says: "every noise said to be used O(log T) times, here twice the levels: the first half's block is used T/2 times",
      refutes: ["E13c"],
      study: exactStudy({
        axes: { exponent: axis(z.int().min(6).max(16), { means: "k, of T = 2^k", quick: [6, 10] }) },
        exact: ({ exponent }) => {
          const half = 1 << (exponent - 1);
          let uses = 0;
          for (let t = 1; t <= 2 * half; t++) if (firstBlock(t) === half) uses++;
          return { checks: { uses: atMost(uses, 2 * (exponent + 1)) } };
        },
      }),
    },
  },
};

/** The length of the first dyadic block of the times 1 to t. */
function firstBlock(t: number): number {
  let size = 1;
  while (2 * size <= t) size *= 2;
  return size;
}

const LOSES = (horizon: number) => (horizon >= 2 && horizon <= 977) || (horizon >= 1024 && horizon <= 1192);

/** Root mean squared errors of both counters: the tree's from its variances, the other's from the sum of t. */
function compared(horizon: number): { readonly tree: number; readonly records: number } {
  return {
    tree: errorsOf(treeSum(given({ horizon, epsilon: 1 })), horizon).rms,
    records: errorsOf(noisyRecordsSum(given({ horizon, epsilon: 1 })), horizon).rms,
  };
}

export const crossingPart: Part = {
  claim: "tree-aggregation",
  asks: "Does the tree err more than noise on every record exactly for 2 <= T <= 977 and 1024 <= T <= 1192?",
  study: exactStudy({
    axes: {
      horizon: axis(
        z
          .int()
          .min(2)
          .max(1 << 20),
        {
          means: "records T",
          quick: [2, 16, 128, 977, 978, 1000, 1023, 1024, 1192, 1193, 16_384, 100_000],
          full: [
            2, 4, 16, 64, 128, 500, 976, 977, 978, 1000, 1023, 1024, 1100, 1192, 1193, 2000, 2048, 4096, 16_384, 65_536,
            100_000,
          ],
        },
      ),
    },
    exact: ({ horizon }) => {
      const { tree, records } = compared(horizon);
      const rule = LOSES(horizon) ? atLeast : atMost;
      return {
        checks: { tree: rule(tree, records) },
        values: { tree, records, fresh: errorsOf(freshNoiseSum(given({ horizon, epsilon: 1 })), horizon).rms },
      };
    },
  }),
  controls: {
    "the-tree-always-wins": {
      says: "the tree said to err less at every T",
      study: exactStudy({
        axes: { horizon: axis(z.int().min(2).max(977), { means: "records T", quick: [2, 128, 977] }) },
        exact: ({ horizon }) => {
          const { tree, records } = compared(horizon);
          return { checks: { tree: atMost(tree, records) } };
        },
      }),
    },
  },
};
