/**
 * Draws a shape of the layout: a line, a rectangle or an ellipse, as far as it lies on the axes that it refers to.
 */
import type { Layout, Shape } from "../plotly.ts";
import { type Box, clipArea, clipLine } from "./clip.ts";
import { strokeOf } from "./draw-trace.ts";
import { placeOn, spanOn } from "./reference-place.ts";
import { coordinate, type Point, path, polyline } from "./svg.ts";

/** A circle by four cubic arcs: the distance of their control points, in radii. */
const ARC = 0.5522847498;

export function drawShape(shape: Shape, layout: Layout): string[] {
  const { type, xref, yref, line, fillcolor } = shape;
  const [x0, x1] = [shape.x0, shape.x1].map((value) => placeOn(layout, "x", { reference: xref, value }));
  const [y0, y1] = [shape.y0, shape.y1].map((value) => placeOn(layout, "y", { reference: yref, value }));
  const paint = { ...(fillcolor !== undefined && { fill: fillcolor }), stroke: strokeOf(line) };
  if (type === "circle") return [path(ellipse([x0, y0], [x1, y1]), paint)];
  const box = boxOf(layout, shape);
  if (type === "line") {
    const pieces = clipLine(
      [
        [x0, y0],
        [x1, y1],
      ],
      box,
    );
    return pieces.map((piece) => path(polyline(piece), paint));
  }
  const corners: Point[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  const area = clipArea(corners, box);
  return area.length > 2 ? [path(polyline(area, { closed: true }), paint)] : [];
}

/** The paper has no border but that of the picture. */
function boxOf(layout: Layout, { xref, yref }: Shape): Box {
  const [left, right] = xref === "paper" ? [0, layout.width] : spanOn(layout, "x", xref);
  const [bottom, top] = yref === "paper" ? [layout.height, 0] : spanOn(layout, "y", yref);
  return { left, right, top, bottom };
}

function ellipse([x0, y0]: Point, [x1, y1]: Point): string {
  const [x, y, rx, ry] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.abs(x1 - x0) / 2, Math.abs(y1 - y0) / 2];
  const at = (dx: number, dy: number) => `${coordinate(x + dx * rx)} ${coordinate(y + dy * ry)}`;
  const arc = (a: Point, b: Point) =>
    `C${at(a[0] + ARC * b[0], a[1] + ARC * b[1])} ${at(b[0] + ARC * a[0], b[1] + ARC * a[1])} ${at(...b)}`;
  const corners: readonly Point[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  return `M${at(1, 0)}${corners.map((from, k) => arc(from, corners[(k + 1) % 4])).join("")}Z`;
}
