/** Scatter fill: the areas between a line and zero, another line or itself. */
import { type Axis, pixelOf } from "./axis.ts";
import { piecesOf, stepped } from "./line-path.ts";
import type { ScatterPoints } from "./scatter-markers.ts";
import { type Point, polyline } from "./svg.ts";

export interface Fill {
  /** By Plotly's names. */
  readonly fill: string;
  /** The line that an area down to the next trace ends at. */
  readonly before: ScatterPoints | undefined;
  /** Of the line. */
  readonly shape: string;
  readonly xAxis: Axis;
  readonly yAxis: Axis;
}

/** The outlines of a trace's areas, given the pieces of its line in pixels. */
export function areasOf(pieces: readonly (readonly Point[])[], { fill, before, shape, xAxis, yAxis }: Fill): string[] {
  const base = (axis: Axis) => (axis.kind === "log" ? axis.pixels[0] : pixelOf(axis, 0));
  if (fill === "toself" || fill === "tonext") return pieces.map((piece) => polyline(piece, true));
  if (fill === "tozeroy" || (fill === "tonexty" && before === undefined)) {
    return pieces.map((piece) =>
      polyline([...piece, [piece.at(-1)?.[0] ?? 0, base(yAxis)], [piece[0]?.[0] ?? 0, base(yAxis)]], true),
    );
  }
  if (fill === "tozerox" || (fill === "tonextx" && before === undefined)) {
    return pieces.map((piece) =>
      polyline([...piece, [base(xAxis), piece.at(-1)?.[1] ?? 0], [base(xAxis), piece[0]?.[1] ?? 0]], true),
    );
  }
  if (!/^tonext[xy]$/.test(fill) || before === undefined) return [];
  const other = piecesOf(
    before.x.map((at) => pixelOf(xAxis, at)),
    before.y.map((at) => pixelOf(yAxis, at)),
    true,
  );
  const back = stepped(other.flat(), shape);
  return [polyline([...pieces.flat(), ...[...back].reverse()], true)];
}
