/**
 * Frame: the plotting area of one pair of axes, and where its values lie in it.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { Axis, Font, Layout } from "../plotly.ts";
import { PAPER, TEXT_FONT } from "../theme.ts";
import { decadeOf } from "../ticks.ts";
import type { Point } from "./svg.ts";

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly xAxis: Axis;
  readonly yAxis: Axis;
  /** Which axes are labelled here: an axis that frames share, only where it is anchored. */
  readonly labels: { readonly x: boolean; readonly y: boolean };
  readonly font: Required<Font>;
  readonly background: string;
}

/** The frame of the axes "x2" and "y2", say. */
export function frameOf(layout: Layout, xName: string, yName: string): Frame {
  const xAxis = axisNamed(layout, xName);
  const yAxis = axisNamed(layout, yName);
  const [left, right] = spanOf(layout, xAxis, "x");
  const [bottom, top] = spanOf(layout, yAxis, "y");
  return {
    left,
    right,
    top,
    bottom,
    xAxis,
    yAxis,
    labels: {
      x: xAxis.showticklabels && xAxis.anchor === yName,
      y: yAxis.showticklabels && yAxis.anchor === xName,
    },
    font: { ...TEXT_FONT, ...layout.font },
    background: (layout.plot_bgcolor as string | undefined) ?? PAPER,
  };
}

/** The pixels of the low and the high end of an axis. */
export function spanOf(
  { margin, width, height }: Layout,
  { domain }: Axis,
  letter: "x" | "y",
): readonly [number, number] {
  const inner = { width: width - margin.l - margin.r, height: height - margin.t - margin.b };
  return letter === "x"
    ? [margin.l + domain[0] * inner.width, margin.l + domain[1] * inner.width]
    : [margin.t + (1 - domain[0]) * inner.height, margin.t + (1 - domain[1]) * inner.height];
}

export function axisNamed(layout: Layout, name: string): Axis {
  const key = `${name[0]}axis${name.slice(1)}`;
  const axis = layout[key] as Axis | undefined;
  if (axis === undefined) refuse(key, "among the axes of the layout", axis);
  if (axis.type !== "linear" && axis.type !== "log") refuse(`${key}.type`, '"linear" or "log"', axis.type);
  return axis;
}

export function horizontal({ left, right, xAxis }: Frame, value: number): number {
  return left + shareOf(xAxis, value) * (right - left);
}

export function vertical({ top, bottom, yAxis }: Frame, value: number): number {
  return bottom - shareOf(yAxis, value) * (bottom - top);
}

export function placeOf(frame: Frame, x: number, y: number): Point {
  return [horizontal(frame, x), vertical(frame, y)];
}

/** Whether a place is inside, the border with half a pixel of rounding included. */
export function isInside({ left, right, top, bottom }: Frame, [x, y]: Point): boolean {
  return x >= left - 0.5 && x <= right + 0.5 && y >= top - 0.5 && y <= bottom + 0.5;
}

/** From 0 at the low end to 1; NaN, which is a gap, has no place. */
export function shareOf({ type, range }: Axis, value: number): number {
  if (type === "log" && value <= 0) refuse("value on a log axis", "positive", value);
  if (Number.isNaN(value)) return value;
  const position = type === "log" ? decadeOf(value) : value;
  return (position - range[0]) / (range[1] - range[0]);
}
