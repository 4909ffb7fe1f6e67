/**
 * Executable neighbouring relations: are two datasets neighbours, and what is a guarantee under one relation worth under another?
 *
 * A dataset is a neighbour of itself under every relation, and every relation is symmetric. `swap`, `zero-out` and `event` compare index
 * by index; `add-remove` compares multisets. Two datasets of one size are an unordered swap apart exactly if the distance of their
 * histograms is at most 2, and neighbours under `add-remove` exactly if it is at most 1 (claim neighbour-relations).
 *
 * Theorem (`convertNeighbours`): a swap is a removal and an addition, and a replacement by way of the null record, so `add-remove` and
 * `zero-out` guarantees hold under `swap` for a group of two. An `event` stream is a dataset indexed by time, so `swap` and `event` are one
 * relation. Nothing else follows: under `swap` the number of records may be published, which `add-remove` forbids.
 * Source: Vadhan (2017), lemma 2.2; Kifer, Machanavajjhala (2011).
 * @claim neighbour-relations
 * @also adjacency, adjacent datasets, neighboring datasets
 */
import { callable, declare, optional, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireFunction, requireList } from "../../numerics/requirements.ts";
import { ValueMap, valueKey } from "../loss/value-map.ts";
import { groupPrivacy } from "./group-privacy.ts";
import { type Guarantee, requireGuarantee } from "./guarantee.ts";
import { anyNeighbours, type Neighbours, requireNeighbours } from "./neighbours.ts";

const recordConvention = declare({
  equal: optional(callable<(first: never, second: never) => boolean>()),
  isNull: optional(callable<(record: never) => boolean>()),
});

export interface RecordConvention<Item> {
  /** When two records are the same: by value (`value-map.ts`) by default. */
  readonly equal?: (first: Item, second: Item) => boolean;
  /** Which record is the null record of `zero-out`; `null` by default. */
  readonly isNull?: (record: Item) => boolean;
}

export function areNeighbours<Item>(
  first: readonly Item[],
  second: readonly Item[],
  relation: Neighbours,
  convention: RecordConvention<Item> = {},
): boolean {
  recordConvention.read(convention as RecordConvention<never>, "convention");
  const { equal = sameValue, isNull = (record) => record === null } = convention;
  requireNeighbours(relation);
  requireList("first", first);
  requireList("second", second);
  if (relation === "add-remove") {
    return Math.abs(first.length - second.length) <= 1 && histogramDistance(first, second, equal) <= 1;
  }
  if (first.length !== second.length) return false;
  let changed = 0;
  for (let k = 0; k < first.length && changed <= 1; k++) {
    if (equal(first[k], second[k])) continue;
    if (relation === "zero-out" && isNull(first[k]) === isNull(second[k])) return false;
    changed++;
  }
  return changed <= 1;
}

/** Records to remove and to add, in all, to turn one multiset into the other. */
export function histogramDistance<Item>(
  first: readonly Item[],
  second: readonly Item[],
  equal: (first: Item, second: Item) => boolean = sameValue,
): number {
  requireList("first", first);
  requireList("second", second);
  requireFunction({ equal });
  if (equal === sameValue) return countedDistance(first, second);
  const left = [...second];
  let unmatched = 0;
  for (const record of first) {
    const at = left.findIndex((other) => equal(record, other));
    if (at < 0) unmatched++;
    else left.splice(at, 1);
  }
  return unmatched + left.length;
}

export const relations = declare({ from: anyNeighbours, to: anyNeighbours });

export function convertNeighbours(guarantee: Guarantee, wanted: ParametersOf<typeof relations>): Guarantee {
  requireGuarantee(guarantee);
  const { from, to } = relations.read(wanted);
  const isReplacement = to === "swap" || to === "event";
  if (from === to || (isReplacement && (from === "swap" || from === "event"))) return guarantee;
  if ((from === "add-remove" && to === "swap") || (from === "zero-out" && isReplacement))
    return groupPrivacy(guarantee, 2);
  return refuse("to", `a relation that a guarantee under ${from} covers`, to);
}

/** The same by counting, in linear time. */
function countedDistance<Item>(first: readonly Item[], second: readonly Item[]): number {
  const balance = new ValueMap<Item, number>();
  for (const record of first) balance.set(record, (balance.get(record) ?? 0) + 1);
  for (const record of second) balance.set(record, (balance.get(record) ?? 0) - 1);
  let distance = 0;
  for (const difference of balance.values()) distance += Math.abs(difference);
  return distance;
}

function sameValue(first: unknown, second: unknown): boolean {
  const [one, other] = [valueKey(first), valueKey(second)];
  return one === other || Object.is(one, other);
}
