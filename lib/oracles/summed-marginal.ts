/**
 * A marginal of a law on a whole domain, as the sum over its cells; the last attribute varies fastest, and values are found by division
 * and remainder.
 */

/** The values of all attributes in a cell of the domain. */
export function valuesOfCell(sizes: readonly number[], cell: number): number[] {
  let rest = cell;
  return sizes
    .toReversed()
    .map((size) => {
      const value = rest % size;
      rest = Math.floor(rest / size);
      return value;
    })
    .toReversed();
}

/** The place of a cell of the domain in the marginal of the attributes in `set`. */
export function placeInMarginal(sizes: readonly number[], set: readonly number[], cell: number): number {
  const values = valuesOfCell(sizes, cell);
  return set.reduce((place, attribute) => place * sizes[attribute] + values[attribute], 0);
}

export function summedMarginal(
  sizes: readonly number[],
  joint: ArrayLike<number>,
  set: readonly number[],
): Float64Array {
  const sums = new Float64Array(set.reduce((cells, attribute) => cells * sizes[attribute], 1));
  for (let cell = 0; cell < joint.length; cell++) sums[placeInMarginal(sizes, set, cell)] += joint[cell];
  return sums;
}
