/**
 * Margins: the room around the plot's area.
 *
 * They start at what the layout asks for and grow by what sticks out.
 */
import { group, numberAt, textAt } from "./attributes.ts";
import { widthOfBars } from "./color-bars.ts";
import { annotation, type Places } from "./draw-annotation.ts";
import { depthOf, overhangOf } from "./draw-axis.ts";
import { legendSide } from "./draw-legend.ts";
import { titleHeight } from "./draw-title.ts";
import { type Furniture, GAP, NOTE_SIZE, type PageContent } from "./page-content.ts";
import { settingsList } from "./subplots.ts";
import type { Box } from "./svg.ts";

export type Margins = Record<"left" | "right" | "top" | "bottom", number>;

export function startMargins({ layout, title }: PageContent): Margins {
  const told = group(layout, "margin");
  const at = (name: string, usual: number) => Math.max(0, numberAt(told, name, usual));
  return { left: at("l", 50), right: at("r", 24), top: at("t", title.text === "" ? 24 : 56), bottom: at("b", 40) };
}

export function plotOf({ width, height }: PageContent, { left, right, top, bottom }: Margins): Box {
  const least = 20;
  const x = Math.min(left, width - least - 5);
  const y = Math.min(top, height - least - 5);
  return { left: x, top: y, right: Math.max(x + least, width - right), bottom: Math.max(y + least, height - bottom) };
}

/** What sticks out of the plot's area on each side, and some air. */
export function marginsFor(content: PageContent, { plot, bars, legend }: Furniture): Margins {
  const { layout, subplots, ink, missing, width, height } = content;
  const needed = { left: 8, right: 8, top: 8, bottom: 8 };
  const need = (side: keyof Margins, pixels: number) => {
    needed[side] = Math.max(needed[side], pixels);
  };
  for (const { axis, side, line } of subplots.placed) {
    const depth = depthOf(axis) + 6;
    const inside =
      side === "left"
        ? line - plot.left
        : side === "right"
          ? plot.right - line
          : side === "top"
            ? line - plot.top
            : plot.bottom - line;
    need(side, depth - inside);
    if (axis.letter === "x") need("right", overhangOf(axis) + Math.max(...axis.pixels) - plot.right + 4);
  }
  const places: Places = { axes: subplots.axes, plot, ink };
  for (const settings of settingsList(layout, "annotations")) {
    const box = annotation(settings, places)?.box;
    const isAround = ["xref", "yref"].some((name) => /paper|domain/.test(textAt(settings, name)));
    if (box === undefined || !isAround) continue;
    need("left", plot.left - box.left + 2);
    need("right", box.right - plot.right + 2);
    need("top", plot.top - box.top + 4);
    need("bottom", box.bottom - plot.bottom + 4);
  }
  const start = startMargins(content);
  const title = titleHeight(content);
  const result = {
    left: Math.min(Math.max(start.left, needed.left), width / 2),
    right: Math.max(start.right, needed.right),
    top: Math.max(start.top, needed.top + (title === 0 ? 0 : title + 18)),
    bottom: Math.max(start.bottom, needed.bottom),
  };
  result.right += widthOfBars(bars, plot);
  if (legend !== undefined) {
    const side = legendSide(layout);
    if (side === "right") result.right += legend.width + GAP;
    if (side === "top") result.top += legend.height;
    if (side === "bottom") result.bottom += legend.height + 4;
  }
  if (missing.length > 0) result.bottom += NOTE_SIZE * 2;
  return {
    ...result,
    right: Math.min(result.right, width * 0.7),
    top: Math.min(result.top, height * 0.6),
    bottom: Math.min(result.bottom, height * 0.7),
  };
}
