/**
 * Renders a figure of our kinds as an SVG picture, without a browser.
 *
 * Only a figure that leaves nothing to defaults is drawn, as ours are, and anything else is refused (`support.ts`); figures as
 * others write them are completed first (`draw-figure.ts`). The same figure gives the same bytes everywhere.
 * Limits: texts are drawn in the viewer's copy of DejaVu Sans Condensed, or in a font of similar width where it has none.
 */
import type { DrawableTrace, Layout, Shape, Trace } from "../plotly.ts";
import { PAPER, TEXT_FONT } from "../theme.ts";
import { drawAnnotation } from "./draw-annotation.ts";
import { drawAxes, drawGrid } from "./draw-axes.ts";
import { drawLegend } from "./draw-legend.ts";
import { drawShape } from "./draw-shape.ts";
import { drawTrace } from "./draw-trace.ts";
import { type Frame, frameOf } from "./frame.ts";
import { requireDrawable } from "./support.ts";
import { coordinate, rectangle } from "./svg.ts";

export interface DrawableFigure {
  readonly data: readonly DrawableTrace[];
  readonly layout: Layout;
}

export function renderSvg(figure: DrawableFigure): string {
  requireDrawable(figure);
  const { data, layout } = figure;
  const { width, height, shapes = [] } = layout;
  const paper = (layout.paper_bgcolor as string | undefined) ?? PAPER;
  const elements = [
    rectangle({ left: 0, top: 0, width, height }, { fill: paper }),
    ...framesOf(data, layout).flatMap(({ frame, traces, shapesBelow }) => [
      ...drawGrid(frame),
      ...shapesBelow.flatMap((shape) => drawShape(shape, layout)),
      ...traces.flatMap((trace) => drawTrace(trace, frame)),
      ...drawAxes(frame),
    ]),
    ...shapes.filter(({ layer }) => layer === "above").flatMap((shape) => drawShape(shape, layout)),
    ...layout.annotations.flatMap((annotation) => drawAnnotation(annotation, layout)),
    ...(layout.showlegend ? drawLegend(data.filter(isNamed), legendPlace(layout)) : []),
  ];
  const [w, h] = [coordinate(width), coordinate(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">\n${elements.join("\n")}\n</svg>\n`;
}

interface FilledFrame {
  readonly frame: Frame;
  readonly traces: DrawableTrace[];
  readonly shapesBelow: readonly Shape[];
}

/** Every pair of axes that has traces; a shape below them is drawn in the first one that has an axis of it. */
function framesOf(data: readonly DrawableTrace[], layout: Layout): FilledFrame[] {
  const frames = new Map<string, FilledFrame>();
  let waiting = (layout.shapes ?? []).filter(({ layer }) => layer === "below");
  for (const trace of data) {
    const { xaxis, yaxis } = trace;
    const name = `${xaxis} ${yaxis}`;
    const known = frames.get(name);
    if (known !== undefined) {
      known.traces.push(trace);
      continue;
    }
    const isHere = ({ xref, yref }: Shape) =>
      xref.split(" ")[0] === xaxis || yref.split(" ")[0] === yaxis || (xref === "paper" && yref === "paper");
    const shapesBelow = waiting.filter(isHere);
    waiting = waiting.filter((shape) => !isHere(shape));
    frames.set(name, { frame: frameOf(layout, xaxis, yaxis), traces: [trace], shapesBelow });
  }
  return [...frames.values()];
}

function isNamed(trace: DrawableTrace): trace is Trace {
  return trace.type !== "heatmap";
}

function legendPlace({ width, height, legend, font }: Layout): Parameters<typeof drawLegend>[1] {
  const top = legend?.yref === "container" ? (1 - (legend.y ?? 1)) * height : 0;
  return { top, width, font: { ...TEXT_FONT, ...font } };
}
