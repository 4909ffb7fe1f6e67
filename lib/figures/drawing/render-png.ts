/**
 * Renders a figure of our kinds as a PNG picture, without a browser.
 *
 * The rasteriser is loaded on the first call; where the machine has none that runs on it, the error says so.
 */
import type { FigureContent } from "../figure-content.ts";
import { rasterise } from "./rasteriser.ts";
import { renderSvg } from "./render-svg.ts";

/** `scale` is in pixels of the picture per CSS pixel: 2 for screens, 600 / 96 for 600 dots to the inch. */
export async function renderPng(
  content: Pick<FigureContent, "data" | "layout">,
  { scale = 2 }: { readonly scale?: number } = {},
): Promise<Uint8Array> {
  const svg = renderSvg(content);
  return rasterise(svg, scale);
}
