/**
 * Readable colours: those of a figure that was made for white paper, as a dark page needs them.
 *
 * Method: greys are turned round between the page's ink and its paper, so that black letters become light and white gaps dark. A colour of
 * a hue keeps it, and is mixed with white until its contrast with the paper is 3 to 1, which WCAG 2.1 (1.4.11) asks of what is not text.
 * The text in a bar is black or white, whichever is the better on the bar.
 * Limits: colours in the words #rgb, #rrggbb, rgb() and rgba(); names and colour scales stay as they are. Nothing changes on a light page.
 */
import { isRecord, type JsonRecord } from "./json-record.ts";

type Rgb = readonly [number, number, number];

interface Paint {
  readonly rgb: Rgb;
  readonly alpha: number;
}

export interface Sheet {
  readonly ink: string;
  readonly paper: string;
}

const LEAST_CONTRAST = 3;
const STEPS = 20;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Whether a page has light letters on dark paper. */
export function isDark({ paper }: Sheet): boolean {
  const found = paintOf(paper);
  return found !== undefined && luminance(found.rgb) < 0.18;
}

/** A trace or a layout, with all its colours as the page needs them. */
export function readable(part: JsonRecord, sheet: Sheet): JsonRecord {
  const paper = paintOf(sheet.paper);
  if (paper === undefined || !isDark(sheet)) return part;
  const ink = paintOf(sheet.ink) ?? { rgb: WHITE, alpha: 1 };
  const page = { paper: paper.rgb, ink: mixed(paper.rgb, ink.rgb, ink.alpha) };
  const shown = repainted(part, page) as JsonRecord;
  const fill = part.type === "bar" && isRecord(shown.marker) ? paintOf(shown.marker.color) : undefined;
  if (fill === undefined || !isRecord(shown.textfont)) return shown;
  const onBar = contrast(fill.rgb, BLACK) >= contrast(fill.rgb, WHITE) ? BLACK : WHITE;
  return { ...shown, textfont: { ...shown.textfont, color: written({ rgb: onBar, alpha: 1 }) } };
}

interface Page {
  readonly paper: Rgb;
  readonly ink: Rgb;
}

function repainted(value: unknown, page: Page): unknown {
  if (Array.isArray(value)) return value.some(isRecord) ? value.map((item) => repainted(item, page)) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, /color$/.test(key) ? forPage(item, page) : repainted(item, page)]),
  );
}

function forPage(color: unknown, { paper, ink }: Page): unknown {
  const paint = paintOf(color);
  if (paint === undefined || paint.alpha === 0) return color;
  const { rgb, alpha } = paint;
  if (Math.max(...rgb) - Math.min(...rgb) < 8) return written({ rgb: mixed(ink, paper, rgb[0] / 255), alpha });
  for (let step = 0; step <= STEPS; step++) {
    const lighter = mixed(rgb, WHITE, step / STEPS);
    if (contrast(lighter, paper) >= LEAST_CONTRAST) return step === 0 ? color : written({ rgb: lighter, alpha });
  }
  return color;
}

/** Undefined if the colour is in other words. */
export function paintOf(color: unknown): Paint | undefined {
  if (typeof color !== "string") return undefined;
  const text = color.trim().toLowerCase();
  const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(text) ? text.slice(1) : undefined;
  if (hex !== undefined) {
    const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red, green, blue] = pairs.map((pair) => Number.parseInt(pair, 16));
    return { rgb: [red, green, blue], alpha: 1 };
  }
  const list = /^rgba?\(([^)]*)\)$/.exec(text)?.[1];
  const numbers = (list ?? "").split(/[\s,/]+/).map(Number);
  if (list === undefined || numbers.length < 3 || !numbers.every(Number.isFinite)) return undefined;
  const [red, green, blue, alpha = 1] = numbers;
  return { rgb: [red, green, blue], alpha };
}

/** The ratio of two colours, from 1 to 21. Source: WCAG 2.1, "contrast ratio". */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Source: WCAG 2.1, "relative luminance". */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function written({ rgb, alpha }: Paint): string {
  return alpha === 1 ? `rgb(${rgb.join(", ")})` : `rgba(${rgb.join(", ")}, ${alpha})`;
}
