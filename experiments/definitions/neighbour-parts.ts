/**
 * Neighbour relations: their two characterisations over all small data sets, and what a guarantee for add-remove is worth under swap.
 */
import { exactSize } from "../../lib/auditing/broken/algebra.ts";
import { oneScaleHistogram } from "../../lib/auditing/broken/noise.ts";
import { discreteDelta, impossibleMass } from "../../lib/auditing/discrete-audit.ts";
import { lawOfList, randomPair } from "../../lib/auditing/random-laws.ts";
import { listsOf, neighbouringPairs, worstPair } from "../../lib/auditing/worst-pair.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { approximate } from "../../lib/privacy/guarantees/guarantee.ts";
import { areNeighbours, convertNeighbours, histogramDistance } from "../../lib/privacy/guarantees/neighbour-check.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { stream } from "../../lib/random/stream.ts";
import { atMost, axis, brokenControl, equal, exactStudy, type Part, z } from "../kit.ts";
import { sampleOf } from "./axes.ts";

type Dataset = readonly (number | null)[];

const records = axis(z.int().min(1).max(4), { means: "records", quick: [1, 2, 3], full: [1, 2, 3, 4] });
const values = axis(z.int().min(2).max(3), { means: "values of a record", quick: [2, 3] });

/** How many places differ; Infinity for lists of two lengths. */
function hamming(first: Dataset, second: Dataset): number {
  if (first.length !== second.length) return Infinity;
  return first.reduce<number>((sum, record, k) => sum + (record === second[k] ? 0 : 1), 0);
}

function* orders(list: Dataset): Generator<Dataset> {
  if (list.length === 0) yield [];
  for (let k = 0; k < list.length; k++) {
    for (const rest of orders([...list.slice(0, k), ...list.slice(k + 1)])) yield [list[k], ...rest];
  }
}

const isUnorderedSwap = (first: Dataset, second: Dataset) =>
  first.length === second.length && [...orders(second)].some((order) => hamming(first, order) <= 1);

const without = (list: Dataset) => list.map((_, k) => [...list.slice(0, k), ...list.slice(k + 1)]);
const isReordered = (first: Dataset, second: Dataset) =>
  [...first].map(String).sort().join() === [...second].map(String).sort().join();

/** By hand: the same records, or the same after one is taken out of either. */
const isAddRemove = (first: Dataset, second: Dataset) =>
  isReordered(first, second) ||
  without(first).some((less) => isReordered(less, second)) ||
  without(second).some((less) => isReordered(less, first));

/** By hand: one place differs, and exactly one of the two records there is the null record. */
const isZeroOut = (first: Dataset, second: Dataset) =>
  hamming(first, second) === 0 ||
  (hamming(first, second) === 1 && first.some((record, k) => (record === null) !== (second[k] === null)));

/** Every list of `size` records; the first value stands for the null record. */
const datasets = (count: number, size: number): readonly Dataset[] =>
  [...listsOf(count, size)].map((places) => places.map((place) => (place === 0 ? null : place)));

/** Every data set of `size` records with every one of that size or one less. */
function pairsOf(count: number, size: number): readonly (readonly [Dataset, Dataset])[] {
  const [large, small] = [datasets(count, size), datasets(count, size - 1)];
  return large.flatMap((first) => [...large, ...small].map((second) => [first, second] as const));
}

/** How many pairs two readings of a relation tell apart. */
function disagreements(
  pairs: readonly (readonly [Dataset, Dataset])[],
  one: (first: Dataset, second: Dataset) => boolean,
  other: (first: Dataset, second: Dataset) => boolean,
): number {
  return pairs.filter(([first, second]) => one(first, second) !== other(first, second)).length;
}

/** For a picture, of bits: the two counts of each of two data sets that are neighbours and not the same, by the relation. */
function edgesOf(size: number) {
  const pairs = pairsOf(2, size);
  const counts = (list: Dataset) => [list.filter((record) => record === null).length, list.filter(Boolean).length];
  const between = (relation: "swap" | "add-remove") => {
    const joined = pairs.filter(([first, second]) => areNeighbours(first, second, relation));
    const edges = joined.map(([first, second]) => [...counts(first), ...counts(second)]);
    const apart = edges.filter(([x, y, otherX, otherY]) => x !== otherX || y !== otherY);
    return [...new Map(apart.map((edge) => [edge.join(), edge])).values()];
  };
  return { swap: between("swap"), "add-remove": between("add-remove") };
}

