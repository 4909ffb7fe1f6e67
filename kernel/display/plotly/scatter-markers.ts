/** Scatter markers: the symbols of a trace's points, of one size and colour or each of its own. */
import { group, itemOf, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Color, colorOf, opaque } from "./color.ts";
import type { ColorBar } from "./color-axis.ts";
import type { TraceSource } from "./drawn-trace.ts";
import type { Marked } from "./line-path.ts";
import { isOpen, isStroked, markerPath } from "./marker.ts";
import { type Paint, type Point, path } from "./svg.ts";

/** Of a trace: coordinates on its axes, or pixels. */
export interface ScatterPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface ScatterMarkers {
  readonly colorBar: ColorBar | undefined;
  drawSample(at: Point): string;
  draw(pixels: ScatterPoints, marked: Marked): string[];
}

/** `own` is the colour where none is told. */
export function scatterMarkers({ settings, colorAxes }: TraceSource, own: Color): ScatterMarkers {
  const marker = group(settings, "marker");
  const isBubble = Array.isArray(marker.size);
  const colors = colorAxes.colorsOf(marker, own, numberAt(marker, "opacity", isBubble ? 0.7 : 1));
  const symbol = textAt(marker, "symbol", "circle");
  const outline = group(marker, "line");
  const outlineWidth = numberAt(outline, "width", isBubble ? 1 : 0);
  const markerPaint = (color: Color, shape: string): Paint =>
    isOpen(shape) || isStroked(shape)
      ? { stroke: color, width: Math.max(1.5, outlineWidth) }
      : {
          fill: color,
          stroke: outlineWidth > 0 ? colorOf(outline.color, opaque(255, 255, 255)) : undefined,
          width: outlineWidth,
        };
  return { colorBar: colors.colorBar, drawSample, draw };

  function drawSample(at: Point): string {
    const size = Math.max(4, Math.min(12, numberAt(marker, "size", isBubble ? 10 : 6)));
    return path(markerPath(symbol, at, size), markerPaint(colors.of(0), symbol));
  }

  function draw(pixels: ScatterPoints, { chosen, cell, standsFor }: Marked): string[] {
    const darkened = (k: number): Color => {
      const color = colors.of(k);
      return color.alpha === 1 ? color : { ...color, alpha: 1 - (1 - color.alpha) ** standsFor(k) };
    };
    const scale = numberAt(marker, "sizeref", 1) || 1;
    const isArea = textAt(marker, "sizemode") === "area";
    const sizeOf = (k: number) => {
      const size = toNumber(itemOf(marker.size, k) ?? 6);
      if (!isBubble) return Number.isFinite(size) ? Math.max(1.5 * cell, Math.min(300, size)) : 6;
      const diameter = isArea ? 2 * Math.sqrt(Math.max(0, size / scale / 4)) : size / scale;
      return Math.max(numberAt(marker, "sizemin", 0), Math.min(300, Number.isFinite(diameter) ? diameter : 0));
    };
    const symbolOf = (k: number) => String(itemOf(marker.symbol, k) ?? "circle");
    const outlines = chosen.map((k) =>
      markerPath(symbolOf(k), [pixels.x[k] as number, pixels.y[k] as number], sizeOf(k)),
    );
    const isUniform =
      colors.single !== undefined && colors.single.alpha === 1 && outlineWidth === 0 && !Array.isArray(marker.symbol);
    if (isUniform) return [path(outlines.join(""), markerPaint(colors.of(0), symbol))];
    return outlines.map((commands, index) =>
      path(commands, markerPaint(darkened(chosen[index] as number), symbolOf(chosen[index] as number))),
    );
  }
}
