/** Error bars: how far a value may be off on each side, and the bars that show it. */
import { type Attributes, flagAt, group, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf, pixelOf } from "./axis.ts";
import { type Color, colorOf } from "./color.ts";
import { type Point, path, segment } from "./svg.ts";

export interface ErrorBars {
  /** In coordinates of the axis; NaN where there is none. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  readonly settings: Attributes;
}

/** `values` are those of the trace before the axis reads them. */
export function errorBarsOf(trace: Attributes, axis: Axis, values: ArrayLike<unknown>): ErrorBars | undefined {
  const name = `error_${axis.letter}`;
  const settings = group(trace, name);
  const array = listAt(settings, "array");
  if (!flagAt(settings, "visible", array !== undefined || "value" in settings)) return undefined;
  const minus = listAt(settings, "arrayminus");
  const type = textAt(settings, "type", array === undefined ? "percent" : "data");
  const offset = (value: number, k: number, isLower: boolean): number => {
    const told = numberAt(settings, "value", 10);
    const own = isLower ? numberAt(settings, "valueminus", told) : told;
    if (type === "percent") return Math.abs(value * own) / 100;
    if (type === "constant") return own;
    if (type === "sqrt") return Math.sqrt(Math.abs(value));
    return toNumber((isLower ? (minus ?? array) : array)?.[k]);
  };
  const lows = new Float64Array(values.length).fill(Number.NaN);
  const highs = new Float64Array(values.length).fill(Number.NaN);
  for (let k = 0; k < values.length; k++) {
    const value = axis.kind === "date" ? coordinateOf(axis, values[k]) : toNumber(values[k]);
    lows[k] = coordinateOf(axis, value - offset(value, k, true));
    highs[k] = coordinateOf(axis, value + offset(value, k, false));
  }
  return { lows, highs, settings };
}

/** At the pixels of the points across the axis. */
export function drawErrorBars(
  { lows, highs, settings }: ErrorBars,
  {
    axis,
    across,
    chosen,
    color,
  }: {
    readonly axis: Axis;
    readonly across: ArrayLike<number>;
    readonly chosen: Iterable<number>;
    readonly color: Color;
  },
): string[] {
  const width = numberAt(settings, "thickness", 2);
  const cap = numberAt(settings, "width", 4);
  const place = (along: number, aside: number): Point => (axis.letter === "y" ? [aside, along] : [along, aside]);
  let commands = "";
  for (const k of chosen) {
    const aside = across[k] as number;
    const ends = [lows[k], highs[k]].map((end) => (Number.isFinite(end) ? pixelOf(axis, end as number) : undefined));
    const [low, high] = ends;
    if (!Number.isFinite(aside) || high === undefined) continue;
    commands += segment(place(low ?? axis.pixels[0], aside), place(high, aside));
    for (const end of ends)
      if (end !== undefined && cap > 0) commands += segment(place(end, aside - cap), place(end, aside + cap));
  }
  return commands === "" ? [] : [path(commands, { stroke: colorOf(settings.color, color), width })];
}
