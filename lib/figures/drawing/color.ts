/**
 * Color: colours as CSS writes them, and colours between them.
 *
 * Limits: of CSS, #rgb and #rrggbb with or without opacity, rgb(), rgba(), hsl() with numbers and per cent, and the names.
 */
import { NAMED_COLORS } from "./named-colors.ts";

/** Red, green and blue up to 255, opacity up to 1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** Undefined if it is none. */
export function parseColor(value: unknown): Color | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim().toLowerCase();
  const digits = NAMED_COLORS.get(text) ?? /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(text)?.[1];
  if (digits !== undefined) return fromHexadecimal(digits);
  if (text === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 };
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text);
  const parts = call?.[2].split(/[\s,/]+/).filter((part) => part !== "") ?? [];
  const [a, b, c, d = 1] = parts.map((part) => Number(part.replace(/%|deg/, "")));
  if (call === null || parts.length < 3 || !Number.isFinite(a + b + c + d)) return undefined;
  const alpha = within(parts[3]?.endsWith("%") ? d / 100 : d, 1);
  if (call[1] === "hsl") return { ...fromHue(a, within(b, 100) / 100, within(c, 100) / 100), alpha };
  const [red, green, blue] = [a, b, c].map((part, k) =>
    within(parts[k].endsWith("%") ? (part * 255) / 100 : part, 255),
  );
  return { red, green, blue, alpha };
}

/** As our SVG takes it. */
export function cssColor({ red, green, blue, alpha }: Color): string {
  const parts = [red, green, blue].map(Math.round);
  if (alpha < 1) return `rgba(${parts.join(", ")}, ${Math.round(alpha * 1000) / 1000})`;
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export function faded(color: Color, opacity: number): Color {
  return { ...color, alpha: color.alpha * within(opacity, 1) };
}

/** Dark or white, whichever is read more easily on it. */
export function inkOn({ red, green, blue, alpha }: Color): string {
  const lightness = (0.299 * red + 0.587 * green + 0.114 * blue) * alpha + 255 * (1 - alpha);
  return lightness > 140 ? "#000000" : "#ffffff";
}

/** One of 256 colours along the stops of a scale, which go from 0 to 1. */
export function colorAt(stops: readonly (readonly [share: number, color: string])[], share: number): string {
  const place = Math.round(within(share, 1) * 255) / 255;
  const next = Math.max(
    1,
    stops.findIndex(([stop]) => stop >= place),
  );
  const [[start, low], [end, high]] = [stops[next - 1], stops[next]];
  const part = end > start ? within((place - start) / (end - start), 1) : 1;
  const [from, to] = [low, high].map((color) => parseColor(color) ?? fromHexadecimal("000000"));
  const between = (a: number, b: number) => a + part * (b - a);
  return cssColor({
    red: between(from.red, to.red),
    green: between(from.green, to.green),
    blue: between(from.blue, to.blue),
    alpha: between(from.alpha, to.alpha),
  });
}

function fromHexadecimal(digits: string): Color {
  const wide = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  const [red, green, blue, alpha = 255] = (wide.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return { red, green, blue, alpha: alpha / 255 };
}

/** Source: CSS Color Module Level 4, section 7.1. */
function fromHue(hue: number, saturation: number, lightness: number): Omit<Color, "alpha"> {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

function within(value: number, highest: number): number {
  return Math.max(0, Math.min(highest, value));
}
