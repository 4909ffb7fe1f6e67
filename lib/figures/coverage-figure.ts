/**
 * Coverage figure: estimated probabilities against a parameter, with their intervals, beside the nominal level.
 *
 * The axis of probabilities shows the part in use, not all of [0, 1]: coverage is judged near its level.
 */
import { requireProbability } from "../numerics/requirements.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import { composePanels } from "./panels.ts";
import { panelAxis, rowsOf, type SeriesAxis, type SeriesFigure, seriesPanels, usualPlacing } from "./series-panels.ts";
import { powerOfTen } from "./ticks.ts";

export interface CoverageFigure extends SeriesFigure {
  readonly x: SeriesAxis;
  /** "coverage probability", unless it is another. */
  readonly y?: Omit<SeriesAxis, "scale">;
  /** The level claimed. */
  readonly nominal: number;
}

export function coverageFigure(parts: CoverageFigure): Figure {
  const { nominal } = parts;
  requireProbability({ nominal });
  const { size, columns } = usualPlacing(parts);
  const { range, scale } = panelAxis(
    parts.x,
    parts.panels.flatMap(({ estimates = [], theory = [] }) =>
      [...estimates, ...theory].flatMap(({ x }) => Array.from(x)),
    ),
  );
  const ends = scale === "log" ? range.map(powerOfTen) : [...range];
  const level = { name: `nominal level ${nominal}`, x: ends, y: [nominal, nominal], role: "bound" } as const;
  const panels = seriesPanels(
    parts.panels.map((panel) => ({ ...panel, theory: [...(panel.theory ?? []), level] })),
    {
      x: { ...parts.x, range: [ends[0], ends[1]] },
      y: { label: "coverage probability", least: 0, most: 1, ...parts.y, scale: "linear" },
    },
  );
  const rows = rowsOf(panels, columns);
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: columns === 1 ? 0.65 : 0.9 })) });
  return figure({ kind: "coverage", caption: captionWith(parts), ...grid });
}
