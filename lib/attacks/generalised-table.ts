/**
 * Generalised table: the release of a table at one node of a lattice, as classes of rows that have the same quasi-identifiers.
 *
 * `generalisedTable(table, { generalisation, node })` replaces the quasi-identifiers by their groups. With `suppressBelow: k` the
 * rows of classes smaller than k are left out. Who is in which class is what an attacker who knows somebody's values finds by
 * `classOf`; what else is released by `counts`.
 * Source: Samarati (IEEE TKDE 13, 2001), doi:10.1109/69.971193.
 * Limits: this is the kind of release that the attacks of this folder break: for study.
 * @example
 * ```ts
 * import { domain, flagColumn, integerColumn, tableFrom } from "epsilab";
 * import { generalisation, generalisedTable } from "epsilab/attacks";
 * const people = domain({ columns: { age: integerColumn({ lower: 0, upper: 99 }), ill: flagColumn() }, person: "row" });
 * const table = tableFrom({ age: [31, 38, 52], ill: [true, true, false] }, people);
 * const release = generalisedTable(table, { generalisation: generalisation(people, { age: { widths: [10] } }), node: { age: 1 } });
 * release.classes.map(({ labels, members }) => `${labels.age}: ${members.length}`); // => ["30-39: 2", "50-59: 1"]
 * release.counts("ill"); // => [[0, 2], [1, 0]]
 * ```
 * @claim k-anonymity
 */
import { declaredColumn, quoted, sameDomain } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { count, declare, made, optional, type ParametersOf } from "../numerics/parameters.ts";
import { kindOf, refuse, requireList, requireMadeBy } from "../numerics/requirements.ts";
import { anyGeneralisation, type LatticeNode } from "./generalisation.ts";
import { codeOf, declaredValues, rowCodes } from "./table-rows.ts";

export interface EquivalenceClass {
  /** What is written in place of each quasi-identifier. */
  readonly labels: Readonly<Record<string, string>>;
  /** The numbers of its rows in the table, from 0. */
  readonly members: readonly number[];
}

export interface GeneralisedTable {
  readonly columns: readonly string[];
  readonly node: LatticeNode;
  readonly classes: readonly EquivalenceClass[];
  /** Rows that were left out. */
  readonly suppressed: number;
  /** The values that another column may have, as text. */
  values(column: string): readonly string[];
  /** How often each of them occurs in each class. */
  counts(column: string): readonly (readonly number[])[];
  /** The place of the class of somebody with these values; -1 if there is none. */
  classOf(record: Readonly<Record<string, unknown>>): number;
}

export const generalisedTableParameters = declare({
  generalisation: anyGeneralisation,
  node: made<LatticeNode>((node, name) => {
    if (typeof node !== "object" || node === null) refuse(name, "an object with a level for each column", kindOf(node));
  }),
  /** Classes of fewer rows are left out; 1, which leaves out none, by default. */
  suppressBelow: optional(count, 1),
});

export interface GeneralisedTableParameters extends ParametersOf<typeof generalisedTableParameters> {}

export function generalisedTable(table: Table, parameters: GeneralisedTableParameters): GeneralisedTable {
  const { generalisation: lattice, node, suppressBelow } = generalisedTableParameters.read(parameters);
  const { columns } = lattice;
  const codes = rowCodes(table, columns);
  if (!sameDomain(table.domain, lattice.domain)) refuse("generalisation", "of the table's domain", "another");
  const own = Object.fromEntries(columns.map((name) => [name, node[name]]));
  for (const name of Object.keys(node))
    if (!Object.hasOwn(own, name)) refuse("node", "of quasi-identifiers alone", name);
  const groupsAt = (codeAt: (k: number) => number) =>
    columns.map((name, k) => lattice.group(name, own[name], codeAt(k)));
  const found = new Map<string, { readonly groups: readonly number[]; readonly members: number[] }>();
  for (let row = 0; row < codes[0].length; row++) {
    const groups = groupsAt((k) => codes[k][row]);
    const key = groups.join();
    const there = found.get(key);
    if (there === undefined) found.set(key, { groups, members: [row] });
    else there.members.push(row);
  }
  // In the order of their groups: that of the rows is nobody's business.
  const kept = [...found.values()]
    .filter(({ members }) => members.length >= suppressBelow)
    .toSorted((a, b) => firstDifference(a.groups, b.groups));
  const places = new Map(kept.map(({ groups }, place) => [groups.join(), place]));
  const classes = kept.map(({ members }) => ({
    labels: Object.fromEntries(columns.map((name, k) => [name, lattice.label(name, own[name], codes[k][members[0]])])),
    members,
  }));
  return {
    columns,
    node: own,
    classes,
    suppressed: classes.reduce((rest, { members }) => rest - members.length, codes[0].length),
    values: (column) => declaredValues(table, column).labels,
    counts(column) {
      const { labels, first } = declaredValues(table, column);
      const [values] = rowCodes(table, [column]);
      return classes.map(({ members }) => {
        const counts = new Array<number>(labels.length).fill(0);
        for (const row of members) counts[values[row] - first]++;
        return counts;
      });
    },
    classOf(record) {
      if (typeof record !== "object" || record === null) refuse("record", "an object", typeof record);
      const groups = groupsAt((k) => {
        const code = codeOf(declaredColumn(table.domain, columns[k]), record[columns[k]]);
        // Whose values these are is nobody's business either.
        if (code === undefined)
          throw new RangeError(
            `record[${quoted(columns[k])}] must be a value that the column declares, got a value that is not shown`,
          );
        return code;
      });
      return places.get(groups.join()) ?? -1;
    },
  };
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  const k = a.findIndex((value, place) => value !== b[place]);
  return k === -1 ? 0 : a[k] - b[k];
}

/** The name of the column that is not to be learned, as a parameter. */
export const sensitiveColumn = made<string>((value, name) => {
  if (typeof value !== "string") refuse(name, "the name of a column", value);
});

/**
 * The counts of a sensitive column in each class; refuses a release of nobody, and quasi-identifiers, of which each class has one
 * value by its making.
 */
export function sensitiveCounts(release: GeneralisedTable, sensitive: string): readonly (readonly number[])[] {
  requireClasses(release);
  if (release.columns.includes(sensitive)) refuse("sensitive", "a column that is no quasi-identifier", sensitive);
  return release.counts(sensitive);
}

export function requireRelease(name: string, release: GeneralisedTable): void {
  requireMadeBy(name, release, "generalisedTable", ["values", "counts", "classOf"]);
  requireList(`columns of ${name}`, release.columns);
  requireList(`classes of ${name}`, release.classes);
  for (const [k, each] of release.classes.entries())
    requireList(`members of ${name}.classes[${k}]`, Object(each).members);
}

export function requireClasses(release: GeneralisedTable): void {
  requireRelease("release", release);
  if (release.classes.length === 0) refuse("release", "of at least one class", "none");
}
