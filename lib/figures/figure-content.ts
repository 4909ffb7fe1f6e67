/**
 * What is stored of a figure: its kind, its caption, and Plotly's data and layout.
 */
import type { Layout, Trace } from "./plotly.ts";

export const FIGURE_KINDS = ["trade-off", "rate", "coverage", "verdict-grid", "density", "tail"] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

export interface FigureContent {
  readonly kind: FigureKind;
  readonly caption: string;
  readonly data: readonly Trace[];
  readonly layout: Layout;
}
