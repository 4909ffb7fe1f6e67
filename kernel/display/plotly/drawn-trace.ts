/** Drawn trace: what the renderer asks of every kind of trace, whose axes are known first, then their ranges, then their pixels. */
import type { Attributes } from "./attributes.ts";
import type { Axis, Reach } from "./axis.ts";
import type { Color } from "./color.ts";
import type { ColorAxes, ColorBar } from "./color-axis.ts";
import { type Paint, rectangle } from "./svg.ts";

/** What a trace says along each axis, before the axes read it. */
export interface TraceValues {
  readonly x: readonly unknown[];
  readonly y: readonly unknown[];
}

/** A trace with what it is drawn by. */
export interface TraceSource {
  readonly settings: Attributes;
  readonly type: string;
  readonly name: string;
  readonly values: TraceValues;
  /** The trace's own among the figure's colours. */
  readonly color: Color;
  /** Of texts. */
  readonly ink: Color;
  readonly x: Axis;
  readonly y: Axis;
  readonly layout: Attributes;
  readonly colorAxes: ColorAxes;
}

export interface LegendEntry {
  readonly name: string;
  /** A sample as wide as `SAMPLE_WIDTH`. */
  draw(left: number, middle: number): string[];
}

export const SAMPLE_WIDTH = 28;

/** A sample of a colour. */
export function swatch(left: number, middle: number, paint: Paint): string[] {
  const centre = left + SAMPLE_WIDTH / 2;
  return [rectangle({ left: centre - 6, right: centre + 6, top: middle - 6, bottom: middle + 6 }, paint)];
}

export interface DrawnTrace {
  readonly reaches: { readonly x: readonly Reach[]; readonly y: readonly Reach[] };
  /** Lower ones are drawn first: images, bars, boxes, lines. */
  readonly layer: number;
  readonly legend: readonly LegendEntry[];
  readonly colorBar?: ColorBar | undefined;
  /** Inside the frame of the axes, which cuts off what is beyond. */
  draw(): string[];
}

/** From the lowest to the highest of the finite values; none where there are none. */
export function reachOf(values: Iterable<number>, how: Pick<Reach, "padded" | "fromZero">): Reach[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low && Number.isFinite(value)) low = value;
    if (value > high && Number.isFinite(value)) high = value;
  }
  return low <= high ? [{ low, high, ...how }] : [];
}
