/**
 * The inverse-sensitivity mean of bits: its tail in closed form, and its loss at every number of ones.
 *
 * With a = e^(-epsilon / 2) the tail is a ratio of geometric sums. Far from both ends (a^n below 1e-13) the loss is epsilon / 2 between two
 * middle numbers of ones and epsilon / 2 + ln(1 + a (1 - a)) between none and one.
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { inverseSensitivityMean } from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity-mean.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { log1p } from "../../lib/numerics/logarithm.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon, LOSS } from "./bit-functions.ts";

interface Bits {
  readonly size: number;
  readonly epsilon: number;
}

const onesFirst = (ones: number, size: number) => Array.from({ length: size }, (_, k) => (k < ones ? 1 : 0));

/** The law of the number of ones released. */
function lawAt(ones: number, { size, epsilon }: Bits): DiscreteLaw<number> {
  return inverseSensitivityMean({ epsilon, size }).law(onesFirst(ones, size));
}

/** The sum of a^j for j from `from` to `to`, a = e^-rate. */
function geometricSum(from: number, to: number, rate: number): number {
  return to < from ? 0 : (exp(-rate * from) * expm1(-rate * (to - from + 1))) / expm1(-rate);
}

/** P(A >= mean + k / n) as stated. */
function statedTail(above: number, ones: number, { size, epsilon }: Bits): number {
  const rate = epsilon / 2;
  const total = geometricSum(0, size - ones, rate) + geometricSum(1, ones, rate);
  return geometricSum(above, size - ones, rate) / total;
}

/** The same from the masses of the mechanism. */
function tailOf(above: number, ones: number, bits: Bits): number {
  const law = lawAt(ones, bits);
  const least = (ones + above) / bits.size;
  return law.support.reduce((sum, share) => (share >= least ? sum + exp(law.logMass(share)) : sum), 0);
}

/** The numbers of ones that are looked at: all of few, the ends and some between of many. */
function onesOf(size: number): number[] {
  if (size <= 60) return Array.from({ length: size + 1 }, (_, ones) => ones);
  const some = [0, 1, 2, 3, size / 10, size / 4, size / 2 - 1, size / 2, (3 * size) / 4, size - 2, size - 1, size];
  return [...new Set(some.map(Math.floor))];
}

function largestLoss(bits: Bits): number {
  return onesOf(bits.size).reduce((most, ones) => (ones === bits.size ? most : Math.max(most, lossAt(ones, bits))), 0);
}

const lossAt = (ones: number, bits: Bits) =>
  discreteEpsilon({ first: lawAt(ones, bits), second: lawAt(ones + 1, bits) });

const size = axis(z.int().min(2).max(2000), {
  means: "number of bits",
  quick: [20, 200],
  full: [5, 20, 100, 200, 1000],
});
const SHOWN = 12;

export const meanPart: Part = {
  claim: "ism-mean",
  asks: "Has the inverse-sensitivity mean the stated tail, and the stated loss in the middle and at the ends?",
  study: exactStudy({
    axes: { size, epsilon },
    exact: (bits) => {
      let off = 0;
      for (const ones of onesOf(bits.size)) {
        for (const above of [0, 1, 2, 5]) {
          const stated = statedTail(above, ones, bits);
          if (stated > 0) off = Math.max(off, Math.abs(tailOf(above, ones, bits) / stated - 1));
        }
      }
      const decay = exp(-bits.epsilon / 2);
      const long = (bits.size * bits.epsilon) / 4 > 32;
      const middle = Math.floor(bits.size / 2);
      const law = lawAt(middle, bits);
      const around = Array.from({ length: 2 * SHOWN + 1 }, (_, k) => k - SHOWN).filter((k) => Math.abs(k) < middle);
      return {
        checks: {
          tail: atMost(off, 0, { absolute: 1e-11 }),
          epsilon: atMost(largestLoss(bits), bits.epsilon, LOSS),
          ...(long && {
            "loss-in-the-middle": equal(lossAt(middle, bits), bits.epsilon / 2, { share: 1e-9 }),
            "loss-at-the-end": equal(lossAt(0, bits), bits.epsilon / 2 + log1p(decay * (1 - decay)), { share: 1e-9 }),
            "tail-in-the-middle": equal(tailOf(1, middle, bits), decay / (1 + decay), { share: 1e-9 }),
          }),
        },
        values: { around, masses: around.map((k) => exp(law.logMass((middle + k) / bits.size))) },
      };
    },
  }),
  controls: {
    "printed-tail": {
      says: "the tail e^(-epsilon k / 2) / 2 as printed, at k = 0 and k = 1",
      refutes: ["E21"],
      study: exactStudy({
        axes: {
          size,
          share: axis(z.number().min(0).max(0.5), { means: "share of ones", quick: [0.1, 0.5] }),
          epsilon,
        },
        exact: ({ share, ...bits }) => {
          const ones = Math.floor(share * bits.size);
          return {
            checks: {
              "at-the-mean": equal(tailOf(0, ones, bits), 1 / 2, { share: 1e-9 }),
              "one-above": equal(tailOf(1, ones, bits), exp(-bits.epsilon / 2) / 2, { share: 1e-9 }),
            },
          };
        },
      }),
    },
    "full-exponent": {
      says: "the exponent epsilon n |t - mean| on 0, 1 / n, ..., 1, sold as epsilon-private: 1.209 at epsilon 1",
      study: exactStudy({
        axes: { size, epsilon },
        exact: ({ size, epsilon }) => ({
          // With three outcomes or more the mechanism has half the exponent, so that 2 epsilon gives the full one.
          checks: { epsilon: atMost(lossAt(0, { size, epsilon: 2 * epsilon }), epsilon, LOSS) },
        }),
      }),
    },
  },
};
