/**
 * Marker: the symbols of points, with Plotly's names and proportions.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { MarkerShape, ScatterTrace } from "../plotly.ts";
import { PAPER } from "../theme.ts";
import { coordinate, type Point, path, polyline } from "./svg.ts";

type Outline = (radius: number) => readonly Point[];

const OUTLINES: Readonly<Record<Exclude<MarkerShape, "circle">, Outline>> = {
  square: (r) => corners([-r, -r], [r, -r], [r, r], [-r, r]),
  diamond: (r) => corners([0, -1.3 * r], [1.3 * r, 0], [0, 1.3 * r], [-1.3 * r, 0]),
  "triangle-up": (r) => corners([0, -r], [1.15 * r, r * 0.9], [-1.15 * r, r * 0.9]),
  "triangle-down": (r) => corners([0, r], [-1.15 * r, -r * 0.9], [1.15 * r, -r * 0.9]),
  cross: (r) => plus(1.2 * r, 0.4 * r),
  x: (r) => plus(1.2 * r, 0.4 * r).map(([x, y]): Point => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]),
};

export function marker(style: NonNullable<ScatterTrace["marker"]>, [x, y]: Point): string {
  const open = style.symbol.endsWith("-open");
  const shape = style.symbol.replace("-open", "");
  const radius = style.size / 2;
  return path(outline(shape, radius, [x, y]), { fill: open ? PAPER : style.color, stroke: style.line });
}

function outline(shape: string, radius: number, [x, y]: Point): string {
  if (shape === "circle") {
    const arc = (to: number) => `A${coordinate(radius)} ${coordinate(radius)} 0 1 1 ${coordinate(to)} ${coordinate(y)}`;
    return `M${coordinate(x - radius)} ${coordinate(y)}${arc(x + radius)}${arc(x - radius)}Z`;
  }
  const points = (OUTLINES as Readonly<Record<string, Outline | undefined>>)[shape]?.(radius);
  if (points === undefined)
    refuse("marker.symbol", `one of circle, ${Object.keys(OUTLINES).join(", ")}, or one of these with -open`, shape);
  return polyline(
    points.map(([dx, dy]): Point => [x + dx, y + dy]),
    { closed: true },
  );
}

function corners(...points: Point[]): readonly Point[] {
  return points;
}

function plus(arm: number, half: number): readonly Point[] {
  const quarter = corners([half, -half], [half, -arm], [-half, -arm]);
  const turn = (points: readonly Point[]) => points.map(([x, y]): Point => [y, -x]);
  const second = turn(quarter);
  const third = turn(second);
  return [...quarter, ...second, ...third, ...turn(third)];
}
