/**
 * Contour: where the values of a matrix cross levels, as lines and as areas between them.
 *
 * Method: every cell of the grid is four triangles around its middle, in which values are linear; so each is cut by a level in a
 * straight line, and there are no saddles to decide about.
 * Limits: a matrix with more than 160 columns or 120 rows is thinned out; lines are neither smoothed nor labelled; constraints are
 * drawn as levels.
 */
import { type Attributes, flagAt, group, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf, opacityOf, pixelOf } from "./axis.ts";
import { colorOf, fade, opaque } from "./color.ts";
import { colorAt } from "./color-scale.ts";
import { type DrawnTrace, reachOf, type TraceSource } from "./drawn-trace.ts";
import { heatmap, matrixOf } from "./heatmap.ts";
import { dashArray, type Point, path, polyline } from "./svg.ts";

const MOST = { columns: 160, rows: 120 } as const;
const MOST_LEVELS = 200;
const BLACK = opaque(0, 0, 0);

/** A point in pixels and the value there. */
type Corner = readonly [x: number, y: number, z: number];

export function contour(source: TraceSource): DrawnTrace {
  const { settings, colorAxes, values } = source;
  const rows = matrixOf(source).map((row) => row.map(toNumber));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const [xs, ys] = [placesOf(source.x, values.x, width), placesOf(source.y, values.y, rows.length)];
  const { scale: own, colorBar } = colorAxes.scaleOf(settings, "z", rows.flat(), true);
  const how = group(settings, "contours");
  const coloring = textAt(how, "coloring", "fill");
  const levels = levelsOf(settings, [own.low, own.high]);
  const step = levels.length > 1 ? (levels[1] as number) - (levels[0] as number) : own.high - own.low;
  /** The ends of the colours are the outermost levels, or the middles of the areas beyond them. */
  const beyond = coloring === "lines" && levels.length > 1 ? 0 : step / 2;
  const banded = { ...own, low: (levels[0] as number) - beyond, high: (levels.at(-1) as number) + beyond };
  const scale = coloring === "heatmap" ? own : banded;
  const opacity = opacityOf(settings);
  return {
    layer: 0,
    reaches: { x: reachOf(xs, { padded: false }), y: reachOf(ys, { padded: false }) },
    legend: [],
    colorBar: colorBar === undefined || coloring === "none" ? undefined : { ...colorBar, scale },
    draw() {
      const triangles = [...trianglesOf(gridOf())];
      const areas = coloring === "heatmap" ? heatmap(source).draw() : coloring === "fill" ? fills(triangles) : [];
      return [...areas, ...(flagAt(how, "showlines", true) ? lines(triangles) : [])];
    },
  };

  /** With a last row and column, however many are left out. */
  function gridOf(): Corner[][] {
    const kept = (count: number, most: number) => {
      const step = Math.ceil(count / most);
      return Array.from({ length: Math.ceil((count - 1) / step) + 1 }, (_, k) => Math.min(count - 1, k * step));
    };
    const columns = kept(width, MOST.columns);
    return kept(rows.length, MOST.rows).map((row) => {
      const y = pixelOf(source.y, ys[row] as number);
      return columns.map((column) => [pixelOf(source.x, xs[column] as number), y, rows[row]?.[column] ?? Number.NaN]);
    });
  }

  function fills(triangles: readonly (readonly Corner[])[]): string[] {
    const shapes = new Map<number, string>();
    for (const triangle of triangles) {
      const heights = triangle.map(([, , z]) => z);
      const last = bandOf(levels, Math.max(...heights));
      for (let band = bandOf(levels, Math.min(...heights)); band <= last; band++) {
        const between = cut(cut(triangle, levels[band - 1], 1), levels[band], -1);
        if (between.length > 2) shapes.set(band, (shapes.get(band) ?? "") + polyline(between.map(place), true));
      }
    }
    return [...shapes].map(([band, commands]) => {
      const middle = (levels[0] as number) + (band - 0.5) * step;
      return path(commands, { fill: fade(colorAt(scale, middle), opacity), isCrisp: true });
    });
  }

  function lines(triangles: readonly (readonly Corner[])[]): string[] {
    const line = group(settings, "line");
    const thickness = numberAt(line, "width", 0.5);
    const dash = dashArray(textAt(line, "dash"), thickness);
    return levels.map((level) => {
      const commands = triangles.map((triangle) => polyline(crossings(triangle, level))).join("");
      const color = coloring === "lines" ? colorAt(scale, level) : colorOf(line.color, BLACK);
      return path(commands, { stroke: fade(color, opacity), width: thickness, dash });
    });
  }
}

