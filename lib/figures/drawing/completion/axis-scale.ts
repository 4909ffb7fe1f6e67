/**
 * Axis scale: what a value means along an axis as users write it.
 *
 * A value is a number on linear and log axes, a time in milliseconds on a date axis, the number of its category on a category axis; NaN
 * where the axis has no place for it. Its coordinate is the decade on a log axis, and on others the value itself.
 */
import { decadeOf } from "../../ticks.ts";
import { type Attributes, textAt, toNumber } from "./attributes.ts";
import { dateOf, isDate } from "./calendar.ts";

export interface AxisScale {
  /** As in Plotly: x, x2, y, ... */
  readonly name: string;
  readonly letter: "x" | "y";
  readonly kind: "linear" | "log" | "date" | "category";
  readonly settings: Attributes;
  readonly categories: ReadonlyMap<string, number>;
}

/** `lists` are the values of the traces of the axis. */
export function axisScale(
  { name, settings }: Pick<AxisScale, "name" | "settings">,
  lists: readonly (readonly unknown[])[],
): AxisScale {
  const kind = kindOf(settings, lists);
  const categories = kind === "category" ? categoriesOf(settings, lists) : new Map<string, number>();
  return { name, letter: name[0] as "x" | "y", kind, settings, categories };
}

export function valueOn({ kind, categories }: AxisScale, value: unknown): number {
  if (kind === "category") return categories.get(nameOf(value)) ?? toNumber(value);
  if (kind === "date") return typeof value === "number" ? toNumber(value) : dateOf(value);
  const number = toNumber(value);
  return kind === "log" && number <= 0 ? Number.NaN : number;
}

export function coordinateOn({ kind }: Pick<AxisScale, "kind">, value: number): number {
  return kind === "log" && value > 0 ? decadeOf(value) : kind === "log" ? Number.NaN : value;
}

/** By the settings of the axis, or by what most of its values are. */
function kindOf(settings: Attributes, lists: readonly (readonly unknown[])[]): AxisScale["kind"] {
  const given = textAt(settings, "type");
  if (given === "linear" || given === "log" || given === "date" || given === "category") return given;
  let [numbers, dates, names] = [0, 0, 0];
  for (const value of lists.flatMap(examplesOf)) {
    if (!Number.isNaN(toNumber(value))) numbers++;
    else if (isDate(value)) dates++;
    else if (nameOf(value) !== "") names++;
  }
  if (dates > numbers && dates >= names) return "date";
  return names > numbers ? "category" : "linear";
}

/** A thousand at even distances. */
function examplesOf(values: readonly unknown[]): readonly unknown[] {
  const stride = Math.ceil(values.length / 1000);
  return stride <= 1 ? values : values.filter((_, k) => k % stride === 0);
}

/** In the order in which they come, or the one that is given. */
function categoriesOf(settings: Attributes, lists: readonly (readonly unknown[])[]): Map<string, number> {
  const given = Array.isArray(settings.categoryarray) ? settings.categoryarray : [];
  const names = [...new Set([given, ...lists].flatMap((list) => list.map(nameOf)))].filter((name) => name !== "");
  const order = textAt(settings, "categoryorder");
  if (order.startsWith("category ")) names.sort((a, b) => (a < b ? -1 : 1));
  if (order === "category descending") names.reverse();
  return new Map(names.map((name, k) => [name, k]));
}

/** "" for what is no name. */
function nameOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
