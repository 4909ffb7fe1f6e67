/**
 * Draws an annotation: a text at a place of the paper, of a frame or of its axes, with or without an arrow to that place.
 */
import type { Annotation, Layout } from "../plotly.ts";
import { textHeight, textWidth } from "../text-width.ts";
import { TEXT_FONT } from "../theme.ts";
import type { Box } from "./clip.ts";
import { placeOn } from "./reference-place.ts";
import { type Point, path, polyline, rectangle, text } from "./svg.ts";

const ANCHORS = { left: "start", center: "middle", right: "end" } as const;
const SHARES = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 } as const;
const ARROW = { width: 1, head: 7, half: 2.8 } as const;

export function drawAnnotation(annotation: Annotation, layout: Layout): string[] {
  const { xanchor, yanchor, align, bgcolor, showarrow } = annotation;
  const font = { ...TEXT_FONT, ...annotation.font };
  const [x, y] = textPlace(annotation, layout);
  const width = textWidth(annotation.text, font.size);
  const at = [x + (SHARES[align] - SHARES[xanchor]) * width, y] as const;
  const box = annotationBox(annotation, layout);
  const { left, top } = box;
  return [
    ...(showarrow ? drawArrow(box, arrowTip(annotation, layout), annotation.arrowcolor ?? font.color) : []),
    ...(bgcolor === undefined ? [] : [rectangle({ left, top, width, height: box.bottom - top }, { fill: bgcolor })]),
    ...(annotation.text === "" ? [] : [text(annotation.text, { at, anchor: ANCHORS[align], vertical: yanchor, font })]),
  ];
}

/** What its text covers. */
export function annotationBox(annotation: Annotation, layout: Layout): Box {
  const size = annotation.font.size ?? TEXT_FONT.size;
  const [x, y] = textPlace(annotation, layout);
  const [width, height] = [textWidth(annotation.text, size), textHeight(annotation.text, size)];
  const left = x - SHARES[annotation.xanchor] * width;
  const top = y - SHARES[annotation.yanchor] * height;
  return { left, right: left + width, top, bottom: top + height };
}

function textPlace(annotation: Annotation, layout: Layout): Point {
  const { xshift = 0, yshift = 0, showarrow, ax = 0, ay = 0 } = annotation;
  const [x, y] = arrowTip(annotation, layout);
  return [x + xshift + (showarrow ? ax : 0), y - yshift + (showarrow ? ay : 0)];
}

function arrowTip({ x, y, xref, yref }: Annotation, layout: Layout): Point {
  return [
    placeOn(layout, "x", { reference: xref, value: x, isDecade: true }),
    placeOn(layout, "y", { reference: yref, value: y, isDecade: true }),
  ];
}

/** From the border of the text to the place. */
function drawArrow({ left, right, top, bottom }: Box, tip: Point, color: string): string[] {
  const middle: Point = [(left + right) / 2, (top + bottom) / 2];
  const [dx, dy] = [tip[0] - middle[0], tip[1] - middle[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const leave = Math.min((right - left) / 2 / Math.abs(dx), (bottom - top) / 2 / Math.abs(dy));
  if (!(length > 0 && leave < 1)) return [];
  const [ux, uy] = [dx / length, dy / length];
  const neck: Point = [tip[0] - ux * ARROW.head, tip[1] - uy * ARROW.head];
  const head: Point[] = [
    tip,
    [neck[0] - uy * ARROW.half, neck[1] + ux * ARROW.half],
    [neck[0] + uy * ARROW.half, neck[1] - ux * ARROW.half],
  ];
  const shaft: Point[] = [[middle[0] + leave * dx, middle[1] + leave * dy], neck];
  return [
    path(polyline(shaft), { stroke: { color, width: ARROW.width } }),
    path(polyline(head, { closed: true }), { fill: color }),
  ];
}
