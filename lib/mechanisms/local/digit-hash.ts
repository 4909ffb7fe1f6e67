/**
 * A family of hash functions to g buckets, g a prime: the digits of a choice in base g, each times its coefficient, summed modulo g.
 *
 * Theorem: for uniform coefficients any two choices meet in a bucket with probability 1 / g:
 * they differ in a digit, whose coefficient decides.
 * Source: Carter, Wegman (Journal of Computer and System Sciences 18, 1979), doi:10.1016/0022-0000(79)90044-8.
 */

/** The bucket of a choice. */
export function digitHash(choice: number, coefficients: readonly number[], buckets: number): number {
  return digitsOf(choice, buckets).reduce((sum, digit, k) => (sum + digit * coefficients[k]) % buckets, 0);
}

export function isPrime(value: number): boolean {
  for (let factor = 2; factor * factor <= value; factor++) if (value % factor === 0) return false;
  return true;
}

/** At least one digit, the lowest first. */
export function digitsOf(value: number, base: number): number[] {
  const digits = [value % base];
  for (let rest = Math.floor(value / base); rest > 0; rest = Math.floor(rest / base)) digits.push(rest % base);
  return digits;
}
