/**
 * Scatter: lines, points, areas, error bars and texts of a trace.
 *
 * Limits: smooth lines are drawn straight; of texts, the first 500 are written.
 */
import type { Annotation, Dash, Line, MarkerShape, MarkerSymbol, ScatterTrace } from "../../plotly.ts";
import { type Color, cssColor, faded } from "../color.ts";
import type { Point } from "../svg.ts";
import {
  type Attributes,
  colorAt,
  flagAt,
  group,
  itemOf,
  listAt,
  numberAt,
  opacityAt,
  textAt,
  toNumber,
} from "./attributes.ts";
import { valueOn } from "./axis-scale.ts";
import { type CompletedTrace, isNamed, reachOf, type TraceSource, textOn, traceBase } from "./completed-trace.ts";
import { errorBarsOf } from "./error-bars.ts";
import { itemColors } from "./item-colors.ts";

const MOST_TEXTS = 500;
const SHAPES: readonly MarkerShape[] = ["circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "x"];
/** In widths of the line. */
const DASHES: Readonly<Record<string, readonly number[]>> = {
  dot: [1, 1],
  dash: [3, 3],
  longdash: [5, 5],
  dashdot: [3, 1, 1, 1],
  longdashdot: [5, 2, 1, 2],
};

export function scatterValues(settings: Attributes): TraceSource["values"] {
  const [x, y] = [listAt(settings, "x"), listAt(settings, "y")];
  const counted = (letter: "x" | "y", length = 0) => {
    const [start, step] = [numberAt(settings, `${letter}0`, 0), numberAt(settings, `d${letter}`, 1)];
    return Array.from({ length }, (_, k) => start + k * step);
  };
  return { x: x ?? counted("x", y?.length), y: y ?? counted("y", x?.length) };
}

/** `before` is the line of the trace before, at which an area may end. */
export function completeScatter(
  source: TraceSource,
  before: readonly Point[] | undefined,
): CompletedTrace & { readonly line: readonly Point[] } {
  const { settings, values } = source;
  const length = Math.min(values.x.length, values.y.length);
  const x = values.x.slice(0, length).map((value) => valueOn(source.x, value));
  const y = values.y.slice(0, length).map((value) => valueOn(source.y, value));
  const mode = modeOf(settings, length);
  const opacity = opacityAt(settings);
  const ink = ownColor(source, mode);
  const points = steppedLine({ x, y }, settings);
  const line = lineOf(settings, faded(ink, opacity));
  const color = cssColor(faded(ink, opacity));
  const errors = errorBarsOf(source, { x, y }, color);
  const filled = areasOf(source, { points, before, ink: faded(ink, opacity) });
  const marked = mode.markers ? markersOf(source, { x, y, ink, opacity }) : { data: [], colorBar: undefined };
  const style = marked.data[0]?.marker;
  const base = { ...traceBase(source, false), type: "scatter" as const };
  const sample: ScatterTrace = {
    ...base,
    showlegend: isNamed(source),
    mode: mode.lines ? (mode.markers ? "lines+markers" : "lines") : "markers",
    line: mode.lines ? line : { ...line, width: 0 },
    ...(style !== undefined && { marker: { ...style, size: Math.max(4, Math.min(12, style.size)) } }),
    ...(errors.sample !== undefined && { error_y: errors.sample }),
    ...(filled[0]?.fillcolor !== undefined && { fill: "toself", fillcolor: filled[0].fillcolor }),
    x: [],
    y: [],
  };
  const drawn: ScatterTrace[] = [sample, ...filled];
  if (mode.lines)
    drawn.push({ ...base, mode: "lines", line, x: points.map(([at]) => at), y: points.map(([, at]) => at) });
  if (errors.x !== undefined || errors.y !== undefined)
    drawn.push({
      ...base,
      mode: "markers",
      ...(errors.x && { error_x: errors.x }),
      ...(errors.y && { error_y: errors.y }),
      x,
      y,
    });
  const fill = textAt(settings, "fill");
  const withZero = (letter: "x" | "y", list: readonly number[]) =>
    fill === `tozero${letter}` || (fill === `tonext${letter}` && before === undefined) ? [...list, 0] : list;
  return {
    data: [...drawn, ...marked.data],
    annotations: mode.text ? textsOf(source, x, y) : [],
    line: points,
    colorBar: marked.colorBar,
    reaches: {
      x: [
        ...reachOf(source.x, withZero("x", x), mode.markers),
        ...errors.ends.x.flatMap((ends) => reachOf(source.x, ends, true)),
      ],
      y: [
        ...reachOf(source.y, withZero("y", y), true),
        ...errors.ends.y.flatMap((ends) => reachOf(source.y, ends, true)),
      ],
    },
  };
}

function modeOf(settings: Attributes, length: number): Record<"lines" | "markers" | "text", boolean> {
  const given = textAt(settings, "mode", length < 20 ? "lines+markers" : "lines").split("+");
  return { lines: given.includes("lines"), markers: given.includes("markers"), text: given.includes("text") };
}

/** That of the line, or of the points where there is none. */
function ownColor({ settings, color }: TraceSource, { lines }: { readonly lines: boolean }): Color {
  const [line, marker] = [group(settings, "line"), group(settings, "marker")];
  return lines ? colorAt(line, "color", colorAt(marker, "color", color)) : colorAt(marker, "color", color);
}

export function lineOf(settings: Attributes, color: Color): Line {
  const line = group(settings, "line");
  const width = Math.max(0, Math.min(40, numberAt(line, "width", 2)));
  return { color: cssColor(color), width, dash: dashOf(textAt(line, "dash"), width) };
}

function dashOf(dash: string, width: number): Dash {
  const named = Object.hasOwn(DASHES, dash) ? DASHES[dash].map((part) => part * Math.max(3, width)) : undefined;
  const given = /^[\d.]+(?:px)?(?:[\s,]+[\d.]+(?:px)?)*$/.test(dash) ? dash.split(/[\s,]+/).map(Number.parseFloat) : [];
  const lengths = named ?? given;
  if (lengths.length === 0 || !lengths.every((length) => length > 0)) return "solid";
  return lengths.map((length) => `${length}px`).join(",") as Dash;
}

/** The points of the line, steps with their corners; NaN is a gap. */
function steppedLine({ x, y }: Record<"x" | "y", readonly number[]>, settings: Attributes): Point[] {
  const shape = textAt(group(settings, "line"), "shape");
  const isBridged = flagAt(settings, "connectgaps", false);
  const points = x.map((at, k): Point => [at, y[k]]).filter(([a, b]) => !isBridged || !Number.isNaN(a + b));
  if (!/^(?:hv|vh|hvh|vhv)$/.test(shape)) return points;
  return points.flatMap((to, k): Point[] => (k === 0 ? [to] : [...cornersOf(shape, points[k - 1], to), to]));
}

function cornersOf(shape: string, [x0, y0]: Point, [x1, y1]: Point): Point[] {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const corners: Readonly<Record<string, Point[]>> = {
    hv: [[x1, y0]],
    vh: [[x0, y1]],
    hvh: [
      [x, y0],
      [x, y1],
    ],
    vhv: [
      [x0, y],
      [x1, y],
    ],
  };
  return corners[shape];
}

interface Filling {
  readonly points: readonly Point[];
  readonly before: readonly Point[] | undefined;
  readonly ink: Color;
}

/** Down to zero, on log axes to the lower end, to the line before, or inside the line itself. */
function areasOf(source: TraceSource, { points, before, ink }: Filling): ScatterTrace[] {
  const { settings } = source;
  const fill = textAt(settings, "fill");
  if (!/^(?:to(?:zero|next)[xy]|toself|tonext)$/.test(fill)) return [];
  const zero = { x: source.x.kind === "log" ? 1e-300 : 0, y: source.y.kind === "log" ? 1e-300 : 0 };
  const closed = (run: readonly Point[]): readonly Point[] => {
    const [first, last] = [run[0], run[run.length - 1]];
    if (fill.endsWith("y")) return [...run, [last[0], zero.y], [first[0], zero.y]];
    return fill.endsWith("x") ? [...run, [zero.x, last[1]], [zero.x, first[1]]] : run;
  };
  const isPlace = ([x, y]: Point) => !Number.isNaN(x + y);
  const areas =
    /^tonext[xy]$/.test(fill) && before !== undefined
      ? [[...points.filter(isPlace), ...before.filter(isPlace).reverse()]]
      : runsOf(points).map(closed);
  const fillcolor = cssColor(colorAt(settings, "fillcolor", faded(ink, 0.5)));
  return areas.map((area) => ({
    ...traceBase(source, false),
    type: "scatter",
    mode: "lines",
    fill: "toself",
    fillcolor,
    x: area.map(([x]) => x),
    y: area.map(([, y]) => y),
  }));
}

function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (Number.isNaN(point[0] + point[1])) runs.push([]);
    else runs[runs.length - 1].push(point);
  }
  return runs.filter(({ length }) => length > 1);
}

