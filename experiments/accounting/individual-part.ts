/**
 * The individual filter against enumeration: the divergence of all answers of an adaptive interaction, with each person and without.
 *
 * A release is one bit, 1 with the logistic of strength times the sum of the persons who take part; its strength depends on the
 * bits so far. A person of value v moves the logit by strength * v, which costs the largest divergence of such a move over all
 * logits, in both orders. All sequences of seven bits are listed, for several datasets.
 * Source: Feldman, Zrnic (NeurIPS 2021).
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type IndividualFilter, individualFilter } from "../../lib/privacy/accounting/individual-filter.ts";
import type { RenyiGuarantee } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, exactStudy, type PartDraft, variant, z } from "../kit.ts";

const ROUNDS = 7;
const STRENGTHS = [0.3, 0.8, 0.5];
const DATASETS = [[1], [2], [1, 2], [2, 0.5], [0.5, 1, 2], [2, 2, 1]];
const ENUMERATED = { share: 1e-9 };

const order = axis(z.number().min(1.2).max(10), { means: "order of the budget", quick: [4], full: [1.5, 2, 4, 8] });
const budget = axis(z.number().min(0.1).max(1), {
  means: "budget of each person",
  quick: [0.6],
  full: [0.3, 0.6, 0.9],
});

interface Budget {
  readonly order: number;
  readonly budget: number;
}

function renyi(first: readonly number[], second: readonly number[], order: number): number {
  return log(first.reduce((sum, p, k) => sum + exp(order * log(p) + (1 - order) * log(second[k])), 0)) / (order - 1);
}

const logistic = (x: number) => 1 / (1 + exp(-x));

/** The largest divergence of a bit whose logit moves by so much. */
function costs(order: number): (shift: number) => number {
  const known = new Map<number, number>();
  return (shift) => {
    let worst = known.get(shift) ?? -1;
    for (let k = -300; k <= 300 && !known.has(shift); k++) {
      const [p, q] = [logistic(k / 100 + shift), logistic(k / 100)];
      worst = Math.max(worst, renyi([p, 1 - p], [q, 1 - q], order), renyi([q, 1 - q], [p, 1 - p], order));
    }
    known.set(shift, worst);
    return worst;
  };
}

type Make = (persons: readonly number[]) => Pick<IndividualFilter<number>, "release">;

/** The probabilities of all sequences of bits. */
function answers(persons: readonly number[], make: Make, costOf: (shift: number) => number): readonly number[] {
  return Array.from({ length: 1 << ROUNDS }, (_, path) => {
    const filter = make(persons);
    let [probability, seen] = [1, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const strength = STRENGTHS[seen % 3];
      const one = filter.release(
        {
          cost: (person): RenyiGuarantee => ({ kind: "renyi", epsilonAt: () => costOf(strength * person) }),
          release: (present) => logistic(strength * present.reduce((sum, person) => sum + person, 0)),
        },
        undefined,
      );
      const bit = (path >> round) & 1;
      probability *= bit === 1 ? one : 1 - one;
      seen += 2 * bit;
    }
    return probability;
  });
}

/** The largest divergence over the datasets, between all persons and all but one. */
function largest({ order }: Budget, make: Make): number {
  const costOf = costs(order);
  let most = 0;
  for (const persons of DATASETS) {
    const all = answers(persons, make, costOf);
    for (let k = 0; k < persons.length; k++) {
      const without = answers(persons.toSpliced(k, 1), make, costOf);
      most = Math.max(most, renyi(all, without, order), renyi(without, all, order));
    }
  }
  return most;
}

/** Drops a person after the release that overspends. */
const late =
  ({ order, budget }: Budget): Make =>
  (persons) => {
    const spent = persons.map(() => 0);
    return {
      release: (query, random) => {
        const present = persons.filter((_, k) => spent[k] <= budget);
        for (const [k, person] of persons.entries())
          spent[k] += (query.cost(person) as RenyiGuarantee).epsilonAt(order);
        return query.release(present, random);
      },
    };
  };

const filterStudy = exactStudy({
  axes: { order, budget },
  exact: (own) => {
    const made: Make = (persons) => individualFilter({ persons, budget: { order: own.order, epsilon: own.budget } });
    return { checks: { divergence: atMost(largest(own, made), own.budget, ENUMERATED) } };
  },
});

export const individualPart: PartDraft = {
  claim: "rdp",
  asks: "Does a filter with a budget for each person keep every adaptive interaction within the budget?",
  study: filterStudy,
  controls: {
    "one-release-late": {
      says: "a person dropped after the release that overspends, not before it",
      study: variant(filterStudy, {
        over: { budget: [0.3] },
        exact: (own) => ({ checks: { divergence: atMost(largest(own, late(own)), own.budget, ENUMERATED) } }),
      }),
    },
  },
};
