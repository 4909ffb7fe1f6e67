/**
 * Histogram: counts in bins of a round width, as bars.
 *
 * Method: the width is the next of 1, 2 or 5 times a power of ten above twice the standard deviation over n^0.4, as in Plotly;
 * all histograms on one axis share their bins. Whole numbers in bins of width one stand in the middle of their bins.
 */
import { type Attributes, flagAt, group, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf } from "./axis.ts";
import { type BarSeries, isHorizontal } from "./bars.ts";
import { dateStep, startOfMonth } from "./date-ticks.ts";
import type { TraceSource } from "./drawn-trace.ts";

const MOST_BINS = 2000;

/** The sample: on the x axis, or on the y axis if the bars lie. */
export function sampleOf({ settings }: Pick<TraceSource, "settings">): {
  readonly letter: "x" | "y";
  readonly values: readonly unknown[];
} {
  const letter = liesOnY(settings) ? "y" : "x";
  return { letter, values: listAt(settings, letter) ?? [] };
}

function liesOnY(settings: Attributes): boolean {
  const told = textAt(settings, "orientation");
  if (told === "h" || told === "v") return told === "h";
  return listAt(settings, "y") !== undefined && listAt(settings, "x") === undefined;
}

/** The sources have one axis in common, on which their samples lie. */
export function histogramSeries(sources: readonly TraceSource[]): BarSeries[] {
  const first = sources[0];
  if (first === undefined) return [];
  const axis = liesOnY(first.settings) ? first.y : first.x;
  const samples = sources.map((source) => sampleOf(source).values.map((value) => coordinateOf(axis, value)));
  const edges = edgesOf(first.settings, axis, samples.flat().filter(Number.isFinite));
  return sources.map((source, k) => counted(source, samples[k] as number[], edges));
}

/** Bars lie where the sample is on y, the other way round than those of bar traces with x alone. */
export function asBars(source: TraceSource): TraceSource {
  return { ...source, settings: { ...source.settings, orientation: liesOnY(source.settings) ? "h" : "v" } };
}

function counted(source: TraceSource, sample: readonly number[], edges: readonly number[]): BarSeries {
  const { settings } = source;
  const weights = listAt(settings, isHorizontal(asBars(source)) ? "x" : "y");
  const isSum = textAt(settings, "histfunc") === "sum" && weights !== undefined;
  const counts = new Array<number>(Math.max(0, edges.length - 1)).fill(0);
  let total = 0;
  for (const [k, value] of sample.entries()) {
    const bin = binOf(edges, value);
    if (bin === undefined) continue;
    const weight = isSum ? toNumber(weights[k]) || 0 : 1;
    counts[bin] = (counts[bin] as number) + weight;
    total += weight;
  }
  const widths = counts.map((_, k) => (edges[k + 1] as number) - (edges[k] as number));
  const values = normed(counts, { widths, total, norm: textAt(settings, "histnorm") });
  if (flagAt(group(settings, "cumulative"), "enabled", false)) {
    for (let k = 1; k < values.length; k++) values[k] = (values[k] as number) + (values[k - 1] as number);
  }
  return {
    source: asBars(source),
    positions: widths.map((width, k) => (edges[k] as number) + width / 2),
    spans: widths,
    values,
  };
}

function normed(
  counts: readonly number[],
  { widths, total, norm }: { readonly widths: readonly number[]; readonly total: number; readonly norm: string },
): number[] {
  const whole = /^prob/.test(norm) ? total : norm === "percent" ? total / 100 : 1;
  return counts.map((count, k) => count / (whole || 1) / (norm.endsWith("density") ? (widths[k] as number) : 1));
}

function binOf(edges: readonly number[], value: number): number | undefined {
  if (!(value >= (edges[0] as number) && value < (edges.at(-1) as number))) return undefined;
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (value >= (edges[middle] as number)) low = middle;
    else high = middle;
  }
  return low;
}

export function edgesOf(settings: Attributes, axis: Axis, sample: readonly number[]): number[] {
  if (axis.kind === "category") return Array.from({ length: axis.categories.size + 1 }, (_, k) => k - 0.5);
  if (sample.length === 0) return [];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of sample) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const wanted = numberAt(settings, `nbins${axis.letter}`, 0);
  const told = group(settings, `${axis.letter}bins`);
  const size = numberAt(told, "size", undefined);
  const spread = (2 * deviation(sample)) / sample.length ** 0.4;
  const rough = wanted > 0 ? (high - low) / wanted : Math.max(spread, smallestStepUnder(sample, spread));
  if (axis.kind === "date" && size === undefined) return dateEdges(low, high, Math.max(1, (high - low) / (rough || 1)));
  const width = size !== undefined && size > 0 ? size : roundUp(rough);
  const start = coordinateOf(axis, told.start);
  const isWhole = width === 1 && sample.every(Number.isInteger);
  const first = Number.isFinite(start) ? start : isWhole ? low - 0.5 : Math.floor(low / width + 1e-9) * width;
  const end = coordinateOf(axis, told.end);
  const count = Math.floor(((Number.isFinite(end) ? end - width / 2 : high) - first) / width + 1e-9) + 1;
  const bins = Math.max(1, Math.min(MOST_BINS, count));
  return Array.from({ length: bins + 1 }, (_, k) => Number((first + k * width).toPrecision(14)));
}

function dateEdges(low: number, high: number, parts: number): number[] {
  const step = dateStep(high - low, Math.min(parts, MOST_BINS));
  const edges: number[] = [];
  if ("milliseconds" in step) {
    const { milliseconds } = step;
    for (let at = Math.floor(low / milliseconds) * milliseconds; edges.length <= MOST_BINS; at += milliseconds) {
      edges.push(at);
      if (at > high) break;
    }
    return edges;
  }
  const date = new Date(low);
  const first = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / step.months) * step.months;
  for (let month = first; edges.length <= MOST_BINS; month += step.months) {
    edges.push(startOfMonth(month));
    if ((edges.at(-1) as number) > high) break;
  }
  return edges;
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundUp(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = Math.floor(Math.log10(rough));
  const unit = Number(`1e${power}`);
  const digit = [1, 2, 5, 10].find((candidate) => candidate * unit >= rough * (1 - 1e-9)) ?? 10;
  return Number(`${digit}e${power}`);
}

/** The smallest distance of different values, where it is wider than the bins would be; 0 where it is not. */
function smallestStepUnder(sample: readonly number[], spread: number): number {
  const distinct = new Set<number>();
  for (const value of sample) {
    distinct.add(value);
    if (distinct.size > 500) return 0;
  }
  const sorted = [...distinct].sort((a, b) => a - b);
  let step = Number.POSITIVE_INFINITY;
  for (let k = 1; k < sorted.length; k++) step = Math.min(step, (sorted[k] as number) - (sorted[k - 1] as number));
  return Number.isFinite(step) && step > spread ? step : 0;
}

function deviation(sample: readonly number[]): number {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const squares = sample.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(squares / sample.length);
}
