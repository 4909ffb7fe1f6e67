/**
 * Alpha-investing.
 *
 * `alpha-investing`: E V / (E R + eta) exactly, over the tree of all decisions of up to 12 tests. `alpha-investing-long`: the same
 * for 500 tests, where the rate is at most alpha if and only if E (V - alpha R) is at most alpha eta; a mean of sampled streams,
 * with Student's interval.
 */
import { alphaInvesting } from "../../lib/false-discovery/alpha-investing.ts";
import type { OnlineRule, OnlineSession } from "../../lib/false-discovery/online-rule.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atLeast,
  atMost,
  axis,
  estimateAtMost,
  exactStudy,
  meanOf,
  type PartDraft,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { alpha } from "./axes.ts";
import { type Stepper, treeExpectations } from "./decision-tree.ts";
import { oneRun, TESTS } from "./online-trials.ts";

const ALPHA = 0.1;
const RULE = alphaInvesting({ alpha: ALPHA });

const treeShare = axis(z.number().min(0).max(1), {
  means: "share of alternatives",
  quick: [0, 0.3],
  full: [0, 0.1, 0.3, 0.5, 1],
});
const treeTests = axis(z.int().min(1).max(12), { means: "tests", quick: [8], full: [1, 4, 8, 12] });

/** E V / (E R + eta) with eta = 1 - alpha. */
function marginalRate(
  start: () => Stepper,
  cell: { readonly alpha: number; readonly share: number; readonly tests: number },
) {
  const { falseRejections, rejections } = treeExpectations(start, cell);
  return falseRejections / (rejections + 1 - cell.alpha);
}

const wealthOf = (session: Stepper) => Number((session as OnlineSession).save().state.wealth);

const investing: PartDraft = {
  claim: "alpha-investing",
  asks: "Is the marginal false discovery rate at most alpha, and the wealth never below 0?",
  study: exactStudy({
    axes: { alpha, share: treeShare, tests: treeTests },
    exact: (cell) => {
      const rule = alphaInvesting({ alpha: cell.alpha });
      const { falseRejections, rejections, least } = treeExpectations(rule.start, cell, wealthOf);
      return {
        checks: {
          marginal: atMost(falseRejections / (rejections + 1 - cell.alpha), cell.alpha),
          wealth: atLeast(least, 0),
        },
        values: { "false-rejections": falseRejections, rejections },
      };
    },
  }),
  controls: {
    "failures-for-free": {
      says: "an investor who never pays for a test that fails, among true nulls",
      study: exactStudy({
        axes: { alpha },
        exact: (cell) => {
          const free = () => purse(cell.alpha, () => 0);
          return { checks: { marginal: atMost(marginalRate(free, { ...cell, share: 0, tests: 12 }), cell.alpha) } };
        },
      }),
    },
    "without-the-guard": {
      says:
        "levels W / (1 + j) alone, as in the article: after rejections that bring the wealth above 1, " +
        "a test that fails costs more than there is",
      study: exactStudy({
        axes: { alpha },
        exact: ({ alpha: level }) => {
          let wealth = level * (1 - level);
          while (wealth <= 1) wealth += level;
          const risked = wealth / 2;
          return { checks: { wealth: atLeast(wealth - risked / (1 - risked), 0) }, values: { before: wealth } };
        },
      }),
    },
  },
};

/** V - alpha R of many streams of 500 tests. */
function excessBlock(decide: OnlineRule["decide"], share: number, count: number, random: Stream): Moments {
  const excesses = Float64Array.from({ length: count }, () => {
    const { falseRejections, rejections } = oneRun(decide, share, TESTS, random);
    return falseRejections - ALPHA * rejections;
  });
  return momentsOf(excesses);
}

const longStudy = sampledStudy({
  axes: {
    share: axis(z.number().min(0.1).max(0.6), {
      means: "share of alternatives",
      quick: [0.1, 0.5],
      full: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    }),
  },
  trials: { quick: 20_000, full: 40_000, most: 320_000 },
  blockSize: 2000,
  intervals: () => 1,
  block: ({ share }, count, random) => excessBlock(RULE.decide, share, count, random),
  judge: (_, excess, context) => ({ checks: { excess: estimateAtMost(meanOf(excess, context), ALPHA * (1 - ALPHA)) } }),
});

const investingLong: PartDraft = {
  claim: "alpha-investing",
  asks: "Is the same rate at most alpha = 0.1 for 500 tests: is E (V - alpha R) at most alpha eta?",
  study: longStudy,
  controls: {
    "failures-for-free": {
      says: "an investor who never pays for a test that fails",
      study: variant(longStudy, {
        trials: { quick: 1000, full: 2000 },
        block: ({ share }, count, random) => excessBlock(decideForFree, share, count, random),
      }),
    },
  },
};

const decideForFree: OnlineRule["decide"] = (pValues) => {
  const session = purse(ALPHA, () => 0);
  const levels = new Float64Array(pValues.length);
  const rejected = new Uint8Array(pValues.length);
  for (let t = 0; t < pValues.length; t++) {
    const decision = session.next(pValues[t]);
    levels[t] = decision.level;
    if (decision.rejected) rejected[t] = 1;
  }
  return { levels, rejected };
};

/** Foster and Stine's levels, with a cost of one's own for a test that fails. */
function purse(reward: number, cost: (level: number) => number): Stepper {
  let [wealth, since] = [reward * (1 - reward), 1];
  const level = () => Math.min(wealth / (1 + since), wealth / (1 + wealth));
  return {
    get level() {
      return level();
    },
    next: (p) => {
      const used = level();
      const rejected = p <= used;
      wealth += rejected ? reward : -cost(used);
      since = rejected ? 1 : since + 1;
      return { level: used, rejected };
    },
  };
}

export const investingParts = { "alpha-investing": investing, "alpha-investing-long": investingLong };
