/**
 * A grid of panels as it is asked for: small multiples, their axes and their traces.
 */
import type { AxisScale, PanelTrace } from "./series.ts";
import type { FigureSize } from "./theme.ts";
import type { Ticks } from "./ticks.ts";

export interface PanelAxis extends AxisScale {
  /** What is measured, in words; with the unit where it has one. */
  readonly label: string;
  readonly unit?: string | undefined;
  /** Fixed labels instead of round numbers. */
  readonly ticks?: Ticks;
  /** Where to label, as far as there is room, instead of at round numbers. */
  readonly tickPlaces?: readonly number[];
  readonly tickAngle?: 0 | -90;
  readonly grid?: boolean;
}

export interface Panel {
  readonly title?: string;
  readonly x: PanelAxis;
  readonly y: PanelAxis;
  readonly traces: readonly PanelTrace[];
}

export interface PanelGrid {
  readonly size: FigureSize;
  /** Rows of panels; the last may be shorter. */
  readonly rows: readonly (readonly Panel[])[];
  /** Height of the plotting area of each row: in units of its width, or in pixels. */
  readonly heights: readonly PanelHeight[];
}

type PanelHeight = { readonly aspect: number } | { readonly pixels: number };
