/**
 * Sum over a table: the sum of a column, with Laplace noise, or with whole noise on a declared grid.
 *
 * Theorem: let a person have at most k rows, whose values are clamped to [lower, upper]. Adding or removing one changes the sum by at most
 * k max(|lower|, |upper|); Laplace noise of that over epsilon is epsilon-differentially private. With a `step`, values are rounded to its multiples, and the sum is
 * counted in steps, which a person changes by at most k max(|lower|, |upper|) of them; discrete Laplace noise of that over epsilon is epsilon-differentially private.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; Ghosh, Roughgarden, Sundararajan (STOC 2009) on the grid; the sensitivity is elementary, and found
 * again by enumeration in the tests.
 * Limits: a row without a value is left out, or has the value declared for it. Without a `step` the noise is in float64, which leaks its input in the low-order bits
 * (Mironov 2012): for study, and the secure source is refused. With one it is exact, for release; rounding moves the sum by at most half a step a row.
 * @example
 * ```ts
 * import { irisTable, secureRandom, tableSum } from "epsilab";
 * const flowers = irisTable();
 * const step = { numerator: 1, denominator: 10 };
 * const sum = tableSum({ domain: flowers.domain, column: "petalLength", epsilon: 0.1, step });
 * sum.guarantee; // => { kind: "pure", epsilon: 0.1 }
 * Number.isFinite(sum.release(flowers, secureRandom())); // => true
 * ```
 * @claim sensitivity
 */
import { type Columns, type Domain, domain, type NumericName, numericColumn, rowsEach } from "../../data/domain.ts";
import { exactRows, type Table } from "../../data/table.ts";
import { type KnownNames, requireKnown } from "../../numerics/known-names.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw, NumberLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { gridNoiseLaw } from "../laws/grid-noise-law.ts";
import { gridNoise } from "../noise/grid-noise.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { statedEpsilon } from "../noise/stated-epsilon.ts";
import { declaredGrid, sumOfPlaces, valueAt } from "./declared-grid.ts";
import { noisySum } from "./noisy-sum.ts";
import {
  columnWords,
  farthestTables,
  requireSource,
  requireStudy,
  requireTable,
  type TableMechanism,
} from "./table-use.ts";

export interface TableSumParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: NumericName<Declared>;
  readonly epsilon: number;
  /** Given for exact noise: `GridTableSumParameters`. */
  readonly step?: undefined;
}

export interface GridTableSumParameters<Declared extends Columns>
  extends Omit<TableSumParameters<Declared>, "epsilon" | "step"> {
  /** A number, or a fraction such as `{ numerator: 1, denominator: 10 }`. */
  readonly epsilon: number | Rational;
  /** Of the grid that values are rounded to, such as `{ numerator: 1, denominator: 100 }`. */
  readonly step: Rational;
}

export type TableSum<Declared extends Columns> = TableMechanism<Declared, number, Stream> &
  ClosedMechanism<Table<Declared>, number, Stream, ContinuousLaw>;

/** In whole steps, from any source. */
export type GridTableSum<Declared extends Columns> = TableMechanism<Declared, number, Random> &
  ClosedMechanism<Table<Declared>, number, Random, NumberLaw>;

const NAMES: KnownNames<GridTableSumParameters<Columns>> = { domain: true, column: true, epsilon: true, step: true };

export function tableSum<Declared extends Columns>(
  parameters: GridTableSumParameters<Declared>,
): GridTableSum<Declared>;
export function tableSum<Declared extends Columns>(parameters: TableSumParameters<Declared>): TableSum<Declared>;
export function tableSum<Declared extends Columns>(
  parameters: TableSumParameters<Declared> | GridTableSumParameters<Declared>,
): TableSum<Declared> | GridTableSum<Declared> {
  requireKnown(parameters, NAMES);
  return parameters.step === undefined ? studiedSum(parameters) : exactSum(parameters);
}

const STUDIED = {
  why: "whose noise is in float64",
  instead: "with one, such as step: { numerator: 1, denominator: 100 }, the noise is exact and takes it",
};

function studiedSum<Declared extends Columns>(parameters: TableSumParameters<Declared>): TableSum<Declared> {
  const { column, epsilon } = parameters;
  const { own, lower, upper, query, valuesOf, farthest } = summed(parameters);
  requirePositive({ epsilon });
  const sum = noisySum({ epsilon: epsilon / rowsEach(own), lower, upper, neighbours: "add-remove" });
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireStudy("a sum without a step", random, STUDIED);
  };
  return {
    name: "table-sum",
    neighbours: "add-remove",
    query,
    guarantee: pure(epsilon),
    check,
    release: (table, random) => {
      check(table, random);
      return sum.release(valuesOf(table), random);
    },
    releaseMany: (table, out, random) => {
      check(table, random);
      return sum.releaseMany(valuesOf(table), out, random);
    },
    law: (table) => sum.law(valuesOf(table)),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true }),
    worstPair: () => farthestTables(own, { column, value: farthest }),
  };
}

function exactSum<Declared extends Columns>(parameters: GridTableSumParameters<Declared>): GridTableSum<Declared> {
  const { column } = parameters;
  const { own, lower, upper, query, valuesOf } = summed(parameters);
  const { bound, fraction } = statedEpsilon(parameters.epsilon);
  const grid = declaredGrid({ lower, upper, step: parameters.step });
  const largest = Math.max(Math.abs(grid.lower), Math.abs(grid.upper));
  const absolute = BigInt(rowsEach(own)) * BigInt(largest);
  const { noise, draw } = gridNoise({ epsilon: fraction }, { absolute, squared: absolute * absolute });
  const sumOf = (table: Table<Declared>) => sumOfPlaces(valuesOf(table), grid.placeOf);
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireSource(random);
  };
  const release = (table: Table<Declared>, random: Random) => {
    check(table, random);
    return valueAt(sumOf(table) + draw(random), grid.step);
  };
  return {
    name: "table-sum",
    neighbours: "add-remove",
    query,
    guarantee: pure(bound),
    check,
    release,
    releaseMany: repeatedRelease(release),
    law: (table) => gridNoiseLaw(noise, sumOf(table), grid.step),
    privacyLoss: () => discreteLaplacePair(bound, Number(absolute)),
    // The ends of the column are rounded as its values are.
    worstPair: () =>
      farthestTables(own, { column, value: Math.abs(grid.lower) > Math.abs(grid.upper) ? lower : upper }),
  };
}

/** What both sums share: the column, and its values in a table. */
function summed<Declared extends Columns>({
  domain: declared,
  column,
}: Pick<TableSumParameters<Declared>, "domain" | "column">) {
  const own = domain(declared);
  const { lower, upper } = numericColumn(own, column);
  const valuesOf = (table: Table<Declared>) => {
    requireTable(table, own);
    return Array.from(exactRows(table, [column])[0]);
  };
  const farthest = Math.abs(lower) > Math.abs(upper) ? lower : upper;
  return { own, lower, upper, valuesOf, farthest, query: `sum of ${columnWords(column)}` };
}
