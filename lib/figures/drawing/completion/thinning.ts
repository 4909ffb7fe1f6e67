/**
 * Thinning: many points as few as the picture can show.
 *
 * Method: of the points of a line that follow each other inside one column of half pixels, the first, the lowest, the highest and
 * the last are kept (Jugel, Jerzak, Hackenbroich, Markl, VLDB 2014: a line through these has the same pixels). Points and bars keep
 * one for each cell of a grid, which is made coarser until they are few enough; bars are at least half a pixel wide.
 * Limits: a line of more than 20 000 points after that is thinned evenly; where translucent points lie on each other, the picture
 * is lighter than Plotly's.
 */
import type { BarTrace, DrawableTrace, ErrorBars, ScatterTrace } from "../../plotly.ts";
import { coordinateOn } from "./axis-scale.ts";
import type { AxisView } from "./axis-view.ts";

const FEW = 2000;
const MOST_OF_A_LINE = 20_000;
const MOST_MARKS = 8000;

/** The axes of a trace, and the size of the picture in pixels. */
interface Resolution {
  readonly x: AxisView;
  readonly y: AxisView;
  readonly width: number;
  readonly height: number;
}

/** `sharing` traces share the marks that a picture can have. */
export function thinned(trace: DrawableTrace, resolution: Resolution, sharing: number): DrawableTrace {
  if (trace.type === "heatmap") return trace;
  const visible = trace.type === "bar" ? widenedBars(trace, resolution) : trace;
  if (trace.x.length <= FEW) return visible;
  const isLine = visible.type === "scatter" && visible.mode === "lines";
  return chosen(
    visible,
    isLine ? lineIndices(trace, resolution) : markIndices(trace, resolution, MOST_MARKS / sharing),
  );
}

type Plane = Pick<ScatterTrace | BarTrace, "x" | "y">;

function pixelsOf({ x, y }: Plane, resolution: Resolution): readonly [Float64Array, Float64Array] {
  const along = ({ axis, range }: AxisView, values: readonly number[], size: number) =>
    Float64Array.from(values, (value) => ((coordinateOn(axis, value) - range[0]) / (range[1] - range[0])) * size);
  return [along(resolution.x, x, resolution.width), along(resolution.y, y, resolution.height)];
}

function lineIndices(trace: Plane, resolution: Resolution): number[] {
  const [xs, ys] = pixelsOf(trace, resolution);
  const kept: number[] = [];
  let [first, lowest, highest] = [0, 0, 0];
  const endColumn = (last: number) => {
    for (const k of [...new Set([first, lowest, highest, last])].sort((a, b) => a - b)) kept.push(k);
  };
  for (let k = 1; k < xs.length; k++) {
    const isGap = Number.isNaN(ys[k]) || Number.isNaN(ys[first]);
    if (isGap || Math.floor(2 * xs[k]) !== Math.floor(2 * xs[first])) {
      endColumn(k - 1);
      first = k;
      lowest = k;
      highest = k;
    }
    if (ys[k] < ys[lowest]) lowest = k;
    if (ys[k] > ys[highest]) highest = k;
  }
  endColumn(xs.length - 1);
  const stride = Math.ceil(kept.length / MOST_OF_A_LINE);
  return kept.filter((_, k) => k % stride === 0 || k === kept.length - 1);
}

function markIndices(trace: Plane, resolution: Resolution, most: number): number[] {
  const [xs, ys] = pixelsOf(trace, resolution);
  let kept = Array.from(xs, (_, k) => k).filter((k) => !Number.isNaN(xs[k] + ys[k]));
  for (let cell = 0.5; kept.length > most && cell < 100; cell *= 1.5) {
    const seen = new Set<number>();
    kept = kept.filter((k) => {
      const place = Math.round(xs[k] / cell) * 1e5 + Math.round(ys[k] / cell);
      return !seen.has(place) && seen.add(place);
    });
  }
  return kept;
}

function chosen<Trace extends ScatterTrace | BarTrace>(trace: Trace, indices: readonly number[]): Trace {
  const pick = (values: readonly number[]) => indices.map((k) => values[k]);
  const bars = (errors: ErrorBars) => ({ ...errors, array: pick(errors.array), arrayminus: pick(errors.arrayminus) });
  return {
    ...trace,
    x: pick(trace.x),
    y: pick(trace.y),
    ...(trace.type === "bar" && { base: pick(trace.base) }),
    ...(trace.type === "scatter" && trace.error_x && { error_x: bars(trace.error_x) }),
    ...(trace.type === "scatter" && trace.error_y && { error_y: bars(trace.error_y) }),
  };
}

function widenedBars(trace: BarTrace, { x, y, width, height }: Resolution): BarTrace {
  const [{ range, axis }, pixels] = trace.orientation === "h" ? [y, height] : [x, width];
  const least = axis.kind === "log" ? 0 : (0.5 * Math.abs(range[1] - range[0])) / pixels;
  return trace.width >= least ? trace : { ...trace, width: least };
}
