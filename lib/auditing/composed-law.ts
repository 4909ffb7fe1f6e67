/**
 * Laws of sequences: independent releases, and rounds that look at the answers so far, by enumeration.
 *
 * The outcome is the list of answers; the log-mass of a list is the sum of the log-masses of its answers, each given those before it.
 * With these an audit of composition is an audit of two discrete laws.
 * Limits: the support has as many lists as there are sequences of answers, at most 2^22 here; `neglected` is the sum over rounds, an
 * upper bound of the mass that the lists leave out.
 */
import { exp } from "../numerics/exponential.ts";
import { refuse, requireFunction, requireInteger, requireList } from "../numerics/requirements.ts";
import { type DiscreteLaw, requireListed } from "../privacy/loss/law.ts";

const LARGEST_SUPPORT = 4194304; // 2^22

/** The law of `rounds` answers, the next one drawn from `next(answers so far)`. */
export function adaptiveLaw<Output>(
  rounds: number,
  next: (answers: readonly Output[]) => DiscreteLaw<Output>,
): DiscreteLaw<readonly Output[]> {
  requireInteger({ rounds }, 1);
  requireFunction({ next });
  let support: (readonly Output[])[] = [[]];
  let logMasses: number[] = [0];
  let neglected = 0;
  for (let round = 0; round < rounds; round++) {
    const lists: (readonly Output[])[] = [];
    const longer: number[] = [];
    for (let i = 0; i < support.length; i++) {
      const law = next(support[i]);
      requireListed("what `next` returns", law);
      neglected += exp(logMasses[i]) * law.neglected;
      for (const output of law.support) {
        lists.push([...support[i], output]);
        longer.push(logMasses[i] + law.logMass(output));
      }
      if (lists.length > LARGEST_SUPPORT) refuse("sequences", `at most ${LARGEST_SUPPORT}`, lists.length);
    }
    support = lists;
    logMasses = longer;
  }
  const logMass = (answers: readonly Output[]) => {
    if (answers.length !== rounds) return -Infinity;
    let sum = 0;
    for (let round = 0; round < rounds && sum > -Infinity; round++)
      sum += next(answers.slice(0, round)).logMass(answers[round]);
    return sum;
  };
  return { kind: "discrete", support, neglected: Math.min(1, neglected), logMass };
}

/** The law of independent draws, one from each law. */
export function productLaw<Output>(laws: readonly DiscreteLaw<Output>[]): DiscreteLaw<readonly Output[]> {
  requireList("laws", laws);
  for (const [k, law] of laws.entries()) requireListed(`laws[${k}]`, law);
  return adaptiveLaw(laws.length, (answers) => laws[answers.length]);
}
