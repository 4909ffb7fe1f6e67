/**
 * Keys: from a seed and a path of names and integers to the key of a stream.
 *
 * A key is the SHA-256 digest of its parent's digest and one encoded step, so that `stream(seed, "a", 3)` is the child "3" of the child
 * "a" of `stream(seed)`. The encoding is injective: 3, "3" and 3n as a seed string never meet. Two different paths share a digest
 * only if SHA-256 collides; a stream uses 192 of its bits, so 2^64 streams meet with probability 2^-65.
 */
import { refuse } from "../numerics/requirements.ts";
import { sha256 } from "./sha256.ts";

export type Seed = number | bigint | string;
export type Step = number | string;

const ROOT = new TextEncoder().encode("epsilab stream 1\n");

/** The digest of a seed: an integer of 64 bits or a string. */
export function seedKey(seed: Seed): Uint8Array {
  if (typeof seed === "string") return sha256([ROOT, `s${seed}`]);
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!whole || seed < 0 || BigInt(seed) >= 1n << 64n) {
    refuse("seed", "a string or an integer from 0 to 2^64 - 1 (a bigint beyond 2^53)", seed);
  }
  return sha256([ROOT, `i${seed}`]);
}

/** The digest of one step down from `parent`. */
export function childKey(parent: Uint8Array, step: Step): Uint8Array {
  if (typeof step === "string") return sha256([parent, `s${step}`]);
  if (!Number.isSafeInteger(step)) refuse("a step of a stream's path", "a string or a safe integer", step);
  return sha256([parent, `i${step}`]);
}
