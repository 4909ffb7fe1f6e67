/**
 * Draws the legend: in columns above the axes, each name behind a sample of its trace.
 */
import { legendLayout, SAMPLE_GAP, SAMPLE_WIDTH } from "../legend-layout.ts";
import type { Font, Trace } from "../plotly.ts";
import { strokeOf } from "./draw-trace.ts";
import { marker } from "./marker.ts";
import { path, polyline, rectangle, text } from "./svg.ts";

const SWATCH = 6;

interface LegendPlace {
  readonly top: number;
  readonly width: number;
  readonly font: Required<Font>;
}

export function drawLegend(data: readonly Trace[], { top, width, font }: LegendPlace): string[] {
  const { entries, columns, columnWidth, rowHeight } = legendLayout(data, width, font.size);
  return entries.flatMap((trace, index) => {
    const left = (index % columns) * columnWidth + SAMPLE_GAP;
    const middle = top + SAMPLE_GAP + (Math.floor(index / columns) + 0.5) * rowHeight;
    const at = [left + SAMPLE_WIDTH + SAMPLE_GAP, middle] as const;
    return [
      ...drawSample(trace, { left, middle }),
      text(trace.name, { at, anchor: "start", vertical: "middle", font }),
    ];
  });
}

function drawSample(trace: Trace, { left, middle }: { readonly left: number; readonly middle: number }): string[] {
  const centre = left + SAMPLE_WIDTH / 2;
  if (trace.type === "bar") {
    const box = { left: centre - SWATCH, top: middle - SWATCH, width: 2 * SWATCH, height: 2 * SWATCH };
    return [rectangle(box, { fill: trace.marker.color, stroke: trace.marker.line })];
  }
  const drawn: string[] = [];
  if (trace.fill === "toself") {
    const box = { left, top: middle - SWATCH / 2, width: SAMPLE_WIDTH, height: SWATCH };
    drawn.push(rectangle(box, { fill: trace.fillcolor ?? "" }));
  }
  if (trace.mode !== "markers" && trace.line !== undefined && trace.line.width > 0) {
    const line = polyline([
      [left, middle],
      [left + SAMPLE_WIDTH, middle],
    ]);
    drawn.push(path(line, { stroke: strokeOf(trace.line) }));
  }
  if (trace.error_y !== undefined) {
    const bar = polyline([
      [centre, middle - SWATCH],
      [centre, middle + SWATCH],
    ]);
    drawn.push(path(bar, { stroke: { color: trace.error_y.color, width: trace.error_y.thickness } }));
  }
  if (trace.mode !== "lines" && trace.marker !== undefined) drawn.push(marker(trace.marker, [centre, middle]));
  return drawn;
}
