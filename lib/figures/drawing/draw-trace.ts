/**
 * Draws one trace inside its frame: areas, lines, error bars, points, bars with their texts.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { BarTrace, Line, ScatterTrace, Trace } from "../plotly.ts";
import { TEXT_FONT } from "../theme.ts";
import { clipArea, clipLine } from "./clip.ts";
import { type Frame, horizontal, isInside, placeOf, vertical } from "./frame.ts";
import { marker } from "./marker.ts";
import { type Point, path, polyline, rectangle, type Stroke, text } from "./svg.ts";

export function strokeOf({ color, width, dash = "solid" }: Line): Stroke {
  if (dash === "solid") return { color, width };
  const lengths = dash.split(",").map((length) => Number(/^([\d.]+)px$/.exec(length)?.[1]));
  if (!lengths.every((length) => length > 0)) refuse("line.dash", '"solid" or lengths like "5px,3px"', dash);
  return { color, width, dashes: lengths };
}

export function drawTrace(trace: Trace, frame: Frame): string[] {
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
    const pieces = clipLine(trace.line.shape === "hv" ? stairs(places) : places, frame);
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

function drawErrorBars({ error_y: bars, x, y }: ScatterTrace, frame: Frame): string[] {
  if (bars === undefined) return [];
  const pieces = x.flatMap((_, k) => {
    const across = horizontal(frame, x[k]);
    const high = vertical(frame, y[k] + bars.array[k]);
    const low = vertical(frame, y[k] - bars.arrayminus[k]);
    const cap = (at: number): Point[] => [
      [across - bars.width, at],
      [across + bars.width, at],
    ];
    const strokes: Point[][] = [
      [
        [across, high],
        [across, low],
      ],
      cap(high),
      cap(low),
    ];
    return strokes.flatMap((stroke) => clipLine(stroke, frame));
  });
  if (pieces.length === 0) return [];
  return [
    path(pieces.map((piece) => polyline(piece)).join(""), { stroke: { color: bars.color, width: bars.thickness } }),
  ];
}

function stairs(places: readonly Point[]): Point[] {
  return places.flatMap((place, k): Point[] => (k === 0 ? [place] : [[place[0], places[k - 1][1]], place]));
}

function drawBars(trace: BarTrace, frame: Frame): string[] {
  return trace.x.flatMap((x, k) => {
    const [left, right] = [x - trace.width / 2, x + trace.width / 2].map((edge) => horizontal(frame, edge));
    const [bottom, top] = [trace.base[k], trace.base[k] + trace.y[k]].map((edge) => vertical(frame, edge));
    const { color, line } = trace.marker;
    const box = rectangle({ left, top, width: right - left, height: bottom - top }, { fill: color, stroke: line });
    const label = trace.text?.[k];
    if (label === undefined || label === "") return [box];
    const at: Point = [(left + right) / 2, (top + bottom) / 2];
    return [box, text(label, { at, anchor: "middle", vertical: "middle", font: { ...TEXT_FONT, ...trace.textfont } })];
  });
}
