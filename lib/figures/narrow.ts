/**
 * Narrow: a stored figure laid out for a phone, its panels one above the other, with letters of the size of those on a screen.
 *
 * Method: from the layout for a screen each panel keeps its height, up to a square, and takes the whole width. Where panels shared labels,
 * those of a row or column, each has its own. The legend is set again for the narrow panels.
 * Limits: panels of one x and one y axis each, which is what the library makes; the traces are those of the screen but for their names.
 * A grid of verdicts keeps its cells and their signs; the names of rows are broken again, those of columns too or they stand upright, and
 * a word that does not fit its cell is left out.
 */
import { largestOf } from "../numerics/extremes.ts";
import type { FigureContent } from "./figure-content.ts";
import { legendLayout, RIGHT_MARGIN } from "./legend-layout.ts";
import type { Axis, Layout, Trace } from "./plotly.ts";
import { SCREEN_TEXT_SIZE, type ScreenFigure, screenPanels, screenTrace, TOOLBAR_HEIGHT } from "./screen.ts";
import { textHeight, textWidth, wrapText } from "./text-width.ts";

/** What a phone of 360 pixels has between the margins of a page. */
export const NARROW_WIDTH = 336;
/** A panel is then about as high as it is wide. */
const HIGHEST = 280;

interface Panel {
  readonly x: Axis;
  readonly y: Axis;
  /** The names of its axes in the layout. */
  readonly names: readonly [x: string, y: string];
  readonly height: number;
}

export function narrowPanels(content: FigureContent): ScreenFigure {
  const screen = screenPanels(content);
  if (isGrid(content)) return narrowGrid(screen);
  const { autosize: _fixed, ...layout } = screen.layout as Layout & { readonly autosize?: boolean };
  const { margin } = layout;
  const tall = layout.height - margin.t - margin.b;
  const titles = ((layout.legend?.y ?? 1) - 1) * tall;
  const panels = panelsOf(layout, tall);
  const left = Math.ceil(Math.max(margin.l, widestGap(panels) * (layout.width - margin.l - margin.r)));
  const room = NARROW_WIDTH - left - margin.r;
  const data = content.data.map((trace) => screenTrace(trace, room));
  const legend = legendLayout(data, room + RIGHT_MARGIN, SCREEN_TEXT_SIZE);
  const gap = margin.b + titles;
  const stacked = panels.reduce((sum, { height }) => sum + height, 0) + gap * (panels.length - 1);
  const top = TOOLBAR_HEIGHT + legend.height + titles;
  let above = 0;
  const axes = panels.flatMap(({ x, y, names, height }) => {
    const domain = [1 - (above + height) / stacked, 1 - above / stacked] as const;
    above += height + gap;
    return [
      [names[0], { ...labelled(x, lowestOf(panels, x)), domain: [0, 1] }],
      [names[1], { ...labelled(y, leftmostOf(panels, y)), domain }],
    ];
  });
  return {
    data,
    layout: {
      ...layout,
      ...Object.fromEntries(axes),
      width: NARROW_WIDTH,
      height: Math.ceil(top + stacked + margin.b),
      margin: { ...margin, l: left, t: top },
      ...(layout.legend && {
        legend: { ...layout.legend, y: 1 + titles / stacked, entrywidth: legend.entryWidth },
      }),
    },
  };
}

export function isGrid({ data }: Pick<FigureContent, "data">): boolean {
  return data.some(({ type }) => type === "bar");
}

/** Of the width, what the names of rows may take. */
const MOST_LABEL = 0.36;
/** Around a word, and between the names of two rows. */
const [BESIDE, BETWEEN] = [4, 8];

