/**
 * Subplots: the axes of a figure, where each lies, and what is drawn between them.
 */
import { type Attributes, flagAt, group, listAt, merged, numberAt, textAt } from "./attributes.ts";
import { type Axis, axisKind, collectCategories, domainOf, type Reach, rangeOf } from "./axis.ts";
import type { PlacedAxis } from "./draw-axis.ts";
import type { DrawnTrace, TraceSource } from "./drawn-trace.ts";
import type { Box } from "./svg.ts";
import { drawnTraces, standingOn } from "./traces.ts";

/** A trace before it has axes. */
export type PlainTrace = Pick<TraceSource, "settings" | "type" | "name" | "color" | "values">;

export interface Subplot {
  readonly x: Axis;
  readonly y: Axis;
  readonly sources: readonly TraceSource[];
  readonly traces: readonly DrawnTrace[];
}

export interface Subplots {
  readonly axes: ReadonlyMap<string, Axis>;
  readonly placed: readonly PlacedAxis[];
  readonly list: readonly Subplot[];
}

export function axisName(trace: Attributes, letter: "x" | "y"): string {
  const name = textAt(trace, `${letter}axis`, letter);
  return new RegExp(`^${letter}\\d*$`).test(name) ? name : letter;
}

/** A figure without traces has one pair of empty axes. */
export function subplotsOf(
  traces: readonly PlainTrace[],
  common: Pick<TraceSource, "layout" | "colorAxes" | "ink">,
  isEmpty: boolean,
): Subplots {
  const { layout, ink } = common;
  const axes = new Map<string, Axis>();
  for (const letter of ["x", "y"] as const) {
    const names = new Set(traces.map(({ settings }) => axisName(settings, letter)));
    if (isEmpty) names.add(letter);
    for (const name of names)
      axes.set(
        name,
        axisOf(layout, letter, { name, traces: traces.filter(({ settings }) => axisName(settings, letter) === name) }),
      );
  }
  const pairs = new Map<string, TraceSource[]>();
  for (const trace of traces) {
    const [x, y] = [axes.get(axisName(trace.settings, "x")), axes.get(axisName(trace.settings, "y"))] as [Axis, Axis];
    const key = `${x.name} ${y.name}`;
    pairs.set(key, [...(pairs.get(key) ?? []), { ...trace, ...common, x, y }]);
  }
  const list = [...pairs.values()].map((sources): Subplot => {
    const { x, y } = sources[0] as TraceSource;
    return { x, y, sources, traces: drawnTraces(sources) };
  });
  setRanges(axes, list);
  const placed = [...axes.values()].map((axis): PlacedAxis => {
    const side = textAt(axis.settings, "side", axis.letter === "x" ? "bottom" : "left") as PlacedAxis["side"];
    const known = axis.letter === "x" ? (side === "top" ? "top" : "bottom") : side === "right" ? "right" : "left";
    return { axis, side: known, line: 0, across: [0, 0], spans: [], isOver: isOver(axes, axis), ink };
  });
  return { axes, placed, list };
}

function isOver(axes: ReadonlyMap<string, Axis>, { settings }: Axis): boolean {
  return axes.has(textAt(settings, "overlaying"));
}

function axisOf(
  layout: Attributes,
  letter: "x" | "y",
  { name, traces }: { readonly name: string; readonly traces: readonly PlainTrace[] },
): Axis {
  const number = name.slice(1);
  const own = group(layout, `${letter}axis${number}`);
  const over = group(layout, `${letter}axis${textAt(own, "overlaying").slice(1)}`);
  const shared = textAt(own, "overlaying") === "" ? {} : { domain: over.domain };
  const font = numberAt(group(layout, "font"), "size", 12);
  const isStoodOn = traces.some((trace) => standingOn(trace) === letter);
  const settings = merged(
    {
      ...(isStoodOn && { showgrid: false, zeroline: false }),
      fontsize: font,
      domain: gridDomain(group(layout, "grid"), letter, Number(number || 1)),
      ...shared,
    },
    own,
  );
  const values = traces.map((trace) => trace.values[letter]);
  const axis: Axis = {
    letter,
    name,
    kind: axisKind(settings, values),
    settings,
    categories: new Map(),
    range: [0, 1],
    pixels: [0, 1],
  };
  if (axis.kind === "category") collectCategories(axis, values);
  return axis;
}

