/**
 * Panel axis: the room that the labels of an axis take, and the axis in Plotly's words.
 */

import { largestOf } from "../numerics/extremes.ts";
import type { Panel, PanelAxis } from "./panel-grid.ts";
import type { Axis } from "./plotly.ts";
import { textHeight, textWidth, wrapText } from "./text-width.ts";
import { GRID, INK, TEXT_FONT, TEXT_SIZE, TITLE_FONT, TITLE_SIZE } from "./theme.ts";
import { decadeOf, type Ticks, ticksAt, ticksOf } from "./ticks.ts";

export const TICK_LENGTH = 3;
/** Between a tick and its label, and between labels and the title. */
export const LABEL_GAP = 3;
export const TITLE_GAP = 4;

export function needsLabels(
  rows: readonly (readonly Panel[])[],
  [r, c]: readonly [number, number],
): Record<"x" | "y", boolean> {
  const { x, y } = rows[r][c];
  const left = rows[r][c - 1];
  const below = rows[r + 1]?.[c];
  return { x: below === undefined || !sameAxis(x, below.x), y: left === undefined || !sameAxis(y, left.y) };
}

/** Room to the left of a panel of some height, for the labels and title of its y axis. */
export function roomLeft(row: readonly Panel[], column: number, pixels: number): number {
  const panel = row[column];
  if (panel === undefined || !needsLabels([row], [0, column]).y) return 0;
  const labels = axisTicks(panel.y, "vertical", pixels).texts.map((text) => textWidth(text, TEXT_SIZE));
  return roomFor(Math.max(0, largestOf(labels)), axisTitle(panel.y, pixels));
}

/** Room below a panel, for the labels and title of its x axis. */
export function roomBelow(
  rows: readonly (readonly Panel[])[],
  place: readonly [number, number],
  pixels: number,
): number {
  const { x } = rows[place[0]][place[1]];
  if (!needsLabels(rows, place).x) return 0;
  const { texts } = axisTicks(x, "horizontal", pixels);
  const labels = texts.map((text) => (x.tickAngle === -90 ? textWidth(text, TEXT_SIZE) : textHeight(text, TEXT_SIZE)));
  return roomFor(Math.max(0, largestOf(labels)), axisTitle(x, pixels));
}

/** Between an axis and the next thing beyond its labels and title. */
export function roomFor(labels: number, title: string, titleSize = TITLE_SIZE): number {
  return Math.ceil(
    TICK_LENGTH + LABEL_GAP + labels + (title === "" ? 0 : TITLE_GAP + textHeight(title, titleSize)) + 4,
  );
}

/** The label with its unit, broken to the length of the axis. */
function axisTitle({ label, unit }: PanelAxis, pixels: number): string {
  return wrapText(unit === undefined ? label : `${label} (${unit})`, { size: TITLE_SIZE, width: pixels });
}

function axisTicks(axis: PanelAxis, direction: "horizontal" | "vertical", pixels: number): Ticks {
  if (axis.ticks !== undefined) return axis.ticks;
  const place = { scale: axis.scale, range: axis.range, direction, pixels };
  return axis.tickPlaces === undefined ? ticksOf(place) : ticksAt(axis.tickPlaces, place);
}

function sameAxis(a: PanelAxis, b: PanelAxis): boolean {
  return (
    a.label === b.label &&
    a.unit === b.unit &&
    a.scale === b.scale &&
    a.range[0] === b.range[0] &&
    a.range[1] === b.range[1] &&
    a.ticks?.texts.join("\n") === b.ticks?.texts.join("\n") &&
    a.tickPlaces?.join() === b.tickPlaces?.join()
  );
}

/** Widest label of an x axis that is shown: how far apart panels must stand for two of them to meet. */
export function labelWidthBelow(
  rows: readonly (readonly Panel[])[],
  place: readonly [number, number],
  pixels: number,
): number {
  const { x } = rows[place[0]][place[1]];
  if (!needsLabels(rows, place).x || x.tickAngle === -90) return 0;
  return Math.max(0, largestOf(axisTicks(x, "horizontal", pixels).texts.map((text) => textWidth(text, TEXT_SIZE))));
}

export function plotlyAxis(axis: PanelAxis, place: AxisPlace): Axis {
  const { scale, range, tickAngle = 0, grid = true } = axis;
  return {
    type: scale,
    domain: place.domain,
    anchor: place.anchor,
    range,
    title: { text: place.labelled ? axisTitle(axis, place.pixels) : "", standoff: TITLE_GAP, font: TITLE_FONT },
    showticklabels: place.labelled,
    ...plotlyTicks(axis, place),
    ...(place.labelled && { tickangle: tickAngle }),
    ticks: "outside",
    ticklen: TICK_LENGTH,
    tickwidth: 0.75,
    tickcolor: INK,
    showgrid: grid,
    ...(grid && { gridcolor: GRID, gridwidth: 0.75 }),
    showline: true,
    linecolor: INK,
    linewidth: 0.75,
    mirror: true,
    zeroline: false,
    automargin: false,
  };
}

interface AxisPlace {
  readonly anchor: string;
  readonly domain: readonly [number, number];
  readonly labelled: boolean;
  readonly direction: "horizontal" | "vertical";
  readonly pixels: number;
}

/** Plotly writes powers of ten larger than the font that it is given, by this. */
const POWER_GROWTH = 1.25;

/** Our ticks in such words that Plotly, which chooses its own when a reader zooms, begins with the same ones. */
function plotlyTicks(axis: PanelAxis, { direction, labelled, pixels }: AxisPlace): Partial<Axis> {
  const { values, texts } = axisTicks(axis, direction, pixels);
  const asNumbers = labelled && { tickfont: TEXT_FONT };
  const usual = axis.ticks === undefined && axis.tickPlaces === undefined;
  if (usual && axis.scale === "linear") {
    const spans = values.length < 2 ? 1 : (axis.range[1] - axis.range[0]) / (values[1] - values[0]);
    return { nticks: Math.floor(spans + 1e-9) + 1, ...asNumbers, ...(labelled && { exponentformat: "power" }) };
  }
  const most = usual ? mostDecades(axis, values) : undefined;
  if (most !== undefined) {
    const tickfont = { ...TEXT_FONT, size: TEXT_SIZE / POWER_GROWTH };
    return { nticks: most, ...(labelled && { exponentformat: "power", tickfont }) };
  }
  return { tickmode: "array", tickvals: values, ticktext: texts, ...asNumbers };
}

/**
 * The `nticks` by which Plotly labels a log axis at these powers of ten, if they are that: it takes each (span / nticks)-th,
 * rounded up, from 0.7 on.
 */
function mostDecades({ range }: PanelAxis, values: readonly number[]): number | undefined {
  const decades = values.map(decadeOf);
  if (decades.length < 2 || !decades.every(Number.isInteger)) return undefined;
  const counts = [values.length + 1, values.length, values.length - 1];
  const shares = counts.map((most) => ({ most, share: (range[1] - range[0]) / most }));
  return shares.find(({ share }) => share > 0.7 && Math.ceil(share) === decades[1] - decades[0])?.most;
}
