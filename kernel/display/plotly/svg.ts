/** SVG: elements as text. Coordinates have two decimals; far outside of the picture they are cut off, where rasterisers lose precision. */
import { entryOf } from "./attributes.ts";
import { type Color, opaque } from "./color.ts";

export type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Paint {
  readonly fill?: Color | undefined;
  readonly stroke?: Color | undefined;
  readonly width?: number;
  readonly dash?: string;
  readonly opacity?: number;
  /** Edges on whole pixels, so that neighbours leave no seam. */
  readonly isCrisp?: boolean;
}

const FARTHEST = 20_000;

export function coordinate(value: number): string {
  const near = Math.max(-FARTHEST, Math.min(FARTHEST, value));
  return String(Math.round(near * 100) / 100 + 0);
}

export function rectangle({ left, top, right, bottom }: Box, paint: Paint): string {
  const [x, width] = [Math.min(left, right), Math.abs(right - left)];
  const [y, height] = [Math.min(top, bottom), Math.abs(bottom - top)];
  return `<rect x="${coordinate(x)}" y="${coordinate(y)}" width="${coordinate(width)}" height="${coordinate(height)}"${painted(paint)}/>`;
}

export function path(commands: string, paint: Paint): string {
  return commands === "" ? "" : `<path d="${commands}"${painted(paint)}/>`;
}

export function segment(from: Point, to: Point): string {
  return polyline([from, to]);
}

export function polyline(points: readonly Point[], closed = false): string {
  if (points.length === 0) return "";
  return `M${points.map(([x, y]) => `${coordinate(x)} ${coordinate(y)}`).join("L")}${closed ? "Z" : ""}`;
}

export function clipped(id: string, content: readonly string[]): string {
  return content.length === 0 ? "" : `<g clip-path="url(#${id})">${content.join("\n")}</g>`;
}

export function clip(id: string, box: Box): string {
  return `<clipPath id="${id}">${rectangle(box, { fill: opaque(0, 0, 0) })}</clipPath>`;
}

/** What XML holds: no control characters, no lone surrogates. */
export function escaped(content: string): string {
  return content
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function painted({ fill, stroke, width = 1, dash, opacity = 1, isCrisp = false }: Paint): string {
  const filling = fill === undefined ? ' fill="none"' : ` fill="${hexadecimal(fill)}"${seen("fill", fill)}`;
  const edges = isCrisp ? ' shape-rendering="crispEdges"' : "";
  const whole = (opacity === 1 ? "" : ` opacity="${coordinate(opacity)}"`) + edges;
  if (stroke === undefined || !(width > 0)) return filling + whole;
  const dashes = dash === undefined || dash === "" ? "" : ` stroke-dasharray="${dash}"`;
  return `${filling} stroke="${hexadecimal(stroke)}"${seen("stroke", stroke)} stroke-width="${coordinate(width)}"${dashes}${whole}`;
}

const DASHES: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 1],
  dash: [3, 3],
  longdash: [5, 5],
  dashdot: [3, 1, 1, 1],
  longdashdot: [5, 2, 1, 2],
};

/** Plotly's names, in units of the line's width (3 pixels at least), or lengths in pixels. */
export function dashArray(dash: string, width: number): string {
  const named = entryOf(DASHES, dash);
  if (named !== undefined) return named.map((part) => coordinate(part * Math.max(3, width))).join(" ");
  return /^[\d.]+(?:px|%)?(?:[\s,]+[\d.]+(?:px|%)?)*$/.test(dash) ? dash.replace(/px|%/g, "").replace(/,/g, " ") : "";
}

function hexadecimal({ red, green, blue }: Color): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function seen(attribute: string, { alpha }: Color): string {
  return alpha === 1 ? "" : ` ${attribute}-opacity="${Math.round(alpha * 1000) / 1000}"`;
}