/** The coordinates of the columns or rows; their numbers where they have none. */
function placesOf(axis: Axis, values: readonly unknown[], count: number): number[] {
  const places = values.slice(0, count).map((value) => coordinateOf(axis, value));
  const isWhole = places.length === count && places.every((each) => Number.isFinite(each));
  return isWhole ? places : Array.from({ length: count }, (_, k) => k);
}

/** As told, or some fifteen round numbers strictly inside. */
function levelsOf(settings: Attributes, [low, high]: readonly [number, number]): number[] {
  const how = group(settings, "contours");
  const wanted = Math.max(1, numberAt(settings, "ncontours", 15));
  const round = roundStep((high - low) / wanted);
  const isTold = settings.autocontour === false || how.start !== undefined || how.end !== undefined;
  const step = isTold ? Math.abs(numberAt(how, "size", round)) || round : round;
  const start = isTold ? numberAt(how, "start", Math.ceil(low / step) * step) : (Math.floor(low / step) + 1) * step;
  const end = isTold ? numberAt(how, "end", high) : (Math.ceil(high / step) - 1) * step;
  const count = Math.min(MOST_LEVELS, Math.floor((end - start) / step + 1.1));
  return count < 1 ? [(low + high) / 2] : Array.from({ length: count }, (_, k) => start + k * step);
}

/** 2, 5 or 10 times a power of ten, the next that is not smaller. */
function roundStep(rough: number): number {
  let unit = 1;
  while (unit > rough) unit /= 10;
  while (unit * 10 <= rough) unit *= 10;
  return unit * ([2, 5].find((factor) => factor * unit >= rough) ?? 10);
}

/** How many levels are not above the value. */
function bandOf(levels: readonly number[], value: number): number {
  const above = levels.findIndex((level) => level > value);
  return above < 0 ? levels.length : above;
}

function* trianglesOf(grid: readonly (readonly Corner[])[]): Generator<readonly Corner[]> {
  for (let row = 0; row + 1 < grid.length; row++) {
    const [near, far] = [grid[row] as readonly Corner[], grid[row + 1] as readonly Corner[]];
    for (let column = 0; column + 1 < near.length; column++) {
      const around = [near[column], near[column + 1], far[column + 1], far[column]] as readonly Corner[];
      if (!around.every(([x, y, z]) => Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) continue;
      const middle = [0, 1, 2].map((part) => around.reduce((sum, corner) => sum + (corner[part] as number) / 4, 0));
      for (let k = 0; k < 4; k++) {
        yield [around[k] as Corner, around[(k + 1) % 4] as Corner, middle as unknown as Corner];
      }
    }
  }
}

/** What of a polygon is not below a level, or not above it where the sign is negative; all of it where there is no level. */
function cut(polygon: readonly Corner[], level: number | undefined, sign: 1 | -1): readonly Corner[] {
  if (level === undefined) return polygon;
  return polygon.flatMap((from, k) => {
    const to = polygon[(k + 1) % polygon.length] as Corner;
    const [before, after] = [sign * (from[2] - level), sign * (to[2] - level)];
    const crossing = before * after < 0 ? [between(from, to, level)] : [];
    return before >= 0 ? [from, ...crossing] : crossing;
  });
}

/** The two points where a triangle's edges cross a level; none if it does not reach it. */
function crossings(triangle: readonly Corner[], level: number): Point[] {
  return triangle.flatMap((from, k) => {
    const to = triangle[(k + 1) % 3] as Corner;
    return from[2] >= level !== to[2] >= level ? [place(between(from, to, level))] : [];
  });
}

function between(from: Corner, to: Corner, level: number): Corner {
  const part = (level - from[2]) / (to[2] - from[2]);
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]), level];
}

function place([x, y]: Corner): Point {
  return [x, y];
}
