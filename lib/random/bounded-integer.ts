/**
 * Bounded integers: uniform on 0, 1, ..., bound - 1, without bias and without floating-point rounding, from any source.
 *
 * Up to 2^32 the upper half of word times bound, drawn again in the few cases where the lower half would favour some integers (Lemire
 * 2019, "Fast random integer generation in an interval", ACM TOMACS 29); beyond that, as many bits as the bound has, drawn again
 * until below it. A bound of 1 takes no word.
 */
import { refuse } from "../numerics/requirements.ts";
import { type Random, requireSource } from "./random.ts";

const TWO_16 = 65536;
const TWO_32 = 4294967296;

/** For an integer bound from 1 to 2^53 - 1. */
export function sampleBoundedInteger(bound: number, random: Random): number {
  if (!(Number.isSafeInteger(bound) && bound >= 1)) refuse("bound", "an integer from 1 to 2^53 - 1", bound);
  if (bound === 1) return 0;
  try {
    return bound <= TWO_32 ? drawByProduct(bound, random) : drawByBits(bound, random);
  } catch (error) {
    // Looked at only where a draw fails: that costs right ones nothing.
    requireSource(random);
    throw error;
  }
}

/** For any positive bound. Below 2^53 the draw is the one of `sampleBoundedInteger`. */
export function sampleBoundedBigInt(bound: bigint, random: Random): bigint {
  if (!(typeof bound === "bigint" && bound >= 1n)) refuse("bound", "a positive bigint", bound);
  requireSource(random);
  if (bound <= Number.MAX_SAFE_INTEGER) return BigInt(sampleBoundedInteger(Number(bound), random));
  const bits = (bound - 1n).toString(2).length;
  const words = Math.ceil(bits / 32);
  for (;;) {
    let draw = 0n;
    for (let i = 0; i < words; i++) draw = (draw << 32n) | BigInt(random.uint32());
    draw >>= BigInt(32 * words - bits);
    if (draw < bound) return draw;
  }
}

function drawByProduct(bound: number, random: Random): number {
  for (;;) {
    const word = random.uint32();
    // word * bound has up to 64 bits: in two halves of up to 48.
    const upper = (word >>> 16) * bound;
    const lower = (word & 65535) * bound;
    const fraction = Math.imul(word, bound) >>> 0;
    if (fraction >= bound || fraction >= TWO_32 % bound) {
      return Math.floor((upper + Math.floor(lower / TWO_16)) / TWO_16);
    }
  }
}

function drawByBits(bound: number, random: Random): number {
  const shift = Math.clz32(Math.floor((bound - 1) / TWO_32));
  for (;;) {
    const draw = (random.uint32() >>> shift) * TWO_32 + random.uint32();
    if (draw < bound) return draw;
  }
}
