/**
 * Sum: the sum of records clamped to a public range, with Laplace noise; with a `step` exact noise on a grid, for release; with a
 * `domain` over a column of a table.
 *
 * Theorem: over records in [lower, upper] the sum changes by at most upper - lower under `swap` and by at most
 * max(|lower|, |upper|) under `add-remove`; a person of at most k rows of a table changes it by k times that. Laplace noise of that
 * over epsilon is epsilon-differentially private. With a `step` records are rounded to its multiples, and all is counted in steps:
 * discrete Laplace noise is epsilon-differentially private, discrete Gaussian noise of variance the square of the change over 2 rho
 * is rho-zero-concentrated, and every multiple of the step is a possible output of every dataset.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; Ghosh, Roughgarden, Sundararajan (STOC 2009) and Canonne,
 * Kamath, Steinke (NeurIPS 2020), theorem 4, on the grid; Mironov (CCS 2012) for the attack on supports that a grid withstands. The
 * sensitivities are elementary, and found again by enumeration in the tests.
 * Limits: the clamp biases sums of data outside the range. Without a `step` noise is in float64, which leaks in the low-order bits
 * (Mironov 2012): for study, and the secure source is refused. With one, rounding moves the sum by at most half a step for each
 * record; outputs are shown as float64, which is post-processing; time is not constant, about 0.2 ms for 1000 records. A row of a
 * table without a value is left out, or has the value declared for it.
 * @example
 * ```ts
 * import { irisTable, noisySum, secureRandom, stream } from "epsilab";
 * const sum = noisySum({ epsilon: 1, lower: 0, upper: 10, neighbours: "add-remove" });
 * sum.release([3, 8, 99], stream(20261115, "example")); // => 27.3655...
 * const cents = { step: { numerator: 1, denominator: 100 }, lower: 0, upper: 50 };
 * const exact = noisySum({ ...cents, epsilon: { numerator: 1, denominator: 2 }, neighbours: "swap" });
 * exact.guarantee; // => { kind: "pure", epsilon: 0.5 }
 * Number.isInteger(Math.round(100 * exact.release([12.37, 8.5, 99], secureRandom()))); // => true
 * const flowers = irisTable();
 * const step = { numerator: 1, denominator: 10 };
 * const lengths = noisySum({ domain: flowers.domain, column: "petalLength", epsilon: 0.1, step });
 * Number.isFinite(lengths.release(flowers, secureRandom())); // => true
 * ```
 * @claim sensitivity, grid-releases
 * @also private sum, dp sum
 */
import { type Columns, numericColumn, rowsEach } from "../../data/domain.ts";
import type { Table } from "../../data/table.ts";
import type { ParametersOf } from "../../numerics/parameters.ts";
import { requireList } from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { gridNoiseLaw } from "../laws/grid-noise-law.ts";
import { STEP, valueAt } from "../laws/rational-step.ts";
import { hasStep, type StatedBudget, withExactBudget, withStatedBudget } from "../noise/exact-budget.ts";
import { gridNoise } from "../noise/grid-noise.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { declaredGrid, GRID, sumOfPlaces } from "./declared-grid.ts";
import {
  clamp,
  noisyStatistic,
  RANGE,
  type Range,
  type RecordNeighbours,
  recordNeighbours,
  requireRange,
} from "./noisy-statistic.ts";
import {
  COLUMN,
  columnUse,
  farthestTables,
  isOfTable,
  NEEDS_STEP,
  type NumbersOf,
  type NumbersOnGrid,
  overTable,
  requireStudy,
  type TableMechanism,
} from "./table-use.ts";

const records = { neighbours: recordNeighbours };
export const noisySumParameters = withBudget(["pure"], { ...RANGE, ...records }, requireRange);
export const gridSumParameters = withExactBudget(["pure", "zero-concentrated"], { ...GRID, ...records });
export const tableSumParameters = withBudget(["pure"], COLUMN);
const gridTableSumParameters = withStatedBudget({ ...COLUMN, ...STEP });

export type NoisySumParameters = ParametersOf<typeof noisySumParameters> & { readonly step?: undefined };
/** In whole steps, from any source. */
export type GridSumParameters = ParametersOf<typeof gridSumParameters>;

export type TableSumParameters<Declared extends Columns> = Budget<"pure"> &
  NumbersOf<Declared> & { readonly step?: undefined };
/** In whole steps, from any source. */
export type GridTableSumParameters<Declared extends Columns> = NumbersOnGrid<Declared>;

export type TableSum<Declared extends Columns> = TableMechanism<Declared, number, Stream> &
  ClosedMechanism<Table<Declared>, number, Stream, ContinuousLaw>;
export type GridTableSum<Declared extends Columns> = TableMechanism<Declared, number, Random> &
  ClosedMechanism<Table<Declared>, number, Random, NumberLaw>;

type StudySum = ClosedMechanism<readonly number[], number, Stream, ContinuousLaw>;
type GridSum = ClosedMechanism<ArrayLike<number>, number, Random, NumberLaw>;

