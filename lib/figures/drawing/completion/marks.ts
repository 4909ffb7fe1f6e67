/**
 * Marks: the annotations and shapes of a layout, with nothing left to defaults.
 *
 * Limits: an arrow whose tail is given by axes has its text at the usual distance; shapes given as paths are not drawn.
 */
import type { Annotation, Font, Shape } from "../../plotly.ts";
import { cssColor, parseColor } from "../color.ts";
import { type Attributes, flagAt, group, numberAt, opacityAt, recordsAt, textAt, toNumber } from "./attributes.ts";
import { valueOn } from "./axis-scale.ts";
import type { AxisView } from "./axis-view.ts";
import { plainText } from "./plain-text.ts";
import { lineOf } from "./scatter.ts";

type Axes = ReadonlyMap<string, AxisView>;

export function annotationsOf(layout: Attributes, axes: Axes, font: Required<Font>): Annotation[] {
  return recordsAt(layout, "annotations").flatMap((settings) => {
    const [xref, yref] = [referenceOf(settings, axes, "x"), referenceOf(settings, axes, "y")];
    const [x, y] = [placeOf(settings.x ?? 0.5, axes.get(xref), true), placeOf(settings.y ?? 0.5, axes.get(yref), true)];
    const text = plainText(textAt(settings, "text"));
    if (!flagAt(settings, "visible", true) || Number.isNaN(x + y)) return [];
    const showarrow = flagAt(settings, "showarrow", true);
    const own = group(settings, "font");
    const [ink, paper, arrow] = [own.color, settings.bgcolor, settings.arrowcolor].map(parseColor);
    const xanchor = anchorOf(settings, "x", { share: xref === "paper" && !showarrow ? x : 0.5 });
    const yanchor = anchorOf(settings, "y", { share: yref === "paper" && !showarrow ? y : 0.5 });
    return [
      {
        text,
        xref,
        yref,
        x,
        y,
        xanchor: xanchor as Annotation["xanchor"],
        yanchor: yanchor as Annotation["yanchor"],
        xshift: numberAt(settings, "xshift", 0),
        yshift: numberAt(settings, "yshift", 0),
        align: text.includes("<br>") ? alignOf(settings) : "center",
        showarrow,
        ax: numberAt(settings, "ax", -10),
        ay: numberAt(settings, "ay", -30),
        ...(arrow && { arrowcolor: cssColor(arrow) }),
        ...(paper && paper.alpha > 0 && text !== "" && { bgcolor: cssColor(paper) }),
        borderpad: 0,
        borderwidth: 0,
        font: { ...font, size: sizeOf(own, font.size), ...(ink && { color: cssColor(ink) }) },
      },
    ];
  });
}

export function shapesOf(layout: Attributes, axes: Axes): Shape[] {
  return recordsAt(layout, "shapes").flatMap((settings) => {
    const type = textAt(settings, "type", "rect");
    const [xref, yref] = [referenceOf(settings, axes, "x"), referenceOf(settings, axes, "y")];
    const [x0, x1] = [settings.x0, settings.x1].map((value) => placeOf(value, axes.get(xref), false));
    const [y0, y1] = [settings.y0, settings.y1].map((value) => placeOf(value, axes.get(yref), false));
    const isKnown = type === "line" || type === "rect" || type === "circle";
    if (!isKnown || !flagAt(settings, "visible", true) || Number.isNaN(x0 + x1 + y0 + y1)) return [];
    const opacity = opacityAt(settings);
    const [fill, ink] = [settings.fillcolor, group(settings, "line").color].map(parseColor);
    const line = lineOf(settings, {
      ...(ink ?? { red: 68, green: 68, blue: 68, alpha: 1 }),
      alpha: (ink?.alpha ?? 1) * opacity,
    });
    const layer = textAt(settings, "layer") === "below" ? "below" : "above";
    const filled = fill && type !== "line" ? { fillcolor: cssColor({ ...fill, alpha: fill.alpha * opacity }) } : {};
    return [{ type, xref, yref, x0, x1, y0, y1, line, layer, ...filled }];
  });
}

/** Whether the layout has shapes that are not drawn. */
export function hasPaths(layout: Attributes): boolean {
  return recordsAt(layout, "shapes").some(({ type }) => type === "path");
}

/** An axis that has no traces counts as the paper. */
function referenceOf(settings: Attributes, axes: Axes, letter: "x" | "y"): string {
  const reference = textAt(settings, `${letter}ref`, letter);
  return axes.has(reference.replace(/ domain$/, "")) && reference.startsWith(letter) ? reference : "paper";
}

function placeOf(value: unknown, view: AxisView | undefined, isDecade: boolean): number {
  if (view === undefined || (isDecade && view.axis.kind === "log")) return toNumber(value);
  return valueOn(view.axis, value);
}

/** Where no anchor is given, that of the third in which the place lies. */
function anchorOf(settings: Attributes, letter: "x" | "y", { share }: { readonly share: number }): string {
  const [low, middle, high] = letter === "x" ? ["left", "center", "right"] : ["bottom", "middle", "top"];
  const given = textAt(settings, `${letter}anchor`);
  if ([low, middle, high].includes(given)) return given;
  return share < 1 / 3 ? low : share > 2 / 3 ? high : middle;
}

function alignOf(settings: Attributes): Annotation["align"] {
  return settings.align === "left" || settings.align === "right" ? settings.align : "center";
}

function sizeOf(font: Attributes, usual: number): number {
  return Math.max(4, Math.min(80, numberAt(font, "size", usual)));
}
