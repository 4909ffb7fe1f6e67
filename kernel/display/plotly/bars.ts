/**
 * Bars: of bar traces and histograms, beside each other, on top of each other or in front of each other.
 *
 * All series of a subplot are placed together, since each one's bars depend on the others.
 * Limits: texts on bars are level; patterns are drawn plain.
 */

import { group, itemOf, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { coordinateOf, opacityOf, pixelOf, smallestStep } from "./axis.ts";
import { drawBarText } from "./bar-text.ts";
import { colorOf, opaque } from "./color.ts";
import { type DrawnTrace, reachOf, swatch, type TraceSource, type TraceValues } from "./drawn-trace.ts";
import { drawErrorBars, errorBarsOf } from "./error-bars.ts";
import { type Box, rectangle } from "./svg.ts";

/** Half a pixel, so that it is seen. */
const THINNEST = 0.5;
const MOST_BARS = 5000;
const MOST_TEXTS = 500;

/** Before bars are placed. */
export interface BarSeries {
  readonly source: TraceSource;
  /** Coordinates of the middles, along the axis on which the bars stand. */
  readonly positions: readonly number[];
  /** Room of each bar along that axis, if it is told. */
  readonly spans?: readonly number[];
  /** Before the axis reads them. */
  readonly values: readonly unknown[];
}

interface Bar {
  readonly from: number;
  readonly to: number;
  /** The middle of the room that it shares with the others at its position, and that room. */
  readonly position: number;
  readonly room: number;
  /** In values. */
  readonly base: number;
  readonly tip: number;
}

export function isHorizontal({ settings }: Pick<TraceSource, "settings">): boolean {
  const told = textAt(settings, "orientation");
  if (told === "h" || told === "v") return told === "h";
  return listAt(settings, "x") !== undefined && listAt(settings, "y") === undefined;
}

export function barValues({ settings }: Pick<TraceSource, "settings">): TraceValues {
  const [x, y] = [listAt(settings, "x"), listAt(settings, "y")];
  const counted = (length: number) => Array.from({ length }, (_, k) => k);
  return { x: x ?? counted(y?.length ?? 0), y: y ?? counted(x?.length ?? 0) };
}

export function barSeries(source: TraceSource): BarSeries {
  const { x, y } = source.values;
  const [along, values, axis] = isHorizontal(source) ? [y, x, source.y] : [x, y, source.x];
  return { source, positions: along.slice(0, values.length).map((value) => coordinateOf(axis, value)), values };
}

export function drawnBars(all: readonly BarSeries[], isTight: boolean): DrawnTrace[] {
  const layout = all[0]?.source.layout ?? {};
  const mode = textAt(layout, "barmode", "group");
  const gap = numberAt(layout, "bargap", isTight ? 0 : 0.2);
  const parts = mode === "group" ? all.length : 1;
  const sums = new Map<string, number>();
  const totals = totalsOf(all, textAt(layout, "barnorm"));
  const first = all[0]?.source;
  const axis = first && (isHorizontal(first) ? first.y : first.x);
  const step =
    axis === undefined
      ? 1
      : smallestStep(
          axis,
          all.flatMap(({ positions }) => positions),
        );
  return all.map((series, index) => {
    const { source, positions, spans, values } = series;
    const { settings } = source;
    const bars = positions.map((position, k): Bar => {
      const room = spans?.[k] ?? step;
      const share = (room * (1 - gap)) / parts;
      const width = toNumber(itemOf(settings.width, k) ?? share * (1 - numberAt(layout, "bargroupgap", 0)));
      const place = position - (room * (1 - gap)) / 2 + (mode === "group" ? index : 0) * share + (share - width) / 2;
      const offset = toNumber(itemOf(settings.offset, k));
      const from = Number.isFinite(offset) ? position + offset : place;
      const value = toNumber(values[k]) * (totals?.(position) ?? 1);
      const told = toNumber(itemOf(settings.base, k));
      const key = `${position} ${mode === "relative" && value < 0}`;
      const isStacked = (mode === "stack" || mode === "relative") && !Number.isFinite(told);
      const base = isStacked ? (sums.get(key) ?? 0) : Number.isFinite(told) ? told : 0;
      if (isStacked && Number.isFinite(value)) sums.set(key, base + value);
      return { from, to: from + width, position, room, base, tip: base + value };
    });
    return drawnSeries(source, bars);
  });
}

function drawnSeries(source: TraceSource, bars: readonly Bar[]): DrawnTrace {
  const { settings, colorAxes, name } = source;
  const [position, length] = isHorizontal(source) ? [source.y, source.x] : [source.x, source.y];
  const marker = group(settings, "marker");
  const outline = group(marker, "line");
  const opacity = opacityOf(settings) * opacityOf(marker);
  const colors = colorAxes.colorsOf(marker, source.color);
  const paint = (k: number) => ({
    fill: colors.of(k),
    stroke: colorOf(outline.color, opaque(68, 68, 68)),
    width: numberAt(outline, "width", 0),
    opacity,
  });
  const tips = bars.map(({ tip }) => tip);
  const errors = errorBarsOf(settings, length, tips);
  const boxOf = ({ from, to, base, tip }: Bar): Box | undefined => {
    const [start, end] = [coordinateOf(length, base), coordinateOf(length, tip)];
    if (!Number.isFinite(end)) return undefined;
    const [foot, head] = [Number.isFinite(start) ? pixelOf(length, start) : length.pixels[0], pixelOf(length, end)];
    const near = pixelOf(position, from);
    const width = pixelOf(position, to) - near;
    const far = near + (Math.abs(width) < THINNEST ? THINNEST : width);
    return position.letter === "x"
      ? { left: near, right: far, top: head, bottom: foot }
      : { left: foot, right: head, top: near, bottom: far };
  };
  const ends = [...tips, ...bars.map(({ base }) => base)].map((value) => coordinateOf(length, value));
  const isOnZero =
    bars.every(({ base, tip }) => base >= 0 && tip >= 0) || bars.every(({ base, tip }) => base <= 0 && tip <= 0);
  const reaches = {
    position: reachOf(
      bars
        .filter(({ tip }) => Number.isFinite(tip))
        .flatMap(({ from, to, position: at, room }) => [from, to, at - room / 2, at + room / 2]),
      { padded: false },
    ),
    length: [
      ...reachOf(ends, { padded: true, fromZero: isOnZero }),
      ...(length.kind === "log"
        ? reachOf(
            ends.map((end) => end - 0.3),
            { padded: false },
          )
        : []),
      ...(errors ? [errors.lows, errors.highs].flatMap((list) => reachOf(list, { padded: true })) : []),
    ],
  };
  return {
    layer: 1,
    reaches:
      position.letter === "x" ? { x: reaches.position, y: reaches.length } : { x: reaches.length, y: reaches.position },
    colorBar: colors.colorBar,
    legend: [{ name, draw: (left, middle) => swatch(left, middle, paint(0)) }],
    draw() {
      const boxes = bars.map(boxOf);
      const chosen = visible(boxes, position.letter);
      const drawn = chosen.map((k) => rectangle(boxes[k] as Box, { ...paint(k), isCrisp: true }));
      const across = bars.map(({ from, to }) => pixelOf(position, (from + to) / 2));
      if (errors) drawn.push(...drawErrorBars(errors, { axis: length, across, chosen, color: source.ink }));
      const texts = chosen
        .slice(0, MOST_TEXTS)
        .map((k) =>
          drawBarText(source, { box: boxes[k] as Box, k, fill: colors.of(k), tip: tips[k] as number, axis: length }),
        );
      return [...drawn, ...texts];
    },
  };
}

/** Of bars in one column of pixels the two that reach farthest, where there are very many. */
function visible(boxes: readonly (Box | undefined)[], letter: "x" | "y"): number[] {
  const all: number[] = [];
  for (const [k, box] of boxes.entries()) if (box !== undefined) all.push(k);
  if (all.length <= MOST_BARS) return all;
  const farthest = new Map<number, [least: number, most: number]>();
  const headOf = (k: number) => (letter === "x" ? boxes[k]?.top : boxes[k]?.right) as number;
  for (const k of all) {
    const column = Math.round(2 * ((letter === "x" ? boxes[k]?.left : boxes[k]?.top) as number));
    const known = farthest.get(column);
    if (known === undefined) farthest.set(column, [k, k]);
    else if (headOf(k) < headOf(known[0])) known[0] = k;
    else if (headOf(k) > headOf(known[1])) known[1] = k;
  }
  return [...new Set([...farthest.values()].flat())].slice(0, 2 * MOST_BARS);
}

/** What each value is multiplied by so that all at a position add up to 1 or 100; none where that is not asked for. */
function totalsOf(all: readonly BarSeries[], norm: string): ((position: number) => number) | undefined {
  if (norm !== "fraction" && norm !== "percent") return undefined;
  const totals = new Map<number, number>();
  for (const { positions, values } of all) {
    for (const [k, position] of positions.entries())
      totals.set(position, (totals.get(position) ?? 0) + (Math.abs(toNumber(values[k])) || 0));
  }
  return (position) => (norm === "percent" ? 100 : 1) / (totals.get(position) || 1);
}
