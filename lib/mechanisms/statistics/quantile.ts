/**
 * Quantile: one quantile by the exponential mechanism, with its exact law; with a `step` a point of a grid, drawn exactly, for
 * release; with a `domain` of a column of a table.
 *
 * Theorem: let i be the number of n records at or below t and q the wanted probability. |i - q n| changes by at most 1 under `swap` and by
 * at most max(q, 1 - q) under `add-remove`, so the density on [lower, upper] proportional to exp(-epsilon |i - q n| / 2), or
 * exp(-epsilon |i - q n| / (2 max(q, 1 - q))), is epsilon-differentially private. On a grid let q = a / b, L records be below a
 * point and U at or below it: the score max(0, b L - a n, a n - b U) is whole and moves by at most D = b under `swap` and D =
 * max(a, b - a) under `add-remove`, so that a point of probability proportional to exp(-epsilon score / (2 D)) is
 * epsilon-differentially private, and epsilon^2 / 8-zero-concentrated; every point is a possible output of every dataset. A person
 * of at most k rows of a table is k records: each has a k-th of epsilon.
 * Source: McSherry, Talwar (FOCS 2007), theorem 6; Smith (STOC 2011), section 3, for the quantile score; Ilvento (CCS 2020) for
 * exact exponential mechanisms; Dong, Durfee, Rogers (ICML 2020) for the bounded range.
 * Limits: records are clamped. In float64 an atom of the data has no mass of its own (see `smoothedQuantiles`), outputs are for
 * study, and the secure source is refused; the worst pair attains epsilon up to 2^-40 e^epsilon, and is refused for probabilities
 * within 1e-6 of 0 or 1. On a grid records are rounded, so that an atom is a point with a mass of its own; at most 2^40 points,
 * 2^24 for a listed law; time is not constant, about 1 ms for 1000 records.
 * @example
 * ```ts
 * import { quantile, secureRandom, stream } from "epsilab";
 * const median = quantile({ epsilon: 1, probability: 0.5, lower: 0, upper: 100, neighbours: "swap" });
 * const values = Array.from({ length: 99 }, (_, k) => k + 1);
 * median.release(values, stream(20261115, "example")); // => 50.1431...
 * const half = { numerator: 1, denominator: 2 };
 * const years = { step: { numerator: 1, denominator: 1 }, lower: 0, upper: 110 };
 * const exact = quantile({ ...years, epsilon: half, probability: half, neighbours: "swap" });
 * const ages = Array.from({ length: 999 }, (_, k) => k / 10);
 * Math.abs(exact.release(ages, secureRandom()) - 50) < 20; // => true
 * ```
 * @claim grid-quantiles
 * @also private quantile, private median
 */