export const relationsPart: Part = {
  claim: "neighbour-relations",
  asks: "Do the relations of the library agree with their definitions, and the unordered ones with the distance of histograms?",
  study: exactStudy({
    axes: { values, records },
    exact: (cell) => {
      const pairs = pairsOf(cell.values, cell.records);
      const same = pairs.filter(([first, second]) => first.length === second.length);
      const library = (relation: Parameters<typeof areNeighbours>[2]) => (first: Dataset, second: Dataset) =>
        areNeighbours(first, second, relation);
      const isOneSwap = (first: Dataset, second: Dataset) => hamming(first, second) <= 1;
      const wrong = {
        swap: disagreements(pairs, library("swap"), isOneSwap),
        event: disagreements(pairs, library("event"), isOneSwap),
        "zero-out": disagreements(pairs, library("zero-out"), isZeroOut),
        "add-remove": disagreements(pairs, library("add-remove"), isAddRemove),
        "unordered-swap": disagreements(same, (x, y) => histogramDistance(x, y) <= 2, isUnorderedSwap),
        "add-remove-histogram": disagreements(pairs, (x, y) => histogramDistance(x, y) <= 1, isAddRemove),
      };
      return {
        checks: Object.fromEntries(Object.entries(wrong).map(([name, count]) => [name, equal(count, 0)])),
        values: { pairs: pairs.length, edges: edgesOf(cell.records) },
      };
    },
  }),
  controls: {
    "size-under-add-remove": {
      says: "the number of records, which tells nothing under swap, said to be private under add-remove",
      study: exactStudy({
        axes: { values, records },
        exact: (cell) => {
          const universe = Array.from({ length: cell.values }, (_, k) => k);
          const told = (neighbours: "swap" | "add-remove") =>
            worstPair({ universe, size: cell.records, neighbours }, (x, y) =>
              impossibleMass({ first: exactSize(x), second: exactSize(y) }),
            ).loss;
          return { checks: { swap: equal(told("swap"), 0), "add-remove": equal(told("add-remove"), 0) } };
        },
      }),
    },
    "removed-and-as-many": {
      says: "D' said to be D without a record and to have the n records of D",
      refutes: ["E48"],
      study: exactStudy({
        axes: { values, records },
        exact: (cell) => {
          const universe = Array.from({ length: cell.values }, (_, k) => k);
          const removed = [...neighbouringPairs({ universe, size: cell.records, neighbours: "add-remove" })];
          const sizes = removed.map(([, second]) => second.length);
          return { checks: { records: equal(largestOf(sizes), cell.records) } };
        },
      }),
    },
  },
};

const conversionEpsilon = axis(z.number().min(0).max(5), {
  means: "epsilon under add-remove",
  quick: [0, 0.2, 0.5],
  full: [0, 0.1, 0.2, 0.35, 0.5, 0.75],
});

/** A mechanism that answers every multiset of records by a law of its own, near one law for all. */
function randomMechanism(sample: number) {
  const laws = new Map<string, DiscreteLaw<number>>();
  return (dataset: readonly number[]): DiscreteLaw<number> => {
    const key = [...dataset].sort((a, b) => a - b).join();
    const known = laws.get(key);
    if (known !== undefined) return known;
    const law = lawOfList(
      randomPair({ outcomes: 4, spread: 0.6 }, stream("definitions", "mechanism", sample, key)).second,
    );
    laws.set(key, law);
    return law;
  };
}

export const conversionPart: Part = {
  claim: "neighbour-relations",
  asks: "Is a mechanism that is (epsilon, delta)-private under add-remove (2 epsilon, (1 + e^epsilon) delta)-private under swap?",
  study: exactStudy({
    axes: { records, sample: sampleOf(3, 10), epsilon: conversionEpsilon },
    exact: (cell) => {
      const mechanism = randomMechanism(cell.sample);
      const delta = (neighbours: "swap" | "add-remove", epsilon: number) =>
        worstPair(
          { universe: [0, 1, 2], size: cell.records, neighbours },
          (x, y) => discreteDelta({ first: mechanism(x), second: mechanism(y) }, epsilon).lower,
        ).loss;
      const one = approximate(cell.epsilon, delta("add-remove", cell.epsilon));
      const two = convertNeighbours(one, { from: "add-remove", to: "swap" });
      if (two.kind !== "approximate") throw new TypeError(`the guarantee must stay approximate, got ${two.kind}`);
      return {
        checks: { delta: atMost(delta("swap", two.epsilon), two.delta, { share: 1e-12, absolute: 1e-15 }) },
        values: { "add-remove-delta": one.delta },
      };
    },
  }),
  controls: {
    "unchanged-under-swap": brokenControl(oneScaleHistogram, {
      epsilon: axis(z.number().min(0.5).max(5), { means: "epsilon under add-remove", quick: [0.5, 1] }),
    }),
  },
};
