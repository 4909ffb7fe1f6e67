/**
 * Verdict grid: one cell for each pair of row and column, coloured and signed by its verdict.
 *
 * The text of a cell is shown where it fits; the sign always is. A pair without a cell stays white.
 */
import { largestOf } from "../numerics/extremes.ts";
import { arrayOf, declare, group, oneOf, optional, type ParametersOf, text } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import type { PanelAxis } from "./panel-grid.ts";
import { composePanels } from "./panels.ts";
import type { PanelTrace } from "./series.ts";
import { figureText } from "./series-panels.ts";
import { LINE_HEIGHT, textHeight, textWidth, wrapText } from "./text-width.ts";
import { PAPER, TEXT_FONT, TEXT_SIZE, TITLE_SIZE, widthOf } from "./theme.ts";
import { type GridVerdict, VERDICT_STYLES } from "./verdict-style.ts";

const verdictCell = declare({
  row: text,
  column: text,
  verdict: oneOf(...(Object.keys(VERDICT_STYLES) as GridVerdict[])),
  /** A number, say, to stand beside the sign. */
  text: optional(text),
});

export interface VerdictCell extends ParametersOf<typeof verdictCell> {}

const verdictGridParts = declare({
  ...figureText,
  /** What the rows and the columns are. */
  rowLabel: text,
  columnLabel: text,
  /** From top to bottom, from left to right. */
  rows: arrayOf(text),
  columns: arrayOf(text),
  cells: arrayOf(group(verdictCell), 0),
});

export interface VerdictGrid extends ParametersOf<typeof verdictGridParts> {}

/** Of the width of the figure, what the names of rows may take. */
const MOST_LABEL = 0.4;
const GAP = 0.06;

export function verdictGrid(parts: VerdictGrid): Figure {
  verdictGridParts.read(parts);
  const { rows, columns, size = "one-column" } = parts;
  const texts = rows.map((row) => wrapText(row, { size: TEXT_SIZE, width: MOST_LABEL * widthOf(size) }));
  const labelWidth = largestOf(texts.map((text) => textWidth(text, TEXT_SIZE)));
  const cellHeight = Math.ceil(largestOf(texts.map((text) => textHeight(text, TEXT_SIZE)))) + 6;
  const cellWidth = (widthOf(size) - labelWidth - TITLE_SIZE * LINE_HEIGHT - 24) / columns.length;
  const traces = (Object.keys(VERDICT_STYLES) as GridVerdict[]).flatMap((verdict) =>
    verdictTraces(verdict, parts, cellWidth),
  );
  const panel = { x: columnAxis(parts, cellWidth), y: rowAxis(parts, texts), traces };
  const grid = composePanels({ size, rows: [[panel]], heights: [{ pixels: rows.length * cellHeight }] });
  return figure({ kind: "verdict-grid", caption: captionWith(parts), ...grid });
}

function verdictTraces(verdict: GridVerdict, parts: VerdictGrid, cellWidth: number): PanelTrace[] {
  const cells = parts.cells.filter((cell) => cell.verdict === verdict);
  if (cells.length === 0) return [];
  const { sign, fill, text } = VERDICT_STYLES[verdict];
  const label = (cell: VerdictCell) => {
    const full = cell.text === undefined ? sign : `${sign} ${cell.text}`;
    return textWidth(full, TEXT_SIZE) <= cellWidth * (1 - GAP) - 4 ? full : sign;
  };
  return [
    {
      type: "bar",
      name: `${sign} ${verdict}`,
      x: cells.map(({ column }) => placeIn(parts.columns, "column", column)),
      y: cells.map(() => 1 - GAP),
      base: cells.map(({ row }) => parts.rows.length - 1 - placeIn(parts.rows, "row", row) - (1 - GAP) / 2),
      width: 1 - GAP,
      marker: { color: fill, line: { color: PAPER, width: 0 } },
      text: cells.map(label),
      textposition: "inside",
      insidetextanchor: "middle",
      textangle: 0,
      constraintext: "none",
      textfont: { ...TEXT_FONT, color: text },
    },
  ];
}

function placeIn(labels: readonly string[], name: string, label: string): number {
  const place = labels.indexOf(label);
  return place === -1 ? refuse(`${name} of a cell`, `one of ${labels.join(", ")}`, label) : place;
}

/** Labels stand upright where a word would not fit its cell. */
function columnAxis({ columns, columnLabel }: VerdictGrid, cellWidth: number): PanelAxis {
  const wrapped = columns.map((column) => wrapText(column, { size: TEXT_SIZE, width: cellWidth - 4 }));
  const fits = wrapped.every((label) => textWidth(label, TEXT_SIZE) <= cellWidth - 4);
  return {
    label: columnLabel,
    scale: "linear",
    range: [-0.5, columns.length - 0.5],
    ticks: { values: columns.map((_, place) => place), texts: fits ? wrapped : columns },
    tickAngle: fits ? 0 : -90,
    grid: false,
  };
}

function rowAxis({ rows, rowLabel }: VerdictGrid, texts: readonly string[]): PanelAxis {
  return {
    label: rowLabel,
    scale: "linear",
    range: [-0.5, rows.length - 0.5],
    ticks: { values: rows.map((_, place) => rows.length - 1 - place), texts },
    grid: false,
  };
}
