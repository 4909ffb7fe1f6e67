/**
 * Series: theory as lines, estimates as points with intervals, bands as areas; each a Plotly trace without its axes.
 *
 * On a log axis what is not positive has no place: such points of a curve are left out, an interval that reaches 0 ends at the foot
 * of the axis, and an estimate of 0 is shown by the upper end of its interval, as an open triangle with a name of its own.
 * Limits: all columns of a series have one length and finite values, else it is refused by name.
 */
import { arrayOf, declare, finite, made, optional, type ParametersOf, text } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import type { BarTrace, Dash, MarkerShape, MarkerSymbol, ScatterTrace } from "./plotly.ts";
import { BAND_OPACITY, ERROR_BAR, LINE_WIDTH, MARKER_SIZE, PAPER, withOpacity } from "./theme.ts";
import { powerOfTen } from "./ticks.ts";

export type PanelTrace = Omit<ScatterTrace, "xaxis" | "yaxis"> | Omit<BarTrace, "xaxis" | "yaxis">;

/** Numbers of a series: what is not finite is refused under the name of the series. */
export const column = made<ArrayLike<number>>((values, name) => requireList(name, values));

/** Two ends. */
export const range = made<readonly [number, number]>((ends, name) => {
  requireList(name, ends, 2);
  arrayOf(finite).read(ends, name);
});

export const curveSeries = declare({ name: text, x: column, y: column });

export interface CurveSeries extends ParametersOf<typeof curveSeries> {}

export const estimateSeries = declare({
  ...curveSeries.declared,
  /** Ends of the interval of each estimate. */
  lower: optional(column),
  upper: optional(column),
});

export interface EstimateSeries extends ParametersOf<typeof estimateSeries> {}

export interface AxisScale {
  readonly scale: "linear" | "log";
  readonly range: readonly [number, number];
}

export interface PanelScales {
  readonly x: AxisScale;
  readonly y: AxisScale;
}

export function lineTrace(
  curve: CurveSeries,
  { color, dash, width = LINE_WIDTH }: { readonly color: string; readonly dash: Dash; readonly width?: number },
  scales: PanelScales,
): PanelTrace {
  const { x, y } = kept(columnsOf(curve, ["x", "y"]), scales);
  return { type: "scatter", mode: "lines", name: curve.name, x, y, line: { color, width, dash } };
}

/** An area between two curves on one grid of x. */
export function bandTrace(
  { name, x, lower, upper }: { readonly name: string } & Record<"x" | "lower" | "upper", ArrayLike<number>>,
  color: string,
  scales: PanelScales,
): PanelTrace {
  const columns = columnsOf({ name, x, lower, upper }, ["x", "lower", "upper"]);
  const place = (value: number, scale: AxisScale) => Math.max(value, footOf(scale));
  const abscissae = columns.x.map((value) => place(value, scales.x));
  const edges = [columns.lower, columns.upper].map((edge) => edge.map((value) => place(value, scales.y)));
  return areaTrace(
    { name, x: [...abscissae, ...abscissae.toReversed()], y: [...edges[0], ...edges[1].toReversed()] },
    color,
  );
}

/** An area given by its corners. */
export function areaTrace({ name, x, y }: CurveSeries, color: string): PanelTrace {
  return {
    type: "scatter",
    mode: "lines",
    name,
    x: Array.from(x),
    y: Array.from(y),
    line: { color, width: 0 },
    fill: "toself",
    fillcolor: withOpacity(color, BAND_OPACITY),
    hoverinfo: "skip",
  };
}

export function estimateTraces(
  series: EstimateSeries,
  { color, symbol }: { readonly color: string; readonly symbol: MarkerShape },
  scales: PanelScales,
): PanelTrace[] {
  const { lower = series.y, upper = series.y } = series;
  const columns = columnsOf({ ...series, lower, upper }, ["x", "y", "lower", "upper"]);
  const foot = footOf(scales.y);
  const seen: Point[] = [];
  const unseen: Point[] = [];
  columns.x.forEach((x, k) => {
    const [y, low, high] = [columns.y[k], columns.lower[k], columns.upper[k]];
    if (!(low <= y && y <= high)) refuse(`interval ${k} of "${series.name}"`, `around ${y}`, `[${low}, ${high}]`);
    if (x <= 0 && scales.x.scale === "log") return;
    if (y > 0 || scales.y.scale === "linear") seen.push({ x, y, lower: Math.max(low, Math.min(foot, y)), upper: high });
    else if (high > 0) unseen.push({ x, y: high, lower: Math.min(foot, high), upper: high });
  });
  const traces = [pointsTrace({ name: series.name, points: seen, color, symbol, bars: series.lower !== undefined })];
  if (unseen.length > 0) {
    const name = `${series.name}: none seen, upper limit`;
    traces.push(pointsTrace({ name, points: unseen, color, symbol: "triangle-down-open", bars: true }));
  }
  return traces;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly lower: number;
  readonly upper: number;
}

function pointsTrace({
  name,
  points,
  color,
  symbol,
  bars,
}: {
  readonly name: string;
  readonly points: readonly Point[];
  readonly color: string;
  readonly symbol: MarkerSymbol;
  readonly bars: boolean;
}): PanelTrace {
  return {
    type: "scatter",
    mode: "markers",
    name,
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    marker: {
      symbol,
      size: MARKER_SIZE,
      color,
      line: symbol.endsWith("-open") ? { color, width: 1 } : { color: PAPER, width: 0.5 },
    },
    cliponaxis: false,
    ...(bars && {
      error_y: {
        type: "data",
        symmetric: false,
        array: points.map(({ y, upper }) => upper - y),
        arrayminus: points.map(({ y, lower }) => y - lower),
        color,
        ...ERROR_BAR,
      },
    }),
  };
}

/** The named columns as plain arrays of one length. */
function columnsOf<Key extends string>(
  series: { readonly name: string } & Readonly<Record<Key, ArrayLike<number>>>,
  keys: readonly Key[],
): Record<Key, number[]> {
  const { length } = series[keys[0]];
  const columns = {} as Record<Key, number[]>;
  for (const key of keys) {
    columns[key] = Array.from(series[key]);
    if (columns[key].length !== length) refuse(`${key} of "${series.name}"`, `of length ${length}`, series[key]);
    columns[key].forEach((value, k) => {
      if (!Number.isFinite(value)) refuse(`${key}[${k}] of "${series.name}"`, "finite", value);
    });
  }
  return columns;
}

function kept({ x, y }: Record<"x" | "y", number[]>, scales: PanelScales): Record<"x" | "y", number[]> {
  const fits = (value: number, { scale }: AxisScale) => scale === "linear" || value > 0;
  const places = x.map((_, k) => k).filter((k) => fits(x[k], scales.x) && fits(y[k], scales.y));
  return { x: places.map((k) => x[k]), y: places.map((k) => y[k]) };
}

/** The lowest value that the axis can show. */
function footOf({ scale, range }: AxisScale): number {
  return scale === "log" ? powerOfTen(range[0]) : -Infinity;
}
