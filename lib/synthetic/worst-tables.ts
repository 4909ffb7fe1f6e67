/**
 * Tables that differ in one record, for audits: all records are alike, and one of them is another, or is not there.
 *
 * Values of bins are any of the bin, drawn from a stream of its own name: no secret is in them.
 */
import { type Columns, rowsEach } from "../data/domain.ts";
import { type Table, tableFrom } from "../data/table.ts";
import { stream } from "../random/stream.ts";
import type { AttributeSpace } from "./attribute-space.ts";
import { plainColumns, type SynthesiserNeighbours } from "./synthesiser.ts";

interface Neighbourhood<Declared extends Columns> {
  readonly space: AttributeSpace<Declared>;
  readonly neighbours: SynthesiserNeighbours;
  readonly records?: number | undefined;
}

/** Under `swap` n records of the one codes, and n - 1 with one of the other; else all rows of one person, and none. */
export function farthestRecords<Declared extends Columns>(
  { space, neighbours, records = 1 }: Neighbourhood<Declared>,
  one: readonly number[],
  other: readonly number[],
): readonly [Table<Declared>, Table<Declared>] {
  const tableOf = (rows: readonly (readonly number[])[]) => tableOfCodes(space, rows);
  if (neighbours !== "swap") return [tableOf([]), personOf(space, one)];
  const rest = new Array<readonly number[]>(records - 1).fill(one);
  return [tableOf([one, ...rest]), tableOf([other, ...rest])];
}

/** One person, all of whose rows have these codes. */
function personOf<Declared extends Columns>(space: AttributeSpace<Declared>, one: readonly number[]): Table<Declared> {
  const { domain } = space;
  if (domain.person === "row") return tableOfCodes(space, [one]);
  const rows = rowsEach(domain);
  const codes = one.map((code) => new Array<number>(rows).fill(code));
  const { columns } = plainColumns(space, codes, stream(0, "worst-tables"));
  return tableFrom({ ...columns, [domain.person.column]: new Array<string>(rows).fill("a") }, domain);
}

/** A table of records that have these codes. */
export function tableOfCodes<Declared extends Columns>(
  space: AttributeSpace<Declared>,
  rows: readonly (readonly number[])[],
): Table<Declared> {
  const codes = space.attributes.map((_, k) => rows.map((row) => row[k]));
  return plainColumns(space, codes, stream(0, "worst-tables")).table;
}
