/**
 * Panel places: where each panel of a grid lies, in pixels.
 *
 * Method: all panels have one width. To the left of a column is room for the widest labels and title there, below a row for the
 * highest; and two panels stand so far apart that the labels at their ends do not meet.
 */
import { largestOf } from "../numerics/extremes.ts";
import { refuse } from "../numerics/requirements.ts";
import { labelWidthBelow, roomBelow, roomLeft } from "./panel-axis.ts";
import type { PanelGrid } from "./panel-grid.ts";
import { textHeight, wrapText } from "./text-width.ts";
import { TITLE_SIZE } from "./theme.ts";

interface PanelPlaces {
  readonly height: number;
  readonly margin: Readonly<Record<"l" | "r" | "t" | "b", number>>;
  /** In the order of the rows. */
  readonly boxes: readonly Readonly<Record<"row" | "column" | "left" | "top" | "width" | "height", number>>[];
}

const EDGE = 8;
const GUTTER = 12;
const LEAST_WIDTH = 40;
const PASSES = 3;

/** `head` is what the legend takes above all panels. */
export function placePanels(
  grid: PanelGrid,
  { width, head }: { readonly width: number; readonly head: number },
): PanelPlaces {
  const { rows } = grid;
  const columns = largestOf(rows.map((row) => row.length));
  let sides = sidesOf(grid, { width, columns, panelWidth: (width / columns) * 0.75 });
  for (let pass = 1; pass < PASSES; pass++) sides = sidesOf(grid, { width, columns, panelWidth: sides.panelWidth });
  const { lefts, panelWidth } = sides;

  const heights = rows.map((_, r) => heightOf(grid, r, panelWidth));
  const tops = rows.map((row) => Math.max(EDGE, largestOf(row.map(({ title }) => titleRoom(title, panelWidth)))));
  const bottoms = rows.map((row, r) => Math.max(4, largestOf(row.map((_, c) => roomBelow(rows, [r, c], panelWidth)))));
  const rowTop = (r: number) => head + sum(tops.slice(0, r + 1)) + sum(heights.slice(0, r)) + sum(bottoms.slice(0, r));
  const last = rows.length - 1;
  return {
    height: rowTop(last) + heights[last] + bottoms[last],
    margin: { l: lefts[0], r: width - sum(lefts) - columns * panelWidth, t: rowTop(0), b: bottoms[last] },
    boxes: rows.flatMap((row, r) =>
      row.map((_, c) => ({
        row: r,
        column: c,
        left: sum(lefts.slice(0, c + 1)) + c * panelWidth,
        top: rowTop(r),
        width: panelWidth,
        height: heights[r],
      })),
    ),
  };
}

/** The title of a panel, broken to its width. */
export function panelTitleText(title: string, panelWidth: number): string {
  return wrapText(title, { size: TITLE_SIZE, width: panelWidth });
}

function titleRoom(title: string | undefined, panelWidth: number): number {
  return title === undefined ? 0 : Math.ceil(textHeight(panelTitleText(title, panelWidth), TITLE_SIZE)) + 6;
}

/** The width of panels leaves the labels their room, and settles which labels there are; so it is found in a few passes. */
function sidesOf(
  grid: PanelGrid,
  { width, columns, panelWidth }: Readonly<Record<"width" | "columns" | "panelWidth", number>>,
): { readonly lefts: readonly number[]; readonly panelWidth: number } {
  const { rows } = grid;
  const widest = largestOf(rows.flatMap((row, r) => row.map((_, c) => labelWidthBelow(rows, [r, c], panelWidth))));
  const right = Math.ceil(Math.max(EDGE, widest / 2 + 2));
  const lefts = Array.from({ length: columns }, (_, column) => {
    const least = column === 0 ? right : Math.max(GUTTER, widest + 6);
    return Math.ceil(
      Math.max(least, largestOf(rows.map((row, r) => roomLeft(row, column, heightOf(grid, r, panelWidth))))),
    );
  });
  const left = Math.floor((width - right - sum(lefts)) / columns);
  if (left < LEAST_WIDTH) refuse("columns", `fewer: the labels leave ${left} pixels for a panel`, columns);
  return { lefts, panelWidth: left };
}

function heightOf({ heights }: PanelGrid, row: number, panelWidth: number): number {
  const height = heights[row];
  return "pixels" in height ? height.pixels : Math.round(height.aspect * panelWidth);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
