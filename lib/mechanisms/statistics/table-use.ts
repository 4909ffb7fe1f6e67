/**
 * What the mechanisms of tables share: the table they take, the source they take, and the tables on which they lose most.
 *
 * A mechanism is built from a domain, not from a table, so that its noise cannot depend on records. It takes tables of that domain only: one of wider bounds,
 * or of more rows a person, would need more noise. `check` refuses what can be refused without a look at the records; a ledger asks it before it spends.
 * Theorem: one person has at most k rows. A mechanism of rows that is (epsilon / k)-differentially private when one row is added or removed is
 * epsilon-differentially private when a person is, who is k rows at most, one after the other.
 * Source: Dwork, Roth (2014), theorem 2.2, for groups; the rule that bounds k is in lib/data/domain.ts.
 */
import { type Column, type Columns, type Domain, domain, quoted, rowsEach, sameDomain } from "../../data/domain.ts";
import { Table, tableFrom } from "../../data/table.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Random } from "../../random/random.ts";

/** A mechanism that takes a table, whose neighbours are tables with one person more or less. */
export interface TableMechanism<Declared extends Columns, Output, Source>
  extends Omit<Mechanism<Table<Declared>, Output, Source>, "law" | "releaseMany" | "privacyLoss" | "worstPair"> {
  readonly neighbours: "add-remove";
  /** What is asked, in words. */
  readonly query: string;
  /** Refuses a table or a source that it does not take; no record is looked at. */
  check(table: Table<Declared>, random: Random): void;
}

/** Refuses a table of another domain. */
export function requireTable(table: Table, declared: Domain): void {
  Table.keptOf(table);
  if (!sameDomain(table.domain, declared))
    throw new RangeError("table must be of the domain that the mechanism was built for, got one of another domain");
}

/** Refuses what is no source: a ledger asks before it spends. */
export function requireSource(random: Random): void {
  if (typeof random !== "object" || random === null || typeof random.uint32 !== "function")
    refuse("random", "a source such as secureRandom() or stream(seed)", random === null ? random : typeof random);
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
  if (random.mode !== "reproducible")
    throw new RangeError(
      `random must be a stream for ${what}, ${why}, got ${random.mode === "secure" ? "the secure source" : "a source that is not reproducible"}: ${instead}`,
    );
}

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
