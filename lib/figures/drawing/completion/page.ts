/**
 * Page: puts the axes, colour bars, title, legend and note on the picture so that none covers another.
 *
 * Method: the margins are settled in rounds, since the labels depend on the room that is left, and the margins on the labels.
 */
import { largestOf } from "../../../numerics/extremes.ts";
import { roomFor } from "../../panel-axis.ts";
import type { Annotation, Axis, Font, HeatmapTrace, Layout, Shape } from "../../plotly.ts";
import { textHeight, textWidth } from "../../text-width.ts";
import { annotationBox } from "../draw-annotation.ts";
import { axisNamed, spanOf } from "../frame.ts";
import { axisScale } from "./axis-scale.ts";
import { type AxisView, plotlyAxis } from "./axis-view.ts";
import type { ColorBar } from "./completed-trace.ts";

interface PageContent {
  readonly width: number;
  readonly height: number;
  readonly font: Required<Font>;
  readonly paper: string;
  readonly background: string;
  /** "" if there is none. */
  readonly title: { readonly text: string; readonly size: number };
  readonly legend: { readonly height: number; readonly entryWidth: number };
  /** What is said below the axes, or alone where there are none. */
  readonly note: string;
  readonly axes: ReadonlyMap<string, AxisView>;
  readonly colorBars: readonly ColorBar[];
  readonly annotations: readonly Annotation[];
  readonly shapes: readonly Shape[];
  /** At least so wide. */
  readonly margins: Margins;
}

type Margins = Readonly<Record<"l" | "r" | "t" | "b", number>>;

const ROUNDS = 3;
const EDGE = 8;
/** Between the axes and a colour bar. */
const BAR_GAP = 12;
const BAR_WIDTH = 14;
const BAR_CELLS = 128;
/** Of the names of the axes of colour bars, beyond those of users. */
const FIRST_BAR = 1001;

export function pageOf(content: PageContent): Layout {
  let margins: Margins = { l: 50, r: 20, t: 20, b: 40 };
  for (let round = 0; round < ROUNDS; round++) margins = marginsFor(content, layoutWith(content, margins));
  return layoutWith(content, margins);
}

/** The colours of each bar, as cells on its axes. */
export function colorBarTraces(bars: readonly ColorBar[]): HeatmapTrace[] {
  return bars.map(({ scale: { low, high, stops } }, k) => {
    const at = (cell: number) => low + (cell / BAR_CELLS) * (high - low);
    return {
      type: "heatmap",
      name: "",
      showlegend: false,
      xaxis: `x${FIRST_BAR + k}`,
      yaxis: `y${FIRST_BAR + k}`,
      x: [0, 1],
      y: Array.from({ length: BAR_CELLS + 1 }, (_, cell) => at(cell)),
      z: Array.from({ length: BAR_CELLS }, (_, cell) => [at(cell + 0.5)]),
      zmin: low,
      zmax: high,
      colorscale: stops,
    };
  });
}

function layoutWith(content: PageContent, margins: Margins): Layout {
  const { width, height, font, paper, background, legend, shapes } = content;
  const inner = { x: width - margins.l - margins.r, y: height - margins.t - margins.b };
  const axes: Record<string, Axis> = {};
  for (const view of content.axes.values()) {
    const { letter, name } = view.axis;
    const pixels = (view.domain[1] - view.domain[0]) * inner[letter];
    axes[`${letter}axis${name.slice(1)}`] = plotlyAxis(view, pixels, font);
  }
  Object.assign(axes, colorBarAxes(content, { inner, start: roomRight(Object.values(axes), font.size) }));
  return {
    width,
    height,
    margin: { ...margins, pad: 0, autoexpand: false },
    font,
    paper_bgcolor: paper,
    plot_bgcolor: background,
    showlegend: legend.height > 0,
    legend: {
      orientation: "h",
      entrywidth: legend.entryWidth,
      font,
      yref: "container",
      y: 1 - titleHeight(content) / height,
    },
    annotations: [...content.annotations, ...ownTexts(content, margins)],
    shapes,
    ...axes,
  };
}

/** Beside each other to the right of the axes, whose labels there end at `start`. */
function colorBarAxes(
  { colorBars, font }: PageContent,
  { inner, start }: { readonly inner: Record<"x" | "y", number>; readonly start: number },
): Record<string, Axis> {
  const axes: Record<string, Axis> = {};
  let left = inner.x + start + BAR_GAP;
  colorBars.forEach(({ scale, title }, k) => {
    const [x, y] = [`x${FIRST_BAR + k}`, `y${FIRST_BAR + k}`];
    const domain = [left / inner.x, (left + BAR_WIDTH) / inner.x] as const;
    const across = barAxis(x, { tickvals: [] }, { domain, anchor: y, range: [0, 1] });
    const up = barAxis(
      y,
      { title: { text: title }, side: "right" },
      { domain: [0, 1], anchor: x, range: [scale.low, scale.high] },
    );
    axes[`xaxis${x.slice(1)}`] = plotlyAxis(across, BAR_WIDTH, font);
    axes[`yaxis${y.slice(1)}`] = plotlyAxis(up, inner.y, font);
    left += BAR_WIDTH + roomBeside(axes[`yaxis${y.slice(1)}`], font.size) + BAR_GAP;
  });
  return axes;
}

