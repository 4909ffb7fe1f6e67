/**
 * Draws annotations and shapes of the layout: texts with or without an arrow, lines, rectangles and ellipses.
 *
 * Limits: shapes given as paths are left out, and so are images of the layout.
 */
import { type Attributes, flagAt, group, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf, opacityOf, pixelOf } from "./axis.ts";
import { type Color, colorOf, opaque } from "./color.ts";
import { drawLabel, labelHeight, labelWidth, parseLabel } from "./label.ts";
import { type Box, coordinate, dashArray, painted, path, polyline, rectangle, segment } from "./svg.ts";

/** What the places of annotations refer to. */
export interface Places {
  readonly axes: ReadonlyMap<string, Axis>;
  readonly plot: Box;
  readonly ink: Color;
}

interface Place {
  readonly reference: string;
  readonly value: unknown;
  /** Numbers on a log axis are decades already: so in annotations, not in shapes. */
  readonly inDecades?: boolean;
}

/** Pixel of a place by the axis, the domain of an axis, or the plot's area, which the reference names. */
function placeOf({ axes, plot }: Places, letter: "x" | "y", { reference, value, inDecades = false }: Place): number {
  const [name = "", domain] = reference.split(" ");
  const axis = axes.get(name);
  const ends: readonly [number, number] =
    axis?.pixels ?? (letter === "x" ? [plot.left, plot.right] : [plot.bottom, plot.top]);
  if (axis === undefined || domain === "domain") return ends[0] + toNumber(value) * (ends[1] - ends[0]);
  if (inDecades && axis.kind === "log" && typeof value === "number") return pixelOf(axis, value);
  return pixelOf(axis, coordinateOf(axis, value));
}

interface PlacedAnnotation {
  readonly box: Box;
  readonly drawn: string;
}

/** Undefined for one that is hidden or nowhere. */
export function annotation(settings: Attributes, places: Places): PlacedAnnotation | undefined {
  const content = textAt(settings, "text");
  const at = (letter: "x" | "y") =>
    placeOf(places, letter, {
      reference: textAt(settings, `${letter}ref`, letter),
      value: settings[letter] ?? 0.5,
      inDecades: true,
    });
  const [headX, headY] = [at("x"), at("y")];
  if (!flagAt(settings, "visible", true) || !Number.isFinite(headX + headY)) return undefined;
  const hasArrow = flagAt(settings, "showarrow", true);
  const font = group(settings, "font");
  const size = numberAt(font, "size", 12);
  const label = parseLabel(content);
  const pad = numberAt(settings, "borderpad", 1) + numberAt(settings, "borderwidth", 1);
  const [width, height] = [labelWidth(label, size) + 2 * pad, labelHeight(label, size) + 2 * pad];
  const tail = (letter: "x" | "y", head: number, usual: number) => {
    const reference = textAt(settings, `a${letter}ref`, "pixel");
    const told = settings[`a${letter}`];
    return reference === "pixel"
      ? head + (toNumber(told ?? usual) || 0)
      : placeOf(places, letter, { reference, value: told, inDecades: true });
  };
  const x =
    (hasArrow ? tail("x", headX, -10) : headX + anchorShift(settings, "x", { size: width, places, at: headX })) +
    numberAt(settings, "xshift", 0);
  const y =
    (hasArrow ? tail("y", headY, -30) : headY + anchorShift(settings, "y", { size: height, places, at: headY })) -
    numberAt(settings, "yshift", 0);
  const box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  const color = colorOf(font.color, places.ink);
  const border = {
    fill: colorOf(settings.bgcolor, opaqueNothing),
    stroke: colorOf(settings.bordercolor, opaqueNothing),
    width: numberAt(settings, "borderwidth", 1),
  };
  const drawn = [
    hasArrow
      ? arrow(settings, {
          from: [x, y],
          to: [headX, headY],
          box,
          color: colorOf(settings.arrowcolor, colorOf(settings.bordercolor, places.ink)),
        })
      : "",
    content === "" ? "" : rectangle(box, border),
    drawLabel(label, { x, y, size, color, angle: numberAt(settings, "textangle", 0) }),
  ].join("");
  const opacity = opacityOf(settings);
  return { box, drawn: opacity === 1 ? drawn : `<g opacity="${opacity}">${drawn}</g>` };
}

