/**
 * Histogram: counts in bins of a round width, as bars.
 *
 * Method: the width is the next of 1, 2 or 5 times a power of ten above twice the standard deviation over n^0.4, as in Plotly; all
 * histograms on one axis share their bins. Whole numbers in bins of width one stand in the middle of their bins.
 */
import { pow } from "../../../numerics/power.ts";
import { extent } from "../../axis-range.ts";
import { decadeOf } from "../../ticks.ts";
import { type Attributes, flagAt, group, listAt, numberAt, textAt } from "./attributes.ts";
import { type AxisScale, valueOn } from "./axis-scale.ts";
import { type BarSeries, smallestStep } from "./bars.ts";
import type { TraceSource } from "./completed-trace.ts";

const MOST_BINS = 2000;

interface Bins {
  readonly start: number;
  readonly width: number;
  readonly count: number;
}

/** The sample lies on the x axis, or on the y axis if the bars lie. */
export function sampleLetter(settings: Attributes): "x" | "y" {
  const given = textAt(settings, "orientation");
  if (given === "h" || given === "v") return given === "h" ? "y" : "x";
  return listAt(settings, "y") !== undefined && listAt(settings, "x") === undefined ? "y" : "x";
}

export function histogramValues(settings: Attributes): TraceSource["values"] {
  const letter = sampleLetter(settings);
  return { x: [], y: [], [letter]: listAt(settings, letter) ?? [] };
}

/** The sources have one axis in common, on which their samples lie. */
export function histogramSeries(sources: readonly TraceSource[]): BarSeries[] {
  if (sources.length === 0) return [];
  const [{ settings, ...axes }] = sources;
  const letter = sampleLetter(settings);
  const samples = sources.map(({ values }) =>
    values[letter].map((value) => valueOn(axes[letter], value)).filter((value) => !Number.isNaN(value)),
  );
  const bins = binsOf(settings, axes[letter], samples.flat());
  return sources.map((source, k): BarSeries => {
    const orientation = letter === "y" ? "h" : "v";
    return {
      source: { ...source, settings: { ...source.settings, orientation } },
      positions: Array.from({ length: bins.count }, (_, bin) => bins.start + (bin + 0.5) * bins.width),
      lengths: countsIn(bins, samples[k], source.settings),
      room: bins.width,
    };
  });
}

function countsIn({ start, width, count }: Bins, sample: readonly number[], settings: Attributes): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const value of sample) {
    const bin = Math.floor((value - start) / width + 1e-9);
    if (bin >= 0 && bin < count) counts[bin]++;
  }
  const norm = textAt(settings, "histnorm");
  const total = counts.reduce((sum, number) => sum + number, 0) || 1;
  const whole = norm.startsWith("prob") ? total : norm === "percent" ? total / 100 : 1;
  const heights = counts.map((number) => number / whole / (norm.endsWith("density") ? width : 1));
  if (!flagAt(group(settings, "cumulative"), "enabled", false)) return heights;
  let sum = 0;
  return heights.map((height) => {
    sum += height * (norm.endsWith("density") ? width : 1);
    return sum;
  });
}

function binsOf(settings: Attributes, axis: AxisScale, sample: readonly number[]): Bins {
  if (axis.kind === "category") return { start: -0.5, width: 1, count: axis.categories.size };
  if (sample.length === 0) return { start: 0, width: 1, count: 0 };
  const [low, high] = extent(sample);
  const given = group(settings, `${axis.letter}bins`);
  const wanted = numberAt(settings, `nbins${axis.letter}`, 0);
  const spread = (2 * deviation(sample)) / pow(sample.length, 0.4);
  const rough = wanted > 0 ? (high - low) / wanted : Math.max(spread, stepAbove(sample, spread));
  const size = numberAt(given, "size", 0);
  const width = size > 0 ? size : roundUp(Math.max(rough, (high - low) / MOST_BINS));
  const isWhole = width === 1 && sample.every(Number.isInteger);
  const first = valueOn(axis, given.start);
  const start = Number.isNaN(first) ? (isWhole ? low - 0.5 : Math.floor(low / width + 1e-9) * width) : first;
  const last = valueOn(axis, given.end);
  const end = Number.isNaN(last) ? high : last - width / 2;
  const count = Math.max(1, Math.min(MOST_BINS, Math.floor((end - start) / width + 1e-9) + 1));
  return { start, width, count };
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundUp(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = Math.floor(decadeOf(rough));
  const digit = [1, 2, 5].find((candidate) => Number(`${candidate}e${power}`) >= rough * (1 - 1e-9));
  return digit === undefined ? Number(`1e${power + 1}`) : Number(`${digit}e${power}`);
}

/** The smallest distance of different values, where it is wider than the bins would be; 0 where it is not. */
function stepAbove(sample: readonly number[], spread: number): number {
  const distinct = new Set<number>();
  for (const value of sample) {
    distinct.add(value);
    if (distinct.size > 500) return 0;
  }
  const step = distinct.size < 2 ? 0 : smallestStep([...distinct]);
  return step > spread ? step : 0;
}

function deviation(sample: readonly number[]): number {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const squares = sample.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(squares / sample.length);
}
