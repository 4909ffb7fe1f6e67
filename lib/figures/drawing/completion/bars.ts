/**
 * Bars: of bar traces and histograms, beside each other, on top of each other or in front of each other.
 *
 * All series of a subplot are placed together, since each one's bars depend on the others.
 * Limits: texts are level, and the first 500 are written; patterns are drawn plain.
 */
import type { Annotation, BarTrace, ScatterTrace } from "../../plotly.ts";
import { cssColor, inkOn, parseColor } from "../color.ts";
import {
  type Attributes,
  colorAt,
  group,
  itemOf,
  listAt,
  numberAt,
  opacityAt,
  textAt,
  toNumber,
} from "./attributes.ts";
import { valueOn } from "./axis-scale.ts";
import {
  type CompletedTrace,
  isNamed,
  type Reach,
  reachOf,
  type TraceSource,
  textOn,
  traceBase,
} from "./completed-trace.ts";
import { errorBarsOf } from "./error-bars.ts";
import { itemColors } from "./item-colors.ts";

const MOST_TEXTS = 500;

/** Before bars are placed. */
export interface BarSeries {
  readonly source: TraceSource;
  /** The middles, along the axis on which the bars stand. */
  readonly positions: readonly number[];
  readonly lengths: readonly number[];
  /** Room of a bar along that axis, if it is given. */
  readonly room?: number;
}

interface Bar {
  readonly position: number;
  readonly middle: number;
  readonly width: number;
  readonly base: number;
  readonly tip: number;
}

/** Whether the bars lie, where nothing is given: those of x alone do. */
export function isLying(settings: Attributes): boolean {
  const given = textAt(settings, "orientation");
  if (given === "h" || given === "v") return given === "h";
  return listAt(settings, "x") !== undefined && listAt(settings, "y") === undefined;
}

export function barSeries(source: TraceSource): BarSeries {
  const { x, y } = source.values;
  const [along, across, axis] = isLying(source.settings) ? [y, x, source.y] : [x, y, source.x];
  const length = Math.min(along.length, across.length);
  return {
    source,
    positions: along.slice(0, length).map((value) => valueOn(axis, value)),
    lengths: across.slice(0, length).map(toNumber),
  };
}

/** The series have one direction in common. */
export function completeBars(all: readonly BarSeries[], isTight: boolean): CompletedTrace[] {
  if (all.length === 0) return [];
  const { layout } = all[0].source;
  const mode = textAt(layout, "barmode", "group");
  const gap = Math.max(0, Math.min(1, numberAt(layout, "bargap", isTight ? 0 : 0.2)));
  const step = smallestStep(all.flatMap(({ positions }) => positions));
  const sums = new Map<string, number>();
  return all.map(({ source, positions, lengths, room = step }, index) => {
    const { settings } = source;
    const share = (room * (1 - gap)) / (mode === "group" ? all.length : 1);
    const place = mode === "group" ? (index - (all.length - 1) / 2) * share : 0;
    const bars = positions.map((position, k): Bar => {
      const given = toNumber(itemOf(settings.width, k));
      const width = given > 0 ? given : share * (1 - numberAt(layout, "bargroupgap", 0));
      const offset = toNumber(itemOf(settings.offset, k));
      const middle = Number.isNaN(offset) ? position + place : position + offset + width / 2;
      const own = toNumber(itemOf(settings.base, k));
      const key = `${position} ${mode === "relative" && lengths[k] < 0}`;
      const isStacked = (mode === "stack" || mode === "relative") && Number.isNaN(own);
      const base = isStacked ? (sums.get(key) ?? 0) : Number.isNaN(own) ? 0 : own;
      const tip = base + lengths[k];
      if (isStacked && !Number.isNaN(tip)) sums.set(key, tip);
      return { position, middle, width, base, tip };
    });
    return completeSeries(source, bars, room);
  });
}

