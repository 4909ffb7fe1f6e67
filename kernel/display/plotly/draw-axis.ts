/** Draws an axis: its grid behind the traces, then its line, ticks, labels and title. */
import { flagAt, group, numberAt, textAt, titleAt } from "./attributes.ts";
import { type Axis, lengthOf, pixelOf } from "./axis.ts";
import { type Color, colorOf, opaque } from "./color.ts";
import { drawLabel, type Label, labelHeight, labelWidth, shortened } from "./label.ts";
import { type Point, path, segment } from "./svg.ts";
import { type Ticks, ticksOf } from "./ticks.ts";

export interface PlacedAxis {
  readonly axis: Axis;
  readonly side: "left" | "right" | "top" | "bottom";
  /** Where its line is, across its direction. */
  line: number;
  /** From where to where the axis that it crosses goes. */
  across: readonly [number, number];
  /** From where to where its grid goes, in each subplot. */
  spans: readonly (readonly [number, number])[];
  /** Whether it lies over another one, whose grid is enough. */
  readonly isOver: boolean;
  readonly ink: Color;
}

const LABEL_GAP = 5;
const TITLE_GAP = 8;
const TICK_LENGTH = 5;

function isVisible({ settings }: Axis): boolean {
  return flagAt(settings, "visible", true);
}

export function tickSize({ settings }: Axis): number {
  return Math.max(4, Math.min(60, numberAt(group(settings, "tickfont"), "size", numberAt(settings, "fontsize", 12))));
}

function titleSize({ settings }: Axis): number {
  return Math.max(4, Math.min(60, numberAt(group(titleAt(settings).settings, "font"), "size", 14)));
}

function titleText({ settings }: Axis): string {
  return titleAt(settings).text;
}

/** No longer than the picture is there. */
function titleLabel(axis: Axis, text: string): Label {
  return shortened(text, { size: titleSize(axis), width: lengthOf(axis) * 1.1 });
}

/** Pixels that labels and title take beyond the line. */
export function depthOf(axis: Axis): number {
  if (!isVisible(axis)) return 0;
  const text = titleText(axis);
  const title = text === "" ? 0 : TITLE_GAP + labelHeight(titleLabel(axis, text), titleSize(axis));
  return labelsDepth(axis, ticksOf(axis, tickSize(axis))) + title;
}

/** The deepest on a side. */
export function depthOn(placed: readonly PlacedAxis[], side: PlacedAxis["side"]): number {
  return Math.max(0, ...placed.filter((one) => one.side === side).map(({ axis }) => depthOf(axis)));
}

