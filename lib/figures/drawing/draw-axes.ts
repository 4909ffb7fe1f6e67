/**
 * Draws the axes of a frame: grid behind the traces, then border, ticks, labels and titles.
 */
import { largestOf } from "../../numerics/extremes.ts";
import { LABEL_GAP, TICK_LENGTH } from "../panel-axis.ts";
import type { Axis } from "../plotly.ts";
import { textHeight, textWidth } from "../text-width.ts";
import { GRID, TITLE_FONT } from "../theme.ts";
import { type Ticks, ticksOf } from "../ticks.ts";
import { type Frame, horizontal, vertical } from "./frame.ts";
import { type Point, path, polyline, rectangle, text } from "./svg.ts";

const HAIRLINE = 0.75;
/** A line of text is higher than its letters. */
const SLACK = 3;

/** Nothing for a frame over another one. */
export function drawGrid(frame: Frame): string[] {
  const { left, right, top, bottom, xAxis, yAxis, font } = frame;
  if (isOver(frame)) return [];
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
  const background = rectangle({ left, top, width: right - left, height: bottom - top }, { fill: frame.background });
  const drawn = [background];
  const strokes = (all: readonly Point[][], color: string) => {
    if (all.length > 0)
      drawn.push(path(all.map((line) => polyline(line)).join(""), { stroke: { color, width: HAIRLINE } }));
  };
  strokes(lines, GRID);
  strokes(zeroLines(frame), font.color);
  return drawn;
}

function zeroLines(frame: Frame): Point[][] {
  const { left, right, top, bottom, xAxis, yAxis } = frame;
  const crosses = ({ zeroline, range }: Axis) => zeroline === true && range[0] * range[1] < 0;
  const [x, y] = [crosses(xAxis) ? horizontal(frame, 0) : undefined, crosses(yAxis) ? vertical(frame, 0) : undefined];
  return [
    ...(x === undefined ? [] : [[[x, top] as const, [x, bottom] as const]]),
    ...(y === undefined ? [] : [[[left, y] as const, [right, y] as const]]),
  ];
}

function isOver({ yAxis }: Frame): boolean {
  return yAxis.overlaying !== undefined;
}

export function drawAxes(frame: Frame): string[] {
  const { left, right, top, bottom, xAxis, yAxis, labels, font } = frame;
  const stroke = { color: font.color, width: HAIRLINE };
  const side = yAxis.side === "right" ? right + TICK_LENGTH : left;
  const ticks: Point[][] = [
    ...(isOver(frame) ? [] : placesOf(frame, "x")).map((x): Point[] => [
      [x, bottom],
      [x, bottom + TICK_LENGTH],
    ]),
    ...placesOf(frame, "y").map((y): Point[] => [
      [side - TICK_LENGTH, y],
      [side, y],
    ]),
  ];
  const drawn: string[] = [];
  if (!isOver(frame) && xAxis.showline !== false && yAxis.showline !== false)
    drawn.push(rectangle({ left, top, width: right - left, height: bottom - top }, { stroke }));
  if (ticks.length > 0) drawn.push(path(ticks.map((tick) => polyline(tick)).join(""), { stroke }));
  if (labels.x) for (const label of drawLabelsBelow(frame)) drawn.push(label);
  if (labels.y) for (const label of drawLabelsBeside(frame)) drawn.push(label);
  return drawn;
}

function drawLabelsBelow(frame: Frame): string[] {
  const { left, right, bottom, xAxis, font } = frame;
  const { values, texts } = frameTicks(frame, "x");
  const rotated = xAxis.tickangle === -90;
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

function drawLabelsBeside(frame: Frame): string[] {
  const { left, right, top, bottom, yAxis, font } = frame;
  const { values, texts } = frameTicks(frame, "y");
  const isRight = yAxis.side === "right";
  const outward = isRight ? 1 : -1;
  const start = (isRight ? right : left) + outward * (TICK_LENGTH + LABEL_GAP);
  const anchor = isRight ? "start" : "end";
  const labels = values.map((value, k) =>
    text(texts[k], { at: [start, vertical(frame, value)], anchor, vertical: "middle", font }),
  );
  const depth = Math.max(0, largestOf(texts.map((label) => textWidth(label, font.size))));
  const at: Point = [start + outward * (depth + yAxis.title.standoff), (top + bottom) / 2];
  return [...labels, ...titleAt(yAxis, { at, rotated: true, isBeyond: isRight })];
}

/** Below the place, or if rotated to the left of it, or beyond it to the right. */
function titleAt(
  { title }: Axis,
  {
    at,
    rotated = false,
    isBeyond = false,
  }: { readonly at: Point; readonly rotated?: boolean; readonly isBeyond?: boolean },
): string[] {
  if (title.text === "") return [];
  const font = { ...TITLE_FONT, ...title.font };
  const side = rotated && !isBeyond ? "bottom" : "top";
  return [text(title.text, { at, anchor: "middle", vertical: side, font, rotated })];
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
