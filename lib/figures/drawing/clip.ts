/**
 * Clip: the part of a line or an area inside a rectangle.
 *
 * Sources: Liang and Barsky (ACM Transactions on Graphics 3, 1984) for segments; Sutherland and Hodgman (CACM 17, 1974) for areas.
 */
import type { Point } from "./svg.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line may fall into several pieces. */
export function clipLine(points: readonly Point[], box: Box): Point[][] {
  const pieces: Point[][] = [];
  for (let k = 1; k < points.length; k++) {
    const segment = clipSegment(points[k - 1], points[k], box);
    if (segment === undefined) continue;
    const last = pieces.at(-1)?.at(-1);
    if (last !== undefined && last[0] === segment[0][0] && last[1] === segment[0][1]) pieces.at(-1)?.push(segment[1]);
    else pieces.push([...segment]);
  }
  return pieces;
}

function clipSegment(from: Point, to: Point, box: Box): readonly [Point, Point] | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  const edges: readonly Point[] = [
    [-dx, from[0] - box.left],
    [dx, box.right - from[0]],
    [-dy, from[1] - box.top],
    [dy, box.bottom - from[1]],
  ];
  for (const [direction, distance] of edges) {
    if (direction === 0 && distance < 0) return undefined;
    if (direction < 0) enter = Math.max(enter, distance / direction);
    if (direction > 0) leave = Math.min(leave, distance / direction);
  }
  if (enter > leave) return undefined;
  const at = (share: number): Point =>
    share === 0 ? from : share === 1 ? to : [from[0] + share * dx, from[1] + share * dy];
  return [at(enter), at(leave)];
}

/** An area stays one area: where it leaves the box it follows the border. */
export function clipArea(corners: readonly Point[], box: Box): Point[] {
  let area: readonly Point[] = corners;
  area = cut(area, ([x]) => x - box.left);
  area = cut(area, ([x]) => box.right - x);
  area = cut(area, ([, y]) => y - box.top);
  area = cut(area, ([, y]) => box.bottom - y);
  return [...area];
}

/** The part where a linear function is not negative. */
function cut(corners: readonly Point[], inside: (point: Point) => number): Point[] {
  return corners.flatMap((corner, k) => {
    const previous = corners.at(k - 1) as Point;
    const [before, now] = [inside(previous), inside(corner)];
    const share = before / (before - now);
    const crossing: Point = [
      previous[0] + share * (corner[0] - previous[0]),
      previous[1] + share * (corner[1] - previous[1]),
    ];
    if (now >= 0) return before < 0 ? [crossing, corner] : [corner];
    return before >= 0 ? [crossing] : [];
  });
}
