/**
 * Subsets without replacement: every set of `count` of the integers 0, 1, ..., size - 1 with the same probability, in increasing order.
 *
 * Floyd's algorithm (Bentley, Floyd 1987, "A sample of brilliance", CACM 30): the j-th step takes a uniform integer up to
 * size - count + j, or that bound itself where the integer is taken already. Of more than half, the integers left out are drawn.
 * Unbiased integers, from any source; time and memory in proportion to count where it is below size / 32.
 */
import { declare, hasNoOtherNames, integer, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "./bounded-integer.ts";
import { type Random, requireSource } from "./random.ts";

const LARGEST_SIZE = 2147483647;

export const subsetParameters = declare({ size: integer(0, LARGEST_SIZE), count: integer(0) }, ({ size, count }) => {
  if (count > size) refuse("count", `at most the size, ${size}`, count);
});

export interface SubsetParameters extends ParametersOf<typeof subsetParameters> {}

const NAMES = Object.keys(subsetParameters.declared);

export function sampleSubset(parameters: SubsetParameters, random: Random): Int32Array {
  const { size, count } = parameters ?? subsetParameters.read(parameters);
  if (
    !(
      Number.isInteger(size) &&
      Number.isInteger(count) &&
      count >= 0 &&
      count <= size &&
      size <= LARGEST_SIZE &&
      hasNoOtherNames(parameters, NAMES)
    )
  )
    subsetParameters.read(parameters);
  requireSource(random);
  if (2 * count > size) return marked(size, size - count, 0, random);
  if (32 * count >= size) return marked(size, count, 1, random);
  const chosen = new Set<number>();
  for (let bound = size - count; bound < size; bound++) {
    const draw = sampleBoundedInteger(bound + 1, random);
    chosen.add(chosen.has(draw) ? bound : draw);
  }
  return Int32Array.from(chosen).sort();
}

/** Marks `count` integers by 1, and gives those that carry `wanted`. */
function marked(size: number, count: number, wanted: 0 | 1, random: Random): Int32Array {
  const marks = new Uint8Array(size);
  for (let bound = size - count; bound < size; bound++) {
    const draw = sampleBoundedInteger(bound + 1, random);
    marks[marks[draw] === 0 ? draw : bound] = 1;
  }
  const result = new Int32Array(wanted === 1 ? count : size - count);
  let length = 0;
  for (let i = 0; i < size; i++) if (marks[i] === wanted) result[length++] = i;
  return result;
}
