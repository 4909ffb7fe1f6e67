/**
 * Draws the axes of a frame: grid behind the traces, then border, ticks, labels and titles.
 */
import { largestOf } from "../../numerics/extremes.ts";
import { LABEL_GAP, TICK_LENGTH } from "../panel-axis.ts";
import type { Axis } from "../plotly.ts";
import { textHeight, textWidth } from "../text-width.ts";
import { GRID, INK, PAPER, TEXT_FONT, TITLE_FONT } from "../theme.ts";
import { type Ticks, ticksOf } from "../ticks.ts";
import { type Frame, horizontal, vertical } from "./frame.ts";
import { type Point, path, polyline, rectangle, text } from "./svg.ts";

const HAIRLINE = 0.75;
/** A line of text is higher than its letters. */
const SLACK = 3;

export function drawGrid(frame: Frame): string[] {
  const { left, right, top, bottom, xAxis, yAxis } = frame;
  const lines: Point[][] = [
    ...(xAxis.showgrid
      ? placesOf(frame, "x").map((x): Point[] => [
          [x, top],
          [x, bottom],
        ])
      : []),
    ...(yAxis.showgrid
      ? placesOf(frame, "y").map((y): Point[] => [
          [left, y],
          [right, y],
        ])
      : []),
  ];
  const background = rectangle({ left, top, width: right - left, height: bottom - top }, { fill: PAPER });
  if (lines.length === 0) return [background];
  return [background, path(lines.map((line) => polyline(line)).join(""), { stroke: { color: GRID, width: HAIRLINE } })];
}

export function drawAxes(frame: Frame): string[] {
  const { left, right, top, bottom, xAxis, yAxis } = frame;
  const stroke = { color: INK, width: HAIRLINE };
  const ticks: Point[][] = [
    ...placesOf(frame, "x").map((x): Point[] => [
      [x, bottom],
      [x, bottom + TICK_LENGTH],
    ]),
    ...placesOf(frame, "y").map((y): Point[] => [
      [left - TICK_LENGTH, y],
      [left, y],
    ]),
  ];
  const drawn = [rectangle({ left, top, width: right - left, height: bottom - top }, { stroke })];
  if (ticks.length > 0) drawn.push(path(ticks.map((tick) => polyline(tick)).join(""), { stroke }));
  if (xAxis.showticklabels) for (const label of drawLabelsBelow(frame)) drawn.push(label);
  if (yAxis.showticklabels) for (const label of drawLabelsLeft(frame)) drawn.push(label);
  return drawn;
}

function drawLabelsBelow(frame: Frame): string[] {
  const { left, right, bottom, xAxis } = frame;
  const { values, texts } = frameTicks(frame, "x");
  const rotated = xAxis.tickangle === -90;
  const font = TEXT_FONT;
  const start = bottom + TICK_LENGTH + (rotated ? LABEL_GAP : 0);
  const labels = values.map((value, k) => {
    const at: Point = [horizontal(frame, value), start];
    return rotated
      ? text(texts[k], { at, anchor: "end", vertical: "middle", font, rotated })
      : text(texts[k], { at, anchor: "middle", vertical: "top", font });
  });
  const depth = Math.max(
    0,
    ...texts.map((label) => (rotated ? textWidth(label, font.size) : textHeight(label, font.size))),
  );
  return [...labels, ...titleAt(xAxis, { at: [(left + right) / 2, start + depth + xAxis.title.standoff - SLACK] })];
}

function drawLabelsLeft(frame: Frame): string[] {
  const { left, top, bottom, yAxis } = frame;
  const { values, texts } = frameTicks(frame, "y");
  const font = TEXT_FONT;
  const start = left - TICK_LENGTH - LABEL_GAP;
  const labels = values.map((value, k) =>
    text(texts[k], { at: [start, vertical(frame, value)], anchor: "end", vertical: "middle", font }),
  );
  const depth = Math.max(0, largestOf(texts.map((label) => textWidth(label, font.size))));
  const at: Point = [start - depth - yAxis.title.standoff, (top + bottom) / 2];
  return [...labels, ...titleAt(yAxis, { at, rotated: true })];
}

/** Below the place, or to the left of it if rotated. */
function titleAt(
  { title }: Axis,
  { at, rotated = false }: { readonly at: Point; readonly rotated?: boolean },
): string[] {
  if (title.text === "") return [];
  const font = { ...TITLE_FONT, ...title.font };
  return [text(title.text, { at, anchor: "middle", vertical: rotated ? "bottom" : "top", font, rotated })];
}

function placesOf(frame: Frame, name: "x" | "y"): number[] {
  const place = name === "x" ? horizontal : vertical;
  return frameTicks(frame, name).values.map((value) => place(frame, value));
}

function frameTicks({ left, right, top, bottom, xAxis, yAxis }: Frame, name: "x" | "y"): Ticks {
  const axis = name === "x" ? xAxis : yAxis;
  if (axis.tickmode === "array") return { values: axis.tickvals ?? [], texts: axis.ticktext ?? [] };
  const direction = name === "x" ? "horizontal" : "vertical";
  const pixels = name === "x" ? right - left : bottom - top;
  return ticksOf({ scale: axis.type, range: axis.range, direction, pixels });
}
