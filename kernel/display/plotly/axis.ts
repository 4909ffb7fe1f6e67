/**
 * Axis: what a value means along x or y, and where it lies in the picture.
 *
 * A coordinate is the value itself on a linear axis, its decimal logarithm on a log axis, milliseconds on a date axis,
 * the number of the category on a category axis; NaN for what the axis cannot show.
 */
import { type Attributes, flagAt, listAt, numberAt, textAt, toNumber } from "./attributes.ts";

export type AxisKind = "linear" | "log" | "date" | "category";

export interface Axis {
  readonly letter: "x" | "y";
  /** As in Plotly: x, x2, y, ... */
  readonly name: string;
  readonly kind: AxisKind;
  readonly settings: Attributes;
  readonly categories: Map<string, number>;
  /** In coordinates. */
  range: readonly [number, number];
  /** Pixels of the ends of the range. */
  pixels: readonly [number, number];
}

/** What a trace needs of an axis, in coordinates. */
export interface Reach {
  readonly low: number;
  readonly high: number;
  /** Whether there must be room beyond. */
  readonly padded: boolean;
  /** Whether it stands on zero, beyond which there is no room then. */
  readonly fromZero?: boolean;
}

const DATE =
  /^\s*[+-]?\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T\s]\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?\s*$/i;
const ROOM = 0.055;

/** The kind of an axis by its settings, or by the values of its traces. */
export function axisKind(settings: Attributes, lists: readonly (readonly unknown[])[]): AxisKind {
  const told = textAt(settings, "type");
  if (told === "linear" || told === "log" || told === "date" || told === "category") return told;
  if (told === "multicategory") return "category";
  let [numbers, dates, others] = [0, 0, 0];
  for (const value of lists.flatMap(examples)) {
    if (value === null || value === undefined || value === "") continue;
    if (Number.isFinite(toNumber(value))) numbers++;
    else if (typeof value === "string" && DATE.test(value)) dates++;
    else others++;
  }
  if (dates > 0 && dates > numbers && dates >= others) return "date";
  return others > numbers ? "category" : "linear";
}

/** A thousand at even distances, as Plotly takes them. */
function examples(values: readonly unknown[]): readonly unknown[] {
  if (values.length <= 1000) return values;
  return Array.from({ length: 1000 }, (_, k) => values[Math.floor((k * values.length) / 1000)]);
}

export function coordinateOf({ kind, categories }: Axis, value: unknown): number {
  if (kind === "category") {
    if (value === null || value === undefined || typeof value === "object") return Number.NaN;
    return categories.get(String(value)) ?? toNumber(value);
  }
  if (kind === "date") return typeof value === "number" ? value : dateOf(value);
  const number = toNumber(value);
  if (!Number.isFinite(number)) return Number.NaN;
  return kind === "log" ? (number > 0 ? Math.log10(number) : Number.NaN) : number;
}

/** As Plotly reads dates: a time without a zone is shown as it is written, and zones are left out. */
export function dateOf(value: unknown): number {
  if (typeof value !== "string") return Number.NaN;
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(value) || !DATE.test(value)) return Date.parse(value);
  const [date = "", time = "00"] = value
    .trim()
    .replace(/(?:Z|[+-]\d{2}:?\d{2})$/i, (zone, at: number) => (at > 9 ? "" : zone))
    .split(/[T\s]+/i);
  const [year = "", month = "", day = "1"] = date.split(/(?<=\d)-/);
  const [hour = "0", minute = "0", second = "0"] = time.split(":");
  const [whole = "0", part = "0"] = second.split(".");
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(whole)) * 1000 + Number(`0.${part}`) * 1000;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return midnight.getTime() + clock;
}

export function pixelOf({ range, pixels }: Axis, coordinate: number): number {
  return pixels[0] + ((coordinate - range[0]) / (range[1] - range[0])) * (pixels[1] - pixels[0]);
}

/** The axis's categories get their numbers in the order of their first mention, or as the settings order them. */
export function collectCategories(axis: Axis, lists: readonly (readonly unknown[])[]): void {
  const { categories, settings } = axis;
  const told = listAt(settings, "categoryarray") ?? [];
  const names = new Set<string>();
  for (const list of lists) for (const value of list) if (isName(value)) names.add(String(value));
  const mentioned = [...names];
  const order = textAt(settings, "categoryorder");
  if (order.startsWith("category")) mentioned.sort();
  if (order.endsWith("descending")) mentioned.reverse();
  for (const name of [...told.filter(isName).map(String), ...mentioned]) {
    if (!categories.has(name)) categories.set(name, categories.size);
  }
}

