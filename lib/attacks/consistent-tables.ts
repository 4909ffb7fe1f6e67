/**
 * Consistent tables: all lists of records that fit published tables, counted one by one.
 *
 * `least` and `most` are the fewest and the most records of each kind in any of them; where there is one list only, the tables are
 * the records. This is the proof of what `certainRecords` has from a solver: whole numbers, nothing else.
 * Method: the cells in turn, each from 0 to what is left of every count that it is in; the last cell of a count takes what is left.
 * Limits: refuses after five million steps, a step being one cell given one value: blocks of some thirty persons with detailed
 * tables, or of ten with coarse ones, on some hundred cells; every list found takes up to as many steps as there are cells. Refuses
 * tables that contradict each other, and negative counts with them.
 * @example
 * ```ts
 * import { categoryColumn, domain, flagColumn } from "epsilab";
 * import { consistentTables } from "epsilab/attacks";
 * const people = domain({ columns: { sex: categoryColumn(["female", "male"]), owner: flagColumn() }, person: "row" });
 * const tables = [{ columns: ["sex"], counts: [3, 1] }, { columns: ["owner"], counts: [1, 3] }];
 * consistentTables({ domain: people, tables }); // => { count: 2, least: [0, 2, 0, 0], most: [1, 3, 1, 1] }
 * ```
 * @claim census-reconstruction
 */
import { refuse } from "../numerics/requirements.ts";
import { cellsIn, type PublishedTables, publishedTablesParameters, tableRows } from "./published-tables.ts";

export interface ConsistentTables {
  /** How many lists of records fit, as counts. */
  readonly count: number;
  readonly least: readonly number[];
  readonly most: readonly number[];
}

const MOST_STEPS = 5_000_000;

export function consistentTables(parameters: PublishedTables): ConsistentTables {
  const published = publishedTablesParameters.read(parameters);
  const cells = cellsIn(published.domain);
  const rows = tableRows(published);
  const rowsOf = Array.from({ length: cells }, (): number[] => []);
  const endsOf = Array.from({ length: cells }, (): number[] => []);
  rows.forEach(({ cells: own }, i) => {
    for (const cell of own) rowsOf[cell].push(i);
    endsOf[own[own.length - 1]].push(i);
  });
  const left = Float64Array.from(rows, ({ count }) => count);
  const counts = new Array<number>(cells).fill(0);
  const least = new Array<number>(cells).fill(Infinity);
  const most = new Array<number>(cells).fill(0);
  let [count, steps] = [0, 0];
  const add = (cell: number, value: number) => {
    counts[cell] += value;
    for (const row of rowsOf[cell]) left[row] -= value;
  };
  const highest = new Float64Array(cells);
  /** Gives a cell the least that it may have. */
  const enter = (cell: number) => {
    highest[cell] = Infinity;
    for (const row of rowsOf[cell]) highest[cell] = Math.min(highest[cell], left[row]);
    // Counts that end here must all have the same left.
    add(
      cell,
      endsOf[cell].reduce((lowest, row) => Math.max(lowest, left[row]), 0),
    );
  };
  enter(0);
  for (let cell = 0; cell >= 0; ) {
    if (counts[cell] > highest[cell]) {
      add(cell, -counts[cell]);
      if (--cell >= 0) add(cell, 1);
      continue;
    }
    if (++steps > MOST_STEPS)
      refuse("the tables", `so narrow that ${MOST_STEPS} steps find all lists that fit`, "more");
    if (cell + 1 < cells) {
      enter(++cell);
      continue;
    }
    count++;
    for (let k = 0; k < cells; k++) {
      least[k] = Math.min(least[k], counts[k]);
      most[k] = Math.max(most[k], counts[k]);
    }
    add(cell, 1);
  }
  if (count === 0) throw new RangeError("the tables must be consistent, got counts that no list of records has");
  return { count, least, most };
}
