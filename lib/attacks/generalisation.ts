/**
 * Generalisation: how far each quasi-identifier of a table may be coarsened, level by level, and the lattice of all combinations.
 *
 * Each column has levels from 0, its own values, over those declared to the last, one group of all, written `*`. A category is coarsened by
 * groups of categories, `[{ north: ["a", "b"], south: ["c"] }, ...]`, an integer by ranges of given widths, `{ widths: [5, 10] }`,
 * from its lower bound on. Each level keeps together what the one before did. A node of the lattice is a level for each column; a
 * node is coarser than another if no level is lower.
 * Source: Samarati (IEEE TKDE 13, 2001), doi:10.1109/69.971193; Sweeney (2002), doi:10.1142/S021848850200165X.
 * Limits: the same level for all rows (global recoding). Categories, integers and flags; a lattice of at most 1e5 nodes.
 * @example
 * ```ts
 * import { categoryColumn, domain, integerColumn } from "epsilab";
 * import { generalisation } from "epsilab/attacks";
 * const people = domain({
 *   columns: { town: categoryColumn(["Ayl", "Bree", "Cork"]), age: integerColumn({ lower: 0, upper: 99 }) },
 *   person: "row",
 * });
 * const lattice = generalisation(people, { town: [{ north: ["Ayl", "Bree"], south: ["Cork"] }], age: { widths: [10, 50] } });
 * lattice.heights; // => { town: 2, age: 3 }
 * lattice.label("age", 1, 34); // => "30-39"
 * lattice.nodes().length; // => 12
 * ```
 * @claim k-anonymity
 */
import { type Column, type Domain, declaredColumn, domain, quoted } from "../data/domain.ts";
import { made, requireKnownNames } from "../numerics/parameters.ts";
import { refuse, refuseData, requireInteger, requireMadeBy } from "../numerics/requirements.ts";

/** Groups of categories, a record of lists for each level; or widths of ranges of integers. A flag has `[]`. */
export type Levels = readonly Readonly<Record<string, readonly string[]>>[] | { readonly widths: readonly number[] };

/** A level for each column. */
export type LatticeNode = Readonly<Record<string, number>>;

export interface Generalisation {
  readonly domain: Domain;
  /** The quasi-identifiers. */
  readonly columns: readonly string[];
  /** The last level of each column: one group of all. */
  readonly heights: LatticeNode;
  /** The number of the group that a value falls into, by its code: two values that the level keeps together have the same. */
  group(column: string, level: number, code: number): number;
  /** What is written in place of a value. */
  label(column: string, level: number, code: number): string;
  /** All nodes, in the order of the sum of their levels. */
  nodes(): readonly LatticeNode[];
}

/** One level of a column. */
interface Level {
  group(code: number): number;
  label(code: number): string;
}

const MOST_NODES = 100_000;

export function generalisation(declared: Domain, levels: Readonly<Record<string, Levels>>): Generalisation {
  const own = domain(declared);
  if (typeof levels !== "object" || levels === null || Array.isArray(levels) || Object.keys(levels).length === 0)
    refuse("levels", "an object with the levels of at least one column", levels);
  const columns = Object.keys(levels);
  const hierarchies = new Map(
    columns.map((name) => [name, hierarchyOf(name, declaredColumn(own, name), levels[name])] as const),
  );
  const heights = Object.fromEntries(columns.map((name) => [name, hierarchyAt(hierarchies, name).length - 1]));
  const size = columns.reduce((product, name) => product * (heights[name] + 1), 1);
  if (size > MOST_NODES) refuse("the number of nodes of the lattice", `at most ${MOST_NODES}`, size);
  const levelAt = (name: string, level: number, code: number): Level => {
    const hierarchy = hierarchyAt(hierarchies, name);
    if (!Number.isInteger(level) || !(level >= 0 && level < hierarchy.length))
      refuse(`the level of ${quoted(name)}`, `an integer from 0 to ${hierarchy.length - 1}`, level);
    requireCode(name, own.columns[name], code);
    return hierarchy[level];
  };
  return {
    domain: own,
    columns,
    heights,
    group: (name, level, code) => levelAt(name, level, code).group(code),
    label: (name, level, code) => levelAt(name, level, code).label(code),
    nodes: () => latticeNodes(columns, heights),
  };
}

export const anyGeneralisation = made<Generalisation>((lattice, name) =>
  requireMadeBy(name, lattice, "generalisation", ["group", "label", "nodes"]),
);

/** The sum of the levels of a node: how high it stands. */
function heightOf(node: LatticeNode): number {
  return Object.values(node).reduce((sum, level) => sum + level, 0);
}

/** Whether one node is the other or coarser. */
export function isAbove(node: LatticeNode, other: LatticeNode): boolean {
  return Object.keys(other).every((name) => node[name] >= other[name]);
}

