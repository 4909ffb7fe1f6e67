/**
 * Many releases, one after another: for a mechanism of numbers that has no faster way to draw them.
 */
import { fillEach } from "../../random/batch.ts";

export function repeatedRelease<Input, Source>(
  release: (input: Input, random: Source) => number,
): (input: Input, out: Float64Array, random: Source) => Float64Array {
  return (input, out, random) => fillEach(out, () => release(input, random));
}
