/**
 * Density figure: laws over a common axis, and below them the log ratio of two, which differential privacy keeps between -epsilon
 * and epsilon.
 */
import { arrayOf, declare, flag, group, optional, type ParametersOf, positive, text } from "../numerics/parameters.ts";
import { extent, linearRange } from "./axis-range.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import type { Panel, PanelAxis } from "./panel-grid.ts";
import { composePanels } from "./panels.ts";
import {
  type CurveSeries,
  curveSeries,
  type EstimateSeries,
  estimateSeries,
  estimateTraces,
  lineTrace,
} from "./series.ts";
import { axisLabel, figureText } from "./series-panels.ts";
import { DASHES, INK, REFERENCE, seriesStyle } from "./theme.ts";

const lawSeries = declare({
  ...curveSeries.declared,
  /** Whether the line is solid; by default that of the first law is. */
  solid: optional(flag),
});

export interface LawSeries extends ParametersOf<typeof lawSeries> {}

const sampleSeries = declare({
  ...estimateSeries.declared,
  /** The name of the law drawn from, whose colour the points have. */
  of: optional(text),
});

export interface SampleSeries extends ParametersOf<typeof sampleSeries> {}

const densityFigureParts = declare({
  ...figureText,
  x: group(declare(axisLabel)),
  /** "density", or "probability" for laws on points. */
  y: optional(group(declare(axisLabel))),
  /** Exact laws, as lines. */
  laws: arrayOf(group(lawSeries), 0),
  /** Histograms of draws, as points with intervals. */
  samples: optional(arrayOf(group(sampleSeries), 0)),
  logRatio: optional(group(curveSeries)),
  /** The limit that is claimed for the log ratio. */
  epsilon: optional(positive),
});

export interface DensityFigure extends ParametersOf<typeof densityFigureParts> {}

export function densityFigure(parts: DensityFigure): Figure {
  densityFigureParts.read(parts);
  const { laws, samples = [], logRatio, epsilon, size = "one-column" } = parts;
  const all: readonly EstimateSeries[] = [...laws, ...samples, ...(logRatio === undefined ? [] : [logRatio])];
  const places = all.flatMap(({ x }) => Array.from(x));
  const x: PanelAxis = {
    ...parts.x,
    scale: "linear",
    range: extent(places),
  };
  const values = [...laws, ...samples].flatMap(({ y, upper = [] }: EstimateSeries) => [
    ...Array.from(y),
    ...Array.from(upper),
  ]);
  const y: PanelAxis = {
    label: "density",
    ...parts.y,
    scale: "linear",
    range: linearRange([0, ...values], { least: 0 }),
  };
  const names = [...new Set([...laws, ...samples].map((series: SampleSeries) => series.of ?? series.name))];
  const traces = [
    ...laws.map((law, order) => {
      const { color, dash } = seriesStyle(names.indexOf(law.name));
      return lineTrace(law, { color, dash: (law.solid ?? order === 0) ? "solid" : dash }, { x, y });
    }),
    ...samples.flatMap((sample) =>
      estimateTraces(sample, seriesStyle(names.indexOf(sample.of ?? sample.name)), { x, y }),
    ),
  ];
  const density: Panel = { x, y, traces };
  const rows =
    logRatio === undefined
      ? [[density]]
      : [[density], [ratioPanel({ x, logRatio, ...(epsilon !== undefined && { epsilon }) })]];
  const heights = [{ aspect: 0.55 }, { aspect: 0.35 }].slice(0, rows.length);
  return figure({ kind: "density", caption: captionWith(parts), ...composePanels({ size, rows, heights }) });
}

function ratioPanel({
  x,
  logRatio,
  epsilon,
}: {
  readonly x: PanelAxis;
  readonly logRatio: CurveSeries;
  readonly epsilon?: number;
}): Panel {
  const limits = epsilon === undefined ? [] : [-epsilon, epsilon];
  const y: PanelAxis = {
    label: "log ratio",
    scale: "linear",
    range: linearRange([...Array.from(logRatio.y), ...limits]),
  };
  const scales = { x, y };
  return {
    x,
    y,
    traces: [
      ...limits.map((limit) =>
        lineTrace({ name: "limit ±ε", x: x.range, y: [limit, limit] }, { color: REFERENCE, dash: DASHES[0] }, scales),
      ),
      lineTrace(logRatio, { color: INK, dash: "solid" }, scales),
    ],
  };
}
