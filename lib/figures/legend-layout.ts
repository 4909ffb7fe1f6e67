/**
 * Legend layout: names in columns of equal width above the axes, so that Plotly and our renderer place them alike.
 *
 * The sample of a trace takes 30 pixels with 5 on either side, and a row at least 19, as in Plotly's own legend.
 */
import { largestOf } from "../numerics/extremes.ts";
import type { Trace } from "./plotly.ts";
import { LINE_HEIGHT, linesOf, textWidth } from "./text-width.ts";
import { TEXT_SIZE } from "./theme.ts";

export const SAMPLE_WIDTH = 30;
export const SAMPLE_GAP = 5;
const ENTRY_GAP = 8;
const LEAST_ROW = 16;
/** Plotly's legend ends where the rightmost axes do: no figure of ours has a wider margin there. */
export const RIGHT_MARGIN = 24;

interface LegendLayout {
  readonly entries: readonly Trace[];
  readonly entryWidth: number;
  readonly columns: number;
  readonly columnWidth: number;
  readonly rowHeight: number;
  readonly height: number;
}

/** The widest name that fits one column of the legend. */
export function longestName(figureWidth: number): number {
  return figureWidth - SAMPLE_WIDTH - 2 * SAMPLE_GAP - 2 * ENTRY_GAP;
}

/** `size` is that of the letters. */
export function legendLayout(data: readonly Trace[], figureWidth: number, size = TEXT_SIZE): LegendLayout {
  const entries = data
    .filter(({ showlegend }) => showlegend === true)
    .sort((a, b) => (a.legendrank ?? 0) - (b.legendrank ?? 0));
  const widths = entries.map(({ name }) => textWidth(name, size));
  const lines = Math.max(1, largestOf(entries.map(({ name }) => linesOf(name).length)));
  const sample = SAMPLE_WIDTH + 2 * SAMPLE_GAP;
  const room = figureWidth - RIGHT_MARGIN;
  const needed = sample + SAMPLE_GAP + Math.ceil(Math.max(0, largestOf(widths))) + ENTRY_GAP;
  const fitting = Math.max(1, Math.min(entries.length, Math.floor(room / needed)));
  const rows = Math.ceil(entries.length / fitting);
  const columns = rows === 0 ? 1 : Math.ceil(entries.length / rows);
  const columnWidth = rows > 1 ? Math.floor(room / columns) : needed;
  const entryWidth = columnWidth - sample - SAMPLE_GAP;
  const rowHeight = Math.max(LEAST_ROW, Math.ceil(lines * LINE_HEIGHT * size)) + 3;
  return {
    entries,
    entryWidth,
    columns,
    columnWidth,
    rowHeight,
    height: rows * rowHeight + (rows > 0 ? 2 * SAMPLE_GAP : 0),
  };
}
