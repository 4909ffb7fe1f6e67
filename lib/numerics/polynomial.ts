/** Polynomial by Horner's rule; the constant term comes first. */
export function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (let index = coefficients.length - 1; index >= 0; index--) sum = sum * x + coefficients[index];
  return sum;
}
