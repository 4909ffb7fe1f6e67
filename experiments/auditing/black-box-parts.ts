/**
 * Black boxes: what draws show of mu and of Renyi divergences, and the search for the worst neighbouring inputs.
 */

import { certifiedLogRatio } from "../../lib/auditing/certified-epsilon.ts";
import { halfLineEvent } from "../../lib/auditing/event-choice.ts";
import { searchPair } from "../../lib/auditing/pair-search.ts";
import { auditGaussianRelease, auditRenyiRelease } from "../../lib/auditing/sampled-divergence-audit.ts";
import { neighbouringPairs } from "../../lib/auditing/worst-pair.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import { sampleLaplace } from "../../lib/random/laplace.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { atLeast, audited, axis, estimateAtMost, type Part, sampledStudy, shareStudy, variant, z } from "../kit.ts";

const choose = halfLineEvent((output: number) => output);
const ORDERS = [1.25, 1.5, 2, 4, 8];
const DRAWS = 20_000;
const mu = axis(z.number().min(0.1).max(6), {
  means: "Gaussian privacy of the release",
  quick: [1, 2],
  full: [0.5, 1, 2, 4],
});

/** The error rate is known to the judge alone, so a block names the stream from which the audits draw. */
function divergences(share: number) {
  return sampledStudy({
    axes: { mu },
    trials: { quick: 1, full: 1 },
    intervals: () => 2,
    block: (_cell, _count, random) => ({ seed: random.uint32() }),
    judge: ({ mu }, { seed }, { errorRate }) => {
      const release = (mean: number, random: Stream) => sampleNormal({ mean, sigma: share / mu }, random);
      const plan = { inputs: [0, 1] as const, draws: DRAWS, errorRate, choose };
      const gaussian = auditGaussianRelease(release, { ...plan, mu }, stream(seed, "mu"));
      const epsilonAt = (order: number) => (order * mu * mu) / 2;
      const renyi = auditRenyiRelease(release, { ...plan, orders: ORDERS, epsilonAt }, stream(seed, "renyi"));
      return {
        checks: {
          mu: audited(gaussian, mu),
          renyi: audited(renyi, epsilonAt(renyi.order)),
        },
        values: { order: renyi.order, "share-of-mu": gaussian.lowerBound / mu },
      };
    },
  });
}

export const divergencePart: Part = {
  claim: "sampled-divergence-audit",
  asks: "Do draws of Gaussian noise show no more than its mu and its Renyi curve?",
  study: divergences(1),
  controls: {
    "half-the-noise": {
      says: "half of the noise that is claimed",
      study: variant(divergences(0.5), { over: { mu: { quick: [1], full: [1, 2] } } }),
    },
  },
};

const pairs = [...neighbouringPairs({ universe: [0, 1, 2, 3], size: 2, neighbours: "swap" })];
/**
 * A sum of clamped records, but on [3, 3] the clamp is forgotten: 6 against 1 or 2, a loss of 5 beside one record of 0, of 4 beside
 * another.
 */
const hiddenSum = (records: readonly number[], random: Stream) => {
  const forgets = records.every((record) => record === 3);
  return records.reduce((sum, record) => sum + (forgets ? record : Math.min(1, record)), 0) + sampleLaplace(1, random);
};
const WORST = 5;
const draws = axis(z.int().min(10_000).max(1_000_000), {
  means: "budget of draws",
  quick: [30_000, 60_000],
  full: [30_000, 100_000, 300_000],
});

function hidden(claimed: number) {
  return sampledStudy({
    axes: { draws },
    trials: { quick: 1, full: 1 },
    intervals: () => 1,
    block: (_cell, _count, random) => ({ seed: random.uint32() }),
    judge: ({ draws }, { seed }, { errorRate }) => {
      const search = { pairs, epsilon: claimed, delta: 0, draws, errorRate, choose };
      const found = searchPair(hiddenSum, search, stream(seed, "search"));
      return {
        checks: {
          epsilon: audited(found, claimed),
          "hidden-input": atLeast(found.pair.some((records) => records.join() === "3,3") ? 1 : 0, 1),
        },
        values: { spent: found.draws },
      };
    },
  });
}

export const hiddenPart: Part = {
  claim: "audited-pair-search",
  asks: "Does the search find the one input on which a clamp is forgotten, and certify no more than its loss?",
  study: hidden(WORST),
  controls: {
    "clamp-forgotten": {
      says: "the sum is claimed 1-private on all inputs",
      study: variant(hidden(1), { over: { draws: [60_000] } }),
    },
  },
};

const LEVEL = 0.1;
const EPSILON = 3;
const COPIES = 16;
const respond = (bit: number, random: Stream) =>
  sampleBernoulli(1 / (1 + exp(-EPSILON)), random) === 1 ? bit : 1 - bit;
/** Answers that are the likelier one's own. */
const ownAnswer = ({ over }: { readonly over: readonly number[] }) => {
  const ones = over.filter((bit) => bit === 1).length;
  return (bit: number) => (bit === 1) === 2 * ones > over.length;
};
const copies = axis(z.int().min(2).max(64), { means: "pairs of inputs, all alike", quick: [COPIES] });

function selection(refutes: (copies: number, random: Stream) => boolean) {
  return shareStudy({
    axes: { copies },
    trials: { quick: 600, full: 3000 },
    blockSize: 200,
    intervals: () => 1,
    block: ({ copies }, count, random) => {
      let refuted = 0;
      for (let k = 0; k < count; k++) if (refutes(copies, random.child(k))) refuted++;
      return { refuted };
    },
    judge: (_, { refuted }) => ({ checks: { refuted: estimateAtMost(refuted, LEVEL) } }),
  });
}

export const selectionPart: Part = {
  claim: "audited-pair-search",
  asks: "Is a true claim refuted in at most 10 % of the searches among pairs that are all alike?",
  study: selection((copies, random) => {
    const alike = Array.from({ length: copies }, () => [0, 1] as const);
    const search = { pairs: alike, epsilon: EPSILON, delta: 0, draws: 4000, errorRate: LEVEL, choose: ownAnswer };
    return searchPair(respond, search, random).verdict === "violated";
  }),
  controls: {
    "best-of-all-pairs": {
      says: "the largest of the bounds of all pairs, each at the full error rate",
      study: selection((copies, random) => {
        const count = (bit: number) => {
          let successes = 0;
          for (let k = 0; k < 125; k++) successes += respond(bit, random);
          return { successes, trials: 125 };
        };
        return Array.from({ length: copies }, () => ({ over: count(1), under: count(0) })).some(
          (counts) => certifiedLogRatio({ ...counts, delta: 0, errorRate: LEVEL }) > EPSILON,
        );
      }),
    },
  },
};
