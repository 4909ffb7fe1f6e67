/** 2^exponent as a fraction, such as the step of a grid. */
export function powerOfTwo(exponent: number): { readonly numerator: bigint; readonly denominator: bigint } {
  const power = 1n << BigInt(Math.abs(exponent));
  return exponent < 0 ? { numerator: 1n, denominator: power } : { numerator: power, denominator: 1n };
}
