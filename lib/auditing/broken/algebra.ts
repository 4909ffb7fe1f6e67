/**
 * Broken: ways to misread the definition, post-processing, composition and group privacy, as finite laws.
 *
 * - The exact number of records, harmless under swap, under add-remove: no epsilon suffices.
 * - A record picked at random: (0, 1/n), not (0, 1/(2n)).
 * - Parity, deterministic and not constant: no epsilon suffices.
 * - Post-processing that looks at the data again: an answer rounded towards the truth.
 * - One draw of noise for two queries: their difference is bare.
 * - A chain of coins that attains the group bound delta (e^(k epsilon) - 1) / (e^epsilon - 1), above k delta.
 * - k randomized responses at a total of epsilon sqrt(k).
 */

import { randomRecord } from "../../mechanisms/choice/random-record.ts";
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { imageLaw, lawOfMasses, tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { discreteLaplaceCount } from "./additive-noise.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

export function bareOutput<Output>(output: Output): DiscreteLaw<Output> {
  return tabulatedLaw([[output, 0]]);
}

export function exactSize(records: readonly unknown[]): DiscreteLaw<number> {
  return bareOutput(records.length);
}

export function parity(bits: readonly number[]): number {
  return bits.reduce((sum, bit) => sum + bit, 0) % 2;
}

/** Correct: randomized response. */
export function bitResponse(bit: number, epsilon: number): DiscreteLaw<number> {
  requirePositive({ epsilon });
  return tabulatedLaw([
    [bit, -log1p(exp(-epsilon))],
    [1 - bit, -log1p(exp(epsilon))],
  ]);
}

/** A wrong answer of randomized response is put right with probability `zeal`, by a look at the bit. */
function answerTowardsTruth(
  bit: number,
  { epsilon, zeal }: { readonly epsilon: number; readonly zeal: number },
): DiscreteLaw<number> {
  requireOpenProbability({ zeal });
  return imageLaw(bitResponse(bit, epsilon), (answer) =>
    answer === bit
      ? bareOutput(bit)
      : lawOfMasses([
          [bit, zeal],
          [answer, 1 - zeal],
        ]),
  );
}

/** Correct: the same channel for both bits, answers of 0 turned to 1 with probability `zeal`. */
function answerTowardsOne(
  bit: number,
  { epsilon, zeal }: { readonly epsilon: number; readonly zeal: number },
): DiscreteLaw<number> {
  requireOpenProbability({ zeal });
  return imageLaw(bitResponse(bit, epsilon), (answer) =>
    answer === 1
      ? bareOutput(1)
      : lawOfMasses([
          [1, zeal],
          [0, 1 - zeal],
        ]),
  );
}

/** Two counts with the same draw of noise. */
function sharedNoise([first, second]: readonly [number, number], epsilon: number): DiscreteLaw<string> {
  const noise = discreteLaplaceCount(0, epsilon);
  return {
    kind: "discrete",
    support: noise.support.map((k) => `${first + k},${second + k}`),
    logMass: (output) => {
      const [one, two] = output.split(",").map(Number);
      return one - first === two - second ? noise.logMass(one - first) : -Infinity;
    },
    neglected: noise.neglected,
  };
}

/** Correct: a draw for each. */
function separateNoise([first, second]: readonly [number, number], epsilon: number): DiscreteLaw<string> {
  return imageLaw(discreteLaplaceCount(first, epsilon, 20), (one) =>
    imageLaw(discreteLaplaceCount(second, epsilon, 20), (two) => bareOutput(`${one},${two}`)),
  );
}

interface GroupChain {
  readonly epsilon: number;
  readonly delta: number;
  readonly start: number;
}

/** The coin after `steps` neighbours, each as likely to fall heads as (epsilon, delta) allows. */
function groupChainCoin(steps: number, { epsilon, delta, start }: GroupChain): DiscreteLaw<number> {
  requireInteger({ steps }, 0);
  const heads = start * exp(steps * epsilon) + (steps === 0 ? 0 : (delta * expm1(steps * epsilon)) / expm1(epsilon));
  return lawOfMasses([
    [1, heads],
    [0, 1 - heads],
  ]);
}

/** How many of `rounds` randomized responses of one bit say 1: all that the answers tell of it. */
export function responseTotal(
  bit: number,
  { rounds, epsilon }: { readonly rounds: number; readonly epsilon: number },
): DiscreteLaw<number> {
  requireInteger({ rounds }, 1);
  requirePositive({ epsilon });
  const probability = bit === 1 ? 1 / (1 + exp(-epsilon)) : 1 / (1 + exp(epsilon));
  return tabulatedLaw(
    Array.from(
      { length: rounds + 1 },
      (_, successes) => [successes, binomialLogMass({ trials: rounds, successes, probability })] as const,
    ),
  );
}

const everyone = ["ann", "bob", "cid", "dan", "eve", "fay", "gil", "hal", "ida", "jim"];
const chain = { epsilon: 0.5, delta: 1e-3, start: 1e-3 };
const groupDelta = (chain.delta * expm1(5 * chain.epsilon)) / expm1(chain.epsilon);

/** Records of which the first is swapped for one that none of the others is. */
function swappedRecord({ size }: { readonly size: number }) {
  const records = Array.from({ length: size }, (_, k) => k);
  const { law } = randomRecord({ size });
  return { first: law(records), second: law([...records.slice(1), size]) };
}

export const randomRecordVariant = brokenVariant({
  name: "random-record",
  claim: "a record at random among n is (0, 1/(2n))-private under swap",
  source: "claim random-person; Dwork, Roth (2014)",
  at: { size: 10 },
  claimed: { epsilon: 0, delta: 0.05 },
  correctedClaim: { epsilon: 0, delta: 0.1 },
  needs: 0.1,
  within: 1e-15,
  broken: swappedRecord,
  corrected: swappedRecord,
});

interface Zeal {
  readonly epsilon: number;
  readonly zeal: number;
}

export const lookAgain = brokenVariant({
  name: "look-again",
  claim: "rounding an answer towards the truth is post-processing, and keeps epsilon 1",
  says: "post-processing that looks at the data again: a wrong answer is put right now and then",
  source: "claim postprocessing; Dwork, Roth (2014), proposition 2.1, for what post-processing is",
  at: { epsilon: 1, zeal: 0.5 },
  claimed: pureClaim(1),
  // (e + 1/2) / (1/2): half of the wrong answers are put right.
  needs: 1.862,
  within: 5e-4,
  broken: (answer: Zeal) => ({ first: answerTowardsTruth(0, answer), second: answerTowardsTruth(1, answer) }),
  corrected: (answer: Zeal) => ({ first: answerTowardsOne(0, answer), second: answerTowardsOne(1, answer) }),
});

export const sharedNoiseVariant = brokenVariant({
  name: "shared-noise",
  claim: "two counts of which one moves are 1-private with one draw of noise for both",
  source: "claim basic-composition",
  at: { epsilon: 1 },
  claimed: pureClaim(1),
  needs: Infinity,
  broken: ({ epsilon }) => ({ first: sharedNoise([0, 0], epsilon), second: sharedNoise([1, 0], epsilon) }),
  corrected: ({ epsilon }) => ({ first: separateNoise([0, 0], epsilon), second: separateNoise([1, 0], epsilon) }),
});

export const ALGEBRA_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "exact-size",
    claim: "the number of records is 1-private under add-remove",
    source: "claim neighbour-relations; Kifer, Machanavajjhala (2011)",
    claimed: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: exactSize(everyone), second: exactSize(everyone.slice(1)) }),
    corrected: () => ({ first: discreteLaplaceCount(10, 1), second: discreteLaplaceCount(9, 1) }),
  }),
  randomRecordVariant,
  brokenVariant({
    name: "parity",
    claim: "the parity of bits is 1-private under swap",
    source: "claim deterministic-not-private",
    claimed: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: bareOutput(parity([1, 0, 1])), second: bareOutput(parity([1, 1, 1])) }),
    corrected: () => ({ first: bitResponse(parity([1, 0, 1]), 1), second: bitResponse(parity([1, 1, 1]), 1) }),
  }),
  lookAgain,
  sharedNoiseVariant,
  brokenVariant({
    name: "root-of-rounds",
    claim: "a hundred rounds of epsilon 0.1 compose to epsilon sqrt(k) = 1 at delta 1e-6",
    source:
      "claim advanced-composition, for what the Theta of advanced composition hides; 4.774568 at delta 1e-6 " +
      "by claim kov-optimal-composition",
    claimed: { epsilon: 1, delta: 1e-6 },
    correctedClaim: { epsilon: 4.774569, delta: 1e-6 },
    broken: () => ({
      first: responseTotal(0, { rounds: 100, epsilon: 0.1 }),
      second: responseTotal(1, { rounds: 100, epsilon: 0.1 }),
    }),
    corrected: () => ({
      first: responseTotal(0, { rounds: 100, epsilon: 0.1 }),
      second: responseTotal(1, { rounds: 100, epsilon: 0.1 }),
    }),
  }),
  brokenVariant({
    name: "group-chain",
    claim: "five neighbours on, (epsilon, delta) has become (5 epsilon, 5 delta)",
    source: "claim group-privacy; Vadhan (2017)",
    claimed: { epsilon: 5 * chain.epsilon, delta: 5 * chain.delta },
    correctedClaim: { epsilon: 5 * chain.epsilon, delta: groupDelta },
    needs: 0.01724,
    within: 5e-6,
    broken: () => ({ first: groupChainCoin(5, chain), second: groupChainCoin(0, chain) }),
    corrected: () => ({ first: groupChainCoin(5, chain), second: groupChainCoin(0, chain) }),
  }),
];
