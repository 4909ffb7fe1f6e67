/**
 * Still pictures: those of figures, which are drawn on white paper, turned round on a dark page.
 *
 * Method: black and white change places, and turning the hue by half a circle brings colours back to what they were called. A picture is
 * known by its class, which JupyterLab leaves to HTML of notebooks that nobody has trusted.
 */
import type { Page } from "./dom.ts";

export const STILL_PICTURE = "epsilab-still-picture";

const STYLE = `[data-jp-theme-light="false"] img.${STILL_PICTURE} { filter: invert(0.93) hue-rotate(180deg); }`;

export function styleStillPictures(page: Page): void {
  const style = page.createElement("style");
  style.textContent = STYLE;
  page.head.append(style);
}