function labelsDepth(axis: Axis, { ticks, angle }: Ticks): number {
  if (!flagAt(axis.settings, "showticklabels", true)) return tickLength(axis);
  const size = tickSize(axis);
  const turn = (Math.abs(angle) * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  const depths = ticks.map(({ label }) => {
    const [width, height] = [labelWidth(label, size), labelHeight(label, size)];
    return axis.letter === "x" ? width * sin + height * cos : width * cos + height * sin;
  });
  return tickLength(axis) + LABEL_GAP + Math.max(0, ...depths);
}

/** How far the last label of an x axis goes beyond the axis's end. */
export function overhangOf(axis: Axis): number {
  if (!isVisible(axis) || !flagAt(axis.settings, "showticklabels", true)) return 0;
  const { ticks, angle } = ticksOf(axis, tickSize(axis));
  const end = Math.max(...axis.pixels);
  const size = tickSize(axis);
  return Math.max(
    0,
    ...ticks.map(({ at, label }) => {
      const half =
        angle === 0
          ? labelWidth(label, size) / 2
          : angle > 0
            ? labelWidth(label, size) * Math.cos((angle * Math.PI) / 180)
            : size;
      return pixelOf(axis, at) + half - end;
    }),
  );
}

function tickLength({ settings }: Axis): number {
  return textAt(settings, "ticks") === "outside" ? numberAt(settings, "ticklen", TICK_LENGTH) : 0;
}

function lineAt(axis: Axis, at: number, [from, to]: readonly [number, number]): string {
  return axis.letter === "x" ? segment([at, from], [at, to]) : segment([from, at], [to, at]);
}

export function drawGrid({ axis, spans, isOver }: PlacedAxis): string[] {
  const { settings } = axis;
  if (!isVisible(axis)) return [];
  const { ticks } = ticksOf(axis, tickSize(axis));
  const grid = flagAt(settings, "showgrid", !isOver)
    ? ticks.flatMap(({ at }) => spans.map((span) => lineAt(axis, pixelOf(axis, at), span))).join("")
    : "";
  const stroke = colorOf(settings.gridcolor, opaque(232, 232, 232));
  return [path(grid, { stroke, width: numberAt(settings, "gridwidth", 1) })];
}

/** After the grids of all axes, which it would be cut by. */
export function drawZero({ axis, spans, isOver }: PlacedAxis): string[] {
  const { settings, kind, range } = axis;
  const hasZero = kind === "linear" && range[0] * range[1] <= 0 && flagAt(settings, "zeroline", !isOver);
  if (!hasZero || !isVisible(axis)) return [];
  const stroke = colorOf(settings.zerolinecolor, opaque(68, 68, 68));
  const lines = spans.map((span) => lineAt(axis, pixelOf(axis, 0), span)).join("");
  return [path(lines, { stroke, width: numberAt(settings, "zerolinewidth", 1) })];
}

export function drawAxis(placed: PlacedAxis): string[] {
  const { axis, side, line, across, ink } = placed;
  if (!isVisible(axis)) return [];
  const { settings } = axis;
  const ticks = ticksOf(axis, tickSize(axis));
  const outward = side === "left" || side === "top" ? -1 : 1;
  const stroke = colorOf(settings.linecolor, ink);
  const lines =
    flagAt(settings, "showline", false) || "linecolor" in settings
      ? [line, ...(settings.mirror ? [...across].filter((end) => end !== line) : [])]
      : [];
  const along = (at: number) =>
    axis.letter === "x"
      ? segment([axis.pixels[0], at], [axis.pixels[1], at])
      : segment([at, axis.pixels[0]], [at, axis.pixels[1]]);
  const kind = textAt(settings, "ticks");
  const length = (kind === "inside" ? -1 : 1) * outward * numberAt(settings, "ticklen", TICK_LENGTH);
  const marks =
    kind === "inside" || kind === "outside"
      ? ticks.ticks.map(({ at }) => lineAt(axis, pixelOf(axis, at), [line, line + length])).join("")
      : "";
  return [
    path(lines.map(along).join(""), { stroke, width: numberAt(settings, "linewidth", 1) }),
    path(marks, { stroke: colorOf(settings.tickcolor, ink), width: numberAt(settings, "tickwidth", 1) }),
    ...(flagAt(settings, "showticklabels", true) ? drawLabels(placed, ticks, outward) : []),
    ...drawTitle(placed, ticks, outward),
  ];
}

function drawLabels({ axis, line, ink }: PlacedAxis, { ticks, angle }: Ticks, outward: number): string[] {
  const size = tickSize(axis);
  const color = colorOf(group(axis.settings, "tickfont").color, ink);
  const start = line + outward * (tickLength(axis) + LABEL_GAP);
  return ticks.map(({ at, label }) => {
    const along = pixelOf(axis, at);
    if (axis.letter === "y")
      return drawLabel(label, { x: start, y: along, size, color, angle, anchor: outward < 0 ? "end" : "start" });
    if (angle === 0)
      return drawLabel(label, { x: along, y: start, size, color, vertical: outward < 0 ? "bottom" : "top" });
    const anchor = angle > 0 === outward > 0 ? "start" : "end";
    return drawLabel(label, { x: along, y: start + outward * size * 0.3, size, color, angle, anchor });
  });
}

function drawTitle({ axis, line, ink }: PlacedAxis, ticks: Ticks, outward: number): string[] {
  const text = titleText(axis);
  if (text === "") return [];
  const size = titleSize(axis);
  const color = colorOf(group(titleAt(axis.settings).settings, "font").color, ink);
  const away = line + outward * (labelsDepth(axis, ticks) + TITLE_GAP);
  const middle = (axis.pixels[0] + axis.pixels[1]) / 2;
  const vertical = outward < 0 ? "bottom" : "top";
  const [x, y]: Point = axis.letter === "x" ? [middle, away] : [away, middle];
  return [
    drawLabel(
      titleLabel(axis, text),
      axis.letter === "x" ? { x, y, size, color, vertical } : { x, y, size, color, vertical, angle: -90 },
    ),
  ];
}
