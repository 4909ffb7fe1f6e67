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
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { refuse, requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { ValueMap } from "../../privacy/loss/value-map.ts";
import { imageLaw, lawOfMasses, tabulatedLaw } from "../tabulated-law.ts";
import { discreteLaplaceCount } from "./additive-noise.ts";

export function bareOutput<Output>(output: Output): DiscreteLaw<Output> {
  return tabulatedLaw([[output, 0]]);
}

export function exactSize(records: readonly unknown[]): DiscreteLaw<number> {
  return bareOutput(records.length);
}

export function randomRecord<Row>(records: readonly Row[]): DiscreteLaw<Row> {
  if (records.length === 0) refuse("records", "not empty", records);
  const counts = new ValueMap<Row, number>();
  for (const record of records) counts.set(record, (counts.get(record) ?? 0) + 1);
  return lawOfMasses(counts.entries().map(([record, count]) => [record, count / records.length] as const));
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
export function answerTowardsTruth(
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
export function answerTowardsOne(
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
export function sharedNoise([first, second]: readonly [number, number], epsilon: number): DiscreteLaw<string> {
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
export function separateNoise([first, second]: readonly [number, number], epsilon: number): DiscreteLaw<string> {
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
export function groupChainCoin(steps: number, { epsilon, delta, start }: GroupChain): DiscreteLaw<number> {
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
