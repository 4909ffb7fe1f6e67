/**
 * LORD++ and SAFFRON.
 *
 * `lord-budget` and `saffron-estimate`: what the proofs rest on, along streams that are made to spend all, exactly. `lord` and
 * `saffron`: false discovery rate and power for 500 tests, sampled, with intervals that rest on V / max(R, 1) being in [0, 1]
 * alone.
 */
import { logarithmicSequence, powerSequence } from "../../lib/false-discovery/gamma-sequence.ts";
import { lord } from "../../lib/false-discovery/lord.ts";
import type { OnlineRule } from "../../lib/false-discovery/online-rule.ts";
import { saffron } from "../../lib/false-discovery/saffron.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  estimateAtMost,
  exactStudy,
  type PartDraft,
  sampledStudy,
  type TrialCounts,
  variant,
  z,
} from "../kit.ts";
import { alpha } from "./axes.ts";
import { runBlock } from "./online-trials.ts";

const ALPHA = 0.1;

/** Streams that make a rule spend: nothing found, all found, and bursts of discoveries with long droughts after them. */
const STREAMS = ["drought", "one-found", "all-found", "early-burst", "bursts", "alternating"] as const;
const found: Readonly<Record<(typeof STREAMS)[number], (t: number) => boolean>> = {
  drought: () => false,
  "one-found": (t) => t === 0,
  "all-found": () => true,
  "early-burst": (t) => t < 50,
  bursts: (t) => t % 1000 < 20,
  alternating: (t) => t % 2 === 0,
};
const LENGTH = 10_000;
const streams = axis(z.enum(STREAMS), { means: "where rejections come", quick: STREAMS });

/** The largest, over time, of the sum of what tests are charged over max(R, 1). */
function largestEstimate(
  rule: OnlineRule,
  stream: (typeof STREAMS)[number],
  charge: (level: number, p: number) => number,
) {
  const pValues = Float64Array.from({ length: LENGTH }, (_, t) => (found[stream](t) ? 0 : 1));
  const { levels, rejected } = rule.decide(pValues);
  let [sum, rejections, largest] = [0, 0, 0];
  levels.forEach((level, t) => {
    sum += charge(level, pValues[t]);
    rejections += rejected[t];
    largest = Math.max(largest, sum / Math.max(1, rejections));
  });
  return largest;
}

const GAMMAS = { infinite: logarithmicSequence(), "to-10000": logarithmicSequence({ horizon: LENGTH }) } as const;
const KINDS = ["infinite", "to-10000"] as const;
const gammas = axis(z.enum(KINDS), { means: "gamma sequence", quick: KINDS });

const logarithmicTerm = (j: number) => log(Math.max(j, 2)) / (j * exp(Math.sqrt(log(j))));
/** The integral of the terms from x on. */
function logarithmicRest(x: number): number {
  const v = Math.sqrt(log(x));
  return 2 * (v * v * v + 3 * v * v + 6 * v + 6) * exp(-v);
}
function logarithmicSum(count: number): number {
  let sum = 0;
  for (let j = count; j >= 1; j--) sum += logarithmicTerm(j);
  return sum;
}

const lordBudget: PartDraft = {
  claim: "lord",
  asks: "Do the levels so far never sum to more than alpha max(R, 1), and gamma with C = 0.07720838 to no more than 1?",
  study: exactStudy({
    axes: { alpha, gamma: gammas, stream: streams },
    exact: ({ alpha: target, gamma, stream }) => {
      const rule = lord({ alpha: target, gamma: GAMMAS[gamma] });
      const largest = largestEstimate(rule, stream, (level) => level);
      const count = 100_000;
      const all = 0.07720838 * (logarithmicSum(count) + logarithmicRest(count));
      return { checks: { spent: atMost(largest, target), gamma: atMost(all, 1) } };
    },
  }),
  controls: {
    "constant-of-a-horizon": {
      says: "C = 0.2011, which is for 10000 tests, used without an end: the values sum to more than 1",
      study: exactStudy({
        axes: { tests: axis(z.int().min(20_000).max(1_000_000), { means: "tests", quick: [20_000, 100_000] }) },
        exact: ({ tests }) => ({ checks: { gamma: atMost(0.2011 * logarithmicSum(tests), 1) } }),
      }),
    },
  },
};

const lambda = axis(z.number().min(0.05).max(0.95), {
  means: "lambda",
  quick: [0.5],
  full: [0.05, 0.25, 0.5, 0.75, 0.95],
});

