/**
 * Complete figure: a Plotly figure as users write it, with everything chosen that they leave to Plotly, in the words that our
 * renderer draws.
 *
 * Drawn are scatter, bar, histogram, heatmap and box traces on linear, log, date and category axes, with subplots, legend, colour
 * bars, error bars, annotations and shapes. What is not drawn is named in a line of the picture.
 * Limits: sizes and ticks are near Plotly's but not the same; the legend is above the axes, wherever the layout puts it; templates
 * are not read.
 */
import { legendLayout, longestName } from "../../legend-layout.ts";
import type { DrawableTrace, Font, Trace } from "../../plotly.ts";
import { wrapText } from "../../text-width.ts";
import { FONT_FAMILY, INK, PAPER } from "../../theme.ts";
import { type Color, cssColor, parseColor } from "../color.ts";
import type { DrawableFigure } from "../render-svg.ts";
import { type Attributes, flagAt, group, isRecord, listAt, numberAt, textAt, titleAt } from "./attributes.ts";
import type { AxisView } from "./axis-view.ts";
import { annotationsOf, hasPaths, shapesOf } from "./marks.ts";
import { colorBarTraces, pageOf } from "./page.ts";
import { plainText, shortened } from "./plain-text.ts";
import { type PlainTrace, subplotsOf } from "./subplots.ts";
import { thinned } from "./thinning.ts";
import { undrawnPart } from "./traces.ts";

/** A figure as users write it. */
export interface WrittenFigure {
  readonly data: readonly unknown[];
  readonly layout: Attributes;
}

const SIZE = { width: 700, height: 450, least: 80, most: 4000 } as const;
const TITLE_GROWTH = 1.4;
/** Of the height of the picture, the legend takes at most so much. */
const LEGEND_SHARE = 0.3;
const MOST_COLOR_BARS = 4;
const COLORWAY = "#1f77b4 #ff7f0e #2ca02c #d62728 #9467bd #8c564b #e377c2 #7f7f7f #bcbd22 #17becf".split(" ");

export function completeFigure({ data, layout }: WrittenFigure): DrawableFigure {
  const [width, height] = [sizeOf(layout, "width"), sizeOf(layout, "height")];
  const font = fontOf(layout);
  const { traces: plain, undrawn } = plainTraces(data, layout);
  const { traces, axes } = subplotsOf(plain, layout, font);
  const drawn = traces.flatMap((trace) => trace.data);
  const marks = drawn.filter(({ type, x }) => type !== "heatmap" && x.length > 0).length;
  const few = drawn.map((trace) => {
    const [x, y] = [axes.get(trace.xaxis), axes.get(trace.yaxis)] as [AxisView, AxisView];
    return thinned(trace, { x, y, width, height }, marks);
  });
  const named = namedTraces(few, { layout, width, height, size: font.size });
  const colorBars = traces.flatMap(({ colorBar }) => colorBar ?? []).slice(0, MOST_COLOR_BARS);
  const titleSize = numberAt(group(group(layout, "title"), "font"), "size", TITLE_GROWTH * font.size);
  const size = Math.max(4, Math.min(60, titleSize));
  const note = [noteOn([...undrawn, ...undrawnLayout(layout)]), named.note].filter((line) => line !== "").join(" ");
  return {
    data: [...named.data, ...colorBarTraces(colorBars)],
    layout: pageOf({
      width,
      height,
      font,
      paper: paperOf(layout.paper_bgcolor),
      background: paperOf(layout.plot_bgcolor ?? layout.paper_bgcolor),
      title: { text: wrapText(plainText(titleAt(layout)), { size, width: width - 16 }), size },
      legend: named.legend,
      note: wrapText(note, { size: font.size, width: width - 16 }),
      axes,
      colorBars,
      annotations: [...traces.flatMap(({ annotations = [] }) => annotations), ...annotationsOf(layout, axes, font)],
      shapes: shapesOf(layout, axes),
      margins: marginsOf(layout),
    }),
  };
}

function sizeOf(layout: Attributes, name: "width" | "height"): number {
  return Math.round(Math.max(SIZE.least, Math.min(SIZE.most, numberAt(layout, name, SIZE[name]))));
}

