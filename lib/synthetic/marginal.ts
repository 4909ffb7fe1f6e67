/**
 * Marginals: how many records have each combination of values of some columns, and sets of them to be answered (workloads).
 *
 * A marginal of columns c1, ..., ck, in the order of the domain, is a list of n1 n2 ... nk counts, the last column running fastest.
 * `marginalQuery` says where the cells are; `exactMarginal` counts; `kWayMarginals` lists all sets of k columns.
 * Limits: at most 2^24 cells a marginal, and 2^16 marginals a workload. Exact marginals are not private: for study, and within mechanisms.
 * @example
 * ```ts
 * import { domain, flagColumn, tableFrom } from "epsilab";
 * import { attributeSpace, exactMarginal, kWayMarginals, marginalQuery } from "epsilab/synthetic";
 * const bits = domain({ columns: { a: flagColumn(), b: flagColumn(), c: flagColumn() }, person: "row" });
 * const space = attributeSpace({ domain: bits });
 * kWayMarginals(space, 2); // => [["a", "b"], ["a", "c"], ["b", "c"]]
 * const table = tableFrom({ a: [true, true, false], b: [true, false, false], c: [true, true, true] }, bits);
 * exactMarginal(table, marginalQuery(space, ["a", "b"])); // => Float64Array(4) [1, 0, 1, 1]
 * ```
 */
import { quoted } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { refuse, requireInteger, requireList } from "../numerics/requirements.ts";
import { type AttributeSpace, codedRecords, requireSpace } from "./attribute-space.ts";

export interface MarginalQuery {
  readonly space: AttributeSpace;
  /** In the order of the domain. */
  readonly columns: readonly string[];
  /** The places of the columns among the attributes. */
  readonly places: readonly number[];
  readonly sizes: readonly number[];
  /** How far apart neighbouring values of each column are in the list of cells; the last is 1. */
  readonly strides: readonly number[];
  /** How many cells there are, the product of the sizes. */
  readonly cells: number;
}

/** The sets of columns whose marginals are to be answered. */
export type Workload = readonly (readonly string[])[];

const MOST_CELLS = 16777216; // 2^24
const MOST_MARGINALS = 65536; // 2^16

export function marginalQuery(space: AttributeSpace, columns: readonly string[]): MarginalQuery {
  requireSpace(space);
  const places = placesOf(space, columns);
  const sizes = places.map((place) => space.attributes[place].size);
  const cells = sizes.reduce((product, size) => product * size, 1);
  if (!(cells <= MOST_CELLS))
    refuse(`the number of cells of ${places.length} columns`, `at most ${MOST_CELLS} (fewer columns or bins)`, cells);
  const strides = sizes.map((_, k) => sizes.slice(k + 1).reduce((product, size) => product * size, 1));
  return Object.freeze({
    space,
    columns: Object.freeze(places.map((place) => space.attributes[place].name)),
    places: Object.freeze(places),
    sizes: Object.freeze(sizes),
    strides: Object.freeze(strides),
    cells,
  });
}

/** The marginals of a list, each set of columns once. */
export function readMarginals(space: AttributeSpace, name: string, marginals: Workload): MarginalQuery[] {
  requireList(name, marginals);
  if (marginals.length === 0) refuse(name, "one set of columns or more", marginals);
  const seen = new Set<string>();
  return Array.from(marginals, (columns, k) => {
    const query = queryOf(space, `${name}[${k}]`, columns);
    const key = query.places.join();
    if (seen.has(key)) refuse(name, "each set of columns once", query.columns.join(", "));
    seen.add(key);
    return query;
  });
}

function queryOf(space: AttributeSpace, name: string, columns: readonly string[]): MarginalQuery {
  try {
    return marginalQuery(space, columns);
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`${name}: ${error.message}`) : error;
  }
}

/** All sets of `ways` columns, in the order of the domain. */
export function kWayMarginals(space: AttributeSpace, ways: number): Workload {
  requireSpace(space);
  const names = space.attributes.map(({ name }) => name);
  requireInteger({ ways }, 1);
  if (ways > names.length) refuse("ways", `at most ${names.length}, the number of columns`, ways);
  let sets: (readonly number[])[] = [[]];
  for (let k = 0; k < ways; k++) {
    sets = sets.flatMap((set) => {
      const start = set.length === 0 ? 0 : set[set.length - 1] + 1;
      // Those that leave enough columns for the rest.
      const end = names.length - (ways - k) + 1;
      return Array.from({ length: end - start }, (_, i) => [...set, start + i]);
    });
    if (sets.length > MOST_MARGINALS) refuse("ways", `of at most ${MOST_MARGINALS} marginals`, ways);
  }
  return Object.freeze(sets.map((set) => Object.freeze(set.map((place) => names[place]))));
}

/** The counts of a table. Exact: not private. */
export function exactMarginal(table: Table, query: MarginalQuery): Float64Array {
  const isQuery = Array.isArray(query?.places) && Array.isArray(query.strides) && typeof query.cells === "number";
  if (!isQuery) refuse("query", "one made by `marginalQuery`", query);
  return countedMarginal(codedRecords(query.space, table), query);
}

/** The counts of records given by their codes. */
export function countedMarginal(codes: readonly ArrayLike<number>[], query: MarginalQuery): Float64Array {
  const counts = new Float64Array(query.cells);
  const cells = cellsOfRecords(codes, query);
  for (let row = 0; row < cells.length; row++) counts[cells[row]]++;
  return counts;
}

/** The cell of each record. */
export function cellsOfRecords(
  codes: readonly ArrayLike<number>[],
  { places, strides }: Pick<MarginalQuery, "places" | "strides">,
): Int32Array {
  const cells = new Int32Array(codes[0].length);
  for (const [k, place] of places.entries()) {
    const [values, stride] = [codes[place], strides[k]];
    for (let row = 0; row < cells.length; row++) cells[row] += values[row] * stride;
  }
  return cells;
}

/** The code of the k-th column of the query in a cell. */
export function codeInCell({ sizes, strides }: MarginalQuery, cell: number, k: number): number {
  return Math.floor(cell / strides[k]) % sizes[k];
}

/** For each cell of the one, the cell of the other that it lies in: the columns of the other are among its own. */
export function cellsWithin(whole: MarginalQuery, part: MarginalQuery): Int32Array {
  const cells = new Int32Array(whole.cells);
  for (const [k, name] of part.columns.entries()) {
    const at = whole.columns.indexOf(name);
    if (at < 0) refuse("columns", `among ${whole.columns.map(quoted).join(", ")}`, name);
    for (let cell = 0; cell < cells.length; cell++) cells[cell] += codeInCell(whole, cell, at) * part.strides[k];
  }
  return cells;
}

/** The places of the columns, ascending; one that is not declared, or is named twice, is refused. */
function placesOf({ attributes }: AttributeSpace, columns: readonly string[]): number[] {
  requireList("columns", columns);
  if (columns.length === 0) refuse("columns", "one or more names", columns);
  const names = attributes.map(({ name }) => name);
  const places = columns.map((name) => {
    const place = names.indexOf(name);
    if (place < 0) refuse("columns", `among ${names.map(quoted).join(", ")}`, name);
    return place;
  });
  if (new Set(places).size !== places.length) refuse("columns", "each named once", columns.join(", "));
  return places.sort((first, second) => first - second);
}
