/**
 * Synthesiser: a mechanism that releases a table of made-up records, the model it drew them from, and the list of what it paid for.
 *
 * What all of them share: the table they take, the relation and the guarantee they state, and what they give. The model answers
 * marginals; records are drawn from it, so that both are post-processing of what was measured. `spent` names every look at the
 * table, with what it cost: the sum, by `totalSpent`, is the guarantee, or by a rounding less, and never more.
 * Relations: under `swap` and `zero-out` the number of records n is public and declared: a table of n records, or of n without the
 * nulled ones. Under `add-remove` it is private, and what is said of it is noisy.
 * Limits: at most 2^24 values are drawn, records times columns.
 */
import type { Columns } from "../data/domain.ts";
import { exactCount, type Table, tableFrom } from "../data/table.ts";
import { requireStudy, requireTable } from "../mechanisms/statistics/table-use.ts";
import { lowerUntil } from "../numerics/outward-rounding.ts";
import { type Given, integer, optional } from "../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../numerics/requirements.ts";
import {
  type Guarantee,
  type PureGuarantee,
  pure,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "../privacy/guarantees/guarantee.ts";
import type { Neighbours } from "../privacy/guarantees/neighbours.ts";
import type { Random } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import type { AttributeSpace, PlainValue } from "./attribute-space.ts";

/** The guarantees that the budgets of queries add up to. */
export type SpentGuarantee = PureGuarantee | ZeroConcentratedGuarantee;
export type SynthesiserNeighbours = Exclude<Neighbours, "event">;

/** A choice among queries, by their exact answers. */
export interface Selection {
  readonly kind: "selection";
  /** How many there were to choose from. */
  readonly options: number;
  /** The columns of the chosen marginal, and of its cell if it was a cell. */
  readonly columns: readonly string[];
  readonly cell?: number;
  readonly guarantee: SpentGuarantee;
}

/** A marginal, or a cell of it, with noise. */
export interface Measurement {
  readonly kind: "measurement";
  readonly columns: readonly string[];
  readonly cell?: number;
  readonly noise:
    | { readonly kind: "laplace"; readonly scale: number }
    | { readonly kind: "gaussian"; readonly sigma: number };
  /** The noisy counts, as released: all cells, or the one. */
  readonly values: Float64Array;
  readonly guarantee: SpentGuarantee;
}

export type Spending = Selection | Measurement;

/** Answers marginals. */
export interface MarginalModel {
  readonly space: AttributeSpace;
  /** How many records it stands for: the sum of every marginal. */
  readonly size: number;
  /** The expected counts of the columns, in the order of the domain (see `marginalQuery`). */
  marginal(columns: readonly string[]): Float64Array;
}

export interface SyntheticRelease<Declared extends Columns = Columns, Stated extends Guarantee = SpentGuarantee> {
  /** The records, to look at and to publish: an array for each column. */
  readonly columns: Readonly<Record<keyof Declared & string, readonly PlainValue[]>>;
  /** The same records, for the queries of tables. */
  readonly table: Table<Declared>;
  readonly model: MarginalModel;
  readonly spent: readonly Spending[];
  readonly neighbours: SynthesiserNeighbours;
  readonly guarantee: Stated;
}

export interface Synthesiser<Declared extends Columns = Columns, Stated extends Guarantee = SpentGuarantee> {
  readonly name: string;
  readonly neighbours: SynthesiserNeighbours;
  readonly guarantee: Stated;
  readonly space: AttributeSpace<Declared>;
  /** Refuses a table or a source that it does not take. */
  check(table: Table<Declared>, random: Random): void;
  release(table: Table<Declared>, random: Stream): SyntheticRelease<Declared, Stated>;
}

/** What the pieces cost together: epsilons add up, and so do rhos. */
export function totalSpent(spent: readonly Spending[]): SpentGuarantee {
  requireList("spent", spent);
  if (spent.length === 0) refuse("spent", "one query or more", spent);
  spent.forEach((each: Partial<Spending> | undefined, k) => {
    const kind = each?.guarantee?.kind;
    if (kind !== "pure" && kind !== "zero-concentrated")
      refuse(`spent[${k}].guarantee.kind`, "pure or zero-concentrated", kind);
  });
  const kinds = new Set(spent.map(({ guarantee }) => guarantee.kind));
  if (kinds.size > 1) refuse("spent", "of guarantees of one kind", [...kinds].join(", "));
  // Equal costs are multiplied, not added one by one: T times epsilon / T is epsilon.
  const times = new Map<number, number>();
  for (const { guarantee } of spent) {
    const cost = guarantee.kind === "pure" ? guarantee.epsilon : guarantee.rho;
    times.set(cost, (times.get(cost) ?? 0) + 1);
  }
  let sum = 0;
  for (const [cost, count] of times) sum += cost * count;
  return spent[0].guarantee.kind === "pure" ? pure(sum) : zeroConcentrated(sum);
}

/** The part of a budget for each of this many equal queries, such that in float64 they cost no more than the whole together. */
export function equalPart(whole: number, parts: number): number {
  return lowerUntil(whole / parts, (part) => part * parts <= whole);
}

const MOST_RECORDS = 16777216; // 2^24

export const anyRecords = integer(1, MOST_RECORDS);

/** How many records there are, where that is public, and how many are drawn. */
export const PUBLIC_RECORDS = {
  /** The number of records: public under `swap` and `zero-out`, where it must be given; left out under `add-remove`. */
  size: optional(anyRecords),
  /**
   * How many synthetic records are drawn, if not as many as there are records: n, or under `add-remove` the noisy number, which is
   * cut to 2^20 and to 2^24 values of all columns.
   */
  draws: optional(integer(0)),
};

/** The same, and who is a neighbour. */
export interface PublicRecords extends Given<typeof PUBLIC_RECORDS> {
  readonly neighbours: SynthesiserNeighbours;
}

/** Of synthetic records, in all columns together. */
const MOST_VALUES = 16777216; // 2^24
const MOST_UNASKED = 1048576; // 2^20

/** Of parameters that were read. */
export function requirePublicRecords({ neighbours, size, draws }: PublicRecords, { attributes }: AttributeSpace): void {
  if (neighbours !== "add-remove") anyRecords.read(size, "size");
  else if (size !== undefined) refuse("size", "left out under add-remove, where it is private", size);
  const drawn = draws ?? size ?? 0;
  if (drawn * attributes.length > MOST_VALUES)
    refuse(
      "draws",
      `at most ${mostDraws(attributes)}, for ${attributes.length} columns of 2^24 values together`,
      drawn,
    );
}

function mostDraws(attributes: AttributeSpace["attributes"]): number {
  return Math.floor(MOST_VALUES / attributes.length);
}

/** How many records a model of this many is to give. */
export function drawnRecords({ attributes }: AttributeSpace, { size, draws }: PublicRecords, modelled: number): number {
  return draws ?? size ?? Math.min(MOST_UNASKED, mostDraws(attributes), Math.round(modelled));
}

/** A noisy number of records, as one that a model may stand for. */
export function plausibleTotal(noisy: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, noisy));
}

