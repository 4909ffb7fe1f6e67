/**
 * Color: the colours that CSS writes, as numbers.
 *
 * Source: CSS Color Module Level 3 (W3C 2018): names, #rgb, #rrggbb, with alpha, rgb(), rgba(), hsl(), hsla().
 */
import { NAMED_COLORS } from "./named-colors.ts";

export interface Color {
  /** 0 to 255. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

export function opaque(red: number, green: number, blue: number): Color {
  return { red, green, blue, alpha: 1 };
}

/** Undefined if it is no colour. */
export function parseColor(value: unknown): Color | undefined {
  if (typeof value !== "string" || value.length > 80) return undefined;
  const text = value.trim().toLowerCase();
  if (text === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 };
  const named = NAMED_COLORS.get(text);
  if (named !== undefined) return fromHexadecimal(named);
  if (/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return fromHexadecimal(text.slice(1));
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text);
  if (call === null) return undefined;
  const parts = (call[2] as string).split(/[\s,/]+/).filter((part) => part !== "");
  const numbers = parts.map((part) => Number.parseFloat(part));
  if (parts.length < 3 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const alpha = numbers.length > 3 ? within(parts[3]?.endsWith("%") ? numbers[3] / 100 : numbers[3], 1) : 1;
  if (call[1] === "hsl") return { ...fromHue(numbers[0], within(numbers[1], 100), within(numbers[2], 100)), alpha };
  const [red, green, blue] = numbers.map((number, k) => within(parts[k]?.endsWith("%") ? number * 2.55 : number, 255));
  return { red, green, blue, alpha };
}

export function colorOf(value: unknown, fallback: Color): Color {
  return parseColor(value) ?? fallback;
}

export function fade(color: Color, opacity: number): Color {
  return { ...color, alpha: color.alpha * opacity };
}

export function mix(from: Color, to: Color, share: number): Color {
  const between = (a: number, b: number) => a + (b - a) * share;
  return {
    red: between(from.red, to.red),
    green: between(from.green, to.green),
    blue: between(from.blue, to.blue),
    alpha: between(from.alpha, to.alpha),
  };
}

/** Black or white, whichever is read more easily on it. */
export function inkOn({ red, green, blue, alpha }: Color): Color {
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return luma * alpha + 255 * (1 - alpha) > 140 ? opaque(68, 68, 68) : opaque(255, 255, 255);
}

function fromHexadecimal(digits: string): Color {
  const wide = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const [red, green, blue, alpha = 255] = (wide.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return { red, green, blue, alpha: alpha / 255 } as Color;
}

function fromHue(hue: number, saturation: number, lightness: number): Color {
  const [s, l] = [saturation / 100, lightness / 100];
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return opaque(channel(0), channel(8), channel(4));
}

function within(value: number, highest: number): number {
  return Math.max(0, Math.min(highest, value));
}
