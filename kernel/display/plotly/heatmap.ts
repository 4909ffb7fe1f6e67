/**
 * Heatmap: a matrix as coloured cells.
 *
 * Method: the scale is cut into 256 colours, and the cells of each are one shape.
 * Limits: a matrix with more than 240 columns or 180 rows is drawn by the means of blocks of cells; cells are not smoothed.
 */
import { flagAt, group, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf, opacityOf, pixelOf } from "./axis.ts";
import { colorOf, fade, inkOn } from "./color.ts";
import { colorAt } from "./color-scale.ts";
import { type DrawnTrace, reachOf, type TraceSource, type TraceValues } from "./drawn-trace.ts";
import { drawLabel, labelHeight, labelWidth, parseLabel } from "./label.ts";
import { formatNumber, shortNumber } from "./number-format.ts";
import { coordinate, painted } from "./svg.ts";

const MOST = { columns: 240, rows: 180 } as const;
const SHADES = 255;

/** Rows from low to high y. */
export function matrixOf({ settings }: Pick<TraceSource, "settings">): readonly (readonly unknown[])[] {
  const rows = (listAt(settings, "z") ?? []).map((row) => (Array.isArray(row) ? (row as unknown[]) : []));
  if (!flagAt(settings, "transpose", false)) return rows;
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
}

export function heatmapValues(source: Pick<TraceSource, "settings">): TraceValues {
  const rows = matrixOf(source);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const along = (letter: "x" | "y", count: number) => {
    const [start, step] = [numberAt(source.settings, `${letter}0`, 0), numberAt(source.settings, `d${letter}`, 1)];
    return listAt(source.settings, letter) ?? Array.from({ length: count }, (_, k) => start + k * step);
  };
  return { x: along("x", width), y: along("y", rows.length) };
}

export function heatmap(source: TraceSource): DrawnTrace {
  const { settings, colorAxes } = source;
  const rows = matrixOf(source);
  const { values } = source;
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const [xs, ys] = [edgesOf(source.x, values.x, width), edgesOf(source.y, values.y, rows.length)];
  const { scale, colorBar } = colorAxes.scaleOf(settings, "z", rows.flat(), true);
  const opacity = opacityOf(settings);
  const gaps = { x: numberAt(settings, "xgap", 0), y: numberAt(settings, "ygap", 0) };
  return {
    layer: 0,
    reaches: { x: reachOf(xs, { padded: false }), y: reachOf(ys, { padded: false }) },
    legend: [],
    colorBar,
    draw: () => [...drawCells(), ...drawTexts()],
  };

  function drawCells(): string[] {
    const shapes = new Map<number, string>();
    const [across, up] = [Math.ceil(width / MOST.columns), Math.ceil(rows.length / MOST.rows)];
    for (let row = 0; row < rows.length; row += up) {
      for (let column = 0; column < width; column += across) {
        const value = meanOf(rows, { row, column, across, up });
        if (!Number.isFinite(value)) continue;
        const shade = Math.max(
          0,
          Math.min(SHADES, Math.round(((value - scale.low) / (scale.high - scale.low)) * SHADES)),
        );
        const cell = cellAt({
          column,
          row,
          right: Math.min(width, column + across),
          end: Math.min(rows.length, row + up),
        });
        const [x0, x1, y0, y1] = cell.map(coordinate);
        shapes.set(shade, `${shapes.get(shade) ?? ""}M${x0} ${y0}H${x1}V${y1}H${x0}Z`);
      }
    }
    return [...shapes].map(([shade, commands]) => {
      const color = colorAt(scale, scale.low + (shade / SHADES) * (scale.high - scale.low));
      return `<path d="${commands}"${painted({ fill: fade(color, opacity), isCrisp: true })}/>`;
    });
  }

  function cellAt({
    column,
    row,
    right,
    end,
  }: Record<"column" | "row" | "right" | "end", number>): [number, number, number, number] {
    const ends = (
      axis: Axis,
      edges: readonly number[],
      [from, to]: readonly [number, number],
      gap: number,
    ): [number, number] => {
      const pixels = [pixelOf(axis, edges[from] as number), pixelOf(axis, edges[to] as number)];
      return [Math.min(...pixels) + gap / 2, Math.max(...pixels) - gap / 2];
    };
    return [...ends(source.x, xs, [column, right], gaps.x), ...ends(source.y, ys, [row, end], gaps.y)];
  }

  function drawTexts(): string[] {
    const template = textAt(settings, "texttemplate");
    if (template === "" || width * rows.length > 2500) return [];
    const font = group(settings, "textfont");
    const texts = listAt(settings, "text");
    return rows.flatMap((row, k) =>
      row.map((raw, column) => {
        const value = toNumber(raw);
        const [left, right, top, bottom] = cellAt({ column, row: k, right: column + 1, end: k + 1 });
        const own = (texts?.[k] as readonly unknown[] | undefined)?.[column];
        const label = parseLabel(
          template.replace(/%\{(\w+)(?::([^}]*))?\}/g, (_, name: string, format?: string) =>
            name === "text" ? String(own ?? "") : ((format && formatNumber(format, value)) ?? shortNumber(value)),
          ),
        );
        const size = Math.min(
          numberAt(font, "size", 12),
          (right - left) / Math.max(1, labelWidth(label, 1) + 0.3),
          (bottom - top) / labelHeight(label, 1),
        );
        if (!Number.isFinite(value) || size < 5) return "";
        const color = colorOf(font.color, inkOn(colorAt(scale, value)));
        return drawLabel(label, { x: (left + right) / 2, y: (top + bottom) / 2, size, color });
      }),
    );
  }
}

function meanOf(
  rows: readonly (readonly unknown[])[],
  { row, column, across, up }: Record<"row" | "column" | "across" | "up", number>,
): number {
  let [sum, count] = [0, 0];
  for (let r = row; r < row + up; r++) {
    for (let c = column; c < column + across; c++) {
      const value = toNumber(rows[r]?.[c]);
      if (!Number.isFinite(value)) continue;
      sum += value;
      count++;
    }
  }
  return sum / count;
}

/** Between the middles, and as far beyond the outer ones; given themselves if there is one more than cells. */
function edgesOf(axis: Axis, values: readonly unknown[], count: number): number[] {
  const middles = values.slice(0, count + 1).map((value) => coordinateOf(axis, value));
  if (middles.length === count + 1) return middles;
  if (middles.length < count || middles.some((middle) => !Number.isFinite(middle))) {
    return Array.from({ length: count + 1 }, (_, k) => k - 0.5);
  }
  if (count === 1) return [(middles[0] as number) - 0.5, (middles[0] as number) + 0.5];
  const at = (k: number) => middles[k] as number;
  return Array.from({ length: count + 1 }, (_, k) => {
    if (k === 0) return at(0) - (at(1) - at(0)) / 2;
    if (k === count) return at(count - 1) + (at(count - 1) - at(count - 2)) / 2;
    return (at(k - 1) + at(k)) / 2;
  });
}
