/**
 * Inverse sensitivity median: a median by the smoothed inverse sensitivity mechanism.
 *
 * Theorem: for n odd, k = (n + 1) / 2 and sorted records, the number of records to replace before the median is t is
 * #{i >= k: x_i < t} for t above the median, #{i <= k: x_i > t} below it, and 0 at it; records equal to the median count. The smallest
 * such number within `radius` of t changes by at most 1 under `swap`, so a density on [lower, upper] proportional to
 * exp(-epsilon / 2 times that) is epsilon-differentially private.
 * Source: Asi, Duchi (NeurIPS 2020), sections 2 and 4.
 * Limits: an odd number of records, which is public; records are clamped to the range. With radius 0 an atom of the data, even
 * of all records, has no mass of its own. The worst pair attains epsilon up to 2^-40 e^epsilon with radius 0; a positive radius loses less,
 * and its worst pair is the worst that a search over three and five records found.
 * Float64 outputs are for study.
 * @claim ism-smoothed
 */
import { nonNegative, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireList } from "../../numerics/requirements.ts";
import { sortFloat64 } from "../../numerics/sort.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillEach } from "../../random/batch.ts";
import type { Stream } from "../../random/stream.ts";
import { type PiecewiseConstantLaw, piecewiseConstantLaw } from "../laws/piecewise-constant-law.ts";
import { clamp, RANGE, type Range, requireRange } from "../statistics/noisy-statistic.ts";

/** The width of the thin cell of the worst pair, as a share of the range: 2^-40. */
const LEAST_SHARE = 1 / 1099511627776;

export const inverseSensitivityMedianParameters = withBudget(["pure"], { ...RANGE, radius: nonNegative }, requireRange);

export type InverseSensitivityMedianParameters = ParametersOf<typeof inverseSensitivityMedianParameters>;

export function inverseSensitivityMedian(
  parameters: InverseSensitivityMedianParameters,
): ClosedMechanism<readonly number[], number, Stream, ContinuousLaw> {
  const { guarantee, radius, lower, upper } = inverseSensitivityMedianParameters.read(parameters);
  const { epsilon } = guarantee;
  const smoothed = { epsilon, radius, lower, upper };
  const law = (records: readonly number[]) => smoothedLaw(sortedOdd(records, { lower, upper }), smoothed);
  return {
    name: "inverse-sensitivity-median",
    neighbours: "swap",
    guarantee,
    release: (records, random) => law(records).draw(random),
    releaseMany: (records, out, random) => {
      const at = law(records);
      return fillEach(out, () => at.draw(random));
    },
    law,
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
    worstPair: () => {
      const thin = LEAST_SHARE * (upper - lower);
      if (radius > 0) {
        // The thin cell at the end was within the radius of the median, and nearly all that is beyond it comes a change nearer.
        const next = Math.min(upper, lower + radius + thin);
        return [
          [lower, lower, next],
          [lower, next, upper],
        ];
      }
      // Almost all of the range comes a change nearer, and the thin cell below it a change farther.
      const near = lower + thin;
      return [
        [lower, near, near],
        [near, near, upper],
      ];
    },
  };
}

function smoothedLaw(
  sorted: Float64Array,
  { epsilon, radius, lower, upper }: Range & { readonly epsilon: number; readonly radius: number },
): PiecewiseConstantLaw {
  const size = sorted.length;
  const middle = (size - 1) / 2;
  // One edge a record, two for the median; the distance grows by one at each edge away from it.
  const edges = new Float64Array(size + 3);
  const logHeights = new Float64Array(size + 2);
  edges[0] = lower;
  edges[size + 2] = upper;
  for (let i = 0; i <= middle; i++) {
    edges[1 + i] = clamp(sorted[i] - radius, { lower, upper });
    edges[2 + middle + i] = clamp(sorted[middle + i] + radius, { lower, upper });
  }
  for (let cell = 0; cell < size + 2; cell++) logHeights[cell] = -(epsilon / 2) * Math.abs(cell - middle - 1);
  return piecewiseConstantLaw(edges, logHeights);
}

/** The records clamped and sorted; an even number of them is refused. */
export function sortedOdd(records: readonly number[], range: Range): Float64Array {
  requireList("records", records);
  if (records.length % 2 === 0) refuse("the number of records", "odd", records.length);
  return sortFloat64(Float64Array.from(records, (record) => clamp(record, range)));
}
