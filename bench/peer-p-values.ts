/**
 * The p-values that other software was asked about, by the formula of lib/false-discovery/reference/p_values.py: integers and
 * powers of two, so that both sides have the same bits.
 */
import { POWER_OFFSET, powersOfTwo } from "../lib/numerics/float64.ts";

/** One in ten is a signal: halved 3 to 24 times. */
export function peerPValues(size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, t) => {
    const uniform = (scrambled(t) + 0.5) / 4294967296;
    return t % 10 === 0 ? uniform * powersOfTwo[POWER_OFFSET - (3 + (Math.floor(t / 10) % 22))] : uniform;
  });
}

function scrambled(t: number): number {
  let h = Math.imul(t + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