function isName(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** What the settings say, or what the traces reach with room around; reversed if asked. */
export function rangeOf(axis: Axis, reaches: readonly Reach[]): readonly [number, number] {
  const told = (listAt(axis.settings, "range") ?? []).map((end) => endOf(axis, end));
  const [low, high] = autoRange(axis, reaches);
  const isReversed = /reversed/.test(textAt(axis.settings, "autorange"));
  if (flagAt(axis.settings, "autorange", false) || isReversed) return isReversed ? [high, low] : [low, high];
  const [start = Number.NaN, end = Number.NaN] = told;
  const range = [Number.isFinite(start) ? start : low, Number.isFinite(end) ? end : high] as const;
  return range[0] === range[1] || !(Math.abs(range[1] - range[0]) < 1e300) ? [low, high] : range;
}

/** An end of a range is a coordinate already, but for dates and names of categories. */
function endOf(axis: Axis, value: unknown): number {
  if (axis.kind === "date") return coordinateOf(axis, value);
  if (axis.kind === "category" && typeof value === "string") return coordinateOf(axis, value);
  return toNumber(value);
}

function autoRange(axis: Axis, reaches: readonly Reach[]): readonly [number, number] {
  const known = reaches.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
  if (known.length === 0)
    return axis.kind === "category" ? [-0.5, Math.max(0.5, axis.categories.size - 0.5)] : emptyRange(axis.kind);
  const least = Math.min(...known.map(({ low }) => low));
  const most = Math.max(...known.map(({ high }) => high));
  const room = ROOM * (most - least);
  let low = Math.min(
    ...known.map((reach) => reach.low - (reach.padded && !(reach.fromZero && reach.low === 0) ? room : 0)),
  );
  let high = Math.max(
    ...known.map((reach) => reach.high + (reach.padded && !(reach.fromZero && reach.high === 0) ? room : 0)),
  );
  const mode = textAt(axis.settings, "rangemode");
  if (axis.kind === "linear" && mode === "tozero") [low, high] = [least >= 0 ? 0 : low, most <= 0 ? 0 : high];
  if (axis.kind === "linear" && mode === "nonnegative") low = Math.max(0, low);
  if (high > low) return [low, high];
  const half = axis.kind === "date" ? 43_200_000 : axis.kind === "linear" ? Math.max(1, Math.abs(low) * 1e-9) : 0.5;
  return [low - half, high + half];
}

function emptyRange(kind: AxisKind): readonly [number, number] {
  return kind === "date" ? [Date.UTC(2000, 0, 1), Date.UTC(2001, 0, 1)] : kind === "log" ? [0, 1] : [-1, 6];
}

/** Where the axis lies in its direction, from 0 to 1 of the plot's area. */
export function domainOf(settings: Attributes): readonly [number, number] {
  const [start, end] = (listAt(settings, "domain") ?? []).map(toNumber);
  const isDomain = start !== undefined && end !== undefined && start >= 0 && end <= 1 && start < end;
  return isDomain ? [start, end] : [0, 1];
}

/** Pixels between the ends. */
export function lengthOf({ pixels }: Axis): number {
  return Math.abs(pixels[1] - pixels[0]);
}

/** The smallest distance of two different coordinates; 1 where there is none. */
export function smallestStep({ kind }: Axis, coordinates: readonly number[]): number {
  if (kind === "category") return 1;
  const sorted = [...new Set(coordinates.filter(Number.isFinite))].sort((a, b) => a - b);
  let step = Number.POSITIVE_INFINITY;
  for (let k = 1; k < sorted.length; k++) step = Math.min(step, (sorted[k] as number) - (sorted[k - 1] as number));
  if (Number.isFinite(step)) return step;
  return kind === "date" ? 86_400_000 : 1;
}

export function opacityOf(settings: Attributes): number {
  return Math.max(0, Math.min(1, numberAt(settings, "opacity", 1)));
}