function fontOf(layout: Attributes): Required<Font> {
  const font = group(layout, "font");
  const ink = parseColor(font.color);
  const size = Math.max(4, Math.min(40, numberAt(font, "size", 12)));
  return { family: FONT_FAMILY, size, color: ink === undefined ? INK : cssColor({ ...ink, alpha: 1 }) };
}

/** Where a figure wants none, it is that of paper. */
function paperOf(value: unknown): string {
  const color = parseColor(value);
  return color === undefined || color.alpha === 0 ? PAPER : cssColor(color);
}

function marginsOf(layout: Attributes): Record<"l" | "r" | "t" | "b", number> {
  const given = group(layout, "margin");
  const [l, r, t, b] = ["l", "r", "t", "b"].map((side) => Math.max(0, numberAt(given, side, 0)));
  return { l, r, t, b };
}

/** Those that are shown and can be drawn; all count among the colours. An empty figure has one empty trace, for its axes. */
function plainTraces(
  data: readonly unknown[],
  layout: Attributes,
): { readonly traces: PlainTrace[]; readonly undrawn: string[] } {
  const palette = paletteOf(layout);
  const undrawn: string[] = [];
  const traces = data.flatMap((settings, index): PlainTrace[] => {
    if (!isRecord(settings) || settings.visible === "legendonly" || !flagAt(settings, "visible", true)) return [];
    const type = textAt(settings, "type", "scatter");
    const missing = undrawnPart(type, settings);
    if (missing !== undefined) undrawn.push(missing);
    const name = textAt(settings, "name", `trace ${index}`);
    return missing === undefined ? [{ type, settings, name, color: palette[index % palette.length] }] : [];
  });
  if (traces.length > 0 || undrawn.length > 0) return { traces, undrawn };
  return { traces: [{ type: "scatter", settings: { showlegend: false }, name: "", color: palette[0] }], undrawn };
}

function paletteOf(layout: Attributes): readonly Color[] {
  const colors = (listAt(layout, "colorway") ?? []).flatMap((color) => parseColor(color) ?? []);
  return colors.length > 0 ? colors : COLORWAY.flatMap((color) => parseColor(color) ?? []);
}

/** What of the layout changes the meaning of a picture and is not drawn. */
function undrawnLayout(layout: Attributes): string[] {
  return [
    ...(hasPaths(layout) ? ["shapes of type path"] : []),
    ...((listAt(layout, "images") ?? []).length > 0 ? ["images"] : []),
    ...(textAt(layout, "barnorm") === "" ? [] : ["the barnorm of the bars"]),
  ];
}

function noteOn(undrawn: readonly string[]): string {
  const parts = [...new Set(undrawn)].map((part) => plainText(part));
  if (parts.length === 0) return "";
  return `Not drawn in this still picture: ${parts.join(", ")}. Open the notebook in JupyterLab to see all.`;
}

interface LegendRoom {
  readonly layout: Attributes;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

/** The traces with names that fit the legend, and how many of them it has room for. */
function namedTraces(
  traces: readonly DrawableTrace[],
  { layout, width, height, size }: LegendRoom,
): {
  readonly data: readonly DrawableTrace[];
  readonly legend: { readonly height: number; readonly entryWidth: number };
  readonly note: string;
} {
  const isNamed = (trace: DrawableTrace) => trace.showlegend === true;
  const entries = traces.filter(isNamed) as Trace[];
  const hasLegend = flagAt(layout, "showlegend", entries.length > 1);
  if (!hasLegend || entries.length === 0) {
    const data = traces.map((trace) => (isNamed(trace) ? ({ ...trace, showlegend: false } as DrawableTrace) : trace));
    return { data, legend: { height: 0, entryWidth: 0 }, note: "" };
  }
  const short = entries.map((trace) => ({
    ...trace,
    name: shortened(trace.name, { size, width: longestName(width) }),
  }));
  let shown = short.length;
  while (shown > 1 && legendLayout(short.slice(0, shown), width, size).height > LEGEND_SHARE * height) shown--;
  let index = -1;
  const data = traces.map((trace) => {
    if (!isNamed(trace)) return trace;
    index++;
    return { ...short[index], showlegend: index < shown };
  });
  const { entryWidth, height: needed } = legendLayout(short.slice(0, shown), width, size);
  const note = shown < short.length ? `The legend names the first ${shown} of ${short.length} traces.` : "";
  return { data, legend: { height: needed, entryWidth }, note };
}
