/**
 * Domain: what is declared of a table before anybody looks at it. Columns with their bounds or categories, and whose privacy is protected.
 *
 * Bounds and categories that are read off the records leak them: the largest income of a town is somebody's. So they are written
 * down here, from what is known without the data, and the noise of every query is computed from them alone. A domain is a plain
 * value; JSON holds it.
 * - `numberColumn({ lower, upper })`, `integerColumn({ lower, upper })`: values beyond the bounds are moved to the nearest bound.
 * - `categoryColumn(["a", "b"])`: other words are refused, or become the category named by `other: { as: "b" }`.
 * - `flagColumn()`: true or false.
 * - `missing` says what becomes of a missing value: `"refuse"`, the default, refuses the data; `"drop"` leaves the row out of every
 *   query that reads the column; `{ as: value }` puts a value in its place.
 * - `person: "row"`: each row is another person. `person: { column, atMost, keep: "first" }`: the column names the person, and of
 *   each person the first `atMost` rows count, in the order of the file. Which rows of a person count depends on that person's rows
 *   alone, so that whoever comes or goes changes `atMost` rows at most. (A choice by the row's number would not do: it moves when
 *   somebody else leaves.)
 * Limits: two persons are told apart by the text of the column, so one person under two spellings counts as two. Bounds are within
 * 1e100, and 1e-100 apart.
 * @example
 * ```ts
 * import { categoryColumn, domain, numberColumn } from "epsilab";
 * const visits = domain({
 *   columns: { ward: categoryColumn(["east", "west"]), days: numberColumn({ lower: 0, upper: 30, unit: "d" }) },
 *   person: { column: "patient", atMost: 3, keep: "first" },
 * });
 * visits.columns.ward.size; // => 2
 * ```
 */
import {
  declare,
  made,
  number,
  oneOf,
  optional,
  type ParametersOf,
  requireKnownNames,
  text,
} from "../numerics/parameters.ts";
import { refuse, requireInteger } from "../numerics/requirements.ts";

/** What becomes of a missing value. */
export type MissingRule<Value> = "refuse" | "drop" | { readonly as: Value };

export interface NumberColumn {
  readonly kind: "number";
  readonly lower: number;
  readonly upper: number;
  /** For those who read: "mm", "dollars". */
  readonly unit?: string;
  readonly missing: MissingRule<number>;
}

export interface IntegerColumn extends Omit<NumberColumn, "kind"> {
  readonly kind: "integer";
}

export interface CategoryColumn<Category extends string = string> {
  readonly kind: "category";
  readonly categories: readonly Category[];
  /** The number of categories. */
  readonly size: number;
  /** What becomes of a word that is no category. */
  readonly other: "refuse" | { readonly as: Category };
  readonly missing: MissingRule<Category>;
}

export interface FlagColumn {
  readonly kind: "flag";
  readonly size: 2;
  readonly missing: MissingRule<boolean>;
}

export type Column = NumberColumn | IntegerColumn | CategoryColumn | FlagColumn;
export type Columns = Readonly<Record<string, Column>>;

/** Several rows a person: the column that names the person, and how many rows of each count. */
export interface PersonRule {
  readonly column: string;
  readonly atMost: number;
  readonly keep: "first";
}

export interface Domain<Declared extends Columns = Columns> {
  readonly columns: Declared;
  readonly person: "row" | PersonRule;
}

/** The names of the columns that hold numbers. */
export type NumericName<Declared extends Columns> = {
  [Name in keyof Declared & string]: Declared[Name] extends NumberColumn | IntegerColumn ? Name : never;
}[keyof Declared & string];

/** Sums of as many values as a computer holds stay finite. */
const LARGEST_BOUND = 1e100;
/** Half of it is not 0, and no value over it is infinite: whether a query fails must not depend on records. */
const LEAST_WIDTH = 1e-100;

