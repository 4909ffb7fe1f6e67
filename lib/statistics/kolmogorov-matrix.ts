/**
 * Kolmogorov's matrix power: the exact distribution function of the one-sample Kolmogorov-Smirnov statistic.
 *
 * Theorem: P(D_n < d) = n! / n^n times the middle entry of the n-th power of a matrix of inverse factorials, of size 2 floor(n d) + 1.
 * Source: Durbin (1973); Marsaglia, Tsang and Wang, J. Statistical Software 8(18), 2003.
 * Accuracy: absolute error below 1e-13 for n up to 500. Limits: time grows as (n d)^3 log n.
 */
const HUGE = 1.3407807929942597e154; // 2^512

/** P(D_n < d) for n = count values and 0 < d < 1. */
export function kolmogorovMatrixPower(statistic: number, count: number): number {
  const reach = Math.floor(count * statistic) + 1;
  const size = 2 * reach - 1;
  const result = power(stepMatrix(size, reach - count * statistic), size, count);
  let middle = result.entries[(reach - 1) * size + reach - 1];
  let scale = result.scale;
  for (let i = 1; i <= count; i++) {
    middle *= i / count;
    if (middle < 1 / HUGE) {
      middle *= HUGE;
      scale--;
    }
  }
  for (; scale < 0; scale++) middle /= HUGE;
  for (; scale > 0; scale--) middle *= HUGE;
  return middle;
}

/** Entry (i, j) is 1 / (i - j + 1)!, less corrections by powers of the overhang in the first column and the last row. */
function stepMatrix(size: number, overhang: number): Float64Array {
  const entries = new Float64Array(size * size);
  const powers = powersOf(overhang, size);
  const doubled = 2 * overhang - 1;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= Math.min(i + 1, size - 1); j++) entries[i * size + j] = 1;
    entries[i * size] -= powers[i + 1];
  }
  for (let j = 0; j < size; j++) entries[(size - 1) * size + j] -= powers[size - j];
  if (doubled > 0) entries[(size - 1) * size] += powersOf(doubled, size)[size];
  for (let i = 0; i < size; i++) {
    let factorial = 1;
    for (let j = i; j >= 0; j--) {
      factorial *= i - j + 1;
      entries[i * size + j] /= factorial;
    }
  }
  return entries;
}

function powersOf(base: number, greatest: number): Float64Array {
  const powers = new Float64Array(greatest + 1).fill(1);
  for (let i = 1; i <= greatest; i++) powers[i] = powers[i - 1] * base;
  return powers;
}

/** The power of a matrix as entries times 2^(512 scale), by repeated squaring. */
function power(base: Float64Array, size: number, exponent: number): { entries: Float64Array; scale: number } {
  if (exponent === 1) return { entries: base, scale: 0 };
  const half = power(base, size, Math.floor(exponent / 2));
  let entries = multiply(half.entries, half.entries, size);
  let scale = 2 * half.scale;
  if (exponent % 2 === 1) entries = multiply(entries, base, size);
  const centre = (size - 1) / 2;
  if (entries[centre * size + centre] > HUGE) {
    entries = entries.map((entry) => entry / HUGE);
    scale++;
  }
  return { entries, scale };
}

function multiply(left: Float64Array, right: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const factor = left[i * size + k];
      if (factor === 0) continue;
      for (let j = 0; j < size; j++) product[i * size + j] += factor * right[k * size + j];
    }
  }
  return product;
}
