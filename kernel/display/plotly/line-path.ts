/**
 * Line path: many points as few as the picture can show.
 *
 * Method: of the points that follow each other inside one column of pixels, the first, the lowest, the highest and the last are kept
 * (Jugel, Jerzak, Hackenbroich, Markl, VLDB 2014: a line drawn through these has the same pixels). Markers keep one for each cell of a
 * grid, which is made coarser until they are few enough; it is as dark as all those it stands for,
 * and no smaller than its cell.
 * Limits: a line that is still longer than a million pixels is thinned evenly.
 */
import { coordinate, type Point } from "./svg.ts";

const SHORT = 2000;
const MOST_PIECES = 20_000;
/** In pixels: more than a line through every column from the bottom to the top needs. */
const LONGEST = 1e6;
const MOST_MARKERS = 8000;

/** The points in pieces: a point that is not finite ends one, unless gaps are to be bridged. */
export function piecesOf(xs: Float64Array, ys: Float64Array, bridged: boolean): Point[][] {
  const isShort = xs.length < SHORT;
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  let first = -1;
  let [lowest, highest, last] = [0, 0, 0];
  const add = (k: number) => piece.push([xs[k] as number, ys[k] as number]);
  const endColumn = () => {
    if (first < 0) return;
    for (const k of new Set([first, Math.min(lowest, highest), Math.max(lowest, highest), last])) add(k);
    first = -1;
  };
  for (let k = 0; k < xs.length; k++) {
    if (!Number.isFinite(xs[k]) || !Number.isFinite(ys[k])) {
      if (bridged) continue;
      endColumn();
      piece = [];
      continue;
    }
    if (first < 0 && piece.length === 0) pieces.push(piece);
    const isSame = first >= 0 && !isShort && Math.floor(xs[k] as number) === Math.floor(xs[first] as number);
    if (!isSame) {
      endColumn();
      first = lowest = highest = k;
    }
    if ((ys[k] as number) < (ys[lowest] as number)) lowest = k;
    if ((ys[k] as number) > (ys[highest] as number)) highest = k;
    last = k;
  }
  endColumn();
  return isShort ? pieces : shortened(pieces);
}

/** Every so many points, where all together would be too long a line to draw. */
function shortened(pieces: Point[][]): Point[][] {
  let length = 0;
  for (const piece of pieces) {
    for (let k = 1; k < piece.length; k++) {
      const [[x0, y0], [x1, y1]] = [piece[k - 1] as Point, piece[k] as Point];
      length += Math.min(5000, Math.hypot(x1 - x0, y1 - y0));
    }
  }
  const stride = Math.ceil(length / LONGEST);
  const few = pieces.slice(0, MOST_PIECES);
  return stride <= 1 ? few : few.map((piece) => piece.filter((_, k) => k % stride === 0 || k === piece.length - 1));
}

/** Points that get a marker, each with how many it stands for. */
export interface Marked {
  readonly chosen: readonly number[];
  /** Width of the cells of which each has one, in pixels; 0 where all points have one. */
  readonly cell: number;
  standsFor(k: number): number;
}

/** Those on the picture, one where many coincide. */
export function markedPoints(xs: Float64Array, ys: Float64Array, isInside: (x: number, y: number) => boolean): Marked {
  let chosen: number[] = [];
  let counts: Float64Array | undefined;
  let width = 0;
  for (let k = 0; k < xs.length; k++) if (isInside(xs[k] as number, ys[k] as number)) chosen.push(k);
  for (let cell = chosen.length > 100_000 ? 2 : 0.5; chosen.length > MOST_MARKERS && cell < 64; cell *= 1.5) {
    counts ??= new Float64Array(xs.length).fill(1);
    width = cell;
    const seen = new Map<number, number>();
    const fewer: number[] = [];
    for (const k of chosen) {
      const key = Math.round((xs[k] as number) / cell) * 65_536 + Math.round((ys[k] as number) / cell);
      const first = seen.get(key);
      if (first !== undefined) counts[first] = (counts[first] as number) + (counts[k] as number);
      else {
        seen.set(key, k);
        fewer.push(k);
      }
    }
    chosen = fewer;
  }
  return { chosen, cell: width, standsFor: (k) => counts?.[k] ?? 1 };
}

/** The corners of steps between the points, by Plotly's names; other shapes are straight. */
export function stepped(points: readonly Point[], shape: string): readonly Point[] {
  if (!/^(?:hv|vh|hvh|vhv)$/.test(shape)) return points;
  return points.flatMap(([x, y], k): Point[] => {
    const [before, above] = points[k - 1] ?? [x, y];
    const [middle, level] = [(before + x) / 2, (above + y) / 2];
    if (k === 0) return [[x, y]];
    if (shape === "hv")
      return [
        [x, above],
        [x, y],
      ];
    if (shape === "vh")
      return [
        [before, y],
        [x, y],
      ];
    if (shape === "hvh")
      return [
        [middle, above],
        [middle, y],
        [x, y],
      ];
    return [
      [before, level],
      [x, level],
      [x, y],
    ];
  });
}

/** A smooth curve through the points, by cubic pieces with the slopes of Catmull and Rom. */
export function smooth(points: readonly Point[], smoothing: number): string {
  const at = (k: number) => points[Math.max(0, Math.min(points.length - 1, k))] as Point;
  const strength = Math.max(0, Math.min(1.3, smoothing)) / 6;
  return points
    .map(([x, y], k) => {
      if (k === 0) return `M${coordinate(x)} ${coordinate(y)}`;
      const [[px, py], [ax, ay], [bx, by]] = [at(k - 1), at(k - 2), at(k + 1)];
      const controls = [
        px + (x - ax) * strength,
        py + (y - ay) * strength,
        x - (bx - px) * strength,
        y - (by - py) * strength,
        x,
        y,
      ];
      return `C${controls.map(coordinate).join(" ")}`;
    })
    .join("");
}