function latticeNodes(columns: readonly string[], heights: LatticeNode): readonly LatticeNode[] {
  let nodes: Record<string, number>[] = [{}];
  for (const name of columns) {
    nodes = nodes.flatMap((node) =>
      Array.from({ length: heights[name] + 1 }, (_, level) => ({ ...node, [name]: level })),
    );
  }
  return nodes.toSorted((a, b) => heightOf(a) - heightOf(b));
}

function hierarchyAt(hierarchies: ReadonlyMap<string, readonly Level[]>, name: string): readonly Level[] {
  const found = hierarchies.get(name);
  return found ?? refuse("column", `one of ${[...hierarchies.keys()].map(quoted).join(", ")}`, name);
}

/** A code is somebody's value: it is not shown. */
function requireCode(name: string, column: Column, code: number): void {
  const [least, most] = "size" in column ? [0, column.size - 1] : [column.lower, column.upper];
  if (!(Number.isInteger(code) && code >= least && code <= most))
    refuseData(`the code of ${quoted(name)}`, `an integer from ${least} to ${most}`);
}

const ALL: Level = { group: () => 0, label: () => "*" };

function hierarchyOf(name: string, column: Column, levels: Levels): readonly Level[] {
  const place = `levels[${quoted(name)}]`;
  if (typeof levels !== "object" || levels === null) refuse(place, "groups or widths", levels);
  switch (column.kind) {
    case "category":
      if (!Array.isArray(levels)) refuse(place, "an array of groups of categories", levels);
      return [...categoryLevels(place, column.categories, levels), ALL];
    case "integer": {
      const { widths } = levels as { readonly widths?: readonly number[] };
      if (!Array.isArray(widths)) refuse(place, "an object with `widths`, an array", levels);
      requireKnownNames(levels, ["widths"], place);
      return [{ group: (code) => code, label: String }, ...rangeLevels(place, column, widths), ALL];
    }
    case "flag":
      if (!Array.isArray(levels) || levels.length > 0) refuse(place, "an empty array, for a flag", levels);
      return [{ group: (code) => code, label: (code) => String(code === 1) }, ALL];
    default:
      return refuse(place, "of a column of categories, integers or flags", column.kind);
  }
}

function categoryLevels(
  place: string,
  categories: readonly string[],
  levels: readonly Readonly<Record<string, readonly string[]>>[],
): readonly Level[] {
  let before: readonly number[] = categories.map((_, code) => code);
  const made: Level[] = [{ group: (code) => code, label: (code) => categories[code] }];
  for (const [k, groups] of levels.entries()) {
    const where = `${place}[${k}]`;
    const groupOf = groupsOf(where, categories, groups);
    for (const [code, category] of categories.entries()) {
      const mate = before.indexOf(before[code]);
      if (groupOf[mate] !== groupOf[code])
        refuse(where, `of groups that keep ${quoted(category)} with ${quoted(categories[mate])}`, "others");
    }
    const names = Object.keys(groups);
    made.push({ group: (code) => groupOf[code], label: (code) => names[groupOf[code]] });
    before = groupOf;
  }
  return made;
}

/** The place of the group of each category; each must be in one. Categories are declared, so that they may be shown. */
function groupsOf(
  where: string,
  categories: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): readonly number[] {
  if (typeof groups !== "object" || groups === null || Array.isArray(groups))
    refuse(where, "an object of groups", groups);
  const groupOf = categories.map(() => -1);
  for (const [place, [group, members]] of Object.entries(groups).entries()) {
    if (!Array.isArray(members)) refuse(`${where}[${quoted(group)}]`, "an array of categories", members);
    for (const member of members) {
      const code = categories.indexOf(member);
      if (code < 0) refuse(`${where}[${quoted(group)}]`, "of declared categories", member);
      if (groupOf[code] !== -1) refuse(where, "groups that share no category", member);
      groupOf[code] = place;
    }
  }
  const left = groupOf.indexOf(-1);
  if (left !== -1) refuse(where, "groups that cover every category", `none for ${categories[left]}`);
  return groupOf;
}

function rangeLevels(
  place: string,
  { lower, upper }: { readonly lower: number; readonly upper: number },
  widths: readonly number[],
): readonly Level[] {
  return widths.map((width, k) => {
    requireInteger({ [`${place}.widths[${k}]`]: width }, 2);
    if (k > 0 && width % widths[k - 1] !== 0)
      refuse(`${place}.widths[${k}]`, `a multiple of the width before (${widths[k - 1]})`, width);
    if (k > 0 && width === widths[k - 1]) refuse(`${place}.widths[${k}]`, "wider than the one before", width);
    const group = (code: number) => Math.floor((code - lower) / width);
    const label = (code: number) => {
      const from = lower + group(code) * width;
      const to = Math.min(upper, from + width - 1);
      if (from === to) return String(from);
      return from < 0 ? `${from} to ${to}` : `${from}-${to}`;
    };
    return { group, label };
  });
}
