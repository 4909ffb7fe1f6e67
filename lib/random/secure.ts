/**
 * The secure source: the operating system's generator, as Web Crypto gives it in Node and in browsers, read in buffers of 64 KiB,
 * the most that it gives at once.
 *
 * Limits: nothing drawn from it can be replayed. Used words are wiped from the buffer, so that a later memory dump does not hold them.
 */
import { refuse } from "../numerics/requirements.ts";
import type { SecureRandom } from "./random.ts";

const BUFFERED_WORDS = 16384;

export function secureRandom(): SecureRandom {
  const buffer = new Uint32Array(BUFFERED_WORDS);
  let next = BUFFERED_WORDS;
  const source = {
    mode: "secure" as const,
    uint32: () => {
      if (next === BUFFERED_WORDS) {
        crypto.getRandomValues(buffer);
        next = 0;
      }
      const word = buffer[next];
      buffer[next++] = 0;
      return word;
    },
    /** Samplers of float64 noise call this of a stream; the types refuse it here, and so do programs without types. */
    next: () =>
      refuse("random", "a stream for float64 noise (for release: noise on integers or on a grid)", "the secure source"),
  };
  return source;
}
