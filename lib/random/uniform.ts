/**
 * Uniform distribution on the open interval (0, 1).
 *
 * A draw is (k + 1/2) 2^-52 for 52 random bits k: never 0, never 1, and symmetric about 1/2.
 */
import { fill } from "./batch.ts";
import { nextWord, type Stream } from "./stream.ts";
import { openUniform } from "./ziggurat.ts";

export function sampleUniform(random: Stream): number {
  nextWord(random);
  return openUniform(random.high, random.low);
}

export function fillUniform(out: Float64Array, random: Stream): Float64Array {
  return fill(
    out,
    (kernels) => (at, count) => kernels.uniforms(at, count),
    () => sampleUniform(random),
    random,
  );
}
