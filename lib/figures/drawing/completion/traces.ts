/**
 * Traces: which kinds are drawn, and those of one pair of axes completed together, since bars depend on each other and areas end at
 * other lines.
 */
import type { Attributes } from "./attributes.ts";
import { textAt } from "./attributes.ts";
import { barSeries, completeBars, isLying } from "./bars.ts";
import { boxValues, completeBoxes } from "./boxes.ts";
import type { CompletedTrace, TraceSource } from "./completed-trace.ts";
import { completeHeatmap, heatmapValues } from "./heatmap.ts";
import { histogramSeries, histogramValues, sampleLetter } from "./histogram.ts";
import { completeScatter, scatterValues } from "./scatter.ts";

const VALUES: Readonly<Record<string, (settings: Attributes, name: string) => TraceSource["values"]>> = {
  scatter: scatterValues,
  scattergl: scatterValues,
  bar: scatterValues,
  histogram: histogramValues,
  heatmap: heatmapValues,
  box: boxValues,
};

/** What a trace says along its axes, as it is written. */
export function traceValues(type: string, settings: Attributes, name: string): TraceSource["values"] {
  return VALUES[type](settings, name);
}

/** In plain words what of a trace cannot be drawn; undefined if it can. */
export function undrawnPart(type: string, settings: Attributes): string | undefined {
  if (!Object.hasOwn(VALUES, type)) return `${type} traces`;
  if (type.startsWith("scatter") && textAt(settings, "stackgroup") !== "") return "stacked areas";
  const count = textAt(settings, "histfunc", "count");
  return type === "histogram" && count !== "count" ? `histograms with histfunc ${count}` : undefined;
}

/** Cells below, then bars, boxes and lines, each in the order of their traces. */
export function completeTraces(sources: readonly TraceSource[]): CompletedTrace[] {
  const ofType = (...types: readonly string[]) => sources.filter(({ type }) => types.includes(type));
  const [bars, histograms] = [ofType("bar"), ofType("histogram")];
  const barsThat = (lie: boolean) => {
    const counted = histogramSeries(histograms.filter(({ settings }) => (sampleLetter(settings) === "y") === lie));
    const standing = bars.filter(({ settings }) => isLying(settings) === lie).map(barSeries);
    const isTight = counted.some(({ source: { x, y } }) => (lie ? y : x).kind !== "category");
    return completeBars([...standing, ...counted], isTight);
  };
  let before: ReturnType<typeof completeScatter> | undefined;
  const lines = ofType("scatter", "scattergl").map((source) => {
    before = completeScatter(source, before?.line);
    return before;
  });
  return [
    ...ofType("heatmap").map(completeHeatmap),
    ...barsThat(false),
    ...barsThat(true),
    ...completeBoxes(ofType("box")),
    ...lines,
  ];
}

/** The axis on which bars or boxes stand, which needs no grid. */
export function standingOn(type: string, settings: Attributes): "x" | "y" | undefined {
  if (type === "histogram") return sampleLetter(settings);
  return type === "bar" || type === "box" ? (isLying(settings) ? "y" : "x") : undefined;
}
