/**
 * Tail figure: probabilities of exceeding a threshold, on a log axis where exponential tails are straight lines, with their bounds.
 */
import { declare, group, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import { composePanels } from "./panels.ts";
import { plainAxis, rowsOf, seriesFigure, seriesPanels, usualPlacing } from "./series-panels.ts";

const tailFigureParts = declare({
  ...seriesFigure,
  x: group(declare({ ...plainAxis.declared, scale: optional(oneOf("linear", "log"), "linear") })),
  /** "tail probability", unless it is another. */
  y: optional(group(plainAxis)),
});

export interface TailFigure extends ParametersOf<typeof tailFigureParts> {}

export function tailFigure(parts: TailFigure): Figure {
  tailFigureParts.read(parts);
  const { size, columns } = usualPlacing(parts);
  const panels = seriesPanels(parts.panels, {
    x: { ...parts.x, scale: parts.x.scale ?? "linear" },
    y: { label: "tail probability", ...parts.y, scale: "log" },
  });
  const rows = rowsOf(panels, columns);
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: columns === 1 ? 0.75 : 1 })) });
  return figure({ kind: "tail", caption: captionWith(parts), ...grid });
}