const opaqueNothing: Color = { red: 0, green: 0, blue: 0, alpha: 0 };

/** Where no anchor is told, that of the third of the plot in which the place lies. */
function anchorShift(
  settings: Attributes,
  letter: "x" | "y",
  { size, places, at }: { readonly size: number; readonly places: Places; readonly at: number },
): number {
  const { plot } = places;
  const told = textAt(settings, `${letter}anchor`, "auto");
  const isPaper = textAt(settings, `${letter}ref`) === "paper";
  const share =
    letter === "x" ? (at - plot.left) / (plot.right - plot.left) : (at - plot.top) / (plot.bottom - plot.top);
  const usual = !isPaper
    ? "middle"
    : share < 1 / 3
      ? letter === "x"
        ? "left"
        : "top"
      : share > 2 / 3
        ? letter === "x"
          ? "right"
          : "bottom"
        : "middle";
  const anchor = told === "auto" ? usual : told;
  return anchor === "left" || anchor === "top" ? size / 2 : anchor === "right" || anchor === "bottom" ? -size / 2 : 0;
}

function arrow(
  settings: Attributes,
  {
    from,
    to,
    box,
    color,
  }: {
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
    readonly box: Box;
    readonly color: Color;
  },
): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const leave = Math.min(
    Math.abs((box.right - box.left) / 2 / (dx || 1e-9)),
    Math.abs((box.bottom - box.top) / 2 / (dy || 1e-9)),
  );
  if (!(length > 0) || leave >= 1) return "";
  const width = numberAt(settings, "arrowwidth", 1.5);
  const head = 5 * width * numberAt(settings, "arrowsize", 1);
  const [ux, uy] = [dx / length, dy / length];
  const neck = [to[0] - ux * head, to[1] - uy * head] as const;
  const start = [from[0] + dx * leave, from[1] + dy * leave] as const;
  const tip = polyline(
    [
      to,
      [neck[0] - uy * head * 0.4, neck[1] + ux * head * 0.4],
      [neck[0] + uy * head * 0.4, neck[1] - ux * head * 0.4],
    ],
    true,
  );
  const isPointed = numberAt(settings, "arrowhead", 1) !== 0;
  return (
    path(segment(start, isPointed ? neck : to), { stroke: color, width }) +
    (isPointed ? path(tip, { fill: color }) : "")
  );
}

export function shape(settings: Attributes, places: Places): string {
  if (!flagAt(settings, "visible", true)) return "";
  const at = (letter: "x" | "y", end: 0 | 1) =>
    placeOf(places, letter, {
      reference: textAt(settings, `${letter}ref`, letter),
      value: settings[`${letter}${end}`],
    });
  const [x0, x1, y0, y1] = [at("x", 0), at("x", 1), at("y", 0), at("y", 1)];
  if (![x0, x1, y0, y1].every(Number.isFinite)) return "";
  const line = group(settings, "line");
  const width = numberAt(line, "width", 2);
  const paint = {
    fill: colorOf(settings.fillcolor, opaqueNothing),
    stroke: colorOf(line.color, opaque(68, 68, 68)),
    width,
    dash: dashArray(textAt(line, "dash"), width),
    opacity: opacityOf(settings),
  };
  const kind = textAt(settings, "type", "rect");
  const label = group(settings, "label");
  const text = textAt(label, "text");
  const caption =
    text === ""
      ? ""
      : drawLabel(parseLabel(text), {
          x: (x0 + x1) / 2,
          y: (y0 + y1) / 2,
          size: numberAt(group(label, "font"), "size", 12),
          color: places.ink,
          vertical: kind === "line" ? "bottom" : "middle",
        });
  if (kind === "line") return path(segment([x0, y0], [x1, y1]), { ...paint, fill: undefined }) + caption;
  if (kind === "circle") {
    return `<ellipse cx="${coordinate((x0 + x1) / 2)}" cy="${coordinate((y0 + y1) / 2)}" rx="${coordinate(Math.abs(x1 - x0) / 2)}" ry="${coordinate(Math.abs(y1 - y0) / 2)}"${painted(paint)}/>${caption}`;
  }
  return kind === "rect" ? rectangle({ left: x0, right: x1, top: y0, bottom: y1 }, paint) + caption : "";
}
