/**
 * SVG: elements as text, from rects, paths and texts alone.
 *
 * No classes, gradients, clips or embedded images: what every viewer and rasteriser draws the same way.
 * Coordinates are written with two decimals, finer than any printer, so that the text of a picture is the same everywhere.
 */
import { refuse } from "../../numerics/requirements.ts";
import { CAPITAL_HEIGHT } from "../font-metrics.ts";
import type { Font } from "../plotly.ts";
import { LINE_HEIGHT, linesOf } from "../text-width.ts";

export type Point = readonly [x: number, y: number];

export interface Stroke {
  readonly color: string;
  readonly width: number;
  readonly dashes?: readonly number[];
}

interface Paint {
  readonly fill?: string;
  readonly stroke?: Stroke;
}

export function rectangle(box: Record<"left" | "top" | "width" | "height", number>, paint: Paint): string {
  const { left, top, width, height } = box;
  const size = `width="${coordinate(width)}" height="${coordinate(height)}"`;
  return `<rect x="${coordinate(left)}" y="${coordinate(top)}" ${size}${painted(paint)}/>`;
}

export function path(commands: string, paint: Paint): string {
  return `<path d="${commands}"${painted(paint)}/>`;
}

export function polyline(points: readonly Point[], { closed = false }: { readonly closed?: boolean } = {}): string {
  return `M${points.map(([x, y]) => `${coordinate(x)} ${coordinate(y)}`).join("L")}${closed ? "Z" : ""}`;
}

interface TextPlace {
  readonly at: Point;
  readonly anchor: "start" | "middle" | "end";
  /** What of the block of lines lies at the place. */
  readonly vertical: "top" | "middle" | "bottom";
  readonly font: Required<Font>;
  readonly rotated?: boolean;
}

/** One element for each line; rotated ones read upwards, and turn as a block about the place. */
export function text(content: string, { at: [x, y], anchor, vertical, font, rotated = false }: TextPlace): string {
  const lines = linesOf(plainText(content));
  const step = LINE_HEIGHT * font.size;
  const above = (step - CAPITAL_HEIGHT * font.size) / 2;
  const height = lines.length * step;
  const start = vertical === "top" ? 0 : vertical === "middle" ? -height / 2 : -height;
  const turn = rotated ? ` transform="rotate(-90 ${coordinate(x)} ${coordinate(y)})"` : "";
  const type = `font-family="${escaped(font.family)}" font-size="${coordinate(font.size)}" fill="${font.color}"`;
  return lines
    .map((line, k) => {
      const baseline = y + start + (k + 1) * step - above;
      const place = `x="${coordinate(x)}" y="${coordinate(baseline)}" text-anchor="${anchor}"`;
      return `<text ${place} ${type}${turn}>${escaped(line)}</text>`;
    })
    .join("\n");
}

export function coordinate(value: number): string {
  if (!Number.isFinite(value)) refuse("coordinate", "finite", value);
  return (Math.round(value * 100) / 100 + 0).toString();
}

function painted({ fill, stroke }: Paint): string {
  const filling = fill === undefined ? ' fill="none"' : colored("fill", fill);
  if (stroke === undefined || stroke.width === 0) return filling;
  const dashes = stroke.dashes?.length ? ` stroke-dasharray="${stroke.dashes.map(coordinate).join(" ")}"` : "";
  return `${filling}${colored("stroke", stroke.color)} stroke-width="${coordinate(stroke.width)}"${dashes}`;
}

/** Opacity apart, since not every viewer reads rgba(...) in an attribute. */
function colored(attribute: "fill" | "stroke", color: string): string {
  const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(color);
  if (parts === null) {
    if (!/^#[0-9a-f]{6}$/.test(color)) refuse("color", "#rrggbb in small letters or rgba(r, g, b, a)", color);
    return ` ${attribute}="${color}"`;
  }
  const hexadecimal = parts.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, "0"));
  return ` ${attribute}="#${hexadecimal.join("")}" ${attribute}-opacity="${parts[4]}"`;
}

/** Plotly reads tags in texts; of these we draw line breaks only. */
function plainText(content: string): string {
  const tag = /<(?!br>)\/?[a-z]+[^<]*>/i.exec(content);
  if (tag !== null) refuse("text", "free of tags other than <br>", content);
  return content;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