const anyBound = number({
  expected: `between -${LARGEST_BOUND} and ${LARGEST_BOUND}`,
  least: -LARGEST_BOUND,
  most: LARGEST_BOUND,
});
/** What becomes of a missing value, as a parameter; what may stand in its place hangs on the column. */
const missing = <Value>() =>
  optional(
    made<MissingRule<Value>>((rule, name) => {
      if (rule === "refuse" || rule === "drop") return;
      if (!isObject(rule)) refuse(name, '"refuse", "drop" or { as: <value> }', rule);
      requireKnownNames(rule, ["as"], name);
    }),
    "refuse",
  );

export const numberBounds = declare(
  {
    /** Of a column that another is made of, as in `numberColumn({ ...column, missing: "drop" })`: not looked at. */
    kind: optional(oneOf("number", "integer")),
    lower: anyBound,
    upper: anyBound,
    unit: optional(text),
    missing: missing<number>(),
  },
  ({ lower, upper }) => {
    if (!(lower < upper)) refuse("upper", `above lower (${lower})`, upper);
    if (upper - lower < LEAST_WIDTH) refuse("upper - lower", `at least ${LEAST_WIDTH}`, upper - lower);
  },
);

export interface NumberBounds extends ParametersOf<typeof numberBounds> {}

export function numberColumn(bounds: NumberBounds): NumberColumn {
  const { lower, upper, unit, missing: rule } = numberBounds.read(bounds, "bounds");
  const fits = (value: unknown) => typeof value === "number" && value >= lower && value <= upper;
  return Object.freeze({
    kind: "number",
    lower: lower + 0,
    upper: upper + 0,
    ...(unit === undefined ? {} : { unit }),
    missing: missingRule(rule, fits, `a number from ${lower} to ${upper}`),
  });
}

export function integerColumn(bounds: NumberBounds): IntegerColumn {
  const column = numberColumn(bounds);
  requireInteger({ lower: column.lower, upper: column.upper }, Number.MIN_SAFE_INTEGER);
  if (typeof column.missing === "object" && !Number.isInteger(column.missing.as))
    refuse("missing.as", "an integer", column.missing.as);
  return Object.freeze({ ...column, kind: "integer" });
}

const OTHER = '"refuse" or { as: <one of the categories> }';

export const categoryRules = declare({
  other: optional(
    made<"refuse" | { readonly as: string }>((other, name) => {
      if (other === "refuse") return;
      if (!isObject(other)) refuse(name, OTHER, other);
      requireKnownNames(other, ["as"], name);
    }),
    "refuse",
  ),
  missing: missing<string>(),
});

export function categoryColumn<const Category extends string>(
  categories: readonly Category[],
  rules: { readonly other?: "refuse" | { readonly as: Category }; readonly missing?: MissingRule<Category> } = {},
): CategoryColumn<Category> {
  if (!Array.isArray(categories) || categories.length === 0)
    refuse("categories", "an array of at least one word", categories);
  const { other, missing: rule } = categoryRules.read(rules, "rules") as {
    readonly other: "refuse" | { readonly as: Category };
    readonly missing: MissingRule<Category>;
  };
  const own: readonly Category[] = Object.freeze(Array.from(categories as readonly Category[]));
  const seen = new Set<string>();
  for (const [k, category] of own.entries()) {
    if (typeof category !== "string")
      refuse(
        `categories[${k}]`,
        typeof category === "boolean" ? "a word (for true and false: `flagColumn()`)" : "a word",
        category,
      );
    if (seen.has(category)) refuse(`categories[${k}]`, "declared once", category);
    seen.add(category);
  }
  const fits = (value: unknown) => typeof value === "string" && seen.has(value);
  if (other !== "refuse" && !fits(other.as)) refuse("other", OTHER, other.as);
  return Object.freeze({
    kind: "category",
    categories: own,
    size: own.length,
    other: other === "refuse" ? other : Object.freeze({ as: other.as }),
    missing: missingRule(rule, fits, "one of the categories"),
  });
}

export const flagRules = declare({ missing: missing<boolean>() });

export function flagColumn(rules: ParametersOf<typeof flagRules> = {}): FlagColumn {
  const { missing: rule } = flagRules.read(rules, "rules");
  return Object.freeze({
    kind: "flag",
    size: 2,
    missing: missingRule(rule, (value) => typeof value === "boolean", "true or false"),
  });
}

