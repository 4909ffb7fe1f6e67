/**
 * Propose-test-release median: the median of an odd number of bounded whole numbers, with noise of a proposed sensitivity where it
 * is stable.
 *
 * Theorem: among all datasets that differ from the sorted x in at most k records, the largest change of the median by one more swap is
 * A(k) = max over t from 0 to k + 1 of (x_{m+t} - x_{m+t-k-1}), m the middle, x_i = lower below the first and upper above the last.
 * It grows with k, so the distance to data at which the median may move by more than `proposed` is the least k with A(k) >
 * proposed: an exact whole number. With it `proposeTestRelease` is (epsilon, delta)-differentially private under `swap`.
 * Source: Dwork, Lei (STOC 2009), doi:10.1145/1536414.1536466; Nissim, Raskhodnikova, Smith (STOC 2007), proposition 3.4, for A(k).
 * Limits: an odd number of records, which is public; records are whole numbers, clamped to the range. If the range itself is at
 * most `proposed`, all data are stable, at a distance of one more than the number of records. Float64 epsilons are for study.
 * @example
 * ```ts
 * import { proposeTestReleaseMedian } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * const median = proposeTestReleaseMedian({ epsilon: 2, delta: 1e-6, proposed: 1, lower: 0, upper: 1000 });
 * const ages = Array.from({ length: 1001 }, (_, i) => 20 + Math.floor(i / 20));
 * median.release(ages, stream(20261115, "example")); // => 45
 * ```
 * @claim propose-test-release
 * @also ptr, private median
 */
import { type Given, integer } from "../../numerics/parameters.ts";
import { refuseData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { type Range, requireRange } from "../statistics/noisy-statistic.ts";
import { sortedOdd } from "./inverse-sensitivity-median.ts";
import {
  type ProposeTestRelease,
  type ProposeTestReleaseBudget,
  proposeTestRelease,
  TESTED,
} from "./propose-test-release.ts";

const ENDS = {
  /** The public range that records are clamped to, in whole numbers. */
  lower: integer(Number.MIN_SAFE_INTEGER),
  upper: integer(Number.MIN_SAFE_INTEGER),
};

export const proposeTestReleaseMedianParameters = withBudget(["approximate"], { ...TESTED, ...ENDS }, requireRange);

export type ProposeTestReleaseMedianParameters = ProposeTestReleaseBudget & Given<typeof ENDS>;

export function proposeTestReleaseMedian(parameters: ProposeTestReleaseMedianParameters): ProposeTestRelease<number> {
  const { lower, upper, ...tested } = proposeTestReleaseMedianParameters.read(parameters);
  const { proposed } = tested;
  const sorted = (records: readonly number[]) => {
    requireList("records", records);
    for (const record of records) if (!Number.isSafeInteger(record)) refuseData("a record", "a whole number");
    return sortedOdd(records, { lower, upper });
  };
  return {
    ...proposeTestRelease<number>({
      ...tested,
      neighbours: "swap",
      statistic: (records) => sorted(records)[(records.length - 1) / 2],
      distance: (records) => medianDistance(sorted(records), { lower, upper, proposed }),
    }),
    name: "propose-test-release-median",
  };
}

function medianDistance(
  sorted: Float64Array,
  { lower, upper, proposed }: Range & { readonly proposed: number },
): number {
  const size = sorted.length;
  const middle = (size - 1) / 2;
  const at = (i: number) => (i < 0 ? lower : i >= size ? upper : sorted[i]);
  // The fewest records between two places on either side of the middle that are too far apart; as one goes up, so does the nearest other.
  let [fewest, j] = [size + 1, -1];
  for (let i = middle; i <= size; i++) {
    while (j < middle && at(i) - at(j + 1) > proposed) j++;
    if (at(i) - at(j) > proposed) fewest = Math.min(fewest, i - j - 1);
  }
  return fewest;
}