import { type Columns, numericColumn, rowsEach } from "../../data/domain.ts";
import type { Table } from "../../data/table.ts";
import { made, openProbability, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { fillEach } from "../../random/batch.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { rankChoice } from "../choice/scores/rank-scores.ts";
import { piecewiseConstantLaw } from "../laws/piecewise-constant-law.ts";
import { STEP, valueAt } from "../laws/rational-step.ts";
import { hasStep, type StatedBudget, withExactBudget, withStatedBudget } from "../noise/exact-budget.ts";
import { declaredGrid, GRID, type GridRange } from "./declared-grid.ts";
import { largerShare, listedPoints, openFraction, placeAt, sortedPlaces } from "./grid-ranks.ts";
import { edgesOf } from "./joint-quantiles.ts";
import { RANGE, type Range, type RecordNeighbours, recordNeighbours, requireRange } from "./noisy-statistic.ts";
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

/** The width of the thin cell of the worst pair, as a share of the range: 2^-40. */
const LEAST_SHARE = 1 / 1099511627776;
const LEAST_PROBABILITY = 1e-6;

const records = { neighbours: recordNeighbours };
export const quantileParameters = withBudget(
  ["pure"],
  { ...RANGE, ...records, probability: openProbability },
  requireRange,
);
/** Strictly between 0 and 1. */
const openRational = made<Rational>((value, name) => void openFraction(name, value), "fraction");
export const gridQuantileParameters = withExactBudget(["pure"], { ...GRID, ...records, probability: openRational });
export const tableQuantileParameters = withBudget(["pure"], { ...COLUMN, probability: openProbability });
const gridTableQuantileParameters = withStatedBudget({ ...COLUMN, ...STEP, probability: openRational });

export type QuantileParameters = ParametersOf<typeof quantileParameters> & { readonly step?: undefined };
/** A point of a grid, from any source. */
export type GridQuantileParameters = ParametersOf<typeof gridQuantileParameters>;
export type TableQuantileParameters<Declared extends Columns> = Budget<"pure"> &
  NumbersOf<Declared> & { readonly probability: number; readonly step?: undefined };
/** A point of a grid, from any source. */
export type GridTableQuantileParameters<Declared extends Columns> = NumbersOnGrid<Declared> & {
  /** Strictly between 0 and 1. */
  readonly probability: Rational;
};

export type TableQuantile<Declared extends Columns> = TableMechanism<Declared, number, Stream> &
  MechanismWithLaw<Table<Declared>, number, Stream, ContinuousLaw>;
export type GridTableQuantile<Declared extends Columns> = TableMechanism<Declared, number, Random> &
  MechanismWithLaw<Table<Declared>, number, Random, NumberLaw>;
type GridQuantile = MechanismWithLaw<ArrayLike<number>, number, Random, NumberLaw>;
type RecordQuantile = ClosedMechanism<ArrayLike<number>, number, Stream, ContinuousLaw>;

export function quantile<Declared extends Columns>(
  parameters: GridTableQuantileParameters<Declared>,
): GridTableQuantile<Declared>;
export function quantile<Declared extends Columns>(
  parameters: TableQuantileParameters<Declared>,
): TableQuantile<Declared>;
export function quantile(parameters: GridQuantileParameters): GridQuantile;
export function quantile(parameters: QuantileParameters): RecordQuantile;
export function quantile<Declared extends Columns>(
  parameters:
    | QuantileParameters
    | GridQuantileParameters
    | TableQuantileParameters<Declared>
    | GridTableQuantileParameters<Declared>,
): RecordQuantile | GridQuantile | TableQuantile<Declared> | GridTableQuantile<Declared> {
  if (hasStep(parameters)) {
    if (isOfTable(parameters)) return gridTableQuantile(parameters);
    return gridQuantile(gridQuantileParameters.read(parameters));
  }
  if (isOfTable(parameters)) return tableQuantile(parameters);
  return recordQuantile(quantileParameters.read(parameters));
}

interface Asked extends Range {
  readonly neighbours: RecordNeighbours;
  readonly probability: number;
}

function recordQuantile({
  guarantee,
  probability,
  lower,
  upper,
  neighbours,
}: Asked & { readonly guarantee: PureGuarantee }): RecordQuantile {
  const { epsilon } = guarantee;
  const sensitivity = neighbours === "swap" ? 1 : Math.max(probability, 1 - probability);
  const rate = epsilon / (2 * sensitivity);
  // Beyond, all cells of a large dataset would have weight 0, and whether it is large would show.
  if (!(rate * Number.MAX_SAFE_INTEGER < Infinity)) refuse("epsilon", "at most 1e292", epsilon);
  const law = (values: ArrayLike<number>) => {
    const edges = edgesOf(values, { lower, upper });
    const target = probability * values.length;
    return piecewiseConstantLaw(
      edges,
      Float64Array.from({ length: values.length + 1 }, (_, i) => -rate * Math.abs(i - target)),
    );
  };
  return {
    name: "quantile",
    neighbours,
    guarantee,
    release: (values, random) => law(values).draw(random),
    releaseMany: (values, out, random) => {
      const at = law(values);
      return fillEach(out, () => at.draw(random));
    },
    law,
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
    worstPair: () => farthestPair({ probability, lower, upper, neighbours }),
  };
}

/** Almost all of the range moves a sensitivity away from the quantile, and a thin cell at an end a sensitivity towards it. */
function farthestPair({ probability, lower, upper, neighbours }: Asked): readonly [number[], number[]] {
  const rarer = Math.min(probability, 1 - probability);
  if (rarer < LEAST_PROBABILITY) refuse("probability", `at least ${LEAST_PROBABILITY} from 0 and 1`, probability);
  const width = LEAST_SHARE * (upper - lower);
  const [end, near, other] = probability <= 0.5 ? [lower, lower + width, upper] : [upper, upper - width, lower];
  const rest = new Array<number>(Math.ceil(1 / rarer) - 1).fill(near);
  return neighbours === "swap"
    ? [
        [...rest, other],
        [end, ...rest],
      ]
    : [rest, [end, ...rest]];
}

interface AskedOnGrid extends StatedBudget<"pure">, GridRange {
  readonly neighbours: RecordNeighbours;
  readonly probability: Rational;
}

function gridQuantile({
  guarantee,
  fraction: epsilon,
  neighbours,
  probability: given,
  ...range
}: AskedOnGrid): GridQuantile {
  const grid = declaredGrid(range);
  const { step, lower, upper } = grid;
  const probability = openFraction("probability", given);
  const moved = neighbours === "swap" ? probability.denominator : largerShare(probability);
  const rate = { numerator: epsilon.numerator, denominator: 2n * moved * epsilon.denominator };
  const choiceOf = (values: ArrayLike<number>) =>
    rankChoice({ places: sortedPlaces(values, grid), lower, upper, probability, rate });
  return {
    name: "quantile",
    neighbours,
    guarantee,
    release: (values, random) => valueAt(BigInt(choiceOf(values).draw(random)), step),
    releaseMany: (values, out, random) => {
      const choice = choiceOf(values);
      return fillEach(out, () => valueAt(BigInt(choice.draw(random)), step));
    },
    law: (values) => {
      const choice = choiceOf(values);
      return numberLaw({
        kind: "discrete",
        get support() {
          return listedPoints(grid);
        },
        logMass: (output) => {
          const place = placeAt(output, grid);
          return place === undefined ? -Infinity : choice.logMass(place);
        },
        neglected: 0,
      });
    },
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(guarantee.epsilon), attained: false }),
  };
}

