/**
 * Figure files: a stored figure as SVG, PNG, PDF or a page.
 *
 * SVG and PNG are by our own renderer, the same bytes everywhere; a PDF is that SVG printed by Chromium, with its text as text; a page is
 * interactive and needs no network. The caption is left out of SVG and PDF, which a paper sets in its own type.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { captioned } from "../../lib/figures/caption.ts";
import { renderPng } from "../../lib/figures/drawing/render-png.ts";
import { renderSvg } from "../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { figurePage } from "../../lib/figures/page.ts";
import { withChromium } from "./chromium.ts";

export const FORMATS = ["svg", "png", "pdf", "html"] as const;
export type FigureFormat = (typeof FORMATS)[number];

/** The text of plotly.js, from the installed package. */
export function plotlyText(): string {
  return readFileSync(createRequire(import.meta.url).resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
}

export async function figureFile(figure: Figure, format: FigureFormat, title: string): Promise<string | Uint8Array> {
  switch (format) {
    case "svg":
      return renderSvg(figure);
    case "png":
      return renderPng(captioned(figure), { scale: 3 });
    case "html":
      return figurePage(figure, { title, plotly: plotlyText() });
    case "pdf":
      return printed(figure);
  }
}

/** One page of the figure's size. */
function printed(figure: Figure): Promise<Uint8Array> {
  const { width, height } = figure.layout;
  const page = `<!doctype html><style>@page { size: ${width}px ${height}px; margin: 0 } body { margin: 0 } svg { display: block }</style>${renderSvg(figure)}`;
  return withChromium(async (browser) => {
    const tab = await browser.newPage({ offline: true });
    await tab.setContent(page);
    return tab.pdf({ width: `${width}px`, height: `${height}px`, printBackground: true, pageRanges: "1" });
  });
}
