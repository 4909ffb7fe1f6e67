/**
 * How far one record moves a p-value, over all neighbours: the largest change of ln max(p, floor).
 */
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { upperGamma } from "../numerics/incomplete-gamma.ts";
import { log } from "../numerics/logarithm.ts";
import { allCounts } from "./all-lists.ts";

const logAbove = (pValue: number, floor: number) => log(Math.max(pValue, floor));

/** The masses of a binomial law by multiplying out (1 - probability + probability x)^trials. */
export function multipliedBinomial(trials: number, probability: number): number[] {
  let masses = [1];
  for (let k = 0; k < trials; k++)
    masses = [...masses, 0].map((mass, c) => mass * (1 - probability) + (masses[c - 1] ?? 0) * probability);
  return masses;
}

/** P(K >= t) for t = 0, ..., n: sums of masses, from the far end on. */
export function binomialPValues(size: number, probability: number): Float64Array {
  const values = new Float64Array(size + 1);
  let sum = 0;
  for (let t = size; t >= 0; t--) {
    sum += exp(binomialLogMass({ trials: size, successes: t, probability }));
    values[t] = Math.min(1, sum);
  }
  return values;
}

/** Between the p-values of neighbouring counts, which fall. */
export function largestMove(pValues: ArrayLike<number>, floor: number): number {
  let largest = 0;
  for (let t = 1; t < pValues.length; t++)
    largest = Math.max(largest, logAbove(pValues[t - 1], floor) - logAbove(pValues[t], floor));
  return largest;
}

/**
 * Over all tables of `size` records and all swaps in them: of the root of the statistic of goodness of fit, and of its p-value at each
 * floor.
 */
export function tableMoves(size: number, expected: readonly number[], floors: readonly number[]) {
  const statistic = (table: readonly number[]) =>
    table.reduce((sum, n, i) => sum + ((n - expected[i]) * (n - expected[i])) / expected[i], 0);
  const pValueOf = (x: number) => upperGamma((expected.length - 1) / 2, x / 2);
  let root = 0;
  const etas = floors.map(() => 0);
  for (const table of allCounts(size, expected.length)) {
    const here = statistic(table);
    const own = pValueOf(here);
    for (let from = 1; from < table.length; from++) {
      if (table[from] === 0) continue;
      // A swap to a later category is one of these, read backwards.
      for (let to = 0; to < from; to++) {
        const there = statistic(table.with(from, table[from] - 1).with(to, table[to] + 1));
        const other = pValueOf(there);
        root = Math.max(root, Math.abs(Math.sqrt(here) - Math.sqrt(there)));
        for (const [k, floor] of floors.entries())
          etas[k] = Math.max(etas[k], Math.abs(logAbove(own, floor) - logAbove(other, floor)));
      }
    }
  }
  return { root, etas };
}