export function noisySum<Declared extends Columns>(
  parameters: GridTableSumParameters<Declared>,
): GridTableSum<Declared>;
export function noisySum<Declared extends Columns>(parameters: TableSumParameters<Declared>): TableSum<Declared>;
export function noisySum(parameters: GridSumParameters): GridSum;
export function noisySum(parameters: NoisySumParameters): StudySum;
export function noisySum<Declared extends Columns>(
  parameters: NoisySumParameters | GridSumParameters | TableSumParameters<Declared> | GridTableSumParameters<Declared>,
): StudySum | GridSum | TableSum<Declared> | GridTableSum<Declared> {
  if (hasStep(parameters, isOfTable(parameters) ? ["pure"] : ["pure", "zero-concentrated"])) {
    if (isOfTable(parameters)) return gridTableSum(parameters);
    const { neighbours, ...rest } = gridSumParameters.read(parameters);
    return gridSum({ ...rest, neighbours, rows: 1 });
  }
  if (isOfTable(parameters)) return tableSum(parameters);
  return studySum(noisySumParameters.read(parameters));
}

interface Summed extends Range {
  readonly neighbours: RecordNeighbours;
}

function studySum({ guarantee, lower, upper, neighbours }: Summed & { readonly guarantee: PureGuarantee }): StudySum {
  const { epsilon } = guarantee;
  const sensitivity = neighbours === "swap" ? upper - lower : Math.max(Math.abs(lower), Math.abs(upper));
  return {
    ...noisyStatistic<number>({
      name: "noisy-sum",
      epsilon,
      neighbours,
      statistic: (values) => values.reduce((total, record) => total + clamp(record, { lower, upper }), 0),
      sensitivity: () => sensitivity,
    }),
    privacyLoss: () => attainedLaplace(epsilon),
    worstPair: () => (neighbours === "swap" ? [[lower], [upper]] : [[], [farther(lower, upper)]]),
  };
}

/** `rows` of a person change the sum together. */
function gridSum({
  neighbours,
  rows,
  guarantee,
  fraction,
  ...range
}: Summed & StatedBudget & { readonly step: Rational; readonly rows: number }): GridSum {
  const { step, lower, upper, placeOf } = declaredGrid(range);
  const moved = neighbours === "swap" ? upper - lower : Math.max(Math.abs(lower), Math.abs(upper));
  const absolute = BigInt(rows) * BigInt(moved);
  const { noise, draw, privacyLoss } = gridNoise({ guarantee, fraction }, { absolute, squared: absolute * absolute });
  const sumOf = (values: ArrayLike<number>) => {
    requireList("records", values);
    return sumOfPlaces(values, placeOf);
  };
  const release = (values: ArrayLike<number>, random: Random) => valueAt(sumOf(values) + draw(random), step);
  const [first, last] = [valueAt(BigInt(lower), step), valueAt(BigInt(upper), step)];
  return {
    name: "noisy-sum",
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (values) => gridNoiseLaw(noise, sumOf(values), step),
    privacyLoss,
    worstPair: () =>
      neighbours === "swap" ? [[first], [last]] : [[], [Math.abs(lower) > Math.abs(upper) ? first : last]],
  };
}

function tableSum<Declared extends Columns>(parameters: TableSumParameters<Declared>): TableSum<Declared> {
  const { guarantee, domain: own, column } = tableSumParameters.read(parameters);
  const { epsilon } = guarantee;
  const { lower, upper } = numericColumn(own, column);
  const inner = studySum({ guarantee: pure(epsilon / rowsEach(own)), lower, upper, neighbours: "add-remove" });
  const use = {
    ...columnUse(parameters, "sum"),
    guarantee,
    requireRandom: (random: Random) => requireStudy("a sum without a step", random, NEEDS_STEP),
    privacyLoss: () => attainedLaplace(epsilon),
  };
  return {
    ...overTable(inner, use),
    worstPair: () => farthestTables(use.domain, { column, value: farther(lower, upper) }),
  };
}

function gridTableSum<Declared extends Columns>(parameters: GridTableSumParameters<Declared>): GridTableSum<Declared> {
  const { guarantee, fraction, domain: own, column, step } = gridTableSumParameters.read(parameters);
  const { lower, upper } = numericColumn(own, column);
  const range = { lower, upper, step };
  const inner = gridSum({ ...range, guarantee, fraction, neighbours: "add-remove", rows: rowsEach(own) });
  const use = {
    ...columnUse(parameters, "sum"),
    guarantee,
    requireRandom: requireSource,
    privacyLoss: inner.privacyLoss,
  };
  const grid = declaredGrid(range);
  return {
    ...overTable(inner, use),
    // The ends of the column are rounded as its values are.
    worstPair: () =>
      farthestTables(use.domain, { column, value: Math.abs(grid.lower) > Math.abs(grid.upper) ? lower : upper }),
  };
}

function farther(lower: number, upper: number): number {
  return Math.abs(lower) > Math.abs(upper) ? lower : upper;
}

function attainedLaplace(epsilon: number) {
  return { ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true };
}
