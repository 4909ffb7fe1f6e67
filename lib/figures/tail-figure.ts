/**
 * Tail figure: probabilities of exceeding a threshold, on a log axis where exponential tails are straight lines, with their bounds.
 */
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import { composePanels } from "./panels.ts";
import { rowsOf, type SeriesAxis, type SeriesFigure, seriesPanels, usualPlacing } from "./series-panels.ts";

export interface TailFigure extends SeriesFigure {
  readonly x: Omit<SeriesAxis, "scale"> & { readonly scale?: "linear" | "log" };
  /** "tail probability", unless it is another. */
  readonly y?: Omit<SeriesAxis, "scale">;
}

export function tailFigure(parts: TailFigure): Figure {
  const { size, columns } = usualPlacing(parts);
  const panels = seriesPanels(parts.panels, {
    x: { scale: "linear", ...parts.x },
    y: { label: "tail probability", ...parts.y, scale: "log" },
  });
  const rows = rowsOf(panels, columns);
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: columns === 1 ? 0.75 : 1 })) });
  return figure({ kind: "tail", caption: captionWith(parts), ...grid });
}
