/**
 * Watched audits: how often a true claim is ever refuted over all looks, and after how many pairs of answers a false one is.
 *
 * Randomized response with its own event; pairs of answers are counted and looked at after 20 and then a tenth more of them each
 * time. Beside the e-value, in the controls, limits of Clopper and Pearson at every look.
 */
import { certifiedLogRatio } from "../../lib/auditing/certified-epsilon.ts";
import { eventEValue } from "../../lib/auditing/event-e-value.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  axis,
  estimateAtLeast,
  estimateAtMost,
  type Part,
  sampledStudy,
  shareOf,
  shareStudy,
  variant,
  z,
} from "../kit.ts";

/** Of each run. */
const LEVEL = 0.05;
const FIRST = 20;
const GROWTH = 1.1;

interface Pairs {
  both: number;
  overOnly: number;
  underOnly: number;
  neither: number;
}

type Refutes = (counts: Pairs, claimed: number) => boolean;

const byEValue: Refutes = (counts, epsilon) => eventEValue(counts, { epsilon, delta: 0 }) >= 1 / LEVEL;
const byLimits: Refutes = ({ both, overOnly, underOnly, neither }, epsilon) => {
  const trials = both + overOnly + underOnly + neither;
  const over = { successes: both + overOnly, trials };
  const under = { successes: both + underOnly, trials };
  return certifiedLogRatio({ over, under, delta: 0, errorRate: LEVEL }) > epsilon;
};

/** The pairs drawn at the first look that refutes; Infinity where none does. */
function stopping(
  { epsilon, claimed, most }: { readonly epsilon: number; readonly claimed: number; readonly most: number },
  refutes: Refutes,
  random: Stream,
): number {
  const right = 1 / (1 + exp(-epsilon));
  const counts = { both: 0, overOnly: 0, underOnly: 0, neither: 0 };
  let next = FIRST;
  for (let drawn = 1; drawn <= most; drawn++) {
    const over = sampleBernoulli(right, random) === 1;
    const under = sampleBernoulli(1 - right, random) === 1;
    counts[over ? (under ? "both" : "overOnly") : under ? "underOnly" : "neither"]++;
    if (drawn < next) continue;
    if (refutes(counts, claimed)) return drawn;
    next = Math.ceil(GROWTH * next);
  }
  return Infinity;
}

const MOST = 2000;
const epsilon = axis(z.number().min(0.1).max(6), {
  means: "epsilon, claimed and true",
  quick: [1, 3],
  full: [0.5, 1, 2, 3],
});

function peeking(refutes: Refutes) {
  return shareStudy({
    axes: { epsilon },
    trials: { quick: 1500, full: 8000 },
    blockSize: 500,
    intervals: () => 1,
    block: ({ epsilon }, count, random) => {
      let refuted = 0;
      for (let k = 0; k < count; k++)
        if (stopping({ epsilon, claimed: epsilon, most: MOST }, refutes, random) < Infinity) refuted++;
      return { refuted };
    },
    judge: (_, { refuted }) => ({ checks: { refuted: estimateAtMost(refuted, LEVEL) } }),
  });
}

export const peekingPart: Part = {
  claim: "watched-audit",
  asks: "Is a claim that is just true refuted at any of all looks in at most 5 % of the runs?",
  study: peeking(byEValue),
  controls: {
    "repeated-limits": {
      says: "limits of Clopper and Pearson at 5 %, looked at again and again",
      study: variant(peeking(byLimits), { over: { epsilon: [3] } }),
    },
  },
};

const CLAIMED = 1;
const LONGEST = 20_000;
const beyond = axis(z.number().min(0).max(4), {
  means: "how far the true epsilon is above the claimed 1",
  quick: [0.5, 2],
  full: [0.25, 0.5, 1, 2],
});

const stoppingStudy = sampledStudy({
  axes: { beyond },
  trials: { quick: 100, full: 400 },
  blockSize: 50,
  intervals: () => 1,
  block: ({ beyond }, count, random) => {
    let [stopped, pairs] = [0, 0];
    for (let k = 0; k < count; k++) {
      const plan = { epsilon: CLAIMED + beyond, claimed: CLAIMED, most: LONGEST };
      const drawn = stopping(plan, byEValue, random);
      if (drawn < Infinity) stopped++;
      pairs += Math.min(drawn, LONGEST);
    }
    return { stopped, pairs };
  },
  judge: (_, { stopped, pairs }, context) => ({
    checks: { stopped: estimateAtLeast(shareOf(stopped, context), 0.9) },
    values: { "mean-pairs": pairs / context.trials },
  }),
});

export const stoppingPart: Part = {
  claim: "watched-audit",
  asks: "Is a false claim refuted long before 20 000 pairs, the sooner the more it is false?",
  study: stoppingStudy,
  controls: {
    "true-claim": {
      says: "a claim that is true is refuted too",
      study: variant(stoppingStudy, { over: { beyond: [0] } }),
    },
  },
};
