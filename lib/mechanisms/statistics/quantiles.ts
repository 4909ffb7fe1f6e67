/**
 * Quantiles: several quantiles at once by one exponential mechanism (JointExp); with a `step` points of a grid, drawn exactly by
 * bisection, for release; with a `domain` of a column of a table.
 *
 * Theorem: the joint mechanism of `joint-quantiles.ts` and the bisection of `grid-quantiles.ts` are epsilon-differentially private;
 * a person of at most k rows of a table is k records, of which each has a k-th of epsilon.
 * Source: Gillenwater, Joseph, Kulesza (ICML 2021) for the joint mechanism; Kaplan, Schnapp, Stemmer (ICML 2022), arXiv:2110.05429,
 * for the bisection.
 * Limits: records are clamped. In float64 an atom of the data has no mass of its own (see `smoothedQuantiles`), outputs are for
 * study, and the secure source is refused. On a grid an atom of the data goes to one side as a whole: a second quantile that it
 * holds is drawn from what is left, and may be far from it; release such quantiles one by one.
 * @example
 * ```ts
 * import { quantiles, secureRandom, stream } from "epsilab";
 * const ages = Array.from({ length: 999 }, (_, k) => k / 10);
 * const joint = quantiles({ epsilon: 1, probabilities: [0.25, 0.5, 0.75], lower: 0, upper: 110, neighbours: "swap" });
 * joint.release(ages, stream(20261115, "example")).length; // => 3
 * const probabilities = [1, 2, 3].map((numerator) => ({ numerator, denominator: 4 }));
 * const years = { step: { numerator: 1, denominator: 1 }, lower: 0, upper: 110 };
 * const quartiles = quantiles({ ...years, epsilon: { numerator: 1, denominator: 1 }, probabilities, neighbours: "swap" });
 * quartiles.levels; // => 2
 * quartiles.rho; // => 0.0625
 * quartiles.release(ages, secureRandom()).length; // => 3
 * ```
 * @claim jointexp, quantile-atoms, grid-quantiles
 */
import { type Columns, numericColumn, rowsEach } from "../../data/domain.ts";
import type { Table } from "../../data/table.ts";
import { made, type ParametersOf } from "../../numerics/parameters.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair, MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { STEP } from "../laws/rational-step.ts";
import { hasStep, withExactBudget, withStatedBudget } from "../noise/exact-budget.ts";
import { GRID } from "./declared-grid.ts";
import { type GridQuantiles, gridQuantiles, increasing } from "./grid-quantiles.ts";
import { gapsOf, type JointQuantiles, jointQuantiles } from "./joint-quantiles.ts";
import { RANGE, recordNeighbours, requireRange } from "./noisy-statistic.ts";
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

/** Increasing, strictly between 0 and 1. */
export const increasingProbabilities = made<readonly number[]>((value) => void gapsOf(value));
export const quantilesParameters = withBudget(
  ["pure"],
  { ...RANGE, neighbours: recordNeighbours, probabilities: increasingProbabilities },
  requireRange,
);
/** Increasing, strictly between 0 and 1. */
const increasingRationals = made<readonly Rational[]>((value) => void increasing(value));
export const gridQuantilesParameters = withExactBudget(["pure"], {
  ...GRID,
  neighbours: recordNeighbours,
  probabilities: increasingRationals,
});
export const tableQuantilesParameters = withBudget(["pure"], { ...COLUMN, probabilities: increasingProbabilities });
const gridTableQuantilesParameters = withStatedBudget({ ...COLUMN, ...STEP, probabilities: increasingRationals });

export type QuantilesParameters = ParametersOf<typeof quantilesParameters> & { readonly step?: undefined };
/** Points of a grid, from any source. */
export type GridQuantilesParameters = ParametersOf<typeof gridQuantilesParameters>;
export type TableQuantilesParameters<Declared extends Columns> = Budget<"pure"> &
  NumbersOf<Declared> & {
    /** Increasing, strictly between 0 and 1. */
    readonly probabilities: readonly number[];
    readonly step?: undefined;
  };
/** Points of a grid, from any source. */
export type GridTableQuantilesParameters<Declared extends Columns> = NumbersOnGrid<Declared> & {
  /** Increasing, strictly between 0 and 1. */
  readonly probabilities: readonly Rational[];
};

export interface TableQuantiles<Declared extends Columns> extends TableMechanism<Declared, Float64Array, Stream> {
  privacyLoss(): DominatingPair;
}

export type GridTableQuantiles<Declared extends Columns> = TableMechanism<Declared, readonly number[], Random> &
  MechanismWithLaw<Table<Declared>, readonly number[], Random, DiscreteLaw<readonly number[]>>;

export function quantiles<Declared extends Columns>(
  parameters: GridTableQuantilesParameters<Declared>,
): GridTableQuantiles<Declared>;
export function quantiles<Declared extends Columns>(
  parameters: TableQuantilesParameters<Declared>,
): TableQuantiles<Declared>;
export function quantiles(parameters: GridQuantilesParameters): GridQuantiles;
export function quantiles(parameters: QuantilesParameters): JointQuantiles;
export function quantiles<Declared extends Columns>(
  parameters:
    | QuantilesParameters
    | GridQuantilesParameters
    | TableQuantilesParameters<Declared>
    | GridTableQuantilesParameters<Declared>,
): JointQuantiles | GridQuantiles | TableQuantiles<Declared> | GridTableQuantiles<Declared> {
  if (hasStep(parameters)) {
    if (isOfTable(parameters)) return gridTableQuantiles(parameters);
    return gridQuantiles(gridQuantilesParameters.read(parameters));
  }
  if (isOfTable(parameters)) return tableQuantiles(parameters);
  return jointQuantiles(quantilesParameters.read(parameters));
}

function tableQuantiles<Declared extends Columns>(
  parameters: TableQuantilesParameters<Declared>,
): TableQuantiles<Declared> {
  const { guarantee, domain: own, column, probabilities } = tableQuantilesParameters.read(parameters);
  const { epsilon } = guarantee;
  const { lower, upper } = numericColumn(own, column);
  const share = pure(epsilon / rowsEach(own));
  const range = { lower, upper, neighbours: "add-remove" } as const;
  return overTable(jointQuantiles({ ...range, guarantee: share, probabilities: Array.from(probabilities) }), {
    ...columnUse(parameters, `quantiles ${Array.from(probabilities).join(", ")}`),
    guarantee,
    requireRandom: (random) =>
      requireStudy("quantiles without a step", random, { ...NEEDS_STEP, why: "which are drawn in float64" }),
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
  });
}

function gridTableQuantiles<Declared extends Columns>(
  parameters: GridTableQuantilesParameters<Declared>,
): GridTableQuantiles<Declared> {
  const read = gridTableQuantilesParameters.read(parameters);
  const { guarantee, fraction, domain: own, column, step, probabilities } = read;
  const { lower, upper } = numericColumn(own, column);
  const share = shareOfRow({ guarantee, fraction }, own);
  const words = probabilities.map(({ numerator, denominator }) => `${numerator}/${denominator}`).join(", ");
  return overTable(gridQuantiles({ ...share, lower, upper, step, probabilities, neighbours: "add-remove" }), {
    ...columnUse(parameters, `quantiles ${words}`),
    guarantee,
    requireRandom: requireSource,
    privacyLoss: () => ({ ...worstCasePld({ epsilon: guarantee.epsilon, delta: 0 }), attained: false }),
  });
}