/** The points of each look are one trace. */
function markersOf(
  source: TraceSource,
  { x, y, ink, opacity }: Record<"x" | "y", readonly number[]> & { readonly ink: Color; readonly opacity: number },
): { readonly data: ScatterTrace[]; readonly colorBar: CompletedTrace["colorBar"] } {
  const marker = group(source.settings, "marker");
  const isBubble = Array.isArray(marker.size);
  const shown = opacity * opacityAt(marker, isBubble ? 0.7 : 1);
  const colors = itemColors(marker, { usual: ink, opacity: shown, layout: source.layout });
  const outline = group(marker, "line");
  const border = {
    color: cssColor(colorAt(outline, "color", { red: 255, green: 255, blue: 255, alpha: 1 })),
    width: numberAt(outline, "width", isBubble ? 1 : 0),
  };
  const looks = new Map<string, ScatterTrace & { x: number[]; y: number[] }>();
  x.forEach((at, k) => {
    if (Number.isNaN(at + y[k])) return;
    const [color, size, symbol] = [colors.of(k), sizeOf(marker, k), symbolOf(itemOf(marker.symbol, k))];
    const key = `${color} ${size} ${symbol}`;
    const line = symbol.endsWith("-open") ? { color, width: Math.max(1.5, border.width) } : border;
    const look = looks.get(key) ?? {
      ...traceBase(source, false),
      type: "scatter",
      mode: "markers",
      marker: { symbol, size, color, line },
      x: [],
      y: [],
    };
    look.x.push(at);
    look.y.push(y[k]);
    looks.set(key, look);
  });
  return { data: [...looks.values()], colorBar: colors.colorBar };
}

