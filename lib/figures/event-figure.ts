/**
 * Event figure: histograms of what two neighbours give, over one axis of bins or of cells, with the event that an audit chose marked.
 *
 * Each histogram is an outline; the event is the shaded part of the axis. An event that is rare under both is shown on a log axis.
 * Limits: a bin without outputs ends at the foot of a log axis, which is at most a third of the least share, so that none looks empty.
 */
import { leastOf } from "../numerics/extremes.ts";
import { arrayOf, declare, finite, flag, group, optional, type ParametersOf, text } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { linearRange, logRange } from "./axis-range.ts";
import { captionWith } from "./caption.ts";
import { type Figure, figure } from "./figure.ts";
import type { PanelAxis } from "./panel-grid.ts";
import { composePanels } from "./panels.ts";
import { areaTrace, range as ends, lineTrace } from "./series.ts";
import { axisLabel, figureText } from "./series-panels.ts";
import { REFERENCE, seriesStyle } from "./theme.ts";
import { powerOfTen } from "./ticks.ts";

/** How many times the least share is above the foot of a log axis. */
const FOOT = 3;
/** Beside the first and the last cell. */
const CELL_AIR = 0.1;

const eventBin = declare({
  lower: finite,
  upper: finite,
  /** Of a cell. */
  name: optional(text),
});

export interface EventBin extends ParametersOf<typeof eventBin> {}

const eventHistogram = declare({ name: text, shares: arrayOf(finite) });

export interface EventHistogram extends ParametersOf<typeof eventHistogram> {}

const eventFigureParts = declare({
  ...figureText,
  x: group(declare(axisLabel)),
  /** From left to right: neighbouring bins of numbers, or cells, which have a name. */
  bins: arrayOf(group(eventBin)),
  /** The share of each bin, of both neighbours. */
  histograms: arrayOf(group(eventHistogram)),
  /** The parts of the axis that are the event. */
  event: arrayOf(ends, 0),
  /** Whether shares are on a log axis. */
  isRare: flag,
});

export interface EventFigure extends ParametersOf<typeof eventFigureParts> {}

export function eventFigure(parts: EventFigure): Figure {
  eventFigureParts.read(parts);
  const { bins, histograms, event, isRare, size = "one-column" } = parts;
  for (const { name, shares } of histograms)
    if (shares.length !== bins.length) refuse(`shares of "${name}"`, `as many as bins, ${bins.length}`, shares.length);
  const all = histograms.flatMap(({ shares }) => shares);
  const isLog = isRare && all.some((share) => share > 0);
  const range = isLog
    ? logRange([...all, leastOf(all.filter((share) => share > 0)) / FOOT])
    : linearRange([0, ...all], { least: 0 });
  const [foot, top] = isLog ? [powerOfTen(range[0]), powerOfTen(range[1])] : range;
  const named = bins.filter(({ name }) => name !== undefined);
  const ticks = {
    values: named.map(({ lower, upper }) => (lower + upper) / 2),
    texts: named.map(({ name }) => String(name)),
  };
  const [start, end] = [bins[0].lower, bins[bins.length - 1].upper];
  const air = named.length === 0 ? 0 : CELL_AIR;
  const x: PanelAxis = {
    ...parts.x,
    scale: "linear",
    range: [start - air, end + air],
    ...(named.length === 0 ? {} : { ticks, tickAngle: -90 as const, grid: false }),
  };
  const y: PanelAxis = { label: "share of the outputs", scale: isLog ? "log" : "linear", range };
  const areas = event.map(([lower, upper], k) => {
    const corners = { x: [lower, upper, upper, lower], y: [foot, foot, top, top] };
    return { ...areaTrace({ name: "event", ...corners }, REFERENCE), legendgroup: "event", showlegend: k === 0 };
  });
  const outlines = histograms.map(({ name, shares }, order) => {
    const { color, dash } = seriesStyle(order);
    const corners = bins.flatMap(({ lower, upper }, k) => {
      const height = Math.max(foot, shares[k]);
      const isApart = k > 0 && bins[k - 1].upper < lower;
      const fall = isApart ? [[bins[k - 1].upper, foot] as const, [lower, foot] as const] : [];
      return [...fall, [lower, height] as const, [upper, height] as const];
    });
    // Cells stand apart, also from the ends of the axis.
    const ends = named.length > 0 ? [[start, foot] as const, ...corners, [end, foot] as const] : corners;
    const [xs, ys] = [ends.map(([at]) => at), ends.map(([, height]) => height)];
    return lineTrace({ name, x: xs, y: ys }, { color, dash: order === 0 ? "solid" : dash }, { x, y });
  });
  const panel = { x, y, traces: [...areas, ...outlines] };
  const grid = composePanels({ size, rows: [[panel]], heights: [{ aspect: 0.6 }] });
  return figure({ kind: "density", caption: captionWith(parts), ...grid });
}
