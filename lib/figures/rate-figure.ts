/**
 * Rate figure: how a quantity grows or falls, on log-log axes where a power law is a straight line, with its bounds.
 */
import { declare, group, type ParametersOf } from "../numerics/parameters.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import { composePanels } from "./panels.ts";
import { plainAxis, rowsOf, seriesFigure, seriesPanels, usualPlacing } from "./series-panels.ts";

const rateFigureParts = declare({ ...seriesFigure, x: group(plainAxis), y: group(plainAxis) });

export interface RateFigure extends ParametersOf<typeof rateFigureParts> {}

export function rateFigure(parts: RateFigure): Figure {
  rateFigureParts.read(parts);
  const { size, columns } = usualPlacing(parts);
  const panels = seriesPanels(parts.panels, { x: { ...parts.x, scale: "log" }, y: { ...parts.y, scale: "log" } });
  const rows = rowsOf(panels, columns);
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: columns === 1 ? 0.75 : 1 })) });
  return figure({ kind: "rate", caption: captionWith(parts), ...grid });
}