function tableQuantile<Declared extends Columns>(
  parameters: TableQuantileParameters<Declared>,
): TableQuantile<Declared> {
  const { guarantee, domain: own, column, probability } = tableQuantileParameters.read(parameters);
  const { epsilon } = guarantee;
  const { lower, upper } = numericColumn(own, column);
  const share = pure(epsilon / rowsEach(own));
  const inner = recordQuantile({ guarantee: share, probability, lower, upper, neighbours: "add-remove" });
  return overTable(inner, {
    ...columnUse(parameters, `quantile ${probability}`),
    guarantee,
    requireRandom: (random) => requireStudy("a quantile without a step", random, NEEDS_STEP),
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
  });
}

function gridTableQuantile<Declared extends Columns>(
  parameters: GridTableQuantileParameters<Declared>,
): GridTableQuantile<Declared> {
  const { guarantee, fraction, domain: own, column, step, probability } = gridTableQuantileParameters.read(parameters);
  const { lower, upper } = numericColumn(own, column);
  const share = shareOfRow({ guarantee, fraction }, own);
  const { numerator, denominator } = probability;
  return overTable(gridQuantile({ ...share, lower, upper, step, probability, neighbours: "add-remove" }), {
    ...columnUse(parameters, `quantile ${numerator}/${denominator}`),
    guarantee,
    requireRandom: requireSource,
    privacyLoss: () => ({ ...boundedRangePld(guarantee.epsilon), attained: false }),
  });
}