function completeSeries(source: TraceSource, bars: readonly Bar[], room: number): CompletedTrace {
  const { settings, layout } = source;
  const lies = isLying(settings);
  const [position, length] = lies ? [source.y, source.x] : [source.x, source.y];
  const marker = group(settings, "marker");
  const opacity = opacityAt(settings) * opacityAt(marker);
  const colors = itemColors(marker, { usual: source.color, opacity, layout });
  const outline = group(marker, "line");
  const line = {
    color: cssColor(colorAt(outline, "color", { red: 68, green: 68, blue: 68, alpha: 1 })),
    width: numberAt(outline, "width", 0),
  };
  const looks = new Map<string, BarTrace & { x: number[]; y: number[]; base: number[] }>();
  const lookOf = (color: string, width: number) => ({
    ...traceBase(source, false),
    type: "bar" as const,
    ...(lies && { orientation: "h" as const }),
    width,
    marker: { color, line },
    x: [] as number[],
    y: [] as number[],
    base: [] as number[],
  });
  bars.forEach(({ middle, width, base, tip }, k) => {
    if (Number.isNaN(middle + tip)) return;
    const color = colors.of(k);
    const look = looks.get(`${color} ${width}`) ?? lookOf(color, width);
    const foot = length.kind === "log" ? 1e-300 : base; // a log axis has no zero
    if (length.kind === "log" && tip <= 0) return;
    (lies ? look.y : look.x).push(middle);
    (lies ? look.x : look.y).push(tip - foot);
    look.base.push(foot);
    looks.set(`${color} ${width}`, look);
  });
  const middles = bars.map(({ middle }) => middle);
  const tips = bars.map(({ tip }) => tip);
  const ends = lies ? { x: tips, y: middles } : { x: middles, y: tips };
  const errors = errorBarsOf(source, ends, source.font.color);
  const bar: ScatterTrace = {
    ...traceBase(source, false),
    type: "scatter",
    mode: "markers",
    ...(errors.x && { error_x: errors.x }),
    ...(errors.y && { error_y: errors.y }),
    ...ends,
  };
  const reaches = {
    position: reachOf(
      position,
      bars.flatMap((bar) => (Number.isNaN(bar.tip) ? [] : edgesOf(bar, room))),
      false,
    ),
    length: [
      ...reachOf(
        length,
        bars.flatMap(({ base, tip }) => [base, tip]),
        true,
      ).map(onZero),
      ...(lies ? errors.ends.x : errors.ends.y).flatMap((list) => reachOf(length, list, true)),
    ],
  };
  return {
    data: [
      { ...lookOf(colors.of(0), 0), showlegend: isNamed(source) },
      ...looks.values(),
      ...(errors.sample === undefined ? [] : [bar]),
    ],
    annotations: textsOf(source, bars, (k) => colors.of(k)),
    colorBar: colors.colorBar,
    reaches: lies ? { x: reaches.length, y: reaches.position } : { x: reaches.position, y: reaches.length },
  };
}

/** Of the bar and of the room that it shares with others. */
function edgesOf({ position, middle, width }: Bar, room: number): number[] {
  return [middle - width / 2, middle + width / 2, position - room / 2, position + room / 2];
}

/** Bars that stand on zero need no air below it. */
function onZero(reach: Reach): Reach {
  return { ...reach, airBelow: reach.low !== 0, airAbove: reach.high !== 0 };
}

/** The smallest distance of two different positions; 1 where there is none. */
export function smallestStep(positions: readonly number[]): number {
  const sorted = [...new Set(positions)].filter((position) => !Number.isNaN(position)).sort((a, b) => a - b);
  let step = Number.POSITIVE_INFINITY;
  for (let k = 1; k < sorted.length; k++) step = Math.min(step, sorted[k] - sorted[k - 1]);
  return step < Number.POSITIVE_INFINITY ? step : 1;
}

/** Inside the tip, or beyond it where the trace says so. */
function textsOf(source: TraceSource, bars: readonly Bar[], colorOf: (k: number) => string): Annotation[] {
  const { settings } = source;
  const lies = isLying(settings);
  const font = group(settings, "textfont");
  return bars.slice(0, MOST_TEXTS).flatMap(({ middle, base, tip }, k) => {
    const content = itemOf(settings.text, k);
    const wanted = String(itemOf(settings.textposition, k) ?? "auto");
    if (content === undefined || content === null || wanted === "none" || Number.isNaN(middle + tip)) return [];
    const isInside = wanted === "inside";
    const isBefore = isInside === tip >= base;
    const fill = parseColor(colorOf(k)) ?? source.color;
    const color = isInside ? inkOn(fill) : source.font.color;
    const shift = isBefore ? -3 : 3;
    const place = lies
      ? { x: tip, y: middle, xanchor: isBefore ? ("right" as const) : ("left" as const), xshift: shift }
      : { x: middle, y: tip, yanchor: isBefore ? ("top" as const) : ("bottom" as const), yshift: shift };
    const size = numberAt(font, "size", source.font.size);
    const given = parseColor(font.color);
    return [
      textOn(source, content, { ...place, font: { ...source.font, size, color: given ? cssColor(given) : color } }),
    ];
  });
}
