/**
 * Error bars: how far each value may be off on either side, by Plotly's types: data, per cent, constant and square root.
 */
import type { ErrorBars } from "../../plotly.ts";
import { cssColor, parseColor } from "../color.ts";
import { flagAt, group, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import type { TraceSource } from "./completed-trace.ts";

/** Of a value on a log axis: so far down goes a bar to zero or below, which has no end there. */
const ALL = 1 - 1e-12;

interface CompletedErrors {
  readonly x?: ErrorBars;
  readonly y?: ErrorBars;
  /** Values at the lower and at the upper ends. */
  readonly ends: { readonly x: readonly (readonly number[])[]; readonly y: readonly (readonly number[])[] };
  /** How they look in the legend. */
  readonly sample: ErrorBars | undefined;
}

export function errorBarsOf(
  source: TraceSource,
  values: Readonly<Record<"x" | "y", readonly number[]>>,
  color: string,
): CompletedErrors {
  const [x, y] = (["x", "y"] as const).map((letter) => barsOn(source, letter, values[letter], color));
  const endsOf = (letter: "x" | "y", bars: ErrorBars | undefined) => {
    if (bars === undefined) return [];
    const lows = values[letter].map((value, k) =>
      bars.arrayminus[k] === value * ALL ? NaN : value - bars.arrayminus[k],
    );
    return [lows, values[letter].map((value, k) => value + bars.array[k])];
  };
  const sample = y ?? x;
  return {
    ...(x && { x }),
    ...(y && { y }),
    ends: { x: endsOf("x", x), y: endsOf("y", y) },
    sample: sample && { ...sample, array: [], arrayminus: [] },
  };
}

function barsOn(
  { settings, ...axes }: TraceSource,
  letter: "x" | "y",
  values: readonly number[],
  color: string,
): ErrorBars | undefined {
  const given = group(settings, `error_${letter}`);
  const [array, minus] = [listAt(given, "array"), listAt(given, "arrayminus")];
  if (!flagAt(given, "visible", array !== undefined || "value" in given)) return undefined;
  const type = textAt(given, "type", array === undefined ? "percent" : "data");
  const above = numberAt(given, "value", 10);
  const below = flagAt(given, "symmetric", true) ? above : numberAt(given, "valueminus", above);
  const own = parseColor(given.color);
  const isLog = axes[letter].kind === "log";
  const distance = (value: number, k: number, isLower: boolean) => {
    const size = isLower ? below : above;
    if (type === "percent") return Math.abs(value * size) / 100;
    if (type === "constant") return size;
    if (type === "sqrt") return Math.sqrt(Math.abs(value));
    return toNumber((isLower ? (minus ?? array) : array)?.[k]);
  };
  return {
    type: "data",
    symmetric: false,
    array: values.map((value, k) => distance(value, k, false)),
    arrayminus: values.map((value, k) => {
      const down = distance(value, k, true);
      return isLog && down >= value ? value * ALL : down;
    }),
    color: own === undefined ? color : cssColor(own),
    thickness: numberAt(given, "thickness", 1.5),
    width: numberAt(given, "width", 4),
  };
}
