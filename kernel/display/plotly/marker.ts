/** Marker: the outline of a symbol. Its size is the diameter in pixels, as in Plotly. */
import { entryOf } from "./attributes.ts";
import { coordinate, type Point, polyline } from "./svg.ts";

export function isOpen(symbol: string): boolean {
  return symbol.includes("-open");
}

/** Unknown symbols are drawn as circles. */
export function markerPath(symbol: string, [x, y]: Point, size: number): string {
  const radius = size / 2;
  const corners = entryOf(OUTLINES, symbol.replace(/(?:-open|-dot)+$/, ""));
  if (corners !== undefined) {
    return corners
      .map((outline) =>
        polyline(
          outline.map(([dx, dy]): Point => [x + dx * radius, y + dy * radius]),
          outline.length > 2,
        ),
      )
      .join("");
  }
  const [r, d] = [coordinate(radius), coordinate(2 * radius)];
  return `M${coordinate(x - radius)} ${coordinate(y)}a${r} ${r} 0 1 1 ${d} 0a${r} ${r} 0 1 1 -${d} 0Z`;
}

/** Symbols that have no inside: only their strokes are seen. */
export function isStroked(symbol: string): boolean {
  return /^(?:line|cross-thin|x-thin|asterisk)/.test(symbol);
}

const [H, T] = [0.9, 0.36];

const PLUS: readonly Point[] = [
  [T, -1.1],
  [T, -T],
  [1.1, -T],
  [1.1, T],
  [T, T],
  [T, 1.1],
  [-T, 1.1],
  [-T, T],
  [-1.1, T],
  [-1.1, -T],
  [-T, -T],
  [-T, -1.1],
];

function turned(outline: readonly Point[], degrees: number): readonly Point[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return outline.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
}

/** Corners on circles of the given radii in turn, the first at the top. */
function ring(count: number, ...radii: readonly number[]): readonly Point[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const radius = radii[k % radii.length] as number;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
}

const TRIANGLE: readonly Point[] = [
  [0, -1.15],
  [1, 0.58],
  [-1, 0.58],
];
const BARS: Readonly<Record<"flat" | "upright", readonly Point[]>> = {
  flat: [
    [-1.2, 0],
    [1.2, 0],
  ],
  upright: [
    [0, -1.2],
    [0, 1.2],
  ],
};

const OUTLINES: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  square: [
    [
      [-H, -H],
      [H, -H],
      [H, H],
      [-H, H],
    ],
  ],
  diamond: [ring(4, 1.25)],
  cross: [PLUS],
  x: [turned(PLUS, 45)],
  "triangle-up": [TRIANGLE],
  "triangle-down": [turned(TRIANGLE, 180)],
  "triangle-left": [turned(TRIANGLE, -90)],
  "triangle-right": [turned(TRIANGLE, 90)],
  pentagon: [ring(5, 1.1)],
  hexagon: [ring(6, 1.1)],
  star: [ring(10, 1.4, 0.54)],
  hexagram: [ring(12, 1.3, 0.75)],
  "cross-thin": [BARS.flat, BARS.upright],
  "x-thin": [turned(BARS.flat, 45), turned(BARS.upright, 45)],
  asterisk: [BARS.flat, BARS.upright, turned(BARS.flat, 45), turned(BARS.upright, 45)],
  "line-ew": [BARS.flat],
  "line-ns": [BARS.upright],
};
