/**
 * Mean on a grid: records rounded to a declared grid and clamped; sum and noise in whole numbers alone; for release.
 *
 * Theorem: under `swap` the number n of records is public, and the mean is the sum of `gridSum` over n. Under `add-remove` n is private: half of
 * the budget goes to the sum of the distances from the middle of the range, which a record moves by at most (upper - lower) / 2, half to the number of
 * records, which it moves by 1; two releases of half the budget have the whole, for epsilon as for rho. Their ratio (the number taken as 1 if the
 * noise puts it below), clamped, is a fraction of whole numbers and post-processing. Every output is possible for every dataset.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009); Canonne, Kamath, Steinke (NeurIPS 2020), theorem 4; McSherry (SIGMOD 2009) for composition.
 * Limits: under `swap` no mean of no records; under `add-remove` there is no closed law, and the ratio is biased for few records. Rounding
 * moves the mean by at most half a step. Time is not constant. About 0.3 ms for 1000 records.
 * @example
 * ```ts
 * import { gridMean, secureRandom } from "epsilab";
 * const tenths = { step: { numerator: 1, denominator: 10 }, lower: 0, upper: 10 };
 * const mean = gridMean({ ...tenths, rho: { numerator: 1, denominator: 8 }, neighbours: "swap" });
 * mean.guarantee; // => { kind: "zero-concentrated", rho: 0.125 }
 * Math.abs(mean.release(new Array<number>(1000).fill(4), secureRandom()) - 4) < 1; // => true
 * ```
 * @claim grid-releases
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import type { ClosedMechanism, DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { gridNoiseLaw } from "../laws/grid-noise-law.ts";
import { type GridBudget, gridNoise } from "../noise/grid-noise.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { type DeclaredGrid, declaredGrid, type GridRange, sumOfPlaces, valueAt } from "./declared-grid.ts";
import { type RecordNeighbours, requireRecordNeighbours } from "./noisy-statistic.ts";

/** With an `epsilon` or a `rho`. */
export type GridMeanParameters = GridRange & GridBudget & { readonly neighbours: RecordNeighbours };

/** A mean without a closed law and without a known worst pair, as under `add-remove`. */
export interface GridMean extends Mechanism<ArrayLike<number>, number, Random> {
  releaseMany(records: ArrayLike<number>, out: Float64Array, random: Random): Float64Array;
  /** Of an epsilon. */
  privacyLoss?(): DominatingPair;
}

export function gridMean(
  parameters: GridMeanParameters & { readonly neighbours: "swap" },
): ClosedMechanism<ArrayLike<number>, number, Random, NumberLaw>;
export function gridMean(parameters: GridMeanParameters): GridMean;
export function gridMean(parameters: GridMeanParameters): GridMean {
  requireRecordNeighbours(parameters.neighbours);
  const grid = declaredGrid(parameters);
  return parameters.neighbours === "swap" ? publicSize(parameters, grid) : privateSize(parameters, grid);
}

function publicSize(
  budget: GridBudget,
  { step, lower, upper, placeOf }: DeclaredGrid,
): ClosedMechanism<ArrayLike<number>, number, Random, NumberLaw> {
  const absolute = BigInt(upper - lower);
  const { guarantee, noise, draw, privacyLoss } = gridNoise(budget, { absolute, squared: absolute * absolute });
  const sumOf = (records: ArrayLike<number>) => {
    requireList("records", records);
    if (records.length === 0) refuse("the number of records", "at least 1", 0);
    return sumOfPlaces(records, placeOf);
  };
  const stepOf = ({ length }: ArrayLike<number>) => ({ ...step, denominator: step.denominator * BigInt(length) });
  const release = (records: ArrayLike<number>, random: Random) =>
    valueAt(sumOf(records) + draw(random), stepOf(records));
  return {
    name: "grid-mean",
    neighbours: "swap",
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (records) => gridNoiseLaw(noise, sumOf(records), stepOf(records)),
    privacyLoss,
    worstPair: () => [[valueAt(BigInt(lower), step)], [valueAt(BigInt(upper), step)]],
  };
}

function privateSize(budget: GridBudget, { step, lower, upper, placeOf }: DeclaredGrid): GridMean {
  // In half steps, so that the middle of the range is whole.
  const reach = BigInt(upper - lower);
  const middle = BigInt(lower) + BigInt(upper);
  const distances = gridNoise(budget, { absolute: reach, squared: reach * reach, shares: 2n });
  const size = gridNoise(budget, { absolute: 1n, squared: 1n, shares: 2n });
  const release = (records: ArrayLike<number>, random: Random) => {
    requireList("records", records);
    const length = BigInt(records.length);
    const sum = 2n * sumOfPlaces(records, placeOf) - length * middle + distances.draw(random);
    const noisy = length + size.draw(random);
    const count = noisy < 1n ? 1n : noisy;
    const limit = reach * count;
    const clamped = sum > limit ? limit : sum < -limit ? -limit : sum;
    return valueAt(middle * count + clamped, { ...step, denominator: 2n * count * step.denominator });
  };
  const { guarantee } = size;
  return {
    name: "grid-mean",
    neighbours: "add-remove",
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    ...(guarantee.kind === "pure" && {
      privacyLoss: () => ({ ...worstCasePld({ epsilon: guarantee.epsilon, delta: 0 }), attained: false }),
    }),
  };
}
