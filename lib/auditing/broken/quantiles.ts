/**
 * Broken: medians and quantiles by scores that move more than they are said to.
 *
 * - An inverse-sensitivity median whose distance counts only the records strictly between: on ties it moves by half the records, 5.18 at
 *   epsilon 1 and 21 records.
 * - Joint quantiles with sensitivity 1 for their score, which moves by 2 under swap: towards 2 epsilon.
 * Source: claims ism-smoothed and jointexp.
 */

import { piecewiseConstantLaw } from "../../mechanisms/laws/piecewise-constant-law.ts";
import { inverseSensitivityMedian } from "../../mechanisms/local-sensitivity/inverse-sensitivity-median.ts";
import { quantiles } from "../../mechanisms/statistics/quantiles.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { worstPair } from "../worst-pair.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

/** On [0, 1]; the density is in proportion to e^(-epsilon / 2) for every record strictly between t and the median. */
function strictMedian(records: readonly number[], epsilon: number): ContinuousLaw {
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
function halfSensitivityQuantile(
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

interface Privacy {
  readonly epsilon: number;
}

const tied = (low: number) => Array.from({ length: 21 }, (_, k) => (k < low ? 0.5 : 0.6));

export const uncountedTies = brokenVariant({
  name: "uncounted-ties",
  claim: "the inverse-sensitivity median may leave records equal to the median uncounted, here 21 records",
  source: "claim ism-smoothed; Asi, Duchi (NeurIPS 2020) for the distance",
  at: { epsilon: 1 },
  claimed: pureClaim(1),
  needs: 5.18,
  within: 5e-3,
  caughtBy: "density",
  shape: { kind: "monotone" },
  broken: ({ epsilon }: Privacy) => ({
    first: strictMedian(tied(11), epsilon),
    second: strictMedian(tied(10), epsilon),
  }),
  corrected: ({ epsilon }: Privacy) => {
    const { law } = inverseSensitivityMedian({ epsilon, radius: 0, lower: 0, upper: 1 });
    return { first: law(tied(11)), second: law(tied(10)) };
  },
});

const UNIVERSE = [0, 0.01, 0.5, 0.99, 1];
/** One place in every interval between them, on which densities are constant. */
const MIDDLES = [0.005, 0.25, 0.75, 0.995];

/** The largest loss over all neighbours; a density is found once for every multiset of records. */
function quantileLoss(size: number, logDensity: (records: readonly number[], point: number) => number): number {
  const known = new Map<string, readonly number[]>();
  const densities = (records: readonly number[]) => {
    const sorted = records.toSorted((a, b) => a - b);
    const found = known.get(sorted.join()) ?? MIDDLES.map((point) => logDensity(sorted, point));
    known.set(sorted.join(), found);
    return found;
  };
  return worstPair({ universe: UNIVERSE, size, neighbours: "swap" }, (x, y) => {
    const [p, q] = [densities(x), densities(y)];
    return largestOf(p.map((value, k) => Math.abs(value - q[k])));
  }).loss;
}

interface Records extends Privacy {
  readonly records: number;
}

/** The largest loss of a median of half the sensitivity, over all neighbours. */
function halfSensitivityLoss({ records, epsilon }: Records): number {
  return quantileLoss(records, (data, point) => halfSensitivityQuantile(data, { epsilon, probability: 0.5 })(point));
}

const halfSensitivityVariant = (records: number, needs: number) =>
  brokenVariant({
    name: `joint-quantiles-half-sensitivity-${records}-records`,
    claim: "the score of joint quantiles moves by 1 under swap",
    source: "claim jointexp; Gillenwater, Joseph, Kulesza (ICML 2021) for the mechanism",
    caughtBy: "density",
    at: { records, epsilon: 1 },
    claimed: pureClaim(1),
    needs,
    within: 5e-4,
    broken: halfSensitivityLoss,
    corrected: ({ records: size, epsilon }: Records) => {
      const right = quantiles({ epsilon, probabilities: [0.5], lower: 0, upper: 1, neighbours: "swap" });
      return quantileLoss(size, (data, point) => right.logDensity(data, [point]));
    },
  });

export const halfSensitivity = halfSensitivityVariant(3, 1.977);

export const QUANTILE_VARIANTS: readonly Exhibit[] = [uncountedTies, halfSensitivity, halfSensitivityVariant(5, 1.991)];
