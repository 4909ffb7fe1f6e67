/**
 * Mean: the mean of records clamped to a public range; with a `step` exact noise on a grid, for release; with a `domain` over a
 * column of a table.
 *
 * Theorem: under `swap` the number n of records is public and the mean changes by at most (upper - lower) / n, so Laplace noise of
 * that over epsilon is epsilon-differentially private. Under `add-remove` n is private and the mean of few records moves by half
 * the range: half of the budget goes to the sum of distances from the middle of the range, of sensitivity (upper - lower) / 2, half to
 * the number of records, of sensitivity 1, and the ratio (the number taken as 1 if the noise puts it below) is clamped. Two
 * releases of half the budget have the whole, for epsilon as for rho. On a grid sum, number and noise are whole, and the ratio is a
 * fraction of whole numbers: every output is possible for every dataset. A person of at most k rows of a table changes sum and
 * number by k times as much.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; McSherry (SIGMOD 2009) for composition; Ghosh, Roughgarden,
 * Sundararajan (STOC 2009) and Canonne, Kamath, Steinke (NeurIPS 2020), theorem 4, on the grid.
 * Limits: under `swap` no mean of no records; under `add-remove` there is no closed law, and the ratio is biased for few records.
 * Without a `step` noise is in float64, which leaks its input in the low-order bits (Mironov 2012): for study, and the secure
 * source is refused. With one, rounding moves the mean by at most half a step; time is not constant, about 0.3 ms for 1000 records.
 * In a table every row counts alike, so that a person with many rows weighs more.
 * @example
 * ```ts
 * import { noisyMean, secureRandom, stream } from "epsilab";
 * const mean = noisyMean({ epsilon: 1, lower: 0, upper: 10, neighbours: "swap" });
 * mean.release(new Array<number>(1000).fill(4), stream(20261115, "example")); // => 4.0063...
 * const tenths = { step: { numerator: 1, denominator: 10 }, lower: 0, upper: 10 };
 * const exact = noisyMean({ ...tenths, rho: { numerator: 1, denominator: 8 }, neighbours: "swap" });
 * exact.guarantee; // => { kind: "zero-concentrated", rho: 0.125 }
 * Math.abs(exact.release(new Array<number>(1000).fill(4), secureRandom()) - 4) < 1; // => true
 * ```
 * @claim sensitivity, grid-releases
 * @also private mean, dp mean
 */
import { type Columns, numericColumn, rowsEach } from "../../data/domain.ts";
import type { Table } from "../../data/table.ts";
import type { ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireList } from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { gridNoiseLaw } from "../laws/grid-noise-law.ts";
import { STEP, valueAt } from "../laws/rational-step.ts";
import { hasStep, type StatedBudget, withExactBudget, withStatedBudget } from "../noise/exact-budget.ts";
import { gridNoise } from "../noise/grid-noise.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { type DeclaredGrid, declaredGrid, GRID, sumOfPlaces } from "./declared-grid.ts";
import { noisyCount } from "./noisy-count.ts";
import { clamp, noisyStatistic, RANGE, type Range, recordNeighbours, requireRange } from "./noisy-statistic.ts";
import { noisySum } from "./noisy-sum.ts";
import {
  COLUMN,
  columnUse,
  isOfTable,
  NEEDS_STEP,
  type NumbersOf,
  type NumbersOnGrid,
  overTable,
  requireStudy,
  shareOfRow,
  type TableMechanism,
} from "./table-use.ts";

const records = { neighbours: recordNeighbours };
export const noisyMeanParameters = withBudget(["pure"], { ...RANGE, ...records }, requireRange);
export const gridMeanParameters = withExactBudget(["pure", "zero-concentrated"], { ...GRID, ...records });
export const tableMeanParameters = withBudget(["pure"], COLUMN);
const gridTableMeanParameters = withStatedBudget({ ...COLUMN, ...STEP });

export type NoisyMeanParameters = ParametersOf<typeof noisyMeanParameters> & { readonly step?: undefined };
/** In whole steps, from any source. */
export type GridMeanParameters = ParametersOf<typeof gridMeanParameters>;
export type TableMeanParameters<Declared extends Columns> = Budget<"pure"> &
  NumbersOf<Declared> & { readonly step?: undefined };
