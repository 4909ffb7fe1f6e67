/**
 * The linkage attack: rows without names are named by a public list that has the same quasi-identifiers.
 *
 * Theorem: if the released table holds one row with somebody's values, the list one person with them, and the person of the row is
 * in the list, then the row is theirs. So names are found for all rows that are alone in both; `uniqueness` says how many there are
 * to be found.
 * Source: Sweeney (2000), "Simple demographics often identify people uniquely"; Sweeney (2002), doi:10.1142/S021848850200165X.
 * Limits: exact equality of the values. A row of somebody who is not in the list may be linked to another: `matches` are certain
 * only if the list is complete.
 * @example
 * ```ts
 * import { domain, integerColumn, tableFrom } from "epsilab";
 * import { linkageAttack } from "epsilab/attacks";
 * const people = domain({ columns: { age: integerColumn({ lower: 0, upper: 99 }) }, person: "row" });
 * const voters = tableFrom({ age: [71, 38, 52, 52] }, people);
 * const patients = tableFrom({ age: [52, 38] }, people);
 * linkageAttack({ list: voters, release: patients, columns: ["age"] }).matches; // => [{ person: 1, row: 1 }]
 * ```
 * @claim linkage-attack
 * @also re-identification, de-anonymisation
 */
import { declaredColumn, quoted } from "../data/domain.ts";
import { anyTable, type Table } from "../data/table.ts";
import { declare, made, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import { rowCodes } from "./table-rows.ts";

export const linkageParameters = declare({
  /** The public list, a row a person. Names are the attacker's, by the number of the row. */
  list: anyTable,
  /** The released table, without names. */
  release: anyTable,
  /** The quasi-identifiers that both have. */
  columns: made<readonly string[]>((columns, name) => requireList(name, columns)),
});

export interface LinkageParameters extends ParametersOf<typeof linkageParameters> {}

export interface Linkage {
  /** The number of a person's row in the list and that of the only row that can be theirs, both from 0. */
  readonly matches: readonly { readonly person: number; readonly row: number }[];
  /** How many rows of the release fit each person of the list. */
  readonly candidates: Int32Array;
}

export function linkageAttack(parameters: LinkageParameters): Linkage {
  const { list, release, columns } = linkageParameters.read(parameters);
  const [people, rows] = [cellsOf(list, columns), cellsOf(release, columns)];
  for (const [k, name] of columns.entries()) {
    const [one, other] = [list, release].map((table) => JSON.stringify(declaredColumn(table.domain, name)));
    if (one !== other) refuse(`columns[${k}]`, "declared the same in both tables", quoted(name));
  }
  const [persons, places] = [membersOf(people), membersOf(rows)];
  const matches = people.flatMap((cell, person) => {
    const found = places.get(cell) ?? [];
    return found.length === 1 && persons.get(cell)?.length === 1 ? [{ person, row: found[0] }] : [];
  });
  return { matches, candidates: Int32Array.from(people, (cell) => places.get(cell)?.length ?? 0) };
}

/** The quasi-identifiers of each row, as one text. */
export function cellsOf(table: Table, columns: readonly string[]): readonly string[] {
  const codes = rowCodes(table, columns);
  return Array.from(codes[0], (_, row) => codes.map((values) => values[row]).join());
}

function membersOf(cells: readonly string[]): ReadonlyMap<string, number[]> {
  const members = new Map<string, number[]>();
  for (const [row, cell] of cells.entries()) {
    const there = members.get(cell);
    if (there === undefined) members.set(cell, [row]);
    else there.push(row);
  }
  return members;
}
