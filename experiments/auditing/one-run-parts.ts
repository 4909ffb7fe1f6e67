/**
 * One run with canaries, audited by its trade-off curve: the bound against exact laws of tiny channels, and what it certifies of
 * Gaussian noise.
 */
import { accuracyOneRunPValue, perGuessOneRunPValue } from "../../lib/auditing/broken/one-run.ts";
import { curveOf, tailsOf } from "../../lib/auditing/coin-channels.ts";
import { auditOneRun, oneRunEpsilon } from "../../lib/auditing/one-run-audit.ts";
import { auditOneRunTradeOff, oneRunMu, tradeOffOneRunPValue } from "../../lib/auditing/one-run-trade-off-audit.ts";
import { gaussianEpsilon } from "../../lib/privacy/loss/gaussian-profile.ts";
import { gaussianTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import { atLeast, atMost, audited, axis, exactStudy, type Part, sampledStudy, variant, z } from "../kit.ts";
import { CHANNELS, type ChannelName, channelOf } from "./tiny-channels.ts";

const canaries = axis(z.int().min(2).max(5), { means: "canaries", quick: [2, 3, 4] });
const channel = axis(z.enum(CHANNELS), { means: "what the output tells of the coins", quick: CHANNELS });
const only = <Name extends ChannelName>(name: Name) => axis(z.literal(name), { means: channel.means, quick: [name] });

/** The largest excess of the true chance of v right guesses over the bound, over all v and numbers of guesses. */
function bounded(pValue: typeof tradeOffOneRunPValue) {
  return exactStudy({
    axes: { canaries, channel },
    exact: ({ canaries, channel: name }) => {
      const channel = channelOf(name, canaries);
      const curve = curveOf(channel, canaries);
      let excess = -Infinity;
      for (let guesses = 1; guesses <= canaries; guesses++)
        tailsOf(channel, canaries, guesses).forEach((tail, correct) => {
          excess = Math.max(excess, tail - pValue({ canaries, guesses, correct }, curve));
        });
      return { checks: { excess: atMost(excess, 0, { absolute: 1e-9 }) } };
    },
  });
}

export const boundPart: Part = {
  claim: "one-run-trade-off",
  asks: "Is the chance of any number of right guesses at most the bound, by exact laws of all kinds of canaries?",
  study: bounded(tradeOffOneRunPValue),
  controls: {
    "binomial-of-accuracy": {
      says: "the number of right guesses is no larger than binomial with the best accuracy: they may be right together",
      study: variant(bounded(accuracyOneRunPValue), { axes: { canaries, channel: only("all-or-nothing") } }),
    },
    "guesses-for-canaries": {
      says: "canaries that are not guessed do not count: which are guessed follows from the output",
      study: variant(bounded(perGuessOneRunPValue), { axes: { canaries, channel: only("one-shown") } }),
    },
  },
};

const CANARIES = 1000;
const DELTA = 1e-5;
const GUESSES = [20, 50, 100, 200, 500] as const;
const mu = axis(z.number().min(0.1).max(8), {
  means: "Gaussian privacy of one coin",
  quick: [1, 4],
  full: [0.5, 1, 2, 4],
});

/** The highest of noisy coins are guessed to be in; `share` of the noise that the claim needs. */
function run(share: number) {
  return sampledStudy({
    axes: { mu },
    trials: { quick: 1, full: 1 },
    intervals: () => 1,
    block: ({ mu }, _count, random) => {
      const [members, others]: [number[], number[]] = [[], []];
      for (let k = 0; k < CANARIES; k++) {
        const coin = sampleBernoulli(0.5, random);
        (coin ? members : others).push(sampleNormal({ mean: coin, sigma: share / mu }, random));
      }
      return { members, others };
    },
    judge: ({ mu }, scores, { errorRate }) => {
      const plan = { errorRate, guessCounts: GUESSES };
      const found = auditOneRunTradeOff(scores, { ...plan, curve: gaussianTradeOff(mu) });
      const epsilon = gaussianEpsilon({ mu, delta: DELTA });
      const before = auditOneRun(scores, { ...plan, epsilon, delta: DELTA }).lowerBound;
      const now = epsilonOf(found.lowerBound);
      return {
        checks: {
          mu: audited(found, mu),
          "no-less-than-before": atLeast(now, before, { share: 1e-6 }),
        },
        values: { "p-value": found.pValue, epsilon, "epsilon-by-curve": now, "epsilon-by-pair": before },
      };
    },
  });
}

/** What the same guesses certify by both audits: all of the scores of one run at one number of guesses. */
const guesses = axis(z.int().min(10).max(CANARIES), {
  means: "guesses",
  quick: [100, 500],
  full: [20, 50, 100, 200, 500, 1000],
});
const accuracy = axis(z.number().min(0.5).max(1), {
  means: "share of guesses that are right",
  quick: [0.9],
  full: [0.6, 0.7, 0.8, 0.9, 1],
});

export const gaussianRunPart: Part = {
  claim: "one-run-trade-off",
  asks: "Does one run with Gaussian noise on its canaries show no more than its mu, and more epsilon than the audit without the curve?",
  study: run(1),
  controls: {
    "fiftieth-of-noise": {
      says: "a fiftieth of the noise that is claimed",
      study: variant(run(0.02), { over: { mu: [0.25] } }),
    },
  },
};

const countsStudy = exactStudy({
  axes: { guesses, accuracy },
  exact: (cell) => {
    const { curve, pair } = certified(cell);
    return { checks: { "at-least": atLeast(curve, pair, { share: 1e-6 }) }, values: { curve, pair } };
  },
});

export const countsPart: Part = {
  claim: "one-run-trade-off",
  asks: "Do the same guesses certify at least as much by the curve of a Gaussian claim as by (epsilon, delta)?",
  study: countsStudy,
  controls: {
    "no-better": {
      says: "the curve certifies no more than (epsilon, delta) does",
      study: variant(countsStudy, {
        over: { guesses: [100], accuracy: [0.9] },
        exact: (cell) => {
          const { curve, pair } = certified(cell);
          return { checks: { "no-more": atMost(curve, pair, { share: 0.01 }) } };
        },
      }),
    },
  },
};

function certified({ guesses, accuracy }: { readonly guesses: number; readonly accuracy: number }) {
  const counts = { canaries: CANARIES, guesses, correct: Math.round(guesses * accuracy) };
  const curve = epsilonOf(oneRunMu(counts, { errorRate: 0.05 }));
  return { curve, pair: oneRunEpsilon(counts, { delta: DELTA, errorRate: 0.05 }) };
}

function epsilonOf(mu: number): number {
  return mu === 0 ? 0 : gaussianEpsilon({ mu, delta: DELTA });
}
