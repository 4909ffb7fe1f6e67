/**
 * Coverage figure: estimated probabilities against a parameter, with their intervals, beside the nominal level or the theory.
 *
 * The axis of probabilities shows the part in use, not all of [0, 1]: coverage is judged near its level.
 */
import {
  declare,
  group,
  optional,
  type ParametersOf,
  probability,
  type RequiredParameter,
  text,
} from "../numerics/parameters.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import { composePanels } from "./panels.ts";
import {
  panelAxis,
  plainAxis,
  rowsOf,
  seriesAxis,
  seriesFigure,
  seriesPanels,
  type TheorySeries,
  usualPlacing,
  valuesOf,
} from "./series-panels.ts";
import { powerOfTen } from "./ticks.ts";

const namedLevel = declare({ name: text, level: probability });

const level: RequiredParameter<number | ParametersOf<typeof namedLevel>> = {
  ...probability,
  read: (value, name) =>
    typeof value === "object" ? namedLevel.read(value as never, name) : probability.read(value, name),
};

const coverageFigureParts = declare({
  ...seriesFigure,
  x: group(seriesAxis),
  /** "coverage probability", unless it is another. */
  y: optional(group(plainAxis)),
  /** The level claimed, with a name if it is not the nominal one. */
  nominal: optional(level),
});

export interface CoverageFigure extends ParametersOf<typeof coverageFigureParts> {}

export function coverageFigure(parts: CoverageFigure): Figure {
  coverageFigureParts.read(parts);
  const { size, columns } = usualPlacing(parts);
  const { range, scale } = panelAxis(parts.x, valuesOf(parts.panels, ["x"]));
  const ends = [
    scale === "log" ? powerOfTen(range[0]) : range[0],
    scale === "log" ? powerOfTen(range[1]) : range[1],
  ] as const;
  const panels = seriesPanels(
    parts.panels.map((panel) => ({ ...panel, theory: [...(panel.theory ?? []), ...levelLines(parts, ends)] })),
    {
      x: { ...parts.x, range: ends },
      y: { label: "coverage probability", least: 0, most: 1, ...parts.y, scale: "linear" },
    },
  );
  const rows = rowsOf(panels, columns);
  const grid = composePanels({ size, rows, heights: rows.map(() => ({ aspect: columns === 1 ? 0.65 : 0.9 })) });
  return figure({ kind: "coverage", caption: captionWith(parts), ...grid });
}

function levelLines({ nominal }: CoverageFigure, ends: readonly [number, number]): TheorySeries[] {
  if (nominal === undefined) return [];
  const line = typeof nominal === "number" ? { name: `nominal level ${nominal}`, level: nominal } : nominal;
  return [{ name: line.name, x: ends, y: [line.level, line.level], role: "bound" }];
}
