/**
 * Histogram on a grid: how many records are nearest to each point of a declared grid, with noise in whole numbers alone; for release.
 *
 * Theorem: one record changes one count by 1 under `add-remove`, and two under `swap`: l1 norm 1 or 2, square of the l2 norm 1 or 2. Independent
 * discrete Laplace noise of scale 1 / epsilon, or 2 / epsilon, in every count is epsilon-differentially private; discrete Gaussian noise of variance
 * 1 / (2 rho), or 1 / rho, is rho-zero-concentrated. Every whole vector is a possible output of every dataset.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009); Canonne, Kamath, Steinke (NeurIPS 2020), theorem 14.
 * Limits: the points are public, at most 2^20; records beyond the ends count at the ends. Counts may be negative. Time is not constant. About
 * 1 ms for 1000 points.
 * @example
 * ```ts
 * import { gridHistogram, secureRandom } from "epsilab";
 * const grades = { step: { numerator: 1, denominator: 1 }, lower: 1, upper: 6 };
 * const counts = gridHistogram({ ...grades, epsilon: { numerator: 1, denominator: 1 }, neighbours: "add-remove" });
 * counts.points; // => [1, 2, 3, 4, 5, 6]
 * counts.release([2, 2, 3, 6, 1], secureRandom()).length; // => 6
 * ```
 * @claim grid-releases
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { integerVectorLaw } from "../laws/integer-vector-law.ts";
import { type GridBudget, gridNoise } from "../noise/grid-noise.ts";
import { declaredGrid, type GridRange, valueAt } from "./declared-grid.ts";
import { type RecordNeighbours, requireRecordNeighbours } from "./noisy-statistic.ts";

/** With an `epsilon` or a `rho`. */
export type GridHistogramParameters = GridRange & GridBudget & { readonly neighbours: RecordNeighbours };

export interface GridHistogram extends Mechanism<ArrayLike<number>, readonly number[], Random> {
  /** Where the records are counted. */
  readonly points: readonly number[];
  law(records: ArrayLike<number>): DiscreteLaw<readonly number[]>;
  worstPair(): readonly [ArrayLike<number>, ArrayLike<number>];
  /** Of an epsilon, and of a rho under `add-remove`: a swap moves two counts, for which a rho is composed. */
  privacyLoss?(): DominatingPair;
}

const MOST_POINTS = 1048576; // 2^20

export function gridHistogram(parameters: GridHistogramParameters): GridHistogram {
  const { neighbours } = parameters;
  requireRecordNeighbours(neighbours);
  const { step, lower, upper, placeOf } = declaredGrid(parameters);
  const bins = upper - lower + 1;
  if (!(bins <= MOST_POINTS)) refuse("(upper - lower) / step", "below 2^20", bins - 1);
  const moved = neighbours === "swap" ? 2n : 1n;
  const { guarantee, noise, draw, privacyLoss } = gridNoise(parameters, { absolute: moved, squared: moved });
  const countsOf = (records: ArrayLike<number>) => {
    requireList("records", records);
    const counts = new Array<number>(bins).fill(0);
    for (let i = 0; i < records.length; i++) counts[placeOf(records[i]) - lower]++;
    return counts;
  };
  const points = Array.from({ length: bins }, (_, i) => valueAt(BigInt(lower + i), step));
  return {
    name: "grid-histogram",
    neighbours,
    guarantee,
    points,
    release: (records, random) => countsOf(records).map((count) => Number(BigInt(count) + draw(random))),
    law: (records) => integerVectorLaw(noise, countsOf(records)),
    // Two counts that move by one step are dominated by one that moves by two, for Laplace noise.
    ...((moved === 1n || guarantee.kind === "pure") && {
      privacyLoss: () => ({ ...privacyLoss(), attained: moved === 1n }),
    }),
    worstPair: () => (moved === 1n ? [[], [points[0]]] : [[points[0]], [points[bins - 1]]]),
  };
}
