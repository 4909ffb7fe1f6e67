/**
 * Screen: a stored figure, made for the column of a journal, laid out for a notebook or a web page.
 *
 * Method: letters, margins, lines and marks grow by one factor, to letters of 12 pixels. A figure of one column is then widened to 640
 * pixels, which goes to its panels alone; one of two columns may be made wider still (`autosize`), but not narrower than its labels allow.
 * The legend is set again for the width of the panels, and stands on them: not at the top edge, where Plotly's buttons are.
 * No paper and no ink of its own: the viewer puts them in, for a light page or a dark one.
 * Limits: only what Plotly draws; files for papers keep the stored layout.
 */
import { withCaption } from "./caption.ts";
import type { FigureContent } from "./figure-content.ts";
import { legendLayout, longestName, RIGHT_MARGIN } from "./legend-layout.ts";
import type { Annotation, Axis, Font, Trace } from "./plotly.ts";
import { wrapText } from "./text-width.ts";
import { TEXT_SIZE } from "./theme.ts";

export const SCREEN_TEXT_SIZE = 12;
export const SCREEN_WIDTH = 640;
/** Plotly lays a row of buttons over the top of a figure when the mouse is there: 26 pixels high, from 2 below the edge. */
export const TOOLBAR_HEIGHT = 30;

const LEAST_STILL = 560;
const GROWTH = SCREEN_TEXT_SIZE / TEXT_SIZE;
/** Letters of a caption are read as text is. */
const CAPTION_SIZE = 13;

/** What Plotly draws on a screen. */
export type ScreenFigure = Pick<FigureContent, "data" | "layout">;

/** The figure with its caption below. */
export function screenFigure(content: FigureContent): ScreenFigure {
  const { data, layout } = withCaption({ ...content, ...screenPanels(content) }, CAPTION_SIZE);
  return { data, layout };
}

/** The figure without its caption, for a page that sets it in its own type. */
export function screenPanels({ data, layout }: FigureContent): ScreenFigure {
  const { margin } = layout;
  const least = pixels(layout.width);
  const width = Math.max(SCREEN_WIDTH, least);
  const sides = { l: pixels(margin.l), r: pixels(margin.r), b: pixels(margin.b) };
  const room = width - sides.l - sides.r;
  const traces = data.map((trace) => screenTrace(trace, room));
  const legend = legendLayout(traces, room + RIGHT_MARGIN, SCREEN_TEXT_SIZE);
  const titles = pixels(margin.t - legendLayout(data, layout.width).height);
  const top = TOOLBAR_HEIGHT + legend.height + titles;
  const panels = pixels(layout.height - margin.t - margin.b);
  const { paper_bgcolor: _paper, plot_bgcolor: _plot, font, legend: _legend, ...rest } = layout;
  const { color: _ink, ...letters } = font;
  const axes = Object.entries(layout).filter(([key]) => /^[xy]axis\d*$/.test(key)) as [string, Axis][];
  return {
    data: traces,
    layout: {
      ...rest,
      width,
      ...(least >= SCREEN_WIDTH && { autosize: true }),
      height: top + panels + sides.b,
      margin: { ...margin, ...sides, t: top },
      font: grownFont(letters),
      legend: {
        orientation: "h",
        traceorder: "normal",
        x: 0,
        y: 1 + titles / panels,
        xanchor: "left",
        yanchor: "bottom",
        entrywidthmode: "pixels",
        entrywidth: legend.entryWidth,
        font: grownFont(layout.legend?.font ?? font),
        bgcolor: "rgba(0, 0, 0, 0)",
      },
      annotations: layout.annotations.map(screenAnnotation),
      ...Object.fromEntries(axes.map(([key, axis]) => [key, screenAxis(axis)])),
    },
  };
}

/** How wide a still picture of the stored figure is shown: its letters then have at least the size of those on a screen. */
export function stillWidth({ layout }: FigureContent): number {
  return Math.max(LEAST_STILL, pixels(layout.width));
}

/** A trace on a screen, its name broken for legends over panels of a width. */
export function screenTrace(trace: Trace, room: number): Trace {
  const name = wrapText(trace.name.replaceAll("<br>", " "), { size: SCREEN_TEXT_SIZE, width: longestName(room) });
  const named = { ...trace, name, ...(trace.legendgroup !== undefined && { legendgroup: name }) };
  if (named.type === "bar") return { ...named, ...(named.textfont && { textfont: grownFont(named.textfont) }) };
  const { line, marker, error_y } = named;
  return {
    ...named,
    ...(line && { line: { ...line, width: grown(line.width) } }),
    ...(marker && { marker: { ...marker, size: grown(marker.size) } }),
    ...(error_y && { error_y: { ...error_y, width: grown(error_y.width) } }),
  };
}

function screenAxis(axis: Axis): Axis {
  const { title, tickfont, ticklen } = axis;
  return {
    ...axis,
    title: { ...title, standoff: grown(title.standoff), font: grownFont(title.font) },
    ...(tickfont && { tickfont: grownFont(tickfont) }),
    ...(typeof ticklen === "number" && { ticklen: grown(ticklen) }),
  };
}

function screenAnnotation(annotation: Annotation): Annotation {
  const { xshift = 0, yshift = 0, font } = annotation;
  return { ...annotation, xshift: grown(xshift), yshift: grown(yshift), font: grownFont(font) };
}

function grownFont(font: Font): Font {
  return { ...font, ...(font.size !== undefined && { size: grown(font.size) }) };
}

/** To a hundredth of a pixel. */
function grown(length: number): number {
  return Math.round(length * GROWTH * 100) / 100;
}

function pixels(length: number): number {
  return Math.round(length * GROWTH);
}
