/**
 * Reconstruction from published tables: whole numbers of records of each kind that fit the counts.
 *
 * - `tableReconstruction({ ..., fit: "exact" })`: counts that add up to every table; an error if the tables contradict each other,
 *   as noise makes them. `fit: "nearest"`: counts whose tables differ least from the published ones, in the sum of absolute
 *   differences, `misfit`.
 * - `certainRecords`: the records that every list contains which fits the tables, whatever the truth is: `least` of each kind.
 *   Whoever has the tables has these records. Their number is at most what any list that fits has in common with the truth.
 * Theorem: two lists of counts that fit the same tables share at least the sum of `least` records, for both have `least` of each kind.
 * Source: Garfinkel, Abowd, Martindale, "Understanding database reconstruction attacks on public data" (ACM Queue 2018),
 * doi:10.1145/3291276.3295691; Dick et al., "Confidence-ranked reconstruction of census microdata from published statistics" (PNAS
 * 2023), doi:10.1073/pnas.2218605120.
 * Method: integer programs of HiGHS; every solution is checked in integers. A list that fits is found, then one that has fewest of
 * a kind, for every kind that all lists found so far have, until there is none with fewer. That it is the fewest is the solver's
 * word; `consistentTables` proves it for small blocks.
 * Limits: 4096 cells; a hundred cells and thirty persons take well below a second for a list and some seconds for all that is certain.
 * @example
 * ```ts
 * import { categoryColumn, domain, flagColumn } from "epsilab";
 * import { certainRecords, tableReconstruction } from "epsilab/attacks";
 * const people = domain({ columns: { sex: categoryColumn(["female", "male"]), owner: flagColumn() }, person: "row" });
 * // Three women and one man; three of the four own their home.
 * const tables = [{ columns: ["sex"], counts: [3, 1] }, { columns: ["owner"], counts: [1, 3] }];
 * (await certainRecords({ domain: people, tables })).least; // => [0, 2, 0, 0]
 * const wrong = [{ columns: ["sex"], counts: [3, 1] }, { columns: ["owner"], counts: [1, 5] }];
 * (await tableReconstruction({ domain: people, tables: wrong, fit: "nearest" })).misfit; // => 2
 * ```
 * @claim census-reconstruction
 * @also reconstruction attack, census
 */
import { solveIntegerProgram } from "../numerics/integer-program.ts";
import { InfeasibleProgramError, type LinearProgram } from "../numerics/linear-program.ts";
import { declare, integer, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { cellsIn, type PublishedTables, publishedTablesParameters, tableRows } from "./published-tables.ts";

const tableReconstructionParameters = declare({
  ...publishedTablesParameters.declared,
  fit: oneOf("exact", "nearest"),
  /** How many records there are, where that is public: then no other number is considered. */
  size: optional(integer(0)),
});

export interface TableReconstructionParameters extends ParametersOf<typeof tableReconstructionParameters> {}

export interface TableReconstruction {
  /** How many records of each kind, the last column of the domain fastest. */
  readonly counts: readonly number[];
  /** The sum of the absolute differences between the tables of these counts and the published ones. */
  readonly misfit: number;
}

export interface CertainRecords {
  /** The fewest records of each kind in any list that fits the tables. */
  readonly least: readonly number[];
  /** One list that fits. */
  readonly counts: readonly number[];
  /** Whether it is the only one. */
  readonly unique: boolean;
}

type Rows = ReturnType<typeof tableRows>;

/** Refusals are thrown at once; that tables contradict each other is known when they are solved. */
export function tableReconstruction(parameters: TableReconstructionParameters): Promise<TableReconstruction> {
  const { domain, tables, fit, size } = tableReconstructionParameters.read(parameters);
  const [cells, rows] = [cellsIn(domain), tableRows({ domain, tables })];
  const program = fit === "exact" ? exactProgram(cells, rows) : nearestProgram(cells, rows);
  if (size === undefined) return solved(program, cells, rows);
  const columns = Array.from({ length: cells }, (_, cell) => cell);
  const total = { columns, values: columns.map(() => 1), lower: size, upper: size };
  return solved({ ...program, rows: [...program.rows, total] }, cells, rows, `${size} records`);
}

async function solved(
  program: LinearProgram,
  cells: number,
  rows: Rows,
  records = "records",
): Promise<TableReconstruction> {
  const found = await solveIntegerProgram(program).catch((error: unknown) => {
    if (!(error instanceof InfeasibleProgramError)) throw error;
    throw new InfeasibleProgramError("tables", "consistent", `counts that no list of ${records} has`);
  });
  const counts = Array.from(found.subarray(0, cells));
  const misfit = rows.reduce((sum, row) => sum + Math.abs(row.count - totalOf(row.cells, counts)), 0);
  return { counts, misfit };
}

export function certainRecords(parameters: PublishedTables): Promise<CertainRecords> {
  const published = publishedTablesParameters.read(parameters);
  return certain(cellsIn(published.domain), tableRows(published));
}

async function certain(cells: number, rows: Rows): Promise<CertainRecords> {
  const program = exactProgram(cells, rows);
  const { counts } = await solved(program, cells, rows);
  const least = [...counts];
  for (let cell = 0; cell < cells; cell++) {
    if (least[cell] === 0) continue;
    const costs = new Array<number>(cells).fill(0).with(cell, 1);
    const fewest = await solved({ ...program, costs }, cells, rows);
    fewest.counts.forEach((count, k) => {
      least[k] = Math.min(least[k], count);
    });
  }
  // Lists that fit have the same total, so that another one would have fewer of some kind.
  return { least, counts, unique: least.every((count, cell) => count === counts[cell]) };
}

function totalOf(cells: readonly number[], counts: readonly number[]): number {
  return cells.reduce((sum, cell) => sum + counts[cell], 0);
}

function exactProgram(cells: number, rows: Rows): LinearProgram {
  return {
    costs: new Array<number>(cells).fill(0),
    rows: rows.map(({ cells: columns, count }) => ({
      columns,
      values: columns.map(() => 1),
      lower: count,
      upper: count,
    })),
  };
}

/** sum + below - above = count */
function nearestProgram(cells: number, rows: Rows): LinearProgram {
  return {
    costs: [...new Array<number>(cells).fill(0), ...rows.flatMap(() => [1, 1])],
    rows: rows.map(({ cells: columns, count }, i) => ({
      columns: [...columns, cells + 2 * i, cells + 2 * i + 1],
      values: [...columns.map(() => 1), 1, -1],
      lower: count,
      upper: count,
    })),
  };
}
