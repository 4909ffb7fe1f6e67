/**
 * Theme: the colours, strokes, symbols and sizes of every figure.
 *
 * Colours: Okabe and Ito, "Color Universal Design" (2008), and Tol, "Colour schemes" (SRON/EPS/TN/09-002, 2021), picked so that two series
 * differ by at least 9 in CIE lightness: they stay apart in grey. Dashes and symbols differ besides, so that colour is never the only sign.
 * Sizes: 89 and 183 mm are one and two columns of a journal page; at that width the smallest letters are 7 points high.
 * Limits: six series; more cannot be told apart in grey, and are refused.
 */
import { refuse } from "../numerics/requirements.ts";
import type { Dash, Font, MarkerShape } from "./plotly.ts";

interface SeriesStyle {
  readonly color: string;
  readonly dash: Dash;
  readonly symbol: MarkerShape;
}

/** Broken lines: long strokes, dots, both in turn, longer strokes, and a stroke with two dots. */
export const DASHES: readonly Dash[] = [
  "6px,3px",
  "1.5px,2px",
  "7px,2px,1.5px,2px",
  "11px,3px",
  "6px,2px,1.5px,2px,1.5px,2px",
];

export function dashOf(index: number): Dash {
  const dash = DASHES[index];
  if (dash === undefined) refuse("number of broken lines", `at most ${DASHES.length}`, index + 1);
  return dash;
}

export const SERIES_STYLES: readonly SeriesStyle[] = [
  { color: "#0072b2", dash: DASHES[0], symbol: "circle" },
  { color: "#e69f00", dash: DASHES[1], symbol: "square" },
  { color: "#882255", dash: DASHES[2], symbol: "diamond" },
  { color: "#009e73", dash: DASHES[3], symbol: "triangle-up" },
  { color: "#332288", dash: "solid", symbol: "cross" },
  { color: "#a6cee3", dash: DASHES[4], symbol: "x" },
];

export function seriesStyle(index: number): SeriesStyle {
  const style = SERIES_STYLES[index];
  if (style === undefined) refuse("number of series", `at most ${SERIES_STYLES.length}`, index + 1);
  return style;
}

/** Text, exact theory, frames. */
export const INK = "#000000";
/** Limits and reference lines that are not themselves a series. */
export const REFERENCE = "#5a5a5a";
export const GRID = "#e4e4e4";
export const PAPER = "#ffffff";

/** Of a band's colour, how much is seen: light enough that the grid and points show through. */
export const BAND_OPACITY = 0.22;

export const LINE_WIDTH = 1.4;
export const MARKER_SIZE = 5;
export const ERROR_BAR = { thickness: 1, width: 2 } as const;

const POINT = 96 / 72;
export const TEXT_SIZE = 7 * POINT;
export const TITLE_SIZE = 8 * POINT;

export const FONT_FAMILY = "DejaVu Sans Condensed, DejaVu Sans, Arial, sans-serif";
export const TEXT_FONT: Required<Font> = { family: FONT_FAMILY, size: TEXT_SIZE, color: INK };
export const TITLE_FONT: Required<Font> = { ...TEXT_FONT, size: TITLE_SIZE };

export const FIGURE_SIZES = ["one-column", "two-column"] as const;
export type FigureSize = (typeof FIGURE_SIZES)[number];

const MILLIMETRE = 96 / 25.4;

/** Width in pixels. */
export function widthOf(size: FigureSize): number {
  if (size !== "one-column" && size !== "two-column") refuse("size", '"one-column" or "two-column"', size);
  return Math.round((size === "one-column" ? 89 : 183) * MILLIMETRE);
}

/** The colour with an opacity, as rgba(...). */
export function withOpacity(color: string, opacity: number): string {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}
