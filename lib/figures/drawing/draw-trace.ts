/**
 * Draws one trace inside its frame: cells, areas, lines, error bars, points, bars with their texts.
 *
 * A point without a number (NaN) is a gap of its line.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { BarTrace, DrawableTrace, ErrorBars, Line, ScatterTrace } from "../plotly.ts";
import { TEXT_FONT } from "../theme.ts";
import { clipArea, clipLine } from "./clip.ts";
import { drawHeatmap } from "./draw-heatmap.ts";
import { type Frame, horizontal, isInside, placeOf, vertical } from "./frame.ts";
import { marker } from "./marker.ts";
import { type Point, path, polyline, rectangle, type Stroke, text } from "./svg.ts";

export function strokeOf({ color, width, dash = "solid" }: Line): Stroke {
  if (dash === "solid") return { color, width };
  const lengths = dash.split(",").map((length) => Number(/^([\d.]+)px$/.exec(length)?.[1]));
  if (!lengths.every((length) => length > 0)) refuse("line.dash", '"solid" or lengths like "5px,3px"', dash);
  return { color, width, dashes: lengths };
}

export function drawTrace(trace: DrawableTrace, frame: Frame): string[] {
  if (trace.type === "heatmap") return drawHeatmap(trace, frame);
  return trace.type === "bar" ? drawBars(trace, frame) : drawScatter(trace, frame);
}

function drawScatter(trace: ScatterTrace, frame: Frame): string[] {
  const places = trace.x.map((x, k) => placeOf(frame, x, trace.y[k]));
  const drawn: string[] = [];
  if (trace.fill === "toself") {
    const area = clipArea(places, frame);
    if (area.length > 2) drawn.push(path(polyline(area, { closed: true }), { fill: trace.fillcolor ?? "" }));
  }
  if (trace.mode !== "markers" && trace.line !== undefined && trace.line.width > 0) {
    const { shape } = trace.line;
    const pieces = runsOf(places).flatMap((run) => clipLine(shape === "hv" ? stairs(run) : run, frame));
    if (pieces.length > 0)
      drawn.push(path(pieces.map((piece) => polyline(piece)).join(""), { stroke: strokeOf(trace.line) }));
  }
  for (const bar of drawErrorBars(trace, frame)) drawn.push(bar);
  if (trace.mode !== "lines" && trace.marker !== undefined) {
    const style = trace.marker;
    for (const place of places) if (isInside(frame, place)) drawn.push(marker(style, place));
  }
  return drawn;
}

/** The points between two gaps. */
function runsOf(places: readonly Point[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const place of places) {
    if (Number.isNaN(place[0] + place[1])) runs.push([]);
    else runs[runs.length - 1].push(place);
  }
  return runs;
}

function drawErrorBars({ error_x, error_y, x, y }: ScatterTrace, frame: Frame): string[] {
  const upright = (bars: ErrorBars) =>
    x.flatMap((_, k) => {
      const across = horizontal(frame, x[k]);
      const [high, low] = [vertical(frame, y[k] + bars.array[k]), vertical(frame, y[k] - bars.arrayminus[k])];
      return withCaps([across, high], [across, low], [bars.width, 0]);
    });
  const lying = (bars: ErrorBars) =>
    x.flatMap((_, k) => {
      const up = vertical(frame, y[k]);
      const [high, low] = [horizontal(frame, x[k] + bars.array[k]), horizontal(frame, x[k] - bars.arrayminus[k])];
      return withCaps([high, up], [low, up], [0, bars.width]);
    });
  const drawn = (bars: ErrorBars, strokes: readonly Point[][]) => {
    const pieces = strokes.flatMap((stroke) => clipLine(stroke, frame));
    if (pieces.length === 0) return [];
    const lines = pieces.map((piece) => polyline(piece)).join("");
    return [path(lines, { stroke: { color: bars.color, width: bars.thickness } })];
  };
  return [
    ...(error_x === undefined ? [] : drawn(error_x, lying(error_x))),
    ...(error_y === undefined ? [] : drawn(error_y, upright(error_y))),
  ];
}

/** Nothing where an end is missing. */
function withCaps(high: Point, low: Point, [dx, dy]: Point): Point[][] {
  if (Number.isNaN(high[0] + high[1] + low[0] + low[1])) return [];
  const cap = ([x, y]: Point): Point[] => [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
  return [[high, low], cap(high), cap(low)];
}

function stairs(places: readonly Point[]): Point[] {
  return places.flatMap((place, k): Point[] => (k === 0 ? [place] : [[place[0], places[k - 1][1]], place]));
}

function drawBars(trace: BarTrace, frame: Frame): string[] {
  const isLying = trace.orientation === "h";
  const [positions, lengths] = isLying ? [trace.y, trace.x] : [trace.x, trace.y];
  return positions.flatMap((position, k) => {
    const sides = [position - trace.width / 2, position + trace.width / 2];
    const ends = [trace.base[k], trace.base[k] + lengths[k]];
    const [left, right] = spanIn(
      (isLying ? ends : sides).map((edge) => horizontal(frame, edge)),
      frame.left,
      frame.right,
    );
    const [top, bottom] = spanIn(
      (isLying ? sides : ends).map((edge) => vertical(frame, edge)),
      frame.top,
      frame.bottom,
    );
    if (right < left || bottom < top) return [];
    const { color, line } = trace.marker;
    const box = rectangle({ left, top, width: right - left, height: bottom - top }, { fill: color, stroke: line });
    const label = trace.text?.[k];
    if (label === undefined || label === "") return [box];
    const at: Point = [(left + right) / 2, (top + bottom) / 2];
    return [box, text(label, { at, anchor: "middle", vertical: "middle", font: { ...TEXT_FONT, ...trace.textfont } })];
  });
}

/** The part of a stretch that lies between two limits, from its lower end. */
function spanIn([from, to]: readonly number[], least: number, most: number): readonly [number, number] {
  return [Math.max(least, Math.min(from, to)), Math.min(most, Math.max(from, to))];
}