/** In whole steps, from any source. */
export type GridTableMeanParameters<Declared extends Columns> = NumbersOnGrid<Declared>;

/** A mean without a closed law and without a known worst pair, as under `add-remove`. */
export interface NoisyMean extends Mechanism<readonly number[], number, Stream> {
  releaseMany(records: readonly number[], out: Float64Array, random: Stream): Float64Array;
  privacyLoss(): DominatingPair;
}

/** A mean without a closed law and without a known worst pair, as under `add-remove`. */
export interface GridMean extends Mechanism<ArrayLike<number>, number, Random> {
  releaseMany(records: ArrayLike<number>, out: Float64Array, random: Random): Float64Array;
  /** Of an epsilon. */
  privacyLoss?(): DominatingPair;
}

interface MeanOfTable<Declared extends Columns, Source extends Random>
  extends TableMechanism<Declared, number, Source> {
  releaseMany(table: Table<Declared>, out: Float64Array, random: Source): Float64Array;
  privacyLoss(): DominatingPair;
}
export type TableMean<Declared extends Columns> = MeanOfTable<Declared, Stream>;
export type GridTableMean<Declared extends Columns> = MeanOfTable<Declared, Random>;

export function noisyMean<Declared extends Columns>(
  parameters: GridTableMeanParameters<Declared>,
): GridTableMean<Declared>;
export function noisyMean<Declared extends Columns>(parameters: TableMeanParameters<Declared>): TableMean<Declared>;
export function noisyMean(
  parameters: GridMeanParameters & { readonly neighbours: "swap" },
): ClosedMechanism<ArrayLike<number>, number, Random, NumberLaw>;
export function noisyMean(parameters: GridMeanParameters): GridMean;
export function noisyMean(
  parameters: NoisyMeanParameters & { readonly neighbours: "swap" },
): ClosedMechanism<readonly number[], number, Stream, ContinuousLaw>;
export function noisyMean(parameters: NoisyMeanParameters): NoisyMean;
export function noisyMean<Declared extends Columns>(
  parameters:
    | NoisyMeanParameters
    | GridMeanParameters
    | TableMeanParameters<Declared>
    | GridTableMeanParameters<Declared>,
): NoisyMean | GridMean | TableMean<Declared> | GridTableMean<Declared> {
  if (hasStep(parameters, isOfTable(parameters) ? ["pure"] : ["pure", "zero-concentrated"])) {
    if (isOfTable(parameters)) return gridTableMean(parameters);
    const { neighbours, guarantee, fraction, ...range } = gridMeanParameters.read(parameters);
    const budget = { guarantee, fraction };
    return neighbours === "swap" ? publicSize(budget, declaredGrid(range)) : privateSize(budget, declaredGrid(range));
  }
  if (isOfTable(parameters)) return tableMean(parameters);
  const { neighbours, guarantee, ...range } = noisyMeanParameters.read(parameters);
  return neighbours === "swap" ? studyMean(guarantee.epsilon, range) : ratio(guarantee.epsilon, range);
}

function studyMean(epsilon: number, { lower, upper }: Range): NoisyMean {
  return {
    ...noisyStatistic<number>({
      name: "noisy-mean",
      epsilon,
      neighbours: "swap",
      statistic: (values) => {
        if (values.length === 0) refuse("the number of records", "at least 1", 0);
        return values.reduce((total, record) => total + clamp(record, { lower, upper }), 0) / values.length;
      },
      sensitivity: (size) => (upper - lower) / size,
    }),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true }),
    worstPair: () => [[lower], [upper]],
  };
}

function ratio(epsilon: number, { lower, upper }: Range): NoisyMean {
  const middle = lower + (upper - lower) / 2;
  const half = (upper - lower) / 2;
  const share = { epsilon: epsilon / 2, neighbours: "add-remove" } as const;
  const distances = noisySum({ ...share, lower: -half, upper: half });
  const size = noisyCount<number>({ ...share, counts: () => true });
  const release = (values: readonly number[], random: Stream) => {
    requireList("records", values);
    const numerator = distances.release(
      values.map((record) => clamp(record, { lower, upper }) - middle),
      random,
    );
    return clamp(middle + numerator / Math.max(1, size.release(values, random)), { lower, upper });
  };
  return {
    name: "noisy-mean",
    neighbours: "add-remove",
    guarantee: pure(epsilon),
    release,
    releaseMany: repeatedRelease(release),
    // Noise on two numbers is dominated by the same noise on one (see `laplace`), and the ratio is post-processing.
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
  };
}

