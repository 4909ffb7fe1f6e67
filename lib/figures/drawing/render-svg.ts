/**
 * Renders a figure of our kinds as an SVG picture, without a browser.
 *
 * Only what our figures use is drawn, and anything else is refused (`support.ts`). The same figure gives the same bytes everywhere.
 * Limits: texts are drawn in the viewer's copy of DejaVu Sans Condensed, or in a font of similar width where it has none.
 */
import type { FigureContent } from "../figure.ts";
import { PAPER } from "../theme.ts";
import { drawAnnotation } from "./draw-annotation.ts";
import { drawAxes, drawGrid } from "./draw-axes.ts";
import { drawLegend } from "./draw-legend.ts";
import { drawTrace } from "./draw-trace.ts";
import { type Frame, frameOf } from "./frame.ts";
import { requireDrawable } from "./support.ts";
import { coordinate, rectangle } from "./svg.ts";

export function renderSvg({ data, layout }: Pick<FigureContent, "data" | "layout">): string {
  requireDrawable(data, layout);
  const { width, height } = layout;
  const frames = framesOf(data, layout);
  const elements = [
    rectangle({ left: 0, top: 0, width, height }, { fill: PAPER }),
    ...[...frames].flatMap(([name, frame]) => [
      ...drawGrid(frame),
      ...data.filter(({ xaxis }) => xaxis === name).flatMap((trace) => drawTrace(trace, frame)),
      ...drawAxes(frame),
    ]),
    ...layout.annotations.map((annotation) => drawAnnotation(annotation, layout)),
    ...(layout.showlegend ? drawLegend(data, width) : []),
  ];
  const [w, h] = [coordinate(width), coordinate(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">\n${elements.join("\n")}\n</svg>\n`;
}

/** The frame of every x axis that has traces. */
function framesOf(data: FigureContent["data"], layout: FigureContent["layout"]): Map<string, Frame> {
  return new Map(data.map(({ xaxis, yaxis }) => [xaxis, frameOf(layout, xaxis, yaxis)]));
}
