/**
 * What the best local mechanism lets out of bits: randomized response, leaky with a delta, and how its answers depend on the number
 * of ones.
 *
 * Theorem: every (epsilon, delta)-local mechanism for a bit is a garbling of leaky randomized response (of randomized response for
 * delta = 0), also if it is chosen by earlier answers. So an estimator that sees these answers can do all that one of any local
 * protocol can, and by symmetry it needs their counts alone: how many ones and zeros leaked, and how many of the other answers are 1.
 * Source: Kairouz, Oh, Viswanath (ICML 2015), theorem 3.1 and its proof; (JMLR 2016), theorem 2, for a bit.
 * Limits: one round, or persons asked one after the other. n + 1 observations for delta = 0, of the order of n^3 / 6 otherwise.
 */
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import type { PrivacyRatio } from "./decision-table.ts";

export interface LocalAnswers {
  readonly observations: number;
  /** The probability of every observation for this number of ones. */
  given(ones: number): Float64Array;
  /** What is observed if all bits are turned over. */
  mirror(observation: number): number;
}

interface Counts {
  readonly leakedOnes: number;
  readonly leakedZeros: number;
  /** Of the answers that did not leak, how many are 1. */
  readonly yes: number;
}

/** How many observations there are. */
export function answerCounts(size: number, delta: number): number {
  return delta === 0 ? size + 1 : ((size + 1) * (size + 2) * (size + 3)) / 6;
}

export function localAnswers(size: number, { epsilon, delta }: PrivacyRatio): LocalAnswers {
  const counts: Counts[] = [];
  const most = delta === 0 ? 0 : size;
  for (let leakedOnes = 0; leakedOnes <= most; leakedOnes++)
    for (let leakedZeros = 0; leakedZeros <= most - leakedOnes; leakedZeros++)
      for (let yes = 0; yes <= size - leakedOnes - leakedZeros; yes++) counts.push({ leakedOnes, leakedZeros, yes });
  const key = ({ leakedOnes, leakedZeros, yes }: Counts) => `${leakedOnes} ${leakedZeros} ${yes}`;
  const places = new Map(counts.map((each, i) => [key(each), i]));
  const truth = 1 / (1 + exp(-epsilon));
  const leaks = (bits: number) => masses(bits, delta);
  return {
    observations: counts.length,
    given: (ones) => {
      const [fromOnes, fromZeros] = [leaks(ones), leaks(size - ones)];
      const yesLaws = new Map<string, Float64Array>();
      const yesLaw = (honestOnes: number, honestZeros: number) => {
        const name = `${honestOnes} ${honestZeros}`;
        const found = yesLaws.get(name) ?? yesAnswers(honestOnes, honestZeros, truth);
        yesLaws.set(name, found);
        return found;
      };
      return Float64Array.from(counts, ({ leakedOnes, leakedZeros, yes }) => {
        if (leakedOnes > ones || leakedZeros > size - ones) return 0;
        const law = yesLaw(ones - leakedOnes, size - ones - leakedZeros);
        return fromOnes[leakedOnes] * fromZeros[leakedZeros] * law[yes];
      });
    },
    mirror: (observation) => {
      const { leakedOnes, leakedZeros, yes } = counts[observation];
      const rest = size - leakedOnes - leakedZeros;
      return places.get(key({ leakedOnes: leakedZeros, leakedZeros: leakedOnes, yes: rest - yes })) ?? observation;
    },
  };
}

/** The binomial law. */
export function masses(trials: number, probability: number): Float64Array {
  return Float64Array.from({ length: trials + 1 }, (_, successes) =>
    exp(binomialLogMass({ trials, successes, probability })),
  );
}

/**
 * The law of the number of answers 1 of this many ones and zeros, bit by bit: a product of n factors has n roundings, whatever its
 * size.
 */
function yesAnswers(ones: number, zeros: number, truth: number): Float64Array {
  const law = new Float64Array(ones + zeros + 1);
  law[0] = 1;
  for (let bit = 0; bit < ones + zeros; bit++) {
    const yes = bit < ones ? truth : 1 - truth;
    for (let k = bit + 1; k > 0; k--) law[k] = law[k] * (1 - yes) + law[k - 1] * yes;
    law[0] *= 1 - yes;
  }
  return law;
}
