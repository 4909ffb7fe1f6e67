/**
 * Sum on a grid: records rounded to a declared grid and clamped, summed and given noise in whole numbers alone; for release.
 *
 * Theorem: in steps of the grid, records lie in {lower, ..., upper} and their sum moves by at most upper - lower under `swap` and by at most
 * max(|lower|, |upper|) under `add-remove`. Discrete Laplace noise of that over epsilon is epsilon-differentially private; discrete Gaussian
 * noise of variance its square over 2 rho is rho-zero-concentrated. Every multiple of the step is a possible output of every dataset.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009); Canonne, Kamath, Steinke (NeurIPS 2020), theorem 4; Mironov (CCS 2012) for the attack on
 * supports that this withstands.
 * Limits: rounding moves the sum by at most half a step for each record, clamping biases it. Outputs are shown as float64, which is
 * post-processing. Time is not constant: it depends on the noise, and on whether records are whole. About 0.2 ms for 1000 records.
 * @example
 * ```ts
 * import { gridSum, secureRandom } from "epsilab";
 * const cents = { step: { numerator: 1, denominator: 100 }, lower: 0, upper: 50 };
 * const sum = gridSum({ ...cents, epsilon: { numerator: 1, denominator: 2 }, neighbours: "swap" });
 * sum.guarantee; // => { kind: "pure", epsilon: 0.5 }
 * Number.isInteger(Math.round(100 * sum.release([12.37, 8.5, 99], secureRandom()))); // => true
 * ```
 * @claim grid-releases
 */
import { requireList } from "../../numerics/requirements.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { gridNoiseLaw } from "../laws/grid-noise-law.ts";
import { type GridBudget, gridNoise } from "../noise/grid-noise.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { declaredGrid, type GridRange, sumOfPlaces, valueAt } from "./declared-grid.ts";
import { type RecordNeighbours, requireRecordNeighbours } from "./noisy-statistic.ts";

/** With an `epsilon` or a `rho`. */
export type GridSumParameters = GridRange & GridBudget & { readonly neighbours: RecordNeighbours };

export function gridSum(parameters: GridSumParameters): ClosedMechanism<ArrayLike<number>, number, Random, NumberLaw> {
  const { neighbours } = parameters;
  requireRecordNeighbours(neighbours);
  const { step, lower, upper, placeOf } = declaredGrid(parameters);
  const absolute = BigInt(neighbours === "swap" ? upper - lower : Math.max(Math.abs(lower), Math.abs(upper)));
  const { guarantee, noise, draw, privacyLoss } = gridNoise(parameters, { absolute, squared: absolute * absolute });
  const sumOf = (records: ArrayLike<number>) => {
    requireList("records", records);
    return sumOfPlaces(records, placeOf);
  };
  const release = (records: ArrayLike<number>, random: Random) => valueAt(sumOf(records) + draw(random), step);
  const [first, last] = [valueAt(BigInt(lower), step), valueAt(BigInt(upper), step)];
  return {
    name: "grid-sum",
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (records) => gridNoiseLaw(noise, sumOf(records), step),
    privacyLoss,
    worstPair: () =>
      neighbours === "swap" ? [[first], [last]] : [[], [Math.abs(lower) > Math.abs(upper) ? first : last]],
  };
}
