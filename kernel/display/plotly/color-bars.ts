/** Color bars: those of all traces, beside the plot from left to right, or where the layout puts them. */
import { numberAt } from "./attributes.ts";
import type { Color } from "./color.ts";
import type { ColorBar } from "./color-axis.ts";
import { depthOn } from "./draw-axis.ts";
import { colorBarWidth, drawColorBar } from "./draw-color-bar.ts";
import { GAP } from "./page-content.ts";
import type { Subplots } from "./subplots.ts";
import type { Box } from "./svg.ts";

/** The width of the bars to the right of the plot. */
export function widthOfBars(bars: readonly ColorBar[], plot: Box): number {
  return bars
    .filter((bar) => placeOfBar(bar) === undefined)
    .reduce((sum, bar) => sum + colorBarWidth(bar, plot.bottom - plot.top) + GAP, 0);
}

/** Where the layout wants a bar that does not stand to the right of everything. */
function placeOfBar({ settings }: ColorBar): number | undefined {
  const x = numberAt(settings, "x", undefined);
  return x !== undefined && x < 0.99 ? x : undefined;
}

export function colorBarsOf({ list }: Subplots): ColorBar[] {
  return [...new Set(list.flatMap(({ traces }) => traces.flatMap(({ colorBar }) => colorBar ?? [])))];
}

export function drawBars(
  bars: readonly ColorBar[],
  { plot, ink, subplots }: { readonly plot: Box; readonly ink: Color; readonly subplots: Subplots },
): string[] {
  let left = plot.right + depthOn(subplots.placed, "right") + GAP;
  const height = plot.bottom - plot.top;
  return bars.flatMap((bar) => {
    const x = placeOfBar(bar);
    const length = Math.max(0.1, Math.min(1, numberAt(bar.settings, "len", 1))) * height;
    const middle = plot.bottom - Math.max(0, Math.min(1, numberAt(bar.settings, "y", 0.5))) * height;
    const top = Math.max(plot.top, Math.min(plot.bottom - length, middle - length / 2));
    const at = x === undefined ? left : plot.left + x * (plot.right - plot.left);
    if (x === undefined) left += colorBarWidth(bar, length) + GAP;
    return drawColorBar(bar, { left: at, top, bottom: top + length, ink });
  });
}
