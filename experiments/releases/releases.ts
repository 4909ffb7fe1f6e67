/**
 * The releases of the experiment: each by a name, with a pair of neighbours to attack it on.
 */

import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import type { ExactBudget } from "../../lib/mechanisms/noise/exact-budget.ts";
import { histogram } from "../../lib/mechanisms/statistics/histogram.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { noisySum } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import { quantile } from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import type { Random } from "../../lib/random/random.ts";
import { exactFraction, type Rational } from "../../lib/random/rational.ts";
import { axis, z } from "../kit.ts";

const RELATIONS = ["swap", "add-remove"] as const;
export type Relation = (typeof RELATIONS)[number];
export const STATISTICS = ["sum", "mean", "histogram"] as const;
export const BUDGETS = ["epsilon", "rho"] as const;
export type Budget = (typeof BUDGETS)[number];
export const RELEASES = ["sum", "gaussian-sum", "mean", "histogram", "quantile", "quantiles", "vector"] as const;
export type Release = (typeof RELEASES)[number];

interface Released {
  release(input: readonly number[], random: Random): unknown;
  law(input: readonly number[]): DiscreteLaw<unknown>;
}

export const fraction = (numerator: number, denominator: number): Rational => ({ numerator, denominator });
/** Half steps from -1 to 2: -2, ..., 4 steps. */
export const HALVES = { step: fraction(1, 2), lower: -1, upper: 2 } as const;
export const HALF_PLACES: readonly number[] = [-1, 0.5, 2];
const QUARTERS = [1, 2, 3].map((k) => fraction(k, 4));

export const epsilon = axis(z.number().min(0.25).max(4), {
  means: "epsilon of one release",
  quick: [0.5, 1],
  full: [0.25, 0.5, 1, 2],
});
export const relation = axis(z.enum(RELATIONS), { means: "neighbours", quick: RELATIONS });

/** A float64 epsilon as the fraction that it is, for an epsilon or for the rho of half its square. */
export function budgetOf(kind: Budget, value: number): ExactBudget<"pure" | "zero-concentrated"> {
  return kind === "epsilon" ? { epsilon: exactFraction(value) } : { rho: exactFraction((value * value) / 2) };
}

/** What is released at an epsilon, and a pair of neighbours that differ as much as they can. */
export function attacked(release: Release, value: number): Released & { pair: readonly [number[], number[]] } {
  const one = { epsilon: exactFraction(value), neighbours: "swap" } as const;
  const pair = [
    [0.3, 1.1, 2],
    [0.3, 1.1, -1],
  ] as const;
  const records: readonly [number[], number[]] = [[...pair[0]], [...pair[1]]];
  switch (release) {
    case "sum":
      return { ...noisySum({ ...HALVES, ...one }), pair: records };
    case "gaussian-sum":
      return { ...noisySum({ ...HALVES, ...budgetOf("rho", value), neighbours: "swap" }), pair: records };
    case "mean":
      return { ...noisyMean({ ...HALVES, ...one }), pair: records };
    case "histogram":
      return { ...histogram({ ...HALVES, ...one }), pair: records };
    case "quantile":
      return { ...quantile({ ...HALVES, ...one, probability: fraction(1, 2) }), pair: records };
    case "quantiles":
      return { ...quantiles({ ...HALVES, ...one, probabilities: QUARTERS }), pair: records };
    case "vector": {
      const rho = exactFraction((value * value) / 2);
      const shape = { squaredSensitivity: 3, dimension: 3, neighbours: "swap" } as const;
      return {
        ...discreteGaussian({ ...shape, rho }),
        pair: [
          [4, 0, 9],
          [5, 1, 8],
        ],
      };
    }
  }
}

export { QUARTERS };
