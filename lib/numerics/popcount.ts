/**
 * How many bits of a 32-bit integer are 1, signed or not: sums of pairs, of fours and of bytes, without a loop.
 */
export function popcount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
