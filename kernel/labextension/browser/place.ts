/**
 * Place: how wide a figure of a given size is drawn in the room there is, and how much it is then made smaller.
 *
 * A figure that gives no width, or no height, fits its place by itself, and so is left to Plotly. A width is kept where there is room for
 * it; with `autosize` besides, it is the least, and the figure takes all the room. Where there is less, the picture is made smaller as a
 * whole, so that no label runs into another.
 * Limits: not below half of its size, where nothing could be read; a figure wider than that can be moved sideways.
 */
import type { JsonRecord } from "./json-record.ts";

export interface Place {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

const LEAST_SCALE = 0.5;

/** Undefined if the figure leaves a side of its own to the space there is. */
export function placeOf({ width, height, autosize }: JsonRecord, room: number): Place | undefined {
  if (typeof width !== "number" || typeof height !== "number") return undefined;
  const drawn = autosize === true ? Math.max(width, room) : width;
  return { width: drawn, height, scale: Math.max(LEAST_SCALE, Math.min(1, room / drawn)) };
}