/** a_i 1{p_i > lambda} / (1 - lambda). */
const charged = (threshold: number) => (level: number, p: number) => (p > threshold ? level / (1 - threshold) : 0);

const saffronEstimate: PartDraft = {
  claim: "saffron",
  asks: "Does the estimate of the false discovery proportion never exceed alpha?",
  study: exactStudy({
    axes: { alpha, lambda, stream: streams },
    exact: ({ alpha: target, lambda: threshold, stream }) => {
      const rule = saffron({ alpha: target, lambda: threshold });
      const first = saffron({ alpha: 0.05, gamma: powerSequence({ exponent: 1.6, horizon: 10_000 }) }).start().level;
      return {
        checks: { estimate: atMost(largestEstimate(rule, stream, charged(threshold)), target) },
        values: { first },
      };
    },
  }),
  controls: {
    "factor-forgotten": {
      says: "rewards of alpha in place of (1 - lambda) alpha, on one discovery with a drought after it",
      study: exactStudy({
        axes: { alpha: axis(z.number().min(0.01).max(0.04), { means: "alpha", quick: [0.02] }), lambda },
        exact: ({ alpha: target, lambda: threshold }) => {
          const rule = saffron({ alpha: target / (1 - threshold), lambda: threshold });
          return { checks: { estimate: atMost(largestEstimate(rule, "one-found", charged(threshold)), target) } };
        },
      }),
    },
  },
};

const share = axis(z.number().min(0).max(0.8), {
  means: "share of alternatives",
  quick: [0, 0.3],
  full: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8],
});

/** The false discovery rate of a rule, and its power. */
const rateStudy = (decide: OnlineRule["decide"], trials: TrialCounts) =>
  sampledStudy({
    axes: { share },
    trials,
    blockSize: 500,
    intervals: () => 1,
    block: (cell, count, random) => runBlock(decide, cell.share, count, random),
    judge: (_, { proportion, power }, { errorRate }) => ({
      checks: { rate: estimateAtMost(boundedMeanOf(proportion, { least: 0, greatest: 1, errorRate }), ALPHA) },
      values: { power: power.mean },
    }),
  });

const uncorrected: OnlineRule["decide"] = (pValues) => ({
  levels: new Float64Array(pValues.length).fill(ALPHA),
  rejected: Uint8Array.from(pValues, (p) => (p <= ALPHA ? 1 : 0)),
});

const RULES = Object.fromEntries(KINDS.map((kind) => [kind, lord({ alpha: ALPHA, gamma: GAMMAS[kind] })]));
const SAFFRON = saffron({ alpha: ALPHA });
/** (1 - lambda) alpha is then alpha. */
const FORGOTTEN = saffron({ alpha: ALPHA / 0.5, lambda: 0.5 });

const lordRate: PartDraft = {
  claim: "lord",
  asks: "Is the false discovery rate of LORD++ at most alpha = 0.1, for 500 tests?",
  study: variant(rateStudy(RULES.infinite.decide, { quick: 2000, full: 10_000, most: 80_000 }), {
    axes: { share, gamma: gammas },
    block: (cell, count, random) => runBlock(RULES[cell.gamma].decide, cell.share, count, random),
  }),
  controls: {
    uncorrected: {
      says: "p <= 0.1 for every test, without correction: nearly every stream of nulls has a false discovery, and then nothing else",
      study: variant(rateStudy(uncorrected, { quick: 2000, full: 4000, most: 32_000 }), {
        axes: { share: axis(z.number().min(0).max(0.3), { means: "share of alternatives", quick: [0, 0.1] }) },
      }),
    },
  },
};

const saffronRate: PartDraft = {
  claim: "saffron",
  asks: "Is the false discovery rate of SAFFRON at most alpha = 0.1, for 500 tests?",
  study: rateStudy(SAFFRON.decide, { quick: 8000, full: 20_000, most: 320_000 }),
  controls: {
    "factor-forgotten": {
      says: "rewards of alpha in place of (1 - lambda) alpha",
      study: variant(rateStudy(FORGOTTEN.decide, { quick: 2000, full: 4000, most: 64_000 }), {
        axes: { share: axis(z.number().min(0.1).max(0.5), { means: "share of alternatives", quick: [0.1, 0.5] }) },
      }),
    },
  },
};

export const onlineParts = {
  "lord-budget": lordBudget,
  lord: lordRate,
  "saffron-estimate": saffronEstimate,
  saffron: saffronRate,
};