/** In half pixels. */
function sizeOf(marker: Attributes, k: number): number {
  const size = toNumber(itemOf(marker.size, k) ?? 6);
  const scale = numberAt(marker, "sizeref", 1) || 1;
  const isArea = marker.sizemode === "area";
  const diameter = !Array.isArray(marker.size) ? size : isArea ? Math.sqrt(Math.max(0, size / scale)) : size / scale;
  const wanted = Math.max(numberAt(marker, "sizemin", 0), Math.min(300, Number.isNaN(diameter) ? 6 : diameter));
  return Math.max(0.5, Math.round(2 * wanted) / 2);
}

/** A circle for symbols that are not drawn. */
function symbolOf(value: unknown): MarkerSymbol {
  const [shape, ...rest] = typeof value === "string" ? value.split(/-(?=open|dot)/) : [];
  const known = SHAPES.find((name) => name === shape) ?? "circle";
  return rest.includes("open") ? `${known}-open` : known;
}

function textsOf(source: TraceSource, x: readonly number[], y: readonly number[]): Annotation[] {
  const { settings } = source;
  const font = group(settings, "textfont");
  const size = numberAt(font, "size", source.font.size);
  const color = colorAt(font, "color", source.color);
  const places = x.flatMap((at, k) => (Number.isNaN(at + y[k]) ? [] : [k])).slice(0, MOST_TEXTS);
  return places.map((k) => {
    const place = String(itemOf(settings.textposition, k) ?? "middle center");
    const side = place.includes("left") ? -1 : place.includes("right") ? 1 : 0;
    const height = place.includes("top") ? 1 : place.includes("bottom") ? -1 : 0;
    return textOn(source, itemOf(settings.text, k) ?? "", {
      x: x[k],
      y: y[k],
      xanchor: side < 0 ? "right" : side > 0 ? "left" : "center",
      yanchor: height > 0 ? "bottom" : height < 0 ? "top" : "middle",
      xshift: 6 * side,
      yshift: 4 * height,
      font: { ...source.font, size, color: font.color === undefined ? source.font.color : cssColor(color) },
    });
  });
}
