/**
 * Limits: what part of a fill is the generator and what part is moving the numbers, measured apart.
 *
 * A fill writes words in compiled memory, transforms them in place and copies them to the caller's array; no fill can be faster than
 * the sum of the first and the last.
 */
import { float64, kernels, scratch } from "../lib/assembly/kernels.ts";

const DRAWS = 1_000_000;
const CHUNK = 2048;
const ROUNDS = 15;

export interface Limits {
  readonly words: number;
  readonly copy: number;
}

/** Nanoseconds a draw, minima. */
export function measureLimits(): Limits {
  const compiled = kernels();
  if (compiled === undefined) throw new Error("this engine has no WebAssembly");
  const state = scratch(128 + 8 * CHUNK);
  const at = state + 128;
  const out = new Float64Array(DRAWS);
  const generate = () => {
    for (let done = 0; done < DRAWS; done += CHUNK) compiled.words(state, at, CHUNK);
  };
  const copy = () => {
    for (let done = 0; done < DRAWS; done += CHUNK) {
      out.set(float64().subarray(at >> 3, (at >> 3) + Math.min(CHUNK, DRAWS - done)), done);
    }
  };
  const [words, moved] = [generate, copy].map((run) => {
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const start = process.hrtime.bigint();
      run();
      best = Math.min(best, Number(process.hrtime.bigint() - start));
    }
    return best / DRAWS;
  });
  return { words, copy: moved };
}
