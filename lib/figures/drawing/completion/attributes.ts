/**
 * Attributes: reads a figure as users write it, where anything may be missing or of another type than Plotly wants.
 *
 * What cannot be read counts as absent, as in Plotly, and the default is taken.
 */
import { type Color, parseColor } from "../color.ts";

export type Attributes = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The attributes under a name; none if there is something else. */
export function group(from: Attributes, name: string): Attributes {
  const value = from[name];
  return isRecord(value) ? value : {};
}

/** Written or not: "3" is 3, as everywhere in Plotly. What is no number, or too large to be drawn, is NaN. */
export function toNumber(value: unknown): number {
  const isWritten = typeof value === "string" && value.trim() !== "";
  const number = typeof value === "number" ? value : isWritten ? Number(value) : Number.NaN;
  return Math.abs(number) < 1e300 ? number : Number.NaN;
}

export function numberAt<Fallback>(from: Attributes, name: string, fallback: Fallback): number | Fallback {
  const number = toNumber(from[name]);
  return Number.isNaN(number) ? fallback : number;
}

export function textAt(from: Attributes, name: string, fallback = ""): string {
  const value = from[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : fallback;
}

export function flagAt(from: Attributes, name: string, fallback: boolean): boolean {
  const value = from[name];
  return typeof value === "boolean" ? value : fallback;
}

export function listAt(from: Attributes, name: string): readonly unknown[] | undefined {
  const value = from[name];
  return Array.isArray(value) ? value : undefined;
}

export function recordsAt(from: Attributes, name: string): Attributes[] {
  return (listAt(from, name) ?? []).filter(isRecord).slice(0, 2000);
}

export function colorAt(from: Attributes, name: string, fallback: Color): Color {
  return parseColor(from[name]) ?? fallback;
}

export function opacityAt(from: Attributes, fallback = 1): number {
  return Math.max(0, Math.min(1, numberAt(from, "opacity", fallback)));
}

/** What applies to the item at an index: one value for all, or one each. */
export function itemOf(value: unknown, index: number): unknown {
  return Array.isArray(value) ? value[index] : value;
}

/** A title is a text or an object with a text. */
export function titleAt(from: Attributes): string {
  return textAt(group(from, "title"), "text", textAt(from, "title"));
}
