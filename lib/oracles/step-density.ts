/**
 * The largest loss of two densities that are constant between their kinks: read in the middle of every cell that they have together.
 */
import { largestOf } from "../numerics/extremes.ts";

interface StepDensity {
  readonly kinks: readonly number[];
  logDensity(x: number): number;
}

export function stepDensityLoss(first: StepDensity, second: StepDensity): number {
  const edges = [...new Set([...first.kinks, ...second.kinks])].toSorted((a, b) => a - b);
  return largestOf(
    edges.slice(1).map((to, k) => {
      const middle = (edges[k] + to) / 2;
      return Math.abs(first.logDensity(middle) - second.logDensity(middle));
    }),
  );
}
