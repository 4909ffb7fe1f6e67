/**
 * Dark page: what is drawn on white paper is turned round by the page's style on a dark one.
 *
 * Method: black and white change places, and turning the hue by half a circle brings colours back to what they were called. Still pictures
 * are known by their class, which JupyterLab leaves to HTML of notebooks that nobody has trusted.
 */
import type { Page } from "./dom.ts";

export const STILL_PICTURE = "epsilab-still-picture";
/** The class of a figure that has no paper and no ink of its own. */
export const FOLLOWS_PAGE = "epsilab-follows-page";

const STYLE = `[data-jp-theme-light="false"] :is(img.${STILL_PICTURE}, .${FOLLOWS_PAGE}) { filter: invert(0.93) hue-rotate(180deg); }`;

export function styleDarkPages(page: Page): void {
  const style = page.createElement("style");
  style.textContent = STYLE;
  page.head.append(style);
}
