/**
 * Series panels: panels of estimates (points with intervals) and theory (lines) on common axes.
 *
 * A name has the same colour, dash and symbol in every panel. Theory is black unless it says whose theory it is. All panels share the ranges of their axes,
 * so that they can be compared by eye.
 */
import { refuse } from "../numerics/requirements.ts";
import { linearRange, logRange } from "./axis-range.ts";
import type { Panel, PanelAxis } from "./panels.ts";
import { type CurveSeries, type EstimateSeries, estimateTraces, lineTrace, type PanelTrace } from "./series.ts";
import { DASHES, type FigureSize, INK, seriesStyle } from "./theme.ts";

export interface TheorySeries extends CurveSeries {
  /** The name of the estimates that this is the theory of: the line takes their colour. */
  readonly of?: string;
  /** An exact value is a solid line, a bound a broken one. */
  readonly role?: "exact" | "bound";
}

export interface SeriesPanel {
  readonly title?: string;
  readonly estimates?: readonly EstimateSeries[];
  readonly theory?: readonly TheorySeries[];
}

export interface SeriesAxis {
  readonly label: string;
  readonly unit?: string;
  readonly scale: "linear" | "log";
  /** In data units. If not given, all values are shown. */
  readonly range?: readonly [number, number];
  /** The axis goes no further than these. */
  readonly least?: number;
  readonly most?: number;
}

/** The parts that every figure of series has. */
export interface SeriesFigure {
  readonly caption: string;
  /** Where theory and claim are found: the caption ends with it. */
  readonly source: string;
  readonly size?: FigureSize;
  /** Panels side by side. */
  readonly columns?: number;
  readonly panels: readonly SeriesPanel[];
}

export function seriesPanels(
  panels: readonly SeriesPanel[],
  axes: { readonly x: SeriesAxis; readonly y: SeriesAxis },
): Panel[] {
  const x = panelAxis(
    axes.x,
    panels.flatMap((panel) => columnsOf(panel, ["x"])),
  );
  const y = panelAxis(
    axes.y,
    panels.flatMap((panel) => columnsOf(panel, ["y", "lower", "upper"])),
  );
  const names = [...new Set(panels.flatMap(({ estimates = [] }) => estimates.map(({ name }) => name)))];
  const lines = [...new Set(panels.flatMap(({ theory = [] }) => theory.map(({ name }) => name)))];
  return panels.map(({ title, estimates = [], theory = [] }) => ({
    ...(title !== undefined && { title }),
    x,
    y,
    traces: [
      ...theory.map((curve) => theoryTrace(curve, { names, lines }, { x, y })),
      ...estimates.flatMap((series) => estimateTraces(series, seriesStyle(names.indexOf(series.name)), { x, y })),
    ],
  }));
}

/** Rows of panels, `columns` in each. */
export function rowsOf<Item>(items: readonly Item[], columns: number): Item[][] {
  const rows: Item[][] = [];
  for (let start = 0; start < items.length; start += columns) rows.push(items.slice(start, start + columns));
  return rows;
}

/** One panel fits a column; of several, up to four stand side by side over two columns. */
export function usualPlacing({
  size,
  columns,
  panels,
}: Pick<SeriesFigure, "size" | "columns"> & { readonly panels: readonly unknown[] }): {
  size: FigureSize;
  columns: number;
} {
  const count = panels.length;
  if (count === 0) refuse("panels", "at least one", panels);
  const usual = count <= 4 ? count : count % 4 === 0 ? 4 : 3;
  return {
    size: size ?? (count === 1 ? "one-column" : "two-column"),
    columns: columns ?? (size === "one-column" ? Math.min(2, count) : usual),
  };
}

export function panelAxis(
  { label, unit, scale, range, least, most }: SeriesAxis,
  values: readonly number[],
): PanelAxis {
  const limits = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
  const shown =
    scale === "log" ? logRange(range ?? values, range !== undefined) : (range ?? linearRange(values, limits));
  return { label, ...(unit !== undefined && { unit }), scale, range: shown };
}

function theoryTrace(
  curve: TheorySeries,
  { names, lines }: Readonly<Record<"names" | "lines", readonly string[]>>,
  scales: Pick<Panel, "x" | "y">,
): PanelTrace {
  const { of, role = "exact" } = curve;
  if (of !== undefined && !names.includes(of)) refuse(`of, in "${curve.name}",`, `one of ${names.join(", ")}`, of);
  const color = of === undefined ? INK : seriesStyle(names.indexOf(of)).color;
  const order = of === undefined ? lines.indexOf(curve.name) : names.indexOf(of);
  const dash = role === "exact" ? "solid" : DASHES[order % DASHES.length];
  return lineTrace(curve, { color, dash }, scales);
}

function columnsOf(
  { estimates = [], theory = [] }: SeriesPanel,
  keys: readonly ("x" | "y" | "lower" | "upper")[],
): number[] {
  return keys.flatMap((key) =>
    [...estimates, ...theory].flatMap((series: EstimateSeries) => Array.from(series[key] ?? [])),
  );
}
