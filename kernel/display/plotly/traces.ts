/**
 * Traces: which kinds are drawn, what their values mean to their axes, and those of one subplot made ready together.
 */
import { entryOf, group, textAt } from "./attributes.ts";
import { barSeries, barValues, drawnBars } from "./bars.ts";
import { boxLies, boxValues, drawnBoxes } from "./boxes.ts";
import { contour } from "./contour.ts";
import type { DrawnTrace, TraceSource, TraceValues } from "./drawn-trace.ts";
import { heatmap, heatmapValues } from "./heatmap.ts";
import { histogramSeries, sampleOf } from "./histogram.ts";
import { scatter, scatterValues } from "./scatter.ts";
import type { ScatterPoints } from "./scatter-markers.ts";

const VALUES: Readonly<Record<string, (source: Pick<TraceSource, "settings" | "name">) => TraceValues>> = {
  scatter: scatterValues,
  scattergl: scatterValues,
  bar: barValues,
  histogram: (source) => {
    const { letter, values } = sampleOf(source);
    return letter === "x" ? { x: values, y: [] } : { x: [], y: values };
  },
  heatmap: heatmapValues,
  contour: heatmapValues,
  box: boxValues,
  violin: boxValues,
};

export function isCartesian(type: string): boolean {
  return Object.hasOwn(VALUES, type);
}

/** By these an axis knows its kind and its categories. */
export function valuesOf(type: string, source: Pick<TraceSource, "settings" | "name">): TraceValues {
  return entryOf(VALUES, type)?.(source) ?? { x: [], y: [] };
}

/** The traces of one pair of axes, in their order. */
export function drawnTraces(sources: readonly TraceSource[]): DrawnTrace[] {
  const ready = new Map<TraceSource, DrawnTrace>();
  const keep = (chosen: readonly TraceSource[], drawn: readonly DrawnTrace[]) => {
    for (const [k, source] of chosen.entries()) ready.set(source, drawn[k] as DrawnTrace);
  };
  const ofType = (...types: readonly string[]) => sources.filter(({ type }) => types.includes(type));
  const standing = ofType("bar", "histogram");
  for (const isLying of [false, true]) {
    const chosen = standing.filter((source) => lies(source) === isLying);
    const histograms = chosen.filter(({ type }) => type === "histogram");
    const binned = histogramSeries(histograms);
    const series = chosen.map((source) =>
      source.type === "bar" ? barSeries(source) : binned[histograms.indexOf(source)],
    ) as ReturnType<typeof histogramSeries>;
    const isTight = histograms.length > 0 && histograms.every(({ x, y }) => (isLying ? y : x).kind !== "category");
    keep(chosen, drawnBars(series, isTight));
  }
  keep(ofType("box"), drawnBoxes(ofType("box")));
  keep(ofType("violin"), drawnBoxes(ofType("violin")));
  keep(ofType("heatmap"), ofType("heatmap").map(heatmap));
  keep(ofType("contour"), ofType("contour").map(contour));
  const lines = ofType("scatter", "scattergl");
  keep(lines, drawnScatters(lines));
  return sources.flatMap((source) => ready.get(source) ?? []);
}

function lies({ type, settings }: Pick<TraceSource, "type" | "settings">): boolean {
  const told = textAt(settings, "orientation");
  if (told === "h" || told === "v") return told === "h";
  const [hasX, hasY] = [settings.x !== undefined, settings.y !== undefined];
  return type === "bar" ? hasX && !hasY : hasY && !hasX;
}

/** The direction in which bars and boxes stand side by side, which needs no grid. */
export function standingOn(source: Pick<TraceSource, "type" | "settings">): "x" | "y" | undefined {
  if (source.type === "bar" || source.type === "histogram") return lies(source) ? "y" : "x";
  if (source.type === "box" || source.type === "violin") return boxLies(source) ? "y" : "x";
  return undefined;
}

/** Areas end at the trace before, stacked ones at the sum of those before in their stack. */
function drawnScatters(sources: readonly TraceSource[]): DrawnTrace[] {
  const stacks = new Map<string, { readonly sums: Map<number, number>; last?: ScatterPoints }>();
  let before: ScatterPoints | undefined;
  return sources.map((source) => {
    const name = textAt(source.settings, "stackgroup");
    if (name === "") {
      const drawn = scatter(source, before);
      before = drawn.points;
      return drawn;
    }
    const stack = stacks.get(name) ?? { sums: new Map<number, number>() };
    stacks.set(name, stack);
    const drawn = scatter(source, stack.last, stack.sums);
    stack.last = drawn.points;
    before = drawn.points;
    return drawn;
  });
}

/** Shown in the legend unless the trace says otherwise. */
export function isNamed({ settings }: TraceSource): boolean {
  return settings.showlegend !== false && group(settings, "marker").showlegend !== false;
}