function barAxis(name: string, settings: object, place: Pick<AxisView, "domain" | "anchor" | "range">): AxisView {
  const axis = axisScale({ name, settings: { type: "linear", ...settings } }, []);
  return { axis, ...place, overlaying: undefined, isStoodOn: true };
}

function roomBeside({ title, ticktext = [] }: Axis, size: number): number {
  const widths = ticktext.map((text) => textWidth(text, size));
  return roomFor(Math.max(0, largestOf(widths)), title.text, title.font.size);
}

function roomBelow({ title, ticktext = [], tickangle }: Axis, size: number): number {
  const depths = ticktext.map((text) => (tickangle === -90 ? textWidth(text, size) : textHeight(text, size)));
  return roomFor(Math.max(0, largestOf(depths)), title.text, title.font.size);
}

/** What axes that are labelled on the right of all need there. */
function roomRight(axes: readonly Axis[], size: number): number {
  const rooms = axes
    .filter(({ side, domain }) => side === "right" && domain[1] >= 0)
    .map((axis) => roomBeside(axis, size));
  return Math.max(0, largestOf(rooms));
}

/** What sticks out of the area of all axes on each side, and some air. */
function marginsFor(content: PageContent, layout: Layout): Margins {
  const { width, height, font, axes, colorBars, annotations, margins: least } = content;
  const { margin } = layout;
  const plot = { left: margin.l, right: width - margin.r, top: margin.t, bottom: height - margin.b };
  const needed = { l: EDGE, r: EDGE, t: font.size / 2, b: EDGE };
  const need = (side: keyof Margins, pixels: number) => {
    needed[side] = Math.max(needed[side], pixels);
  };
  for (const { axis, anchor } of axes.values()) {
    const drawn = axisNamed(layout, axis.name);
    const crossed = spanOf(layout, axisNamed(layout, anchor), axis.letter === "x" ? "y" : "x");
    if (axis.letter === "x") {
      need("b", crossed[0] + roomBelow(drawn, font.size) - plot.bottom);
      for (const { left, right } of labelsBelow(layout, drawn)) {
        need("l", plot.left - left + 2);
        need("r", right - plot.right + 2);
      }
    } else if (drawn.side === "right") need("r", crossed[1] + roomBeside(drawn, font.size) - plot.right);
    else need("l", plot.left - crossed[0] + roomBeside(drawn, font.size));
  }
  for (const annotation of annotations) {
    if (!/paper|domain/.test(annotation.xref + annotation.yref)) continue;
    const box = annotationBox(annotation, layout);
    need("l", plot.left - box.left + 2);
    need("r", box.right - plot.right + 2);
    need("t", plot.top - box.top + 4);
    need("b", box.bottom - plot.bottom + 4);
  }
  const last = colorBars.length - 1;
  if (last >= 0) {
    const end = spanOf(layout, axisNamed(layout, `x${FIRST_BAR + last}`), "x")[1];
    need("r", end + roomBeside(axisNamed(layout, `y${FIRST_BAR + last}`), font.size) - plot.right + 4);
  }
  const head = titleHeight(content) + content.legend.height;
  const [l, r] = fitted(Math.max(least.l, needed.l), Math.max(least.r, needed.r), width);
  const [t, b] = fitted(Math.max(least.t, needed.t + head), Math.max(least.b, needed.b + noteHeight(content)), height);
  return { l, r, t, b };
}

function labelsBelow(layout: Layout, axis: Axis): { readonly left: number; readonly right: number }[] {
  const [start, end] = spanOf(layout, axis, "x");
  const size = layout.font.size ?? 0;
  if (axis.tickangle === -90 || axis.type === "log") return [];
  return (axis.tickvals ?? []).map((value, k) => {
    const at = start + ((value - axis.range[0]) / (axis.range[1] - axis.range[0])) * (end - start);
    const half = textWidth(axis.ticktext?.[k] ?? "", size) / 2;
    return { left: at - half, right: at + half };
  });
}

/** Both sides, made smaller alike where they would leave nothing between them. */
function fitted(one: number, other: number, whole: number): readonly [number, number] {
  const share = Math.min(1, (0.8 * whole) / (one + other));
  return [Math.floor(one * share), Math.floor(other * share)];
}

function titleHeight({ title }: PageContent): number {
  return title.text === "" ? 0 : Math.ceil(textHeight(title.text, title.size)) + EDGE;
}

function noteHeight({ note, font }: PageContent): number {
  return note === "" ? 0 : Math.ceil(textHeight(note, font.size)) + 4;
}

/** The title above all, and the note below all, or in the middle where it is alone. */
function ownTexts(content: PageContent, { l, t, b }: Margins): Annotation[] {
  const { title, note, font, axes, width, height } = content;
  const base = { xref: "paper", yref: "paper", showarrow: false, borderpad: 0, borderwidth: 0 } as const;
  const centred = { x: 0, xshift: width / 2 - l, xanchor: "center", align: "center" } as const;
  const heading: Annotation = {
    ...base,
    ...centred,
    text: title.text,
    y: 1,
    yshift: t - EDGE / 2,
    yanchor: "top",
    font: { ...font, size: title.size },
  };
  const up = axes.size === 0 ? (height + noteHeight(content)) / 2 : noteHeight(content);
  const remark: Annotation = { ...base, ...centred, text: note, y: 0, yshift: up - b, yanchor: "top", font };
  return [...(title.text === "" ? [] : [heading]), ...(note === "" ? [] : [remark])];
}
