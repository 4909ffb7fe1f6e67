/**
 * What the mechanisms of tables share: the table they take, the source they take, and the tables on which they lose most.
 *
 * A mechanism is built from a domain, not from a table, so that its noise cannot depend on records. It takes tables of that domain
 * only: one of wider bounds, or of more rows a person, would need more noise. `check` refuses what can be refused without a look at
 * the records; a ledger asks it before it spends.
 * Theorem: one person has at most k rows. A mechanism of rows that is (epsilon / k)-differentially private when one row is added or
 * removed is epsilon-differentially private when a person is, who is k rows at most, one after the other.
 * Source: Dwork, Roth (2014), theorem 2.2, for groups; the rule that bounds k is in lib/data/domain.ts.
 */
import {
  type Column,
  type Columns,
  type Domain,
  domain,
  type NumericName,
  quoted,
  rowsEach,
  sameDomain,
} from "../../data/domain.ts";
import { exactRows, Table, tableFrom } from "../../data/table.ts";
import { made } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { type Guarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair, Mechanism, MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import type { AnyLaw } from "../../privacy/loss/law.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import type { ExactBudget, StatedBudget } from "../noise/exact-budget.ts";

/** A mechanism that takes a table, whose neighbours are tables with one person more or less. */
export interface TableMechanism<Declared extends Columns, Output, Source>
  extends Omit<Mechanism<Table<Declared>, Output, Source>, "law" | "releaseMany" | "privacyLoss" | "worstPair"> {
  readonly neighbours: "add-remove";
  /** What is asked, in words. */
  readonly query: string;
  /** Refuses a table or a source that it does not take; no record is looked at. */
  check(table: Table<Declared>, random: Random): void;
}

/** How a table becomes the input of a mechanism, and what the whole guarantees. */
interface TableUse<Declared extends Columns, Input> {
  readonly domain: Domain<Declared>;
  /** What is asked, in words. */
  readonly query: string;
  readonly guarantee: Guarantee;
  inputOf(table: Table<Declared>): Input;
  /** Refuses a source that the noise does not take. */
  requireRandom(random: Random): void;
  /** Of a person, who may have several rows. */
  privacyLoss(): DominatingPair;
}

type Stated<Input, Output, Source> = Required<Pick<Mechanism<Input, Output, Source>, "privacyLoss">> &
  ([Output] extends [number] ? Required<Pick<Mechanism<Input, Output, Source>, "releaseMany">> : unknown);

/** A mechanism of records that takes a table: persons are its neighbours, and what they guarantee the use says. */
export function overTable<Declared extends Columns, Input, Output, Source extends Random, OutputLaw extends AnyLaw>(
  inner: MechanismWithLaw<Input, Output, Source, OutputLaw>,
  use: TableUse<Declared, Input>,
): TableMechanism<Declared, Output, Source> & MechanismWithLaw<Table<Declared>, Output, Source, OutputLaw>;
export function overTable<Declared extends Columns, Input, Output, Source extends Random>(
  inner: Mechanism<Input, Output, Source> & Stated<Input, Output, Source>,
  use: TableUse<Declared, Input>,
): TableMechanism<Declared, Output, Source> & Stated<Table<Declared>, Output, Source>;
export function overTable<Declared extends Columns, Input, Output, Source extends Random>(
  inner: Mechanism<Input, Output, Source>,
  { domain: own, query, guarantee, inputOf, requireRandom, privacyLoss }: TableUse<Declared, Input>,
): TableMechanism<Declared, Output, Source> & Partial<Mechanism<Table<Declared>, Output, Source>> {
  const { name, release, releaseMany, law } = inner;
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireRandom(random);
  };
  return {
    name,
    neighbours: "add-remove",
    query,
    guarantee,
    check,
    privacyLoss,
    release: (table, random) => {
      check(table, random);
      return release(inputOf(table), random);
    },
    ...(releaseMany && {
      releaseMany: (table: Table<Declared>, out: Float64Array, random: Source) => {
        check(table, random);
        return releaseMany(inputOf(table), out, random);
      },
    }),
    ...(law && {
      law: (table: Table<Declared>) => {
        requireTable(table, own);
        return law(inputOf(table));
      },
    }),
  };
}

/** A column of numbers of a declared domain. */
export interface NumbersOf<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: NumericName<Declared>;
}

