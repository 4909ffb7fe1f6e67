/**
 * Inverse sensitivity against unbiased mechanisms of a quarter of its epsilon, or of half of it where the function has two values.
 *
 * Its success is compared, at every dataset, with the bound for all unbiased mechanisms, and with rivals: itself, and the three
 * majority votes, at the smaller epsilon. Rivals are checked to be unbiased: nowhere is another value likelier than the right one.
 */
import { unbiasedSuccessBound } from "../../lib/bounds/unbiased-success.ts";
import { majority } from "../../lib/mechanisms/choice/majority.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atLeast, axis, exactStudy, type Part, variant, z } from "../kit.ts";
import { type BitFunction, bitsOf, distancesOf, epsilon, mechanismOf, randomFunctions } from "./bit-functions.ts";

const FUNCTIONS = 20;
const RULES = ["exponential", "inverse-sensitivity", "optimal"] as const;

type Law = (bits: readonly number[]) => DiscreteLaw<number>;

/** Over all datasets: how far the first is ahead, and how far the second's right value is ahead of its others, in probability. */
function compare(
  { size, table }: BitFunction,
  own: Law,
  rival: Law,
): { readonly lead: number; readonly unbiased: number } {
  let [lead, unbiased] = [Infinity, Infinity];
  table.forEach((value, place) => {
    const bits = bitsOf(place, size);
    const law = rival(bits);
    const right = law.logMass(value);
    lead = Math.min(lead, exp(own(bits).logMass(value)) - exp(right));
    for (const other of law.support) unbiased = Math.min(unbiased, right - law.logMass(other));
  });
  return { lead, unbiased };
}

/** The least success over the bound for unbiased mechanisms of the smaller epsilon. */
function shareOfBound(of: BitFunction, own: Law, smaller: number): number {
  const { outcomes, distance } = distancesOf(of);
  return of.table.reduce((least, value, place) => {
    const bits = bitsOf(place, of.size);
    const distances = outcomes.map((outcome) => distance(bits, outcome));
    return Math.min(least, exp(own(bits).logMass(value)) / unbiasedSuccessBound({ epsilon: smaller, distances }));
  }, Infinity);
}

function majorityFunction(size: number): BitFunction {
  const table = Array.from({ length: 1 << size }, (_, place) =>
    2 * bitsOf(place, size).reduce((sum, bit) => sum + bit, 0) > size ? 1 : 0,
  );
  return { size, table };
}

const quarterStudy = exactStudy({
  axes: {
    size: axis(z.int().min(1).max(5), { means: "number of bits", quick: [3, 4], full: [2, 3, 4, 5] }),
    values: axis(z.int().min(2).max(6), { means: "values of the function", quick: [2, 3], full: [2, 3, 4, 6] }),
    epsilon,
  },
  where: ({ size, values }) => values <= 1 << size,
  exact: ({ size, values, epsilon }) => {
    const smaller = values === 2 ? epsilon / 2 : epsilon / 4;
    const votes = values === 2 && size % 2 === 1 ? [majorityFunction(size)] : [];
    const functions = [...randomFunctions(FUNCTIONS, { size, values }), ...votes];
    let [share, lead, unbiased] = [Infinity, Infinity, Infinity];
    for (const each of functions) {
      const own = mechanismOf(each, epsilon).law;
      share = Math.min(share, shareOfBound(each, own, smaller));
      const rules = votes.includes(each) ? RULES.map((rule) => majority({ epsilon: smaller, size, rule }).law) : [];
      for (const rival of [mechanismOf(each, smaller).law, ...rules]) {
        const found = compare(each, own, rival);
        lead = Math.min(lead, found.lead);
        unbiased = Math.min(unbiased, found.unbiased);
      }
    }
    return {
      checks: {
        "rivals-are-unbiased": atLeast(unbiased, 0, { absolute: 1e-12 }),
        "ahead-of-rivals": atLeast(lead, 0, { absolute: 1e-14 }),
        "share-of-the-bound": atLeast(share, 1),
      },
      values:
        votes.length === 0
          ? {}
          : {
              success: successes(size, epsilon),
              rivals: rivalSuccesses(size, smaller),
              bound: bounds(size, smaller),
            },
    };
  },
});

export const quarterPart: Part = {
  claim: "ism-quarter-optimal",
  asks: "Is inverse sensitivity right at least as often, at every dataset, as unbiased mechanisms of a quarter of its epsilon?",
  study: quarterStudy,
  controls: {
    "constant-is-more-often-right": {
      says: "more often right than any private algorithm of a quarter of its epsilon, here the constant f(x), which is right for sure at x",
      refutes: ["E20"],
      study: variant(quarterStudy, {
        exact: ({ size, values, epsilon }) => {
          const [each] = randomFunctions(1, { size, values });
          const { law } = mechanismOf(each, epsilon);
          const least = each.table.reduce(
            (found, value, place) => Math.min(found, exp(law(bitsOf(place, size)).logMass(value))),
            1,
          );
          return { checks: { success: atLeast(least, 1) } };
        },
      }),
    },
  },
};

/** The success of a law of the majority at every number of ones. */
function successAt(size: number, law: Law): number[] {
  return Array.from({ length: size + 1 }, (_, ones) => {
    const bits = Array.from({ length: size }, (_, k) => (k < ones ? 1 : 0));
    return exp(law(bits).logMass(2 * ones > size ? 1 : 0));
  });
}

const successes = (size: number, epsilon: number) => successAt(size, mechanismOf(majorityFunction(size), epsilon).law);

function rivalSuccesses(size: number, epsilon: number): Record<string, number[]> {
  return Object.fromEntries(RULES.map((rule) => [rule, successAt(size, majority({ epsilon, size, rule }).law)]));
}

function bounds(size: number, epsilon: number): number[] {
  const half = (size - 1) / 2;
  return Array.from({ length: size + 1 }, (_, ones) =>
    unbiasedSuccessBound({ epsilon, distances: [0, ones > half ? ones - half : half + 1 - ones] }),
  );
}
