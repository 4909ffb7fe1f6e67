/**
 * Broken: medians and quantiles by scores that move more than they are said to.
 *
 * - An inverse-sensitivity median whose distance counts only the records strictly between: on ties it moves by half the records, 5.18 at
 *   epsilon 1 and 21 records.
 * - Joint quantiles with sensitivity 1 for their score, which moves by 2 under swap: towards 2 epsilon.
 * Source: claims ism-smoothed and jointexp.
 */

import { piecewiseConstantLaw } from "../../mechanisms/laws/piecewise-constant-law.ts";
import { quantiles } from "../../mechanisms/statistics/quantiles.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";

/** On [0, 1]; the density is in proportion to e^(-epsilon / 2) for every record strictly between t and the median. */
export function strictMedian(records: readonly number[], epsilon: number): ContinuousLaw {
  requirePositive({ epsilon });
  if (records.length % 2 === 0) refuse("records", "an odd number", records);
  const sorted = records.toSorted((a, b) => a - b);
  const median = sorted[(sorted.length - 1) / 2];
  const edges = [0, ...new Set(sorted), 1];
  const logHeights = edges.slice(1).map((to, k) => {
    const t = (edges[k] + to) / 2;
    const between = sorted.filter((x) => (x > median && x < t) || (x < median && x > t)).length;
    return -(epsilon / 2) * (1 + between);
  });
  return piecewiseConstantLaw(edges, logHeights);
}

/** One quantile on [0, 1] with the exponent for a score of sensitivity 1. */
export function halfSensitivityQuantile(
  records: readonly number[],
  { epsilon, probability }: { readonly epsilon: number; readonly probability: number },
): (point: number) => number {
  const mechanism = quantiles({
    epsilon: 2 * epsilon,
    probabilities: [probability],
    lower: 0,
    upper: 1,
    neighbours: "swap",
  });
  return (point) => mechanism.logDensity(records, [point]);
}