/** The same in whole steps, from any source. */
export type NumbersOnGrid<Declared extends Columns> = ExactBudget<"pure"> &
  NumbersOf<Declared> & {
    /** Of the grid that values are rounded to, such as `{ numerator: 1, denominator: 100 }`. */
    readonly step: Rational;
  };

/** What is left of a person's budget for each of the rows. */
export function shareOfRow({ guarantee, fraction }: StatedBudget<"pure">, declared: Domain) {
  const rows = rowsEach(declared);
  const { numerator, denominator } = fraction;
  return {
    guarantee: pure(guarantee.epsilon / rows),
    fraction: { numerator, denominator: denominator * BigInt(rows) },
  };
}

/** Whether a builder is asked about a table. */
export function isOfTable<Given extends object>(given: Given): given is Extract<Given, { readonly domain: unknown }> {
  return typeof given === "object" && given !== null && "domain" in given;
}

/** How the values of a column become records; `what` is asked of them. */
export function columnUse<Declared extends Columns>(
  { domain: declared, column }: NumbersOf<Declared>,
  what: string,
): Pick<TableUse<Declared, readonly number[]>, "domain" | "query" | "inputOf"> {
  return {
    domain: domain(declared),
    query: `${what} of ${columnWords(column)}`,
    inputOf: (table) => Array.from(exactRows(table, [column])[0]),
  };
}

/** Refuses a table of another domain. */
export function requireTable(table: Table, declared: Domain): void {
  Table.keptOf(table);
  if (!sameDomain(table.domain, declared))
    throw new RangeError("table must be of the domain that the mechanism was built for, got one of another domain");
}

/** Refuses all but the secure source, where a stream was looked for before. */
export function requireSecure(random: Random): void {
  requireSource(random);
  if (random.mode !== "secure")
    throw new RangeError(
      "random must be a stream made by stream(seed, ...names) or secureRandom(), got another source",
    );
}

/** Why a query takes no secure source, and what does. */
interface StudyWords {
  readonly why?: string;
  readonly instead?: string;
}

/** Of what is exact on a grid. */
export const NEEDS_STEP: StudyWords = {
  why: "which is drawn in float64",
  instead: "with one, such as step: { numerator: 1, denominator: 100 }, the draw is exact and takes it",
};

/** Refuses all but a reproducible source, the secure one above all, for noise in float64. */
export function requireStudy(
  what: string,
  random: Random,
  {
    why = "whose exact sampler is not there yet",
    instead = "counts and histograms have integer noise and take it",
  }: StudyWords = {},
): void {
  requireSource(random);
  if (random.mode === "reproducible") return;
  const given = random.mode === "secure" ? "the secure source" : "a source that is not reproducible";
  throw new RangeError(`random must be a stream for ${what}, ${why}, got ${given}: ${instead}`);
}

/** A declared domain and one of its columns, as parameters; `Table...Parameters` of a builder say which columns. */
export const COLUMN = {
  domain: made<Domain>((value) => void domain(value)),
  column: made<string>((value, name) => {
    if (typeof value !== "string") refuse(name, "the name of a column of the domain", value);
  }),
};

const MOST_ROWS = 1048576; // 2^20

/** The empty table, and one person who has as many rows as count and `more`, all with this value. */
export function farthestTables<Declared extends Columns>(
  declared: Domain<Declared>,
  { column, value, more = 0 }: { readonly column?: string; readonly value?: unknown; readonly more?: number } = {},
): readonly [Table<Declared>, Table<Declared>] {
  const own = domain(declared);
  const rows = rowsEach(own) + more;
  if (rows > MOST_ROWS) refuse("person.atMost", `at most ${MOST_ROWS} for a worst pair`, rows);
  const row = Object.fromEntries(
    Object.entries(own.columns).map(([name, each]) => [name, name === column ? value : anyValue(each)]),
  );
  const one = own.person === "row" ? row : { ...row, [own.person.column]: "a" };
  return [tableFrom([], own), tableFrom(new Array<object>(rows).fill(one), own)];
}

function anyValue(column: Column): unknown {
  if (column.kind === "category") return column.categories[0];
  return column.kind === "flag" ? false : column.lower;
}

/** The words for a column in a query. */
export function columnWords(column: string): string {
  return /^[\w-]+$/.test(column) ? column : quoted(column);
}
