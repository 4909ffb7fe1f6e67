/**
 * The binary layout of float64: powers of two by table, and the high 32 bits of a number.
 *
 * Byte order is found once; no result depends on it.
 */
const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);
number[0] = 1;
const highHalf = halves[1] === 0x3ff00000 ? 1 : 0;

/** Index of 2^0 in `powersOfTwo`. */
export const POWER_OFFSET = 1074;

/** `powersOfTwo[k + POWER_OFFSET]` is 2^k for k from -1074 (the least denormal) to 1023. */
export const powersOfTwo = new Float64Array(2098);
let power = Number.MIN_VALUE;
for (let index = 0; index < powersOfTwo.length; index++) {
  powersOfTwo[index] = power;
  power *= 2;
}

/** Sign, exponent and the first 20 bits of the significand, as a signed integer. */
export function highWord(value: number): number {
  number[0] = value;
  return halves[highHalf];
}
