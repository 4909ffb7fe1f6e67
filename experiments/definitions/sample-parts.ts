/**
 * What is published of the records themselves: a few of them at random, or a function without randomness.
 */
import { bareOutput, parity } from "../../lib/auditing/broken/algebra.ts";
import { discreteDelta, impossibleMass } from "../../lib/auditing/discrete-audit.ts";
import { listsOf, worstPair } from "../../lib/auditing/worst-pair.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { atMost, axis, equal, exactStudy, type Part, variant, z } from "../kit.ts";

const size = axis(z.int().min(2).max(1000), {
  means: "records n",
  quick: [2, 4, 10, 100],
  full: [2, 3, 4, 10, 20, 50, 100, 200, 500, 1000],
});
const published = axis(z.int().min(1).max(20), { means: "records published m", quick: [1, 2, 5] });

interface Sampling {
  readonly size: number;
  readonly published: number;
}

/** m records without replacement, of which one holder is special and all others are alike: is the special one among them? */
function sampleLaw({ size, published }: Sampling, special: string | undefined): DiscreteLaw<string> {
  if (special === undefined) return bareOutput("others");
  let missed = 1;
  for (let k = 0; k < published; k++) missed *= (size - 1 - k) / (size - k);
  return lawOfMasses([
    ["others", missed],
    [special, 1 - missed],
  ]);
}

/** The law of the published records, in their order, by listing every choice of places. */
function listedLaw(dataset: readonly number[], published: number): DiscreteLaw<string> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const places of listsOf(dataset.length, published)) {
    if (new Set(places).size < published) continue;
    const key = places.map((place) => dataset[place]).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
    total++;
  }
  return lawOfMasses([...counts].map(([key, count]) => [key, count / total] as const));
}

/** Small enough to list every choice for every pair of neighbours. */
const isSmall = ({ size, published }: Sampling) => size <= 4 && published < size;

function worstListed({ size, published }: Sampling, neighbours: "swap" | "add-remove"): number {
  return worstPair(
    { universe: [0, 1, 2], size, neighbours },
    (x, y) => discreteDelta({ first: listedLaw(x, published), second: listedLaw(y, published) }, 0).lower,
  ).loss;
}

const recordStudy = exactStudy({
  axes: { size, published },
  where: (cell) => cell.published < cell.size,
  exact: (cell) => {
    const first = sampleLaw(cell, "ann");
    const theory = cell.published / cell.size;
    const summed = { share: 1e-11 };
    return {
      checks: {
        swap: equal(discreteDelta({ first, second: sampleLaw(cell, "bob") }, 0).lower, theory, summed),
        "add-remove": equal(discreteDelta({ first, second: sampleLaw(cell, undefined) }, 0).lower, theory, summed),
        ...(isSmall(cell)
          ? {
              "worst-swap": equal(worstListed(cell, "swap"), theory, summed),
              "worst-add-remove": equal(worstListed(cell, "add-remove"), theory, summed),
            }
          : {}),
      },
    };
  },
});

export const randomRecordPart: Part = {
  claim: "random-person",
  asks: "Is the delta of publishing m of n records m / n at epsilon 0, for a swapped and for a removed record?",
  study: recordStudy,
  controls: {
    "half-of-it": {
      says: "publishing m of n records said to be (0, m / (2 n))-private",
      study: variant(recordStudy, {
        exact: (cell) => {
          const pair = { first: sampleLaw(cell, "ann"), second: sampleLaw(cell, "bob") };
          return { checks: { delta: atMost(discreteDelta(pair, 0).lower, cell.published / (2 * cell.size)) } };
        },
      }),
    },
  },
};

const bits = axis(z.int().min(1).max(3), { means: "bits of the data", quick: [1, 2], full: [1, 2, 3] });
const epsilon = axis(z.number().min(0).max(100), { means: "claimed epsilon", quick: [0, 1, 10] });

/** The worst delta of each Boolean function of this many bits, by its table of values. */
function functionDeltas(size: number, epsilon: number) {
  const place = (x: readonly number[]) => x.reduce((index, bit) => 2 * index + bit, 0);
  return [...listsOf(2, 1 << size)].map((table) => {
    const law = (x: readonly number[]) => bareOutput(table[place(x)]);
    const delta = worstPair(
      { universe: [0, 1], size, neighbours: "swap" },
      (x, y) => discreteDelta({ first: law(x), second: law(y) }, epsilon).lower,
    ).loss;
    return { table: table.join(""), isConstant: new Set(table).size === 1, delta };
  });
}

/** Of the functions of one or two bits, told apart by the size: how many are private under swap, and how many constant for each size. */
function bySize(epsilon: number) {
  const [one, two] = [functionDeltas(1, epsilon), functionDeltas(2, epsilon)];
  const both = one.flatMap((first) => two.map((second) => [first, second] as const));
  const isPrivate = both.map((pair) => pair.every(({ delta }) => delta < 1));
  const isConstant = both.map((pair) => pair.every((each) => each.isConstant));
  return {
    differing: isPrivate.filter((each, k) => each !== isConstant[k]).length,
    passing: isPrivate.filter(Boolean).length,
  };
}

export const deterministicPart: Part = {
  claim: "deterministic-not-private",
  asks: "Of all Boolean functions of a few bits, are exactly the constant ones private?",
  study: exactStudy({
    axes: { bits, epsilon },
    exact: (cell) => {
      const functions = functionDeltas(cell.bits, cell.epsilon);
      const small = functionDeltas(Math.min(2, cell.bits), cell.epsilon);
      const passing = functions.filter(({ delta }) => delta < 1);
      const { differing, passing: passingBySize } = bySize(cell.epsilon);
      return {
        checks: {
          passing: equal(passing.length, 2),
          "not-constant": equal(passing.filter(({ isConstant }) => !isConstant).length, 0),
          "constant-for-each-size": equal(passingBySize, 4),
          "other-for-each-size": equal(differing, 0),
        },
        // For a picture, which has room for two bits.
        values: {
          tables: small.map(({ table }) => table),
          deltas: small.map(({ delta }) => delta),
        },
      };
    },
  }),
  controls: {
    parity: {
      says: "the parity of the bits said to be private at some epsilon with delta 0",
      study: exactStudy({
        axes: { bits },
        exact: (cell) => {
          const told = worstPair({ universe: [0, 1], size: cell.bits, neighbours: "swap" }, (x, y) =>
            impossibleMass({ first: bareOutput(parity(x)), second: bareOutput(parity(y)) }),
          ).loss;
          return { checks: { "impossible-mass": atMost(told, 0) } };
        },
      }),
    },
    "none-is-private": {
      says: "no deterministic algorithm said to be private: the constant ones are",
      refutes: ["E44"],
      study: exactStudy({
        axes: { bits, epsilon },
        exact: (cell) => ({
          checks: {
            passing: equal(functionDeltas(cell.bits, cell.epsilon).filter(({ delta }) => delta < 1).length, 0),
          },
        }),
      }),
    },
  },
};