/** Domains that `domain` made: frozen, so that they need no second look. */
const checked = new WeakSet<object>();

const domainParameters = declare({
  columns: made<Columns>((columns, name) => {
    if (!isPlain(columns)) refuse(name, "a plain object of columns", columns);
  }),
  person: made<Domain["person"]>((person, name) => {
    if (person !== "row" && !isObject(person)) refuse(name, '"row" or { column, atMost, keep: "first" }', person);
  }),
});

/** The declaration, checked and frozen; what is passed may be a domain already. */
export function domain<const Declared extends Columns>(declared: Domain<Declared>): Domain<Declared> {
  if (checked.has(declared)) return declared;
  const { columns, person } = domainParameters.read(declared, "domain");
  const entries = Object.entries(columns).map(([name, column]) => [name, columnOf(name, column)] as const);
  if (entries.length === 0) refuse("columns", "an object of at least one column", "none");
  const own = Object.freeze({
    columns: Object.freeze(Object.fromEntries(entries)) as Declared,
    person: personRule(person, columns),
  });
  checked.add(own);
  return own;
}

/** How many rows of one person count. */
export function rowsEach({ person }: Domain): number {
  return person === "row" ? 1 : person.atMost;
}

/** Whether two domains declare the same. */
export function sameDomain(first: Domain, second: Domain): boolean {
  return first === second || JSON.stringify(domain(first)) === JSON.stringify(domain(second));
}

/** The column of that name; one that is not declared is refused with the names of those that are. */
export function declaredColumn({ columns }: Domain, name: string): Column {
  if (typeof name !== "string" || !Object.hasOwn(columns, name))
    refuse("column", `one of ${Object.keys(columns).map(quoted).join(", ")}`, name);
  return columns[name];
}

/** The column of that name, if its values are numbers. */
export function numericColumn(declared: Domain, name: string): NumberColumn | IntegerColumn {
  const column = declaredColumn(declared, name);
  if (column.kind !== "number" && column.kind !== "integer") refuse("column", "a column of numbers", name);
  return column;
}

export function quoted(name: string): string {
  return JSON.stringify(name);
}

function columnOf(name: string, column: Column): Column {
  if (!isObject(column)) refuse(`columns[${quoted(name)}]`, "a column", column);
  try {
    switch (column.kind) {
      case "number":
        return numberColumn(column);
      case "integer":
        return integerColumn(column);
      case "category": {
        const { kind, categories, size, ...rules } = column;
        return categoryColumn(categories, rules);
      }
      case "flag": {
        const { kind, size, ...rules } = column;
        return flagColumn(rules);
      }
      default:
        return refuse("kind", "number, integer, category or flag", (column as { kind: unknown }).kind);
    }
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`columns[${quoted(name)}]: ${error.message}`) : error;
  }
}

function personRule(person: Domain["person"], columns: Columns): Domain["person"] {
  if (person === "row") return person;
  requireKnownNames(person, ["column", "atMost", "keep"], "person");
  const { column, atMost, keep } = person;
  if (typeof column !== "string") refuse("person.column", "the name of a column", column);
  // Who a row belongs to is no value to ask for.
  if (Object.hasOwn(columns, column)) refuse("person.column", "a column that `columns` does not declare", column);
  requireInteger({ "person.atMost": atMost }, 1);
  if (keep !== "first") refuse("person.keep", '"first"', keep);
  return Object.freeze({ column, atMost, keep });
}

function missingRule<Value>(
  rule: MissingRule<Value>,
  fits: (value: unknown) => boolean,
  expected: string,
): MissingRule<Value> {
  if (rule === "refuse" || rule === "drop") return rule;
  const { as } = rule;
  if (!fits(as)) refuse("missing.as", expected, as);
  return Object.freeze({ as });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object literal: what `{ __proto__: column }` makes is none, for it has no column. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // Of another realm, as in a notebook's cell, it is that realm's Object.prototype, which has a toString of its own.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "toString"));
}
