/**
 * Axis view: the stretch of an axis that is seen, where its frame lies, and at what it is labelled.
 */
import { largestOf, leastOf } from "../../../numerics/extremes.ts";
import { TITLE_GAP } from "../../panel-axis.ts";
import type { Axis, Font } from "../../plotly.ts";
import { wrapText } from "../../text-width.ts";
import { keepsClear, type TickAxis, type Ticks, ticksOf } from "../../ticks.ts";
import { type Attributes, flagAt, listAt, textAt, titleAt, toNumber } from "./attributes.ts";
import { type AxisScale, coordinateOn, valueOn } from "./axis-scale.ts";
import { dateOf, dateTicks } from "./calendar.ts";
import type { Reach } from "./completed-trace.ts";
import { formatNumber } from "./number-format.ts";
import { plainText, shortened } from "./plain-text.ts";

const AIR = 0.055;
/** Labels of categories beyond this many letters are cut. */
const LONGEST_LABEL = 14;

export interface AxisView {
  readonly axis: AxisScale;
  /** In coordinates; the first end may be the larger one. */
  readonly range: readonly [number, number];
  readonly domain: readonly [number, number];
  /** The axis that it crosses where it is labelled. */
  readonly anchor: string;
  readonly overlaying: string | undefined;
  /** Whether bars or boxes stand on it. */
  readonly isStoodOn: boolean;
}

/** What the layout says, or else all that must be seen. */
export function rangeOf(axis: AxisScale, reaches: readonly Reach[]): readonly [number, number] {
  const [low, high] = seen(axis, reaches);
  const isReversed = textAt(axis.settings, "autorange").includes("reversed");
  const isAutomatic = isReversed || flagAt(axis.settings, "autorange", false);
  const given = isAutomatic ? [] : (listAt(axis.settings, "range") ?? []);
  const [start, end] = [given[0], given[1]].map((value) => endOf(axis, value));
  const range = [Number.isNaN(start) ? low : start, Number.isNaN(end) ? high : end] as const;
  const [from, to] = range[0] === range[1] ? [low, high] : range;
  const wide = widened(Math.min(from, to), Math.max(from, to));
  return from > to || isReversed ? [wide[1], wide[0]] : wide;
}

/** An end of a range is a coordinate already, but for dates and names of categories. */
function endOf(axis: AxisScale, value: unknown): number {
  if (axis.kind === "date" && typeof value === "string") return dateOf(value);
  return axis.kind === "category" ? valueOn(axis, value) : toNumber(value);
}

function seen(axis: AxisScale, reaches: readonly Reach[]): readonly [number, number] {
  if (reaches.length === 0) return axis.kind === "log" ? [0, 1] : [0, Math.max(1, axis.categories.size - 1)];
  const least = leastOf(reaches.map(({ low }) => low));
  const most = largestOf(reaches.map(({ high }) => high));
  const air = AIR * (most - least);
  const low = leastOf(reaches.map((reach) => reach.low - (reach.airBelow ? air : 0)));
  const high = largestOf(reaches.map((reach) => reach.high + (reach.airAbove ? air : 0)));
  const mode = textAt(axis.settings, "rangemode");
  if (axis.kind !== "linear" || mode === "") return [low, high];
  if (mode === "nonnegative") return [Math.max(0, low), high];
  return mode === "tozero" ? [least >= 0 ? 0 : low, most <= 0 ? 0 : high] : [low, high];
}

/** No narrower than numbers can tell. */
function widened(low: number, high: number): readonly [number, number] {
  const least = Math.max(1e-290, 1e-9 * Math.max(Math.abs(low), Math.abs(high)));
  if (high - low >= least) return [low, high];
  const half = low === high ? Math.max(Math.abs(low) / 2, 1e-290) : least / 2;
  return low === 0 && high === 0 ? [-1, 1] : [(low + high) / 2 - half, (low + high) / 2 + half];
}

interface LabelledTicks extends Ticks {
  readonly angle: 0 | -90;
}

