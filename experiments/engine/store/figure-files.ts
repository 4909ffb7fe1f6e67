/**
 * Figure files: a stored figure as SVG, PNG, PDF or a page.
 *
 * SVG and PNG are by our own renderer, the same bytes everywhere; a PDF is that SVG printed by Chromium, with its text as text; a page is
 * interactive and needs no network. The caption is left out of SVG and PDF, which a paper sets in its own type. A slide is 16 to 9,
 * with the figure as large as it fits and without its caption.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { captioned } from "../../../lib/figures/caption.ts";
import { rasterise } from "../../../lib/figures/drawing/rasteriser.ts";
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import type { FigureContent } from "../../../lib/figures/figure-content.ts";
import { figurePage } from "../../../lib/figures/page.ts";
import { PAPER } from "../../../lib/figures/theme.ts";
import { withChromium } from "../machine/chromium.ts";

export const FORMATS = ["svg", "png", "pdf", "html"] as const;
export type FigureFormat = (typeof FORMATS)[number];

interface FigureLook {
  /** Of a PNG and a page, whether the caption is below the figure. */
  readonly caption: boolean;
  /** Of a picture, whether it is a slide. */
  readonly slide: boolean;
  /** Of a picture, in pixels: of a PNG by default three times, of the others that of the figure. */
  readonly width?: number;
}

const SLIDE = { width: 1920, height: 1080, edge: 40 } as const;
const PNG_SCALE = 3;

/** The text of plotly.js, from the installed package. */
export function plotlyText(): string {
  return readFileSync(createRequire(import.meta.url).resolve("plotly.js-dist-min/plotly.min.js"), "utf8");
}

export async function figureFile(
  figure: Figure,
  format: FigureFormat,
  { title, ...look }: FigureLook & { readonly title: string },
): Promise<string | Uint8Array> {
  switch (format) {
    case "svg":
      return sized(pictureOf(figure, look), look.width).svg;
    case "png": {
      const picture = pictureOf(look.caption && !look.slide ? captioned(figure) : figure, look);
      const usual = look.slide ? 1 : PNG_SCALE;
      return rasterise(picture.svg, look.width === undefined ? usual : look.width / picture.width);
    }
    case "html":
      return figurePage(figure, { title, plotly: plotlyText(), caption: look.caption });
    case "pdf":
      return printed(sized(pictureOf(figure, look), look.width));
  }
}

interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

function pictureOf(content: FigureContent, { slide }: FigureLook): Picture {
  const { width, height } = content.layout;
  const picture = { svg: renderSvg(content), width, height };
  return slide ? slideOf(picture) : picture;
}

/** The picture as large as it fits, in the middle of a slide. */
function slideOf({ svg, width, height }: Picture): Picture {
  const { edge } = SLIDE;
  const scale = Math.min((SLIDE.width - 2 * edge) / width, (SLIDE.height - 2 * edge) / height);
  const [w, h] = [width * scale, height * scale].map(Math.round);
  const place = `x="${Math.round((SLIDE.width - w) / 2)}" y="${Math.round((SLIDE.height - h) / 2)}"`;
  const size = `width="${SLIDE.width}" height="${SLIDE.height}"`;
  const inner = svg.replace(/ width="[^"]*" height="[^"]*"/, ` ${place} width="${w}" height="${h}"`);
  const whole =
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${SLIDE.width} ${SLIDE.height}">\n` +
    `<rect ${size} fill="${PAPER}"/>\n${inner}</svg>\n`;
  return { svg: whole, width: SLIDE.width, height: SLIDE.height };
}

/** The picture shown at a width. */
function sized(picture: Picture, width: number | undefined): Picture {
  if (width === undefined) return picture;
  const height = Math.round((picture.height * width) / picture.width);
  const svg = picture.svg.replace(/ width="[^"]*" height="[^"]*"/, ` width="${width}" height="${height}"`);
  return { svg, width, height };
}

/** One page of the picture's size. */
function printed({ svg, width, height }: Picture): Promise<Uint8Array> {
  const page =
    `<!doctype html>` +
    `<style>@page { size: ${width}px ${height}px; margin: 0 } body { margin: 0 } svg { display: block }</style>${svg}`;
  return withChromium(async (browser) => {
    const tab = await browser.newPage({ offline: true });
    await tab.setContent(page);
    return tab.pdf({ width: `${width}px`, height: `${height}px`, printBackground: true, pageRanges: "1" });
  });
}
