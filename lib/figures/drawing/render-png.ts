/**
 * Renders a figure of our kinds as a PNG picture, without a browser.
 *
 * The rasteriser is loaded on the first call; where the machine has none that runs on it, the error says so.
 */
import { declare, optional, type ParametersOf, positive } from "../../numerics/parameters.ts";
import type { FigureContent } from "../figure-content.ts";
import { rasterise } from "./rasteriser.ts";
import { renderSvg } from "./render-svg.ts";

const picture = declare({
  /** In pixels of the picture per CSS pixel: 2 for screens, 600 / 96 for 600 dots to the inch. */
  scale: optional(positive, 2),
});

export function renderPng(
  content: Pick<FigureContent, "data" | "layout">,
  options: ParametersOf<typeof picture> = {},
): Promise<Uint8Array> {
  const { scale } = picture.read(options, "options");
  const svg = renderSvg(content);
  return rasterise(svg, scale);
}
