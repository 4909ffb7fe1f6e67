/**
 * Count over a table: rows, persons, clamped or missing values, with integer noise.
 *
 * Theorem: let a person have at most k rows. Adding or removing one changes the number of rows, of clamped values of a column and of missing ones by at most
 * k, and the number of persons, and of those who had more rows than count, by at most 1. Discrete Laplace noise of that over epsilon is
 * epsilon-differentially private. (How many rows were cut off is not among them: one person may have had any number.)
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464; the sensitivities are elementary, and found again by
 * enumeration in the tests.
 * Limits: the noise is exact for the epsilon as it is stated (`stated-epsilon.ts`), and any source serves: with `secureRandom()` it is for release. A noisy count may be negative.
 * @example
 * ```ts
 * import { irisTable, secureRandom, stream, tableCount } from "epsilab";
 * const flowers = irisTable();
 * const count = tableCount({ domain: flowers.domain, epsilon: 0.5 });
 * count.release(flowers, stream(20261115, "iris")); // => 156
 * Number.isInteger(count.release(flowers, secureRandom())); // => true
 * const clamped = tableCount({ domain: flowers.domain, epsilon: 0.5, of: { clamped: "petalLength" } });
 * clamped.query; // => "count of values clamped in petalLength"
 * ```
 * @claim geometric-mechanism, sensitivity
 */
import { type Columns, type Domain, declaredColumn, domain, rowsEach } from "../../data/domain.ts";
import { type Countable, exactCount, type Table } from "../../data/table.ts";
import { type KnownNames, requireKnown } from "../../numerics/known-names.ts";
import { refuse } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { LARGEST_SCALE } from "../../random/discrete-laplace.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import type { Random } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { integerNoise } from "../noise/integer-noise.ts";
import { statedEpsilon } from "../noise/stated-epsilon.ts";
import { columnWords, farthestTables, requireSource, requireTable, type TableMechanism } from "./table-use.ts";

/** What is counted: a column that the domain declares, or one of the words. */
export type TableCountable<Declared extends Columns> =
  | Extract<Countable, string>
  | { readonly clamped: keyof Declared & string }
  | { readonly missing: keyof Declared & string };

export interface TableCountParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  /** A number, or a fraction such as `{ numerator: 1, denominator: 10 }`. */
  readonly epsilon: number | Rational;
  /** Rows by default. */
  readonly of?: TableCountable<Declared>;
}

export type TableCount<Declared extends Columns> = TableMechanism<Declared, number, Random> &
  ClosedMechanism<Table<Declared>, number, Random, NumberLaw>;

const NAMES: KnownNames<TableCountParameters<Columns>> = { domain: true, epsilon: true, of: true };

export function tableCount<Declared extends Columns>(parameters: TableCountParameters<Declared>): TableCount<Declared> {
  requireKnown(parameters, NAMES);
  const { epsilon, of = "rows" } = parameters;
  const own = domain(parameters.domain);
  const query = queryOf(own, of);
  const sensitivity = of === "persons" || of === "shortened" ? 1 : rowsEach(own);
  const noise = integerNoiseFor(epsilon, sensitivity);
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireSource(random);
  };
  const countOf = (table: Table<Declared>) => {
    requireTable(table, own);
    return exactCount(table, of);
  };
  return {
    ...noise,
    name: "table-count",
    neighbours: "add-remove",
    query,
    check,
    release: (table, random) => {
      check(table, random);
      return noise.release(countOf(table), random);
    },
    releaseMany: (table, out, random) => noise.releaseMany(countOf(table), out, random),
    law: (table) => noise.law(countOf(table)),
    worstPair: () => worstTables(own, of),
  };
}

/** Integer noise, exact for any source. */
export function integerNoiseFor(
  epsilon: number | Rational,
  sensitivity: number,
): ClosedMechanism<number, number, Random, NumberLaw> {
  const { bound, fraction } = statedEpsilon(epsilon);
  if (!(sensitivity / bound <= LARGEST_SCALE)) refuse("sensitivity / epsilon", "at most 2^46", sensitivity / bound);
  const scale = { numerator: BigInt(sensitivity) * fraction.denominator, denominator: fraction.numerator };
  return integerNoise<Random>({
    name: "discrete-laplace",
    neighbours: "add-remove",
    guarantee: pure(bound),
    sensitivity,
    noise: discreteLaplaceNoise(sensitivity / bound),
    sample: (value, random) => Number(BigInt(value) + sampleExactDiscreteLaplace(scale, random)),
    privacyLoss: () => discreteLaplacePair(bound, sensitivity),
  });
}

function queryOf(own: Domain, of: Countable): string {
  if (of === "rows" || of === "persons") return `count of ${of}`;
  if (of === "shortened") {
    if (own.person === "row") refuse("of", "rows or persons where each row is another person", of);
    return `count of persons with more than ${own.person.atMost} rows`;
  }
  const given: Readonly<Record<string, unknown>> = typeof of === "object" && of !== null ? of : {};
  const [mark] = ["clamped", "missing"].filter((each) => Object.hasOwn(given, each));
  if (mark === undefined || Object.keys(given).length !== 1)
    refuse("of", "rows, persons, shortened, { clamped: column } or { missing: column }", of);
  const name = given[mark] as string;
  const column = declaredColumn(own, name);
  // What is always 0 is no query.
  if (mark === "missing") {
    if (column.missing === "refuse") refuse("of.missing", "a column that may have missing values", name);
    return `count of rows without ${columnWords(name)}`;
  }
  if (column.kind === "flag" || (column.kind === "category" && column.other === "refuse"))
    refuse("of.clamped", "a column whose values may be moved into its bounds or categories", name);
  return `count of values clamped in ${columnWords(name)}`;
}

/** One person whose every row counts. */
function worstTables<Declared extends Columns>(
  own: Domain<Declared>,
  of: Countable,
): readonly [Table<Declared>, Table<Declared>] {
  if (typeof of === "string") return farthestTables(own, { more: of === "shortened" ? 1 : 0 });
  if ("missing" in of) return farthestTables(own, { column: of.missing, value: undefined });
  const column = declaredColumn(own, of.clamped);
  const beyond = column.kind === "category" ? `not ${column.categories.join()}` : Infinity;
  return farthestTables(own, { column: of.clamped, value: beyond });
}
