/**
 * The secure source: the operating system's generator through `node:crypto`, read in buffers of 64 KiB.
 *
 * Limits: nothing drawn from it can be replayed. Used words are wiped from the buffer, so that a later memory dump does not hold them.
 */
import { randomFillSync } from "node:crypto";
import type { SecureRandom } from "./random.ts";

const BUFFERED_WORDS = 16384;

export function secureRandom(): SecureRandom {
  const buffer = new Uint32Array(BUFFERED_WORDS);
  let next = BUFFERED_WORDS;
  return {
    mode: "secure",
    uint32: () => {
      if (next === BUFFERED_WORDS) {
        randomFillSync(buffer);
        next = 0;
      }
      const word = buffer[next];
      buffer[next++] = 0;
      return word;
    },
  };
}