function narrowGrid(screen: ScreenFigure): ScreenFigure {
  const { autosize: _fixed, ...layout } = screen.layout as Layout & { readonly autosize?: boolean };
  const { margin } = layout;
  const { xaxis, yaxis } = layout as unknown as { readonly xaxis: Axis; readonly yaxis: Axis };
  if (xaxis.ticktext === undefined || yaxis.ticktext === undefined) return screen; // of somebody else
  const [columns, rows] = [xaxis.ticktext ?? [], yaxis.ticktext ?? []].map((names) => names.map(unbroken));
  const broken = (names: readonly string[], width: number) =>
    names.map((name) => wrapText(name, { size: SCREEN_TEXT_SIZE, width }));
  const rowNames = broken(rows, MOST_LABEL * NARROW_WIDTH);
  const left = margin.l + Math.ceil(widest(rowNames) - widest(yaxis.ticktext ?? []));
  const room = NARROW_WIDTH - left - margin.r;
  const cellWidth = room / columns.length;
  const wrapped = broken(columns, cellWidth - BESIDE);
  const fits = widest(wrapped) <= cellWidth - BESIDE;
  const columnNames = fits ? wrapped : columns;
  const bottom =
    margin.b + Math.ceil(extent(columnNames, fits) - extent(xaxis.ticktext ?? [], xaxis.tickangle !== -90));
  const tall = rows.length * (Math.ceil(highest(rowNames)) + BETWEEN);
  const data = screen.data.map((trace): Trace => {
    const named = screenTrace({ ...trace, name: unbroken(trace.name) }, room);
    if (named.type !== "bar" || trace.type !== "bar") return named;
    const { text, textfont } = trace; // whose letters have grown already
    const words = Array.isArray(text) ? text : []; // Plotly takes one text for all, too
    const fitted = words.map((each) => fitting(each, cellWidth));
    return { ...named, ...(textfont && { textfont }), ...(words.length > 0 && { text: fitted }) };
  });
  const legend = legendLayout(data, room + RIGHT_MARGIN, SCREEN_TEXT_SIZE);
  const top = TOOLBAR_HEIGHT + legend.height;
  return {
    data,
    layout: {
      ...layout,
      xaxis: { ...xaxis, ticktext: columnNames, tickangle: fits ? 0 : -90 },
      yaxis: { ...yaxis, ticktext: rowNames },
      width: NARROW_WIDTH,
      height: top + tall + bottom,
      margin: { ...margin, l: left, t: top, b: bottom },
      ...(layout.legend && { legend: { ...layout.legend, y: 1, entrywidth: legend.entryWidth } }),
    } as ScreenFigure["layout"],
  };
}

function unbroken(text: string): string {
  return text.replaceAll("<br>", " ");
}

function widest(texts: readonly string[]): number {
  return largestOf(texts.map((text) => textWidth(text, SCREEN_TEXT_SIZE)));
}

function highest(texts: readonly string[]): number {
  return largestOf(texts.map((text) => textHeight(text, SCREEN_TEXT_SIZE)));
}

/** How much room the names of columns take below a grid. */
function extent(names: readonly string[], isLevel: boolean): number {
  return isLevel ? highest(names) : widest(names);
}

/** A sign and its word, or the sign alone. */
function fitting(text: string, cellWidth: number): string {
  return textWidth(text, SCREEN_TEXT_SIZE) <= cellWidth - BESIDE ? text : text.split(" ")[0];
}

/** In the order in which they are read. */
function panelsOf(layout: Layout, tall: number): readonly Panel[] {
  const axes = layout as unknown as Readonly<Record<string, Axis>>;
  const panels = Object.keys(layout)
    .filter((name) => /^xaxis\d*$/.test(name))
    .map((name) => {
      const vertical = name.replace("x", "y");
      const [x, y] = [axes[name], axes[vertical]];
      return { x, y, names: [name, vertical] as const, height: Math.min(HIGHEST, (y.domain[1] - y.domain[0]) * tall) };
    });
  return panels.sort((one, other) => other.y.domain[1] - one.y.domain[1] || one.x.domain[0] - other.x.domain[0]);
}

/** The largest room between panels side by side, which has the labels of the right one, as a share of the width. */
function widestGap(panels: readonly Panel[]): number {
  const starts = panels.map(({ x }) => x.domain[0]);
  const gaps = panels.flatMap(({ x }) => {
    const next = starts.filter((start) => start >= x.domain[1]);
    return next.length === 0 ? [] : [next.reduce((least, start) => Math.min(least, start)) - x.domain[1]];
  });
  return gaps.reduce((most, gap) => Math.max(most, gap), 0);
}

function lowestOf(panels: readonly Panel[], { domain }: Axis): Axis {
  return panels
    .filter(({ x }) => x.domain[0] === domain[0])
    .reduce((low, each) => (each.y.domain[0] < low.y.domain[0] ? each : low)).x;
}

function leftmostOf(panels: readonly Panel[], { domain }: Axis): Axis {
  return panels
    .filter(({ y }) => y.domain[1] === domain[1])
    .reduce((low, each) => (each.x.domain[0] < low.x.domain[0] ? each : low)).y;
}

/** With the labels and the title of the axis that had them for it. */
function labelled(axis: Axis, whose: Axis): Axis {
  if (axis.showticklabels !== false && axis.title.text !== "") return axis;
  return { ...whose, ...axis, showticklabels: true, title: axis.title.text === "" ? whose.title : axis.title };
}
