/**
 * Draw figure: any Plotly figure as SVG and PNG, without a browser, for viewers that have no plotly.js.
 *
 * The figure is completed and drawn by the renderer of our own figures. What is not drawn is named in the picture
 * (`completion/complete-figure.ts`).
 */
import { completeFigure, type WrittenFigure } from "./completion/complete-figure.ts";
import { pixelsBy, type ResvgClass } from "./rasteriser.ts";
import { renderSvg } from "./render-svg.ts";

export type { WrittenFigure } from "./completion/complete-figure.ts";

export interface Picture {
  readonly png: Uint8Array;
  /** In CSS pixels; the PNG has twice as many, or fewer where it would be too large. */
  readonly width: number;
  readonly height: number;
}

const MOST_PIXELS = 6e6;

export function drawFigureSvg(figure: WrittenFigure): string {
  return renderSvg(completeFigure(figure));
}

/** At once, by a rasteriser that is loaded already. */
export function drawFigurePng(figure: WrittenFigure, Resvg: ResvgClass): Picture {
  const completed = completeFigure(figure);
  const { width, height } = completed.layout;
  const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)));
  return { png: pixelsBy(Resvg, renderSvg(completed), scale), width, height };
}