function publicSize(
  budget: StatedBudget,
  { step, lower, upper, placeOf }: DeclaredGrid,
): ClosedMechanism<ArrayLike<number>, number, Random, NumberLaw> {
  const absolute = BigInt(upper - lower);
  const { guarantee, noise, draw, privacyLoss } = gridNoise(budget, { absolute, squared: absolute * absolute });
  const sumOf = (values: ArrayLike<number>) => {
    requireList("records", values);
    if (values.length === 0) refuse("the number of records", "at least 1", 0);
    return sumOfPlaces(values, placeOf);
  };
  const stepOf = ({ length }: ArrayLike<number>) => ({ ...step, denominator: step.denominator * BigInt(length) });
  const release = (values: ArrayLike<number>, random: Random) => valueAt(sumOf(values) + draw(random), stepOf(values));
  return {
    name: "noisy-mean",
    neighbours: "swap",
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (values) => gridNoiseLaw(noise, sumOf(values), stepOf(values)),
    privacyLoss,
    worstPair: () => [[valueAt(BigInt(lower), step)], [valueAt(BigInt(upper), step)]],
  };
}

function privateSize(budget: StatedBudget, { step, lower, upper, placeOf }: DeclaredGrid): GridMean {
  // In half steps, so that the middle of the range is whole.
  const reach = BigInt(upper - lower);
  const middle = BigInt(lower) + BigInt(upper);
  const distances = gridNoise(budget, { absolute: reach, squared: reach * reach, shares: 2n });
  const size = gridNoise(budget, { absolute: 1n, squared: 1n, shares: 2n });
  const release = (values: ArrayLike<number>, random: Random) => {
    requireList("records", values);
    const length = BigInt(values.length);
    const sum = 2n * sumOfPlaces(values, placeOf) - length * middle + distances.draw(random);
    const noisy = length + size.draw(random);
    const count = noisy < 1n ? 1n : noisy;
    const limit = reach * count;
    const clamped = sum > limit ? limit : sum < -limit ? -limit : sum;
    return valueAt(middle * count + clamped, { ...step, denominator: 2n * count * step.denominator });
  };
  const { guarantee } = size;
  return {
    name: "noisy-mean",
    neighbours: "add-remove",
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    ...(guarantee.kind === "pure" && {
      privacyLoss: () => ({ ...worstCasePld({ epsilon: guarantee.epsilon, delta: 0 }), attained: false }),
    }),
  };
}

function tableMean<Declared extends Columns>(parameters: TableMeanParameters<Declared>): TableMean<Declared> {
  const { guarantee, domain: own, column } = tableMeanParameters.read(parameters);
  const { epsilon } = guarantee;
  const { lower, upper } = numericColumn(own, column);
  return overTable(ratio(epsilon / rowsEach(own), { lower, upper }), {
    ...columnUse(parameters, "mean"),
    guarantee,
    requireRandom: (random) => requireStudy("a mean without a step", random, NEEDS_STEP),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
  });
}

function gridTableMean<Declared extends Columns>(
  parameters: GridTableMeanParameters<Declared>,
): GridTableMean<Declared> {
  const { guarantee, fraction, domain: own, column, step } = gridTableMeanParameters.read(parameters);
  const { lower, upper } = numericColumn(own, column);
  const share = shareOfRow({ guarantee, fraction }, own);
  const privacyLoss = () => ({ ...worstCasePld({ epsilon: guarantee.epsilon, delta: 0 }), attained: false });
  return overTable(
    { ...privateSize(share, declaredGrid({ lower, upper, step })), privacyLoss },
    { ...columnUse(parameters, "mean"), guarantee, requireRandom: requireSource, privacyLoss },
  );
}
