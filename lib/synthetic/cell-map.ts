/**
 * Cells of a marginal: the number of them, and which cell of a smaller marginal each one falls into.
 *
 * Attributes are numbered from 0 in the order of the domain, and `sizes` says how many values each has. A set of attributes is an
 * increasing list. Its cells are numbered with the last attribute fastest.
 * Limits: a map is made for sets of at most 2^31 - 1 cells; whoever makes one has checked the size before.
 */

/** Sizes of all attributes of a domain. */
export type Sizes = readonly number[];
/** Attributes by their numbers, increasing. */
export type AttributeSet = readonly number[];

/** How many cells the marginal of a set has: 1 for the empty set. A float64, so that what is far too large is seen to be. */
export function cellsOf(sizes: Sizes, set: AttributeSet): number {
  let cells = 1;
  for (const attribute of set) cells *= sizes[attribute];
  return cells;
}

export function isSubset(inner: AttributeSet, outer: AttributeSet): boolean {
  return inner.every((attribute) => outer.includes(attribute));
}

/** All attributes that are in one of the sets, increasing. */
export function union(...sets: readonly AttributeSet[]): number[] {
  return [...new Set(sets.flat())].sort((a, b) => a - b);
}

/** For every cell of `from`, the cell of its subset `to` that it falls into. */
export function cellMap(sizes: Sizes, from: AttributeSet, to: AttributeSet): Int32Array {
  let map: Int32Array = new Int32Array(1);
  // From the last attribute to the first: what is there so far repeats once for every value, shifted if the attribute stays.
  let stride = 1;
  for (let k = from.length - 1; k >= 0; k--) {
    const size = sizes[from[k]];
    const step = to.includes(from[k]) ? stride : 0;
    const inner = map.length;
    const next = new Int32Array(inner * size);
    for (let value = 0, at = 0; value < size; value++)
      for (let cell = 0; cell < inner; cell++, at++) next[at] = map[cell] + value * step;
    if (step > 0) stride *= size;
    map = next;
  }
  return map;
}

/** The sums of `values` over the cells that fall together. */
export function sumByCell(values: Float64Array, map: Int32Array, out: Float64Array): Float64Array {
  out.fill(0);
  for (let cell = 0; cell < map.length; cell++) out[map[cell]] += values[cell];
  return out;
}

/** The marginal of `to` of a marginal of `from`. */
export function project(sizes: Sizes, values: Float64Array, from: AttributeSet, to: AttributeSet): Float64Array {
  if (from.length === to.length) return values.slice();
  return sumByCell(values, cellMap(sizes, from, to), new Float64Array(cellsOf(sizes, to)));
}
