/**
 * Sorts float64 numbers in place, ascending, with -0 before 0.
 *
 * Method: by leading bits, then block by block within the cache (`assembly/source/sort.ts`); where there is no WebAssembly, and for
 * short arrays, Float64Array.prototype.sort, whose bits it gives. Time is linear in the length for every input.
 * Limits: NaN is refused, and the array is then left as it was. At most 2^26 numbers are sorted by the kernel, more by the built-in.
 */
import { float64, kernels, scratch } from "../assembly/kernels.ts";
import { refuse } from "./requirements.ts";

const SHORTEST_COMPILED = 256;
const LONGEST_COMPILED = 67108864;
/** From here on 2^14 leading bins, in place of 2^12, are worth their while. */
const LONG = 32768;
const COUNTS = 4 * (65536 + 32768); // bytes
/** Keeps the two halves of the memory off the same cache sets. */
const PADDING = 4160; // bytes

/** Returns `values`, sorted. */
export function sortFloat64(values: Float64Array): Float64Array {
  if (!(values instanceof Float64Array)) refuse("values", "a Float64Array", values);
  const count = values.length;
  const compiled = count >= SHORTEST_COMPILED && count <= LONGEST_COMPILED ? kernels() : undefined;
  if (compiled === undefined) {
    for (const value of values) if (Number.isNaN(value)) refuse("values", "numbers", value);
    return values.sort();
  }
  const counts = scratch(COUNTS + 16 * count + PADDING + 64);
  const at = counts + COUNTS;
  const spare = (at + 8 * count + PADDING + 63) & ~63;
  const memory = float64();
  memory.set(values, at >> 3);
  if (compiled.sortNumbers(at, count, spare, counts, count < LONG ? 12 : 14) === 0) refuse("values", "numbers", NaN);
  values.set(memory.subarray(at >> 3, (at >> 3) + count));
  return values;
}
