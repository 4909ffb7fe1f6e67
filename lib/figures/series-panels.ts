/**
 * Series panels: panels of estimates (points with intervals) and theory (lines) on common axes.
 *
 * A name has the same colour, dash and symbol in every panel. Theory is black unless it says whose theory it is. All panels share
 * the ranges of their axes, so that they can be compared by eye, unless an axis says that each panel has its own.
 */
import {
  arrayOf,
  count,
  declare,
  finite,
  flag,
  type Given,
  group,
  oneOf,
  optional,
  type ParametersOf,
  text,
} from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { linearRange, logRange } from "./axis-range.ts";
import type { Panel, PanelAxis } from "./panel-grid.ts";
import {
  bandTrace,
  column,
  curveSeries,
  estimateSeries,
  estimateTraces,
  lineTrace,
  type PanelTrace,
  range,
} from "./series.ts";
import { DASHES, dashOf, FIGURE_SIZES, type FigureSize, INK, REFERENCE, seriesStyle } from "./theme.ts";

const theorySeries = declare({
  ...curveSeries.declared,
  /** The name of the estimates that this is the theory of: the line takes their colour. */
  of: optional(text),
  /** An exact value is a solid line, a bound a broken one; so is a second exact value that is nobody's. */
  role: optional(oneOf("exact", "bound")),
  /** Whether the legend has its name. */
  legend: optional(flag),
});

export interface TheorySeries extends ParametersOf<typeof theorySeries> {}

const bandSeries = declare({
  name: text,
  x: column,
  lower: column,
  upper: column,
  /** The name of the estimates that the band is of. */
  of: optional(text),
  /** Whether the legend has its name. */
  legend: optional(flag),
});

export interface BandSeries extends ParametersOf<typeof bandSeries> {}

const seriesPanel = declare({
  title: optional(text),
  bands: optional(arrayOf(group(bandSeries), 0)),
  estimates: optional(arrayOf(group(estimateSeries), 0)),
  theory: optional(arrayOf(group(theorySeries), 0)),
});

export interface SeriesPanel extends ParametersOf<typeof seriesPanel> {}

/** What an axis is called. */
export const axisLabel = { label: text, unit: optional(text) };

/** An axis whose scale follows from the figure. */
export const plainAxis = declare({
  ...axisLabel,
  /** In data units. If not given, all values are shown. */
  range: optional(range),
  /** The axis goes no further than these. */
  least: optional(finite),
  most: optional(finite),
  /** Where the axis is labelled, as far as there is room; else at round numbers. */
  ticks: optional(arrayOf(finite, 0)),
  /** Whether each panel has a range of its own, where one for all would leave some of them empty. */
  ownRanges: optional(flag),
});

export const seriesAxis = declare({ ...plainAxis.declared, scale: oneOf("linear", "log") });

export interface SeriesAxis extends ParametersOf<typeof seriesAxis> {}

/** What every figure has. */
export const figureText = {
  caption: text,
  /** Where theory and claim are found: the caption ends with it. */
  source: text,
  size: optional(oneOf(...FIGURE_SIZES)),
};

/** Panels side by side. */
export const panelColumns = optional(count);

/** The parts that every figure of series has. */
export const seriesFigure = {
  ...figureText,
  /** Panels side by side. */
  columns: panelColumns,
  panels: arrayOf(group(seriesPanel)),
};

/** The parts that every figure of series has. */
export interface SeriesFigure extends Given<typeof seriesFigure> {}

export function seriesPanels(
  panels: readonly SeriesPanel[],
  axes: { readonly x: SeriesAxis; readonly y: SeriesAxis },
): Panel[] {
  const axisOf = (axis: SeriesAxis, keys: Parameters<typeof valuesOf>[1]) => {
    const common = panelAxis(axis, valuesOf(panels, keys));
    return (panel: SeriesPanel) => (axis.ownRanges ? panelAxis(axis, valuesOf([panel], keys)) : common);
  };
  const [xOf, yOf] = [axisOf(axes.x, ["x"]), axisOf(axes.y, ["y", "lower", "upper"])];
  const names = [...new Set(panels.flatMap(({ estimates = [] }) => estimates.map(({ name }) => name)))];
  const lines = freeLines(panels);
  return panels.map((panel) => {
    const { title, bands = [], estimates = [], theory = [] } = panel;
    const [x, y] = [xOf(panel), yOf(panel)];
    return {
      ...(title !== undefined && { title }),
      x,
      y,
      traces: [
        ...bands.map((band) => inLegend(band, bandTrace(band, ownerColor(band, names) ?? REFERENCE, { x, y }))),
        ...theory.map((curve) => inLegend(curve, theoryTrace(curve, { names, lines }, { x, y }))),
        ...estimates.flatMap((series) => estimateTraces(series, seriesStyle(names.indexOf(series.name)), { x, y })),
      ],
    };
  });
}

function inLegend({ legend = true }: Pick<TheorySeries, "legend">, trace: PanelTrace): PanelTrace {
  return legend ? trace : { ...trace, showlegend: false };
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
  const { length } = panels;
  const usual = length <= 4 ? length : length % 4 === 0 ? 4 : 3;
  return {
    size: size ?? (length === 1 ? "one-column" : "two-column"),
    columns: columns ?? (size === "one-column" ? Math.min(2, length) : usual),
  };
}

export function panelAxis(
  { label, unit, scale, range, least, most, ticks }: SeriesAxis,
  values: readonly number[],
): PanelAxis {
  const limits = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
  const shown =
    scale === "log" ? logRange(range ?? values, range !== undefined) : (range ?? linearRange(values, limits));
  return {
    label,
    ...(unit !== undefined && { unit }),
    scale,
    range: shown,
    ...(ticks !== undefined && { tickPlaces: ticks }),
  };
}

/** Names of the lines that are nobody's theory; the first that is exact comes first, and is solid. */
function freeLines(panels: readonly SeriesPanel[]): string[] {
  const free = panels.flatMap(({ theory = [] }) => theory.filter(({ of }) => of === undefined));
  const exact = free.find(({ role = "exact" }) => role === "exact");
  return [...new Set([exact?.name ?? "", ...free.map(({ name }) => name)])];
}

function theoryTrace(
  curve: TheorySeries,
  { names, lines }: Readonly<Record<"names" | "lines", readonly string[]>>,
  scales: Pick<Panel, "x" | "y">,
): PanelTrace {
  const { name, of, role = "exact" } = curve;
  const broken = of === undefined ? lines.indexOf(name) > 0 : role === "bound";
  const order = of === undefined ? lines.indexOf(name) - 1 : names.indexOf(of) % DASHES.length;
  const color = ownerColor(curve, names) ?? INK;
  return lineTrace(curve, { color, dash: broken ? dashOf(order) : "solid" }, scales);
}

function ownerColor({ name, of }: Pick<TheorySeries, "name" | "of">, names: readonly string[]): string | undefined {
  if (of === undefined) return undefined;
  if (!names.includes(of)) refuse(`of, in "${name}",`, `one of ${names.join(", ")}`, of);
  return seriesStyle(names.indexOf(of)).color;
}

/** All values of some columns. */
export function valuesOf(panels: readonly SeriesPanel[], keys: readonly ("x" | "y" | "lower" | "upper")[]): number[] {
  const all = panels.flatMap(({ bands = [], estimates = [], theory = [] }) => [...bands, ...estimates, ...theory]);
  return keys.flatMap((key) =>
    all.flatMap((series: { readonly [Key in typeof key]?: ArrayLike<number> | undefined }) =>
      Array.from(series[key] ?? []),
    ),
  );
}
