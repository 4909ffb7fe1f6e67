/**
 * Heatmap: a matrix as coloured cells, with a text in each where the trace has a template for it.
 *
 * Limits: a matrix with more than 240 columns or rows is drawn by the means of blocks of cells; cells are not smoothed.
 */
import type { Annotation } from "../../plotly.ts";
import { textWidth } from "../../text-width.ts";
import { colorAt as colorOn, cssColor, inkOn, parseColor } from "../color.ts";
import { type Attributes, flagAt, group, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type AxisScale, valueOn } from "./axis-scale.ts";
import { type ColorScale, colorScaleOf } from "./color-scale.ts";
import { type CompletedTrace, reachOf, type TraceSource, textOn, traceBase } from "./completed-trace.ts";
import { colorBarTitle, scaleSettings } from "./item-colors.ts";
import { formatNumber } from "./number-format.ts";

const MOST = 240;
const MOST_TEXTS = 900;

export function heatmapValues(settings: Attributes): TraceSource["values"] {
  const rows = matrixOf(settings);
  const along = (letter: "x" | "y", length: number) => {
    const [start, step] = [numberAt(settings, `${letter}0`, 0), numberAt(settings, `d${letter}`, 1)];
    return listAt(settings, letter) ?? Array.from({ length }, (_, k) => start + k * step);
  };
  return { x: along("x", rows[0]?.length ?? 0), y: along("y", rows.length) };
}

export function completeHeatmap(source: TraceSource): CompletedTrace {
  const { values } = source;
  const rows = matrixOf(source.settings);
  const { settings, isShared } = scaleSettings(source.settings, source.layout);
  const scale = colorScaleOf(settings, isShared ? "c" : "z", rows.flat());
  const [x, y] = [edgesOf(source.x, values.x, rows[0]?.length ?? 0), edgesOf(source.y, values.y, rows.length)];
  const [across, up] = [Math.ceil(x.length / MOST), Math.ceil(y.length / MOST)];
  const everyOf = (edges: readonly number[], stride: number) =>
    edges.filter((_, k) => k % stride === 0 || k === edges.length - 1);
  const z = Array.from({ length: Math.ceil(rows.length / up) }, (_, row) =>
    Array.from({ length: Math.ceil(rows[0].length / across) }, (_, column) =>
      meanOf(rows, { row: row * up, column: column * across, across, up }),
    ),
  );
  return {
    data: [
      {
        ...traceBase(source, false),
        type: "heatmap",
        showlegend: false,
        x: everyOf(x, across),
        y: everyOf(y, up),
        z,
        zmin: scale.low,
        zmax: scale.high,
        colorscale: scale.stops,
      },
    ],
    annotations: rows.length === 0 ? [] : textsOf(source, { rows, x, y, scale }),
    reaches: { x: reachOf(source.x, x, false), y: reachOf(source.y, y, false) },
    colorBar: flagAt(settings, "showscale", true) ? { scale, title: colorBarTitle(settings) } : undefined,
  };
}

/** Rows from below, all as long as the longest; NaN where there is no number. */
function matrixOf(settings: Attributes): number[][] {
  const rows = (listAt(settings, "z") ?? []).map((row) => (Array.isArray(row) ? row : []));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const isTurned = flagAt(settings, "transpose", false);
  const [height, length] = isTurned ? [width, rows.length] : [rows.length, width];
  return Array.from({ length: height }, (_, r) =>
    Array.from({ length }, (_, c) => toNumber(isTurned ? rows[c][r] : rows[r][c])),
  );
}

function meanOf(
  rows: readonly (readonly number[])[],
  { row, column, across, up }: Record<"row" | "column" | "across" | "up", number>,
): number | null {
  let [sum, count] = [0, 0];
  for (const cells of rows.slice(row, row + up)) {
    for (const value of cells.slice(column, column + across)) {
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
  }
  return count === 0 ? null : sum / count;
}

/** Between the middles, and as far beyond the outer ones; as given if there is one more than cells. */
function edgesOf(axis: AxisScale, written: readonly unknown[], count: number): number[] {
  const middles = written.slice(0, count + 1).map((value) => valueOn(axis, value));
  if (middles.some(Number.isNaN) || middles.length < count) return Array.from({ length: count + 1 }, (_, k) => k - 0.5);
  if (middles.length === count + 1) return middles;
  if (count === 1) return [middles[0] - 0.5, middles[0] + 0.5];
  const inner = middles.slice(1).map((middle, k) => (middles[k] + middle) / 2);
  const [first, last] = [2 * middles[0] - inner[0], 2 * middles[count - 1] - inner[count - 2]];
  return [axis.kind === "log" && first <= 0 ? middles[0] / 2 : first, ...inner, last];
}

interface Cells {
  readonly rows: readonly (readonly number[])[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly scale: ColorScale;
}

function textsOf(source: TraceSource, { rows, x, y, scale }: Cells): Annotation[] {
  const { settings } = source;
  const template = textAt(settings, "texttemplate");
  if (template === "" || rows.length * rows[0].length > MOST_TEXTS) return [];
  const font = group(settings, "textfont");
  const size = numberAt(font, "size", source.font.size);
  const given = parseColor(font.color);
  const texts = listAt(settings, "text");
  return rows.flatMap((row, r) =>
    row.flatMap((value, c) => {
      if (Number.isNaN(value)) return [];
      const own = (texts?.[r] as readonly unknown[] | undefined)?.[c];
      const content = template.replace(/%\{(\w+)(?::([^}]*))?\}/g, (_, name: string, format = "") =>
        name === "text" ? String(own ?? "") : formatNumber(format, value),
      );
      const fill = parseColor(colorOn(scale.stops, (value - scale.low) / (scale.high - scale.low))) ?? source.color;
      const color = given === undefined ? inkOn(fill) : cssColor(given);
      if (textWidth(content, size) > 400) return [];
      const place = { x: (x[c] + x[c + 1]) / 2, y: (y[r] + y[r + 1]) / 2 };
      return [textOn(source, content, { ...place, font: { ...source.font, size, color } })];
    }),
  );
}
