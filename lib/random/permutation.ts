/**
 * Permutations: every order of a list with the same probability.
 *
 * Fisher and Yates (1938) in Durstenfeld's form (1964): from the end, each place exchanges with a uniform one up to itself. Unbiased
 * integers, from any source.
 */
import { integer } from "../numerics/parameters.ts";
import { requireList } from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "./bounded-integer.ts";
import { type Random, requireSource } from "./random.ts";

const LARGEST_SIZE = 2147483647;
const permuted = integer(0, LARGEST_SIZE);

/** A uniform order of 0, 1, ..., size - 1. */
export function samplePermutation(size: number, random: Random): Int32Array {
  if (!(Number.isInteger(size) && size >= 0 && size <= LARGEST_SIZE)) permuted.read(size, "size");
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) order[i] = i;
  return shuffle(order, random);
}

/** Puts the items of a list into a uniform order, in place. */
export function shuffle<List extends { readonly length: number; [index: number]: unknown }>(
  items: List,
  random: Random,
): List {
  requireList("items", items);
  requireSource(random);
  for (let last = items.length - 1; last > 0; last--) {
    const chosen = sampleBoundedInteger(last + 1, random);
    const item = items[last];
    items[last] = items[chosen];
    items[chosen] = item;
  }
  return items;
}
