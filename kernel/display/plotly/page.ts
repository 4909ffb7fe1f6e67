/**
 * Page: puts the title, the subplots, the colour bars and the legend on the picture so that none covers another.
 *
 * Method: the margins are settled in rounds, since ticks depend on the room that is left, and the margins on the ticks.
 */
import { type Attributes, textAt } from "./attributes.ts";
import { colorOf, opaque } from "./color.ts";
import { colorBarsOf, drawBars } from "./color-bars.ts";
import { annotation, type Places, shape } from "./draw-annotation.ts";
import { drawAxis, drawGrid, drawZero } from "./draw-axis.ts";
import { drawLegend, legendFor } from "./draw-legend.ts";
import { drawTitle } from "./draw-title.ts";
import { drawLabel, shortened } from "./label.ts";
import { marginsFor, plotOf, startMargins } from "./margins.ts";
import { NOTE_SIZE, type PageContent } from "./page-content.ts";
import { frameOf, place, settingsList } from "./subplots.ts";
import { type Box, clip, clipped, rectangle } from "./svg.ts";

export function drawPage(content: PageContent): string[] {
  const { layout, width, height, ink, subplots, pies } = content;
  const bars = colorBarsOf(subplots);
  const legend = legendFor(content);
  let plot = plotOf(content, startMargins(content));
  for (let round = 0; round < 3; round++) {
    place(subplots, plot);
    plot = plotOf(content, marginsFor(content, { plot, bars, legend }));
  }
  place(subplots, plot);
  const places: Places = { axes: subplots.axes, plot, ink };
  const frames = subplots.list.map((subplot) => frameOf(subplot));
  const paper = colorOf(layout.paper_bgcolor, opaque(255, 255, 255));
  return [
    `<defs>${clip("plot", plot)}${frames.map((frame, k) => clip(`frame-${k}`, grown(frame))).join("")}</defs>`,
    rectangle({ left: 0, top: 0, right: width, bottom: height }, { fill: paper }),
    ...subplots.list
      .filter(({ x, y }) => !isOver(x.settings) && !isOver(y.settings))
      .map((subplot) => rectangle(frameOf(subplot), { fill: colorOf(layout.plot_bgcolor, opaque(255, 255, 255)) })),
    ...subplots.placed.flatMap(drawGrid),
    ...subplots.placed.flatMap(drawZero),
    ...drawShapes(layout, places, true),
    ...subplots.list.map(({ traces }, k) =>
      clipped(
        `frame-${k}`,
        [...traces].sort((a, b) => a.layer - b.layer).flatMap((trace) => trace.draw()),
      ),
    ),
    ...subplots.placed.flatMap(drawAxis),
    ...pies.flatMap((one) => one.draw(plot)),
    ...drawShapes(layout, places, false),
    ...settingsList(layout, "annotations").flatMap((settings) => annotation(settings, places)?.drawn ?? []),
    ...drawBars(bars, { plot, ink, subplots }),
    ...(legend === undefined ? [] : drawLegend(legend, content, { plot, bars })),
    ...drawTitle(content, plot),
    ...drawNote(content, plot),
  ];
}

function isOver(settings: Attributes): boolean {
  return textAt(settings, "overlaying") !== "";
}

/** Markers on the border are seen whole on the outside by a little. */
function grown({ left, right, top, bottom }: Box): Box {
  return { left: left - 0.5, right: right + 0.5, top: top - 0.5, bottom: bottom + 0.5 };
}

/** Shapes on axes end with the plot; those on the paper do not. */
function drawShapes(layout: Attributes, places: Places, isBelow: boolean): string[] {
  const chosen = settingsList(layout, "shapes").filter((one) => (textAt(one, "layer") === "below") === isBelow);
  const isOnPaper = (one: Attributes) => textAt(one, "xref") === "paper" && textAt(one, "yref") === "paper";
  const drawn = (list: readonly Attributes[]) => list.map((one) => shape(one, places)).filter((one) => one !== "");
  return [clipped("plot", drawn(chosen.filter((one) => !isOnPaper(one)))), ...drawn(chosen.filter(isOnPaper))];
}

function drawNote({ missing, subplots, pies, width, height, ink }: PageContent, plot: Box): string[] {
  if (missing.length === 0) return [];
  const text = `Not drawn in this picture: ${missing.join(", ")}. Plotly itself shows ${missing.length === 1 ? "it" : "them"}.`;
  const isAlone = subplots.list.length === 0 && pies.length === 0;
  const label = shortened(text.replaceAll("<", "‹"), { size: isAlone ? 13 : NOTE_SIZE, width: width - 16 });
  const y = isAlone ? (plot.top + plot.bottom) / 2 : height - NOTE_SIZE;
  return [drawLabel(label, { x: width / 2, y, size: isAlone ? 13 : NOTE_SIZE, color: ink })];
}