const LARGEST_SCALE = 1e100;

/** Refuses noise so large that sums of it are not finite. */
export function requireModelScale(scale: number): void {
  if (!(scale > 0 && scale <= LARGEST_SCALE))
    refuse("the scale of the noise", `positive and at most ${LARGEST_SCALE} (a larger epsilon or rho)`, scale);
}

const STUDIED = {
  why: "whose noise is in float64",
  instead: "`aim` draws whole numbers from it, as counts and histograms do",
};

/** Refuses a table of another domain, one whose size is not the declared one, and a source that is not for study. */
export function requireSynthesisInput(
  { space, name, neighbours }: Pick<Synthesiser, "space" | "name" | "neighbours">,
  records: number | undefined,
  table: Table,
  random: Random,
): void {
  requireStudy(name, random, STUDIED);
  requireSynthesisTable({ space, neighbours }, records, table);
}

/** Refuses a table of another domain, and one whose size is not the declared one. */
export function requireSynthesisTable(
  { space, neighbours }: Pick<Synthesiser, "space" | "neighbours">,
  records: number | undefined,
  table: Table,
): void {
  requireTable(table, space.domain);
  const rows = exactCount(table, "rows");
  if (neighbours === "swap" && rows !== records) refuseData("the size of the table", `the declared size (${records})`);
  if (neighbours === "zero-out" && !(rows <= (records as number)))
    refuseData("the size of the table", `at most the declared size (${records})`);
}

/** Plain records of codes, a list for each attribute; values of bins are drawn. */
export function plainColumns<Declared extends Columns>(
  { attributes, domain }: AttributeSpace<Declared>,
  codes: readonly ArrayLike<number>[],
  random: Stream,
): Pick<SyntheticRelease<Declared>, "columns" | "table"> {
  const columns = Object.fromEntries(
    attributes.map(({ name, valueFor }, k) => [name, Array.from(codes[k], (code) => valueFor(code, random))]),
  ) as Record<keyof Declared & string, PlainValue[]>;
  // Every synthetic record is a person of its own.
  const persons =
    domain.person === "row" ? {} : { [domain.person.column]: Array.from({ length: codes[0].length }, (_, row) => row) };
  return { columns, table: tableFrom({ ...columns, ...persons }, domain) };
}
