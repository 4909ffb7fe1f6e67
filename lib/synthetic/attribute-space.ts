/**
 * Attribute space: the columns of a declared domain as attributes of finitely many values, which marginals count and synthesisers model.
 *
 * A category, a flag and an integer is a value of its own; numbers, and integers if it is asked, go by bins of equal width.
 * Everything follows from the declaration, nothing from records. A value drawn from a bin is uniform within it. Where a column
 * drops missing values (`missing: "drop"`), a row without a value in any of the columns is no record, so that every record has a
 * value of each attribute.
 * Limits: which synthesisers take persons of several rows, and dropped rows, is `requireWholeRecords`. The product of the sizes may
 * be as large as it likes: who needs all its cells asks `marginalQuery` for the marginal of all columns, which refuses too many.
 * @example
 * ```ts
 * import { flagColumn, domain, numberColumn } from "epsilab";
 * import { attributeSpace } from "epsilab/synthetic";
 * const people = domain({ columns: { age: numberColumn({ lower: 0, upper: 90 }), member: flagColumn() }, person: "row" });
 * const { attributes } = attributeSpace({ domain: people, bins: { age: 3 } });
 * attributes.map(({ labels }) => labels); // => [["0 to 30", "30 to 60", "60 to 90"], ["false", "true"]]
 * ```
 */
import { columnBins } from "../data/column-bins.ts";
import { type Column, type Columns, type Domain, domain, quoted } from "../data/domain.ts";
import { exactRows, type Table } from "../data/table.ts";
import { requireTable } from "../mechanisms/statistics/table-use.ts";
import { declare, made, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";

/** What a plain record has in a column: a word, a number, true or false. */
export type PlainValue = string | number | boolean;

export interface Attribute {
  readonly name: string;
  /** How many values it has; they are coded 0, 1, ..., size - 1. */
  readonly size: number;
  readonly labels: readonly string[];
  /** The code of a value as a table keeps it. */
  codeOf(value: number): number;
  /** A plain value of that code; of a bin, a uniform one. */
  valueFor(code: number, random: Stream): PlainValue;
}

export interface AttributeSpace<Declared extends Columns = Columns> {
  readonly domain: Domain<Declared>;
  /** In the order of the domain. */
  readonly attributes: readonly Attribute[];
}

/** What a space takes, and so every synthesiser. */
export const SPACE = {
  domain: made<unknown>((given) => {
    domain(given as Domain);
  }),
  bins: optional(
    made<object>((bins, name) => {
      if (typeof bins !== "object" || bins === null || Array.isArray(bins)) refuse(name, "an object of numbers", bins);
    }),
  ),
};

export const attributeSpaceParameters = declare(SPACE);

/** What a synthesiser takes besides its space. */
export type BesidesSpace<Of> = Besides<ParametersOf<Of>>;

/** Of each form of the budget. */
type Besides<Argument> = Argument extends unknown ? Omit<Argument, keyof typeof SPACE> : never;

export interface AttributeSpaceParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  /** How many bins, for each column of numbers; and for those of integers that are not to have one each. */
  readonly bins?: { readonly [Name in keyof Declared]?: number };
}

export function attributeSpace<Declared extends Columns>(
  parameters: AttributeSpaceParameters<Declared>,
): AttributeSpace<Declared> {
  attributeSpaceParameters.read(parameters);
  return spaceOf(parameters);
}

/** The space of parameters that were read. */
export function spaceOf<Declared extends Columns>(
  parameters: AttributeSpaceParameters<Declared>,
): AttributeSpace<Declared> {
  const own = domain(parameters.domain);
  const bins: Readonly<Record<string, number | undefined>> = parameters.bins ?? {};
  for (const name of Object.keys(bins))
    if (!Object.hasOwn(own.columns, name))
      refuse("bins", `of columns among ${Object.keys(own.columns).map(quoted).join(", ")}`, name);
  const attributes = Object.entries(own.columns).map(([name, column]) =>
    attributeOf(name, column, Object.hasOwn(bins, name) ? bins[name] : undefined),
  );
  return Object.freeze({ domain: own, attributes: Object.freeze(attributes) });
}

/**
 * Refuses persons of several rows and dropped rows, for a synthesiser whose number of records is public, or whose noise is for one
 * record a person.
 */
export function requireWholeRecords({ domain: { person, columns } }: AttributeSpace): void {
  const instead = "here; `aim` and `privatePgm` under add-remove take others";
  if (person !== "row") refuse("person", `"row" ${instead}`, person.column);
  for (const [name, { missing }] of Object.entries(columns))
    if (missing === "drop") refuse(`columns[${quoted(name)}].missing`, `"refuse" or { as } ${instead}`, missing);
}

export function requireSpace(space: AttributeSpace): void {
  const isSpace =
    Array.isArray(space?.attributes) &&
    space.attributes.every(({ ...each }) => typeof each.size === "number" && typeof each.codeOf === "function");
  if (!isSpace) refuse("space", "one made by `attributeSpace`", space);
}

/** The codes of the records of a table, a list for each attribute. Exact: not private. */
export function codedRecords(space: AttributeSpace, table: Table): readonly Int32Array[] {
  requireSpace(space);
  requireTable(table, space.domain);
  const names = space.attributes.map(({ name }) => name);
  return exactRows(table, names).map((values, k) => {
    const { codeOf } = space.attributes[k];
    const codes = new Int32Array(values.length);
    for (let row = 0; row < codes.length; row++) codes[row] = codeOf(values[row]);
    return codes;
  });
}

function attributeOf(name: string, column: Column, bins: number | undefined): Attribute {
  const place = `bins[${quoted(name)}]`;
  if (column.kind === "number" && bins === undefined) refuse(place, "given, for a column of numbers", bins);
  const { names, edges, binOf } = named(place, () => columnBins(column, bins));
  return Object.freeze({
    name,
    size: names.length,
    labels: names,
    codeOf: binOf,
    valueFor: edges === undefined ? plainValues(column, names) : valuesWithin(column, edges, place),
  });
}

function named<Value>(place: string, make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(error.message.replace(/^bins/, place)) : error;
  }
}

function plainValues(column: Column, names: readonly string[]): (code: number) => PlainValue {
  if (column.kind === "category") return (code) => names[code];
  if (column.kind === "flag") return (code) => code === 1;
  return (code) => column.lower + code;
}

/** Uniform within a bin: of integers, among those that it holds. */
function valuesWithin(
  column: Column,
  edges: readonly number[],
  place: string,
): (code: number, random: Stream) => number {
  const bins = edges.length - 1;
  if (column.kind === "integer") {
    const firsts = edges.map((edge, k) => (k === bins ? edge + 1 : Math.ceil(edge)));
    for (let k = 0; k < bins; k++)
      if (firsts[k + 1] <= firsts[k]) refuse(place, "so few that each bin holds an integer", bins);
    return (code, random) => firsts[code] + sampleBoundedInteger(firsts[code + 1] - firsts[code], random);
  }
  for (let k = 0; k < bins; k++)
    if (!(edges[k + 1] > edges[k])) refuse(place, "so few that their ends differ in float64", bins);
  return (code, random) => {
    const value = edges[code] + (edges[code + 1] - edges[code]) * sampleUniform(random);
    // Rounding may reach the end, which is of the next bin.
    return value < edges[code + 1] ? value : edges[code];
  };
}
