/**
 * Subplots: the axes of a figure, where each lies, and what is drawn between them.
 */
import type { Font } from "../../plotly.ts";
import type { Color } from "../color.ts";
import { type Attributes, group, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type AxisScale, axisScale } from "./axis-scale.ts";
import { type AxisView, rangeOf } from "./axis-view.ts";
import type { CompletedTrace, Reach, TraceSource } from "./completed-trace.ts";
import { completeTraces, standingOn, traceValues } from "./traces.ts";

/** A trace before it has axes. */
export interface PlainTrace {
  readonly type: string;
  readonly settings: Attributes;
  readonly name: string;
  readonly color: Color;
}

interface Subplots {
  readonly traces: readonly CompletedTrace[];
  readonly axes: ReadonlyMap<string, AxisView>;
}

export function subplotsOf(plain: readonly PlainTrace[], layout: Attributes, font: Required<Font>): Subplots {
  const traces = plain.map((trace) => ({
    ...trace,
    values: traceValues(trace.type, trace.settings, trace.name),
    axes: { x: axisName(trace.settings, "x"), y: axisName(trace.settings, "y") },
  }));
  const scales = new Map<string, AxisScale>();
  for (const letter of ["x", "y"] as const) {
    for (const name of new Set(traces.map(({ axes }) => axes[letter]))) {
      const lists = traces.filter(({ axes }) => axes[letter] === name).map(({ values }) => values[letter]);
      scales.set(name, axisScale({ name, settings: settingsOf(layout, name) }, lists));
    }
  }
  const pairs = new Map<string, TraceSource[]>();
  for (const { axes, ...trace } of traces) {
    const [x, y] = [scales.get(axes.x), scales.get(axes.y)] as [AxisScale, AxisScale];
    const sources = pairs.get(`${x.name} ${y.name}`) ?? [];
    sources.push({ ...trace, x, y, layout, font });
    pairs.set(`${x.name} ${y.name}`, sources);
  }
  const subplots = [...pairs.values()].map((sources) => ({ ...sources[0], completed: completeTraces(sources) }));
  const reaches = new Map<string, Reach[]>();
  for (const { x, y, completed } of subplots) {
    for (const axis of [x, y]) {
      const root = rootOf(axis, scales);
      const known = reaches.get(root) ?? [];
      reaches.set(root, [...known, ...completed.flatMap((trace) => trace.reaches[axis.letter])]);
    }
  }
  const axes = new Map<string, AxisView>();
  for (const axis of scales.values()) {
    const partners = subplots.flatMap(({ x, y }) => (x === axis ? [y.name] : y === axis ? [x.name] : []));
    const given = textAt(axis.settings, "anchor");
    const over = textAt(axis.settings, "overlaying");
    const overlaying = axis.letter === "y" && scales.has(over) && over !== axis.name ? over : undefined;
    axes.set(axis.name, {
      axis,
      range: rangeOf(axis, reaches.get(rootOf(axis, scales)) ?? []),
      domain: domainOf(layout, overlaying ?? axis.name),
      anchor: partners.includes(given) ? given : partners[0],
      overlaying,
      isStoodOn: traces.some(
        ({ type, settings, axes: names }) =>
          names[axis.letter] === axis.name && standingOn(type, settings) === axis.letter,
      ),
    });
  }
  return { traces: subplots.flatMap(({ completed }) => completed), axes };
}

function axisName(trace: Attributes, letter: "x" | "y"): string {
  const name = textAt(trace, `${letter}axis`, letter);
  return new RegExp(`^${letter}\\d{0,3}$`).test(name) ? name.replace(/^(.)1$/, "$1") : letter;
}

function settingsOf(layout: Attributes, name: string): Attributes {
  return group(layout, `${name[0]}axis${name.slice(1)}`);
}

/** Axes that match another have its range. */
function rootOf({ name, settings }: AxisScale, scales: ReadonlyMap<string, AxisScale>): string {
  const root = textAt(settings, "matches");
  return scales.has(root) && root[0] === name[0] ? root : name;
}

/** Where the axis lies in its direction, from 0 to 1 of the area of all axes. */
function domainOf(layout: Attributes, name: string): readonly [number, number] {
  const [start, end] = (listAt(settingsOf(layout, name), "domain") ?? []).map(toNumber);
  return start >= 0 && end <= 1 && start < end ? [start, end] : (gridDomain(layout, name) ?? [0, 1]);
}

/** Where the layout's grid puts the axis; nothing without a grid. */
function gridDomain(layout: Attributes, name: string): readonly [number, number] | undefined {
  const grid = group(layout, "grid");
  const [rows, columns] = [numberAt(grid, "rows", 0), numberAt(grid, "columns", 0)];
  const [isX, cell] = [name.startsWith("x"), Number(name.slice(1) || 1) - 1];
  const isIndependent = textAt(grid, "pattern") === "independent";
  const index = !isIndependent ? cell : isX ? cell % columns : Math.floor(cell / columns);
  const count = isX ? columns : rows;
  if (!(rows >= 1 && columns >= 1 && index < count)) return undefined;
  const gap = numberAt(grid, isX ? "xgap" : "ygap", isIndependent ? (isX ? 0.2 : 0.3) : 0.1);
  const size = 1 / (count - gap);
  const [start, end] = [index * size, index * size + size * (1 - gap)];
  const isFromTop = textAt(grid, "roworder", "top to bottom") === "top to bottom";
  return !isX && isFromTop ? [1 - end, 1 - start] : [start, end];
}
