/** Page content: what is to be put on the picture, before it has places. */
import type { Attributes, titleAt } from "./attributes.ts";
import type { Color } from "./color.ts";
import type { ColorBar } from "./color-axis.ts";
import type { Legend } from "./legend.ts";
import type { Pie } from "./pie.ts";
import type { Subplots } from "./subplots.ts";
import type { Box } from "./svg.ts";

export interface PageContent {
  readonly layout: Attributes;
  readonly width: number;
  readonly height: number;
  readonly ink: Color;
  readonly subplots: Subplots;
  readonly pies: readonly Pie[];
  /** Types of traces that are not drawn. */
  readonly missing: readonly string[];
  readonly title: ReturnType<typeof titleAt>;
}

/** What stands around the plot's area. */
export interface Furniture {
  readonly plot: Box;
  readonly bars: readonly ColorBar[];
  readonly legend: Legend | undefined;
}

/** Between the plot and what stands beside it. */
export const GAP = 14;

/** Size of the letters that tell what is not drawn. */
export const NOTE_SIZE = 11;
