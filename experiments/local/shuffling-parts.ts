/**
 * Amplification by shuffling: do the bounds hold the truth, and how do they compare with the closed form?
 *
 * `shuffling`: few respondents and choices, where the truth is enumerated over every dataset. `shuffling-many`: many respondents,
 * the numerical bound for any mechanism, the interval of randomized response among choices, and the closed form.
 * Source: Feldman, McMillan, Talwar (FOCS 2021, SODA 2023); Balle, Bell, Gascon, Nissim (CRYPTO 2019).
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { responseWeights, shuffledListedDelta } from "../../lib/oracles/shuffled-answers.ts";
import { shuffledResponseDelta, shuffledResponseEpsilon } from "../../lib/privacy/accounting/shuffled-response.ts";
import { shuffledClosedFormEpsilon, shuffledDelta, shuffledEpsilon } from "../../lib/privacy/accounting/shuffling.ts";
import { shuffledPairDelta } from "../../lib/privacy/loss/shuffled-pair.ts";
import { atLeast, atMost, axis, exactStudy, type Part, z } from "../kit.ts";

const localEpsilon = axis(z.number().min(0.1).max(6), {
  means: "epsilon of one answer",
  quick: [1, 2],
  full: [0.5, 1, 2, 3],
});
const choices = axis(z.int().min(2).max(5), { means: "choices", quick: [2, 3, 5], full: [2, 3, 4, 5] });
const respondents = axis(z.int().min(1).max(5), { means: "respondents", quick: [4], full: [2, 3, 4, 5] });
const share = axis(z.number().min(0).max(0.99), {
  means: "epsilon, in epsilons of one answer",
  quick: [0.1, 0.5],
  full: [0.05, 0.2, 0.5, 0.8],
});

interface FewAnswers {
  readonly localEpsilon: number;
  readonly choices: number;
  readonly size: number;
  readonly epsilon: number;
}

const enumeratedDelta = ({ localEpsilon, choices, ...few }: FewAnswers) =>
  shuffledListedDelta(responseWeights(localEpsilon, choices), few);

/** Of sums over histograms, relative to them. */
const SUMMED = { share: 1e-9 };

export const shufflingPart: Part = {
  claim: "shuffling-amplification",
  asks: "Is the enumerated delta within the interval of randomized response, and below the bound for any mechanism?",
  study: exactStudy({
    axes: { localEpsilon, choices, respondents, share },
    exact: ({ share, localEpsilon, choices, respondents }) => {
      const epsilon = share * localEpsilon;
      const given = { localEpsilon, choices, size: respondents, epsilon };
      const truth = enumeratedDelta(given);
      const { lower, upper } = shuffledResponseDelta(given);
      return {
        checks: {
          upper: atLeast(upper, truth, SUMMED),
          lower: atMost(lower, truth, SUMMED),
          general: atLeast(shuffledDelta({ localEpsilon, size: respondents, epsilon }), truth, SUMMED),
        },
        values: { truth },
      };
    },
  }),
  controls: {
    "published-decomposition": {
      says: "the decomposition that was published for four choices and more, which leaves the other choices out, as an upper bound",
      study: exactStudy({
        axes: {
          localEpsilon: axis(z.number().min(0.1).max(6), { means: "epsilon of one answer", quick: [2] }),
        },
        exact: ({ localEpsilon }) => {
          const given = { localEpsilon, choices: 5, size: 4, epsilon: localEpsilon / 2 };
          return { checks: { upper: atLeast(shuffledResponseDelta(given).lower, enumeratedDelta(given), SUMMED) } };
        },
      }),
    },
    "clones-of-double-weight": {
      says: "every other answer a clone twice as often as it is",
      study: exactStudy({
        axes: { localEpsilon, respondents: axis(z.int().min(2).max(5), { means: "respondents", quick: [4] }) },
        exact: ({ localEpsilon, respondents }) => {
          const least = 1 / (exp(localEpsilon) + 1);
          const pair = {
            localEpsilon,
            share: least,
            clone: Math.min(2 * least, 0.5),
            common: 0,
            others: respondents - 1,
          };
          const given = { localEpsilon, choices: 2, size: respondents, epsilon: localEpsilon / 2 };
          const { upper } = shuffledPairDelta(pair, given.epsilon);
          return { checks: { upper: atLeast(upper, enumeratedDelta(given), SUMMED) } };
        },
      }),
    },
  },
};

const DELTA = 1e-6;

export const manyShuffledPart: Part = {
  claim: "shuffling-amplification",
  asks:
    "Is the numerical bound below the closed form where that holds, above randomized response, " +
    "and is the interval of the latter narrow?",
  study: exactStudy({
    axes: {
      localEpsilon: axis(z.number().min(0.1).max(3), { means: "epsilon of one answer", quick: [1], full: [0.5, 1, 2] }),
      respondents: axis(z.int().min(1000).max(1e7), {
        means: "respondents",
        quick: [3000, 30_000],
        full: [3000, 10_000, 30_000, 100_000],
      }),
    },
    exact: ({ localEpsilon, respondents }) => {
      const given = { localEpsilon, size: respondents, delta: DELTA };
      const general = shuffledEpsilon(given);
      const closed = shuffledClosedFormEpsilon(given);
      const two = shuffledResponseEpsilon({ ...given, choices: 2 });
      const ten = shuffledResponseEpsilon({ ...given, choices: 10 });
      return {
        checks: {
          closed: atMost(general, closed),
          general: atLeast(general, two.lower),
          "width-of-two": atMost(two.upper, 1.01 * two.lower),
          "width-of-ten": atMost(ten.upper, 1.01 * ten.lower),
        },
        values: { general, closed, two: two.upper, ten: ten.upper },
      };
    },
  }),
  controls: {
    "closed-form-beyond-its-condition": {
      says: "the closed form at epsilon 8 with 1000 respondents, where its condition fails",
      study: exactStudy({
        axes: { delta: axis(z.number().min(1e-6).max(0.1), { means: "delta", quick: [0.01] }) },
        exact: ({ delta }) => {
          const [n, odds] = [1000, exp(8)];
          const bound = 8 * Math.sqrt((odds * log(4 / delta)) / n) + (8 * odds) / n;
          const closed = log1p(((odds - 1) / (odds + 1)) * bound);
          const { lower } = shuffledResponseEpsilon({ localEpsilon: 8, choices: 2, size: n, delta });
          return { checks: { closed: atLeast(closed, lower) } };
        },
      }),
    },
  },
};
