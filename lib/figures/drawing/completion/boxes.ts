/**
 * Boxes: the quartiles of samples, whiskers, and the values beyond, as lines, areas and points.
 *
 * Method: quartiles by linear interpolation between order statistics at (k - 0.5)/n (Hyndman and Fan, The American Statistician 50,
 * 1996, definition 5), whiskers to the last value within 1.5 times their distance, as in Plotly.
 * Limits: notches are left out; of the points at most 1000 of a box are drawn.
 */
import type { ScatterTrace } from "../../plotly.ts";
import { cssColor, faded } from "../color.ts";
import { type Attributes, colorAt, group, listAt, numberAt, opacityAt, textAt } from "./attributes.ts";
import { valueOn } from "./axis-scale.ts";
import { isLying, smallestStep } from "./bars.ts";
import { type CompletedTrace, isNamed, reachOf, type TraceSource, traceBase } from "./completed-trace.ts";
import { lineOf } from "./scatter.ts";

const MOST_POINTS = 1000;

interface Sample {
  readonly position: number;
  /** Sorted. */
  readonly values: Float64Array;
}

/** Where no positions are given, the name of the trace is its only one. */
export function boxValues(settings: Attributes, name: string): TraceSource["values"] {
  const [along, across] = isLying(settings) ? (["x", "y"] as const) : (["y", "x"] as const);
  const places = listAt(settings, across) ?? [settings[`${across}0`] ?? name];
  const values = listAt(settings, along) ?? [];
  return along === "y" ? { x: places, y: values } : { x: values, y: places };
}

export function completeBoxes(sources: readonly TraceSource[]): CompletedTrace[] {
  const samples = sources.map(samplesOf);
  const isGrouped = sources[0]?.layout.boxmode === "group";
  const step = smallestStep(samples.flatMap((list) => list.map(({ position }) => position)));
  const parts = isGrouped ? sources.length : 1;
  const room = (step * 0.7) / parts;
  return sources.map((source, index) => {
    const shift = isGrouped ? (index - (parts - 1) / 2) * room : 0;
    const boxes = samples[index].map(({ position, values }) => ({ position: position + shift, values }));
    return completeBox(source, boxes, { half: 0.36 * room, step });
  });
}

function samplesOf(source: TraceSource): Sample[] {
  const { x, y } = source.values;
  const [places, values, at, along] = isLying(source.settings)
    ? [y, x, source.y, source.x]
    : [x, y, source.x, source.y];
  const lists = new Map<number, number[]>();
  values.forEach((written, k) => {
    const [position, value] = [valueOn(at, places[places.length === 1 ? 0 : k]), valueOn(along, written)];
    if (Number.isNaN(position + value)) return;
    const list = lists.get(position) ?? [];
    list.push(value);
    lists.set(position, list);
  });
  return [...lists].map(([position, list]) => ({ position, values: Float64Array.from(list).sort() }));
}

function completeBox(
  source: TraceSource,
  samples: readonly Sample[],
  { half, step }: { readonly half: number; readonly step: number },
): CompletedTrace {
  const { settings } = source;
  const lies = isLying(settings);
  const [at, along] = lies ? [source.y, source.x] : [source.x, source.y];
  const opacity = opacityAt(settings);
  const marker = group(settings, "marker");
  const ink = faded(colorAt(group(settings, "line"), "color", colorAt(marker, "color", source.color)), opacity);
  const line = lineOf(settings, ink);
  const fillcolor = cssColor(colorAt(settings, "fillcolor", faded(ink, 0.5)));
  const base = { ...traceBase(source, false), type: "scatter" as const };
  /** Position and value of each point. */
  const drawn = (points: readonly (readonly [number, number])[], look: Partial<ScatterTrace>): ScatterTrace => {
    const [places, values] = [points.map(([place]) => place), points.map(([, value]) => value)];
    return { ...base, mode: "lines", ...look, ...(lies ? { x: values, y: places } : { x: places, y: values }) };
  };
  const gap = [Number.NaN, Number.NaN] as const;
  const points = settings.boxpoints ?? "outliers";
  const data = samples.flatMap(({ position, values }) => {
    const { lower, median, upper, from, to } = summaryOf(values);
    const [left, right] = [position - half, position + half];
    const level = (value: number, reach: number) =>
      [[position - reach, value] as const, [position + reach, value] as const, gap] as const;
    const upright = (low: number, high: number) => [[position, low] as const, [position, high] as const, gap] as const;
    const corners = [
      [left, lower],
      [right, lower],
      [right, upper],
      [left, upper],
      [left, lower],
    ] as const;
    const beyond = values.filter((value) => points === "all" || value < from || value > to);
    const stride = Math.ceil(beyond.length / MOST_POINTS);
    const size = numberAt(marker, "size", 5);
    const color = cssColor(faded(colorAt(marker, "color", ink), opacity));
    return [
      drawn(corners, { fill: "toself", fillcolor, line }),
      drawn(
        [
          ...level(median, half),
          ...level(from, half / 2),
          ...level(to, half / 2),
          ...upright(from, lower),
          ...upright(upper, to),
        ],
        { line },
      ),
      ...(settings.boxmean === true || settings.boxmean === "sd"
        ? [drawn(level(meanOf(values), half), { line: { ...line, dash: "4px,3px" } })]
        : []),
      ...(points === false || textAt(settings, "boxpoints") === "false" || beyond.length === 0
        ? []
        : [
            drawn(
              [...beyond].filter((_, k) => k % stride === 0).map((value) => [position, value] as const),
              { mode: "markers", marker: { symbol: "circle", size, color, line: { color, width: 0 } } },
            ),
          ]),
    ];
  });
  const reaches = {
    at: samples.flatMap(({ position }) => reachOf(at, [position - step / 2, position + step / 2], false)),
    along: samples.flatMap(({ values }) => reachOf(along, values, true)),
  };
  return {
    data: [{ ...drawn([], { fill: "toself", fillcolor, line }), showlegend: isNamed(source) }, ...data],
    reaches: lies ? { x: reaches.along, y: reaches.at } : { x: reaches.at, y: reaches.along },
  };
}

/** Of sorted values, one at least: the quartiles, and from where to where the whiskers go. */
export function summaryOf(values: Float64Array): Record<"lower" | "median" | "upper" | "from" | "to", number> {
  const last = values.length - 1;
  const quantile = (share: number) => {
    const place = Math.max(0, Math.min(last, share * values.length - 0.5));
    const below = Math.floor(place);
    const above = Math.min(last, below + 1);
    return values[below] + (place - below) * (values[above] - values[below]);
  };
  const [lower, median, upper] = [quantile(0.25), quantile(0.5), quantile(0.75)];
  const reach = 1.5 * (upper - lower);
  const inside = values.filter((value) => value >= lower - reach && value <= upper + reach);
  return { lower, median, upper, from: Math.min(lower, inside[0]), to: Math.max(upper, inside[inside.length - 1]) };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
