/**
 * The smooth sensitivity of a median by its definition: the largest local sensitivity of any dataset, times e^-decay for each record
 * that differs.
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { allMultisets } from "./all-lists.ts";

/** Of an odd number of records. */
export function listedMedian(data: readonly number[]): number {
  return data.toSorted((a, b) => a - b)[(data.length - 1) / 2];
}

/** The largest move of the median when one record is replaced by one of the universe, of which the ends of the range are two. */
export function medianLocalSensitivity(data: readonly number[], universe: readonly number[]): number {
  const own = listedMedian(data);
  return largestOf(data.flatMap((_, k) => universe.map((value) => Math.abs(listedMedian(data.with(k, value)) - own))));
}

/** How many records of two multisets of one size differ. */
function changesBetween(first: readonly number[], second: readonly number[]): number {
  const left = [...second];
  let kept = 0;
  for (const value of first) {
    const at = left.indexOf(value);
    if (at < 0) continue;
    left.splice(at, 1);
    kept++;
  }
  return first.length - kept;
}

/** Every multiset of `size` records of the universe, in increasing order, with its smooth sensitivity. */
export function medianSmoothSensitivities(universe: readonly number[], size: number, decay: number) {
  const all = allMultisets(universe, size);
  const local = all.map((data) => medianLocalSensitivity(data, universe));
  return all.map((data) => ({
    data,
    sensitivity: all.reduce(
      (most, other, k) => Math.max(most, local[k] * exp(-decay * changesBetween(data, other))),
      0,
    ),
  }));
}
