/**
 * Completed trace: what becomes of a trace as users write it: traces that leave nothing to defaults, texts, and the room that all of
 * it needs on its axes.
 */
import type { Annotation, DrawableTrace, Font } from "../../plotly.ts";
import type { Color } from "../color.ts";
import type { Attributes } from "./attributes.ts";
import { type AxisScale, coordinateOn } from "./axis-scale.ts";
import type { ColorScale } from "./color-scale.ts";
import { plainText } from "./plain-text.ts";

/** A trace as users write it, with what it is drawn by. */
export interface TraceSource {
  readonly type: string;
  readonly settings: Attributes;
  readonly name: string;
  /** The trace's own among the colours of the figure. */
  readonly color: Color;
  /** What it says along each axis, as it is written. */
  readonly values: { readonly x: readonly unknown[]; readonly y: readonly unknown[] };
  readonly x: AxisScale;
  readonly y: AxisScale;
  readonly layout: Attributes;
  readonly font: Required<Font>;
}

export interface CompletedTrace {
  readonly data: readonly DrawableTrace[];
  readonly annotations?: readonly Annotation[];
  readonly reaches: { readonly x: readonly Reach[]; readonly y: readonly Reach[] };
  readonly colorBar?: ColorBar | undefined;
}

/** A stretch of an axis that must be seen, in coordinates. */
export interface Reach {
  readonly low: number;
  readonly high: number;
  /** Whether there must be air beyond the ends. */
  readonly airBelow: boolean;
  readonly airAbove: boolean;
}

export interface ColorBar {
  readonly scale: ColorScale;
  readonly title: string;
}

/** From the least to the largest of the values that have a place; none where there are none. */
export function reachOf(axis: AxisScale, values: Iterable<number>, hasAir: boolean): Reach[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low && !(axis.kind === "log" && value <= 0)) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [];
  const ends = { low: coordinateOn(axis, low), high: coordinateOn(axis, high) };
  return ends.low <= ends.high ? [{ ...ends, airBelow: hasAir, airAbove: hasAir }] : [];
}

/** A trace's part that all kinds have. */
export function traceBase({ name, x, y }: TraceSource, showlegend: boolean) {
  return { name: plainText(name), showlegend, xaxis: x.name, yaxis: y.name };
}

/** Whether the legend names the trace, unless the layout has none. */
export function isNamed({ settings }: TraceSource): boolean {
  return settings.showlegend !== false;
}

type TextPlace = Pick<Annotation, "x" | "y"> &
  Partial<Pick<Annotation, "xanchor" | "yanchor" | "xshift" | "yshift" | "font">>;

/** A text at a place of the trace's axes; `x` and `y` are values. */
export function textOn(source: TraceSource, text: unknown, place: TextPlace): Annotation {
  return {
    xanchor: "center",
    yanchor: "middle",
    font: source.font,
    ...place,
    text: plainText(String(text)),
    xref: source.x.name,
    yref: source.y.name,
    x: coordinateOn(source.x, place.x),
    y: coordinateOn(source.y, place.y),
    align: place.xanchor ?? "center",
    showarrow: false,
    borderpad: 0,
    borderwidth: 0,
  };
}
