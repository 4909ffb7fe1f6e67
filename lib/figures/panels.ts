/**
 * Panels: small multiples in a grid, with one legend for all, as a Plotly figure of exact size.
 *
 * Method: the room for labels, titles and legend is measured in the font that draws them, and what is left is shared by the panels
 * equally. A panel whose axis is that of its left or lower neighbour leaves its labels to it.
 */
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { legendLayout, longestName } from "./legend-layout.ts";
import { needsLabels, plotlyAxis } from "./panel-axis.ts";
import type { Panel, PanelGrid } from "./panel-grid.ts";
import { panelTitleText, placePanels } from "./panel-places.ts";
import type { Annotation, Axis, Layout, Trace } from "./plotly.ts";
import type { PanelTrace } from "./series.ts";
import { wrapText } from "./text-width.ts";
import { INK, PAPER, TEXT_FONT, TEXT_SIZE, TITLE_FONT, widthOf } from "./theme.ts";

export function composePanels(grid: PanelGrid): { data: Trace[]; layout: Layout } {
  const { rows } = grid;
  if (rows.length === 0 || rows.some((row) => row.length === 0)) refuse("panels", "at least one", 0);
  for (const height of grid.heights) requirePositive({ ...height });
  const width = widthOf(grid.size);
  const data = tracesOf(rows, width);
  const legend = legendLayout(data, width);
  const { height, margin, boxes } = placePanels(grid, { width, head: legend.height });
  const inner = { width: width - margin.l - margin.r, height: height - margin.t - margin.b };
  const axes: Record<string, Axis> = {};
  const annotations: Annotation[] = [];
  boxes.forEach(({ row, column, left, top, ...box }, index) => {
    const panel = rows[row][column];
    const id = idOf(index);
    const shows = needsLabels(rows, [row, column]);
    axes[`xaxis${id}`] = plotlyAxis(panel.x, {
      anchor: `y${id}`,
      domain: [(left - margin.l) / inner.width, (left - margin.l + box.width) / inner.width],
      labelled: shows.x,
      direction: "horizontal",
      pixels: box.width,
    });
    axes[`yaxis${id}`] = plotlyAxis(panel.y, {
      anchor: `x${id}`,
      domain: [1 - (top - margin.t + box.height) / inner.height, 1 - (top - margin.t) / inner.height],
      labelled: shows.y,
      direction: "vertical",
      pixels: box.height,
    });
    if (panel.title !== undefined) annotations.push(panelTitle(panelTitleText(panel.title, box.width), id));
  });
  return {
    data,
    layout: {
      width,
      height,
      margin: { ...margin, pad: 0, autoexpand: false },
      font: TEXT_FONT,
      paper_bgcolor: PAPER,
      plot_bgcolor: PAPER,
      hovermode: "closest",
      ...(data.some(({ type }) => type === "bar") && { barmode: "overlay" }),
      showlegend: legend.entries.length > 0,
      legend: {
        orientation: "h",
        traceorder: "normal",
        x: -margin.l / inner.width,
        y: 1 + margin.t / inner.height,
        xanchor: "left",
        yanchor: "top",
        entrywidthmode: "pixels",
        entrywidth: legend.entryWidth,
        font: TEXT_FONT,
        bgcolor: "rgba(0, 0, 0, 0)",
      },
      annotations,
      ...axes,
    },
  };
}

/** Of the first panel's axes nothing, then 2, 3 and so on. */
function idOf(index: number): string {
  return index === 0 ? "" : String(index + 1);
}

/** All traces with their axes; a name that comes again shares the first one's place in the legend. */
function tracesOf(rows: readonly (readonly Panel[])[], width: number): Trace[] {
  const named = new Set<string>();
  return rows.flat().flatMap((panel, index) =>
    panel.traces.map((trace): Trace => {
      const id = idOf(index);
      const name = wrapText(trace.name, { size: TEXT_SIZE, width: longestName(width) });
      const showlegend = trace.showlegend !== false && !named.has(name);
      if (showlegend) named.add(name);
      return {
        ...trace,
        name,
        legendgroup: name,
        showlegend,
        legendrank: rankOf(trace),
        xaxis: `x${id}`,
        yaxis: `y${id}`,
      };
    }),
  );
}

/** In the legend estimates come first, then lines, then areas. */
function rankOf(trace: PanelTrace): number {
  if (trace.type === "bar" || trace.mode !== "lines") return 1;
  return trace.fill === undefined ? 2 : 3;
}

function panelTitle(text: string, id: string): Annotation {
  return {
    text,
    xref: `x${id} domain`,
    yref: `y${id} domain`,
    x: 0,
    y: 1,
    xanchor: "left",
    yanchor: "bottom",
    yshift: 2,
    align: "left",
    showarrow: false,
    borderpad: 0,
    borderwidth: 0,
    font: { ...TITLE_FONT, color: INK },
  };
}
