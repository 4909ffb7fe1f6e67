/**
 * Count: how many records satisfy a predicate, with Laplace noise; with a `domain` how many rows, persons, clamped or missing
 * values a table has, with integer noise.
 *
 * Theorem: one record changes the count by at most 1 under `swap` and under `add-remove`, so Laplace(1 / epsilon) is
 * epsilon-differentially private. The error does not depend on the number of records. A person of at most k rows of a table changes
 * the number of rows, of clamped values of a column and of missing ones by at most k, and the number of persons, and of those who
 * had more rows than count, by at most 1: discrete Laplace noise of that over epsilon is epsilon-differentially private. (How many
 * rows were cut off is not among them: one person may have had any number.)
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), example 1; Ghosh, Roughgarden, Sundararajan (STOC 2009),
 * doi:10.1145/1536414.1536464, for integer noise. The sensitivities are elementary, and found again by enumeration in the tests.
 * Limits: of records the noise is in float64, which leaks its input in the low-order bits (Mironov 2012): for study. Of a table it
 * is exact for the epsilon as it is stated (`stated-epsilon.ts`), and any source serves: with `secureRandom()` it is for release. A
 * noisy count may be negative.
 * @example
 * ```ts
 * import { irisTable, noisyCount, secureRandom, stream } from "epsilab";
 * const count = noisyCount<number>({ epsilon: 1, neighbours: "add-remove", counts: (age) => age >= 40 });
 * count.release([23, 35, 41, 62], stream(20261115, "example")); // => 2.6365...
 * const flowers = irisTable();
 * const rows = noisyCount({ domain: flowers.domain, epsilon: 0.5 });
 * rows.release(flowers, stream(20261115, "iris")); // => 156
 * Number.isInteger(rows.release(flowers, secureRandom())); // => true
 * const clamped = noisyCount({ domain: flowers.domain, epsilon: 0.5, of: { clamped: "petalLength" } });
 * clamped.query; // => "count of values clamped in petalLength"
 * ```
 * @claim counting-histogram-noisymax-accuracy, sensitivity, geometric-mechanism
 * @also private count, dp count
 */
import { type Columns, type Domain, declaredColumn, domain, rowsEach } from "../../data/domain.ts";
import { type Countable, exactCount, type Table } from "../../data/table.ts";
import { callable, made, optional } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism, MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import type { ContinuousLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { type ExactBudget, withStatedBudget } from "../noise/exact-budget.ts";
import { exactIntegerNoise } from "../noise/integer-noise.ts";
import { noisyStatistic, type RecordNeighbours, recordNeighbours } from "./noisy-statistic.ts";
import { COLUMN, columnWords, farthestTables, isOfTable, overTable, type TableMechanism } from "./table-use.ts";

/** What is counted: a column that the domain declares, or one of the words. */
export type TableCountable<Declared extends Columns> =
  | Extract<Countable, string>
  | { readonly clamped: keyof Declared & string }
  | { readonly missing: keyof Declared & string };

export const noisyCountParameters = withBudget(["pure"], {
  neighbours: recordNeighbours,
  counts: callable<(record: never) => boolean>(),
});
export const tableCountParameters = withStatedBudget({
  domain: COLUMN.domain,
  /** Rows by default. */
  of: optional(
    made<Countable>(() => {}),
    "rows",
  ),
});

export type NoisyCountParameters<Row> = Budget<"pure"> & {
  readonly neighbours: RecordNeighbours;
  counts(record: Row): boolean;
};

export type TableCountParameters<Declared extends Columns> = ExactBudget<"pure"> & {
  readonly domain: Domain<Declared>;
  /** Rows by default. */
  readonly of?: TableCountable<Declared>;
};

export type TableCount<Declared extends Columns> = TableMechanism<Declared, number, Random> &
  ClosedMechanism<Table<Declared>, number, Random, NumberLaw>;

type RecordCount<Row> = MechanismWithLaw<readonly Row[], number, Stream, ContinuousLaw>;

export function noisyCount<Declared extends Columns>(parameters: TableCountParameters<Declared>): TableCount<Declared>;
export function noisyCount<Row>(parameters: NoisyCountParameters<Row>): RecordCount<Row>;
export function noisyCount<Row, Declared extends Columns>(
  parameters: NoisyCountParameters<Row> | TableCountParameters<Declared>,
): RecordCount<Row> | TableCount<Declared> {
  if (isOfTable(parameters)) return tableCount(parameters);
  const { guarantee, neighbours } = noisyCountParameters.read(parameters);
  const { counts } = parameters;
  return noisyStatistic<Row>({
    name: "noisy-count",
    epsilon: guarantee.epsilon,
    neighbours,
    statistic: (records) => records.reduce((total, record) => total + (counts(record) ? 1 : 0), 0),
    sensitivity: () => 1,
  });
}

function tableCount<Declared extends Columns>(parameters: TableCountParameters<Declared>): TableCount<Declared> {
  const { of, ...budget } = tableCountParameters.read(parameters);
  const own = domain(parameters.domain);
  const query = queryOf(own, of);
  const noise = exactIntegerNoise(budget, of === "persons" || of === "shortened" ? 1 : rowsEach(own));
  return {
    ...overTable(
      { ...noise, name: "noisy-count" },
      {
        domain: own,
        query,
        guarantee: noise.guarantee,
        inputOf: (table) => exactCount(table, of),
        requireRandom: requireSource,
        privacyLoss: noise.privacyLoss,
      },
    ),
    worstPair: () => worstTables(own, of),
  };
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