/** Where the layout's grid puts the axis; nothing without a grid. */
function gridDomain(grid: Attributes, letter: "x" | "y", number: number): readonly [number, number] | undefined {
  const [rows, columns] = [numberAt(grid, "rows", 0), numberAt(grid, "columns", 0)];
  if (!(rows >= 1 && columns >= 1)) return undefined;
  const isIndependent = textAt(grid, "pattern", "coupled") === "independent";
  const count = letter === "x" ? columns : rows;
  const cell = number - 1;
  const index = !isIndependent ? cell : letter === "x" ? cell % columns : Math.floor(cell / columns);
  if (index >= count) return undefined;
  const gap = numberAt(grid, `${letter}gap`, isIndependent ? (letter === "x" ? 0.2 : 0.3) : 0.1);
  const size = 1 / (count - gap);
  const start = index * size;
  const isFromTop = textAt(grid, "roworder", "top to bottom") === "top to bottom";
  const end = start + size * (1 - gap);
  return letter === "y" && isFromTop ? [1 - end, 1 - start] : [start, end];
}

/** Axes that match another have its range. */
function setRanges(axes: ReadonlyMap<string, Axis>, list: readonly Subplot[]): void {
  const reaches = new Map<string, Reach[]>();
  const rootOf = ({ name, settings }: Axis) =>
    axes.has(textAt(settings, "matches")) ? textAt(settings, "matches") : name;
  for (const { x, y, traces } of list) {
    for (const axis of [x, y]) {
      const known = reaches.get(rootOf(axis)) ?? [];
      for (const trace of traces) known.push(...trace.reaches[axis.letter]);
      reaches.set(rootOf(axis), known);
    }
  }
  for (const axis of axes.values()) {
    const root = axes.get(rootOf(axis)) as Axis;
    axis.range = rangeOf(
      "range" in axis.settings ? axis : { ...axis, settings: merged(root.settings, axis.settings) },
      reaches.get(root.name) ?? [],
    );
  }
}

/** Gives every axis its pixels, and its line and grid between those it crosses. */
export function place({ axes, placed, list }: Subplots, plot: Box): void {
  const [width, height] = [plot.right - plot.left, plot.bottom - plot.top];
  for (const axis of axes.values()) {
    const [start, end] = domainOf(axis.settings);
    axis.pixels =
      axis.letter === "x"
        ? [plot.left + start * width, plot.left + end * width]
        : [plot.bottom - start * height, plot.bottom - end * height];
  }
  for (const one of placed) {
    const { axis, side } = one;
    const anchor = axes.get(textAt(axis.settings, "anchor"));
    const partner = list.find(({ x, y }) => x === axis || y === axis);
    const crossed =
      (anchor?.letter === axis.letter ? undefined : anchor) ?? (axis.letter === "x" ? partner?.y : partner?.x);
    const whole: readonly [number, number] = axis.letter === "x" ? [plot.bottom, plot.top] : [plot.left, plot.right];
    one.across = crossed?.pixels ?? whole;
    const others = list.flatMap(({ x, y }) => (x === axis ? [y] : y === axis ? [x] : []));
    one.spans =
      others.length === 0
        ? [whole]
        : [...new Set(others.filter((other) => !isOver(axes, other)).map(({ pixels }) => pixels))];
    if (one.spans.length === 0) one.spans = [one.across];
    const isFar = side === "top" || side === "right";
    const free = numberAt(axis.settings, "position", undefined);
    const isFree = textAt(axis.settings, "anchor") === "free" && free !== undefined;
    one.line = isFree ? whole[0] + free * (whole[1] - whole[0]) : (one.across[isFar ? 1 : 0] as number);
  }
}

/** The frame of a pair of axes. */
export function frameOf({ x, y }: Subplot): Box {
  return {
    left: Math.min(...x.pixels),
    right: Math.max(...x.pixels),
    top: Math.min(...y.pixels),
    bottom: Math.max(...y.pixels),
  };
}

/** Whether the layout has a list of such settings. */
export function settingsList(layout: Attributes, name: string): Attributes[] {
  return (listAt(layout, name) ?? [])
    .filter((item): item is Attributes => typeof item === "object" && item !== null)
    .slice(0, 2000);
}

export function isShown(trace: Attributes): boolean {
  return flagAt(trace, "visible", true) && trace.visible !== "legendonly";
}