function ticksIn({ axis, range }: AxisView, pixels: number, size: number): LabelledTicks {
  const { settings, kind, letter } = axis;
  if (!flagAt(settings, "visible", true)) return { values: [], texts: [], angle: 0 };
  const sorted = [leastOf(range), largestOf(range)] as const;
  const place: TickAxis = {
    scale: kind === "log" ? "log" : "linear",
    range: sorted,
    direction: letter === "x" ? "horizontal" : "vertical",
    pixels,
    size,
  };
  const given = givenTicks(axis, sorted);
  if (given !== undefined || kind === "category") return turned(given ?? categoryTicks(axis, sorted, size), place);
  if (kind === "date") {
    let sparsest: Ticks = { values: [], texts: [] };
    for (const candidate of dateTicks(sorted)) {
      if (candidate.values.length === 0) break;
      sparsest = candidate;
      if (candidate.values.length * 5 * size <= pixels && keepsClear(candidate, place)) break;
    }
    return { ...sparsest, angle: 0 };
  }
  return turned(formatted(settings, ticksOf(place)), place);
}

function givenTicks(axis: AxisScale, [low, high]: readonly [number, number]): Ticks | undefined {
  const written =
    textAt(axis.settings, "tickmode", "array") === "array" ? listAt(axis.settings, "tickvals") : undefined;
  const texts = listAt(axis.settings, "ticktext");
  const slack = 1e-9 * (high - low);
  const ticks = written?.slice(0, 1000).flatMap((value, k) => {
    const at = valueOn(axis, value);
    const coordinate = coordinateOn(axis, at);
    if (!(coordinate >= low - slack && coordinate <= high + slack)) return [];
    return [{ at, text: plainText(String(texts?.[k] ?? (axis.kind === "date" ? value : formatNumber("", at)))) }];
  });
  return ticks && { values: ticks.map(({ at }) => at), texts: ticks.map(({ text }) => text) };
}

function categoryTicks({ categories }: AxisScale, [low, high]: readonly [number, number], size: number): Ticks {
  const shown = [...categories].filter(([, at]) => at >= low - 1e-9 && at <= high + 1e-9);
  return {
    values: shown.map(([, at]) => at),
    texts: shown.map(([name]) => shortened(plainText(name), { size, width: LONGEST_LABEL * size })),
  };
}

function formatted(settings: Attributes, { values, texts }: Ticks): Ticks {
  const [format, prefix, suffix] = ["tickformat", "tickprefix", "ticksuffix"].map((name) => textAt(settings, name));
  const written = format === "" ? texts : values.map((value) => formatNumber(format, value));
  return { values, texts: written.map((text) => plainText(`${prefix}${text}${suffix}`)) };
}

/** Level if that is clear, else upright, else with labels left out. */
function turned(ticks: Ticks, place: TickAxis): LabelledTicks {
  if (keepsClear(ticks, place)) return { ...ticks, angle: 0 };
  const upright: TickAxis = { ...place, direction: "vertical" };
  const angle = place.direction === "horizontal" ? -90 : 0;
  for (let stride = 1; ; stride++) {
    const isKept = (_: unknown, k: number) => k % stride === 0;
    const fewer = { values: ticks.values.filter(isKept), texts: ticks.texts.filter(isKept) };
    if (fewer.values.length < 2 || keepsClear(fewer, upright)) return { ...fewer, angle };
  }
}

/** The axis in Plotly's words, with nothing left to choose. `pixels` is its length. */
export function plotlyAxis(view: AxisView, pixels: number, font: Required<Font>): Axis {
  const { axis, range, domain, anchor, overlaying, isStoodOn } = view;
  const { settings, kind, letter } = axis;
  const { values, texts, angle } = ticksIn(view, pixels, font.size);
  const isVisible = flagAt(settings, "visible", true);
  const titleFont = { ...font, size: (font.size * 8) / 7 };
  const title = isVisible ? wrapText(plainText(titleAt(settings)), { size: titleFont.size, width: pixels }) : "";
  return {
    type: kind === "log" ? "log" : "linear",
    domain,
    anchor,
    range,
    title: { text: title, standoff: TITLE_GAP, font: titleFont },
    showticklabels: true,
    tickmode: "array",
    tickvals: values,
    ticktext: flagAt(settings, "showticklabels", true) ? texts : texts.map(() => ""),
    tickangle: angle,
    showgrid: flagAt(settings, "showgrid", !isStoodOn && isVisible),
    zeroline: kind === "linear" && flagAt(settings, "zeroline", !isStoodOn && isVisible),
    showline: isVisible,
    ...(letter === "y" && { side: settings.side === "right" ? "right" : "left" }),
    ...(overlaying !== undefined && { overlaying }),
  };
}
