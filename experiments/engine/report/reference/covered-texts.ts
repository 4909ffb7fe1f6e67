/**
 * Covered texts: what of the figures on a page lies under Plotly's buttons, which show up when the mouse is over a figure: for tests.
 */
import type { Page } from "playwright-core";

interface FigureCover {
  /** The size of the row of buttons, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Texts of the legend, titles and labels that it covers. */
  readonly covered: readonly string[];
}

/** Of every figure that is drawn on the page, in its order. */
export function coveredTexts(page: Page): Promise<readonly FigureCover[]> {
  return page.evaluate(MEASURE);
}

const TEXTS = ".legend .traces, .annotation-text, .gtitle, .xtick text, .ytick text";
const MEASURE = `[...document.querySelectorAll(".js-plotly-plot")].map((figure) => {
  const bar = figure.querySelector(".modebar").getBoundingClientRect();
  const meets = ({ left, right, top, bottom, width }) =>
    width > 0 && left < bar.right && bar.left < right && top < bar.bottom && bar.top < bottom;
  const texts = [...figure.querySelectorAll("${TEXTS}")];
  const covered = texts.filter((text) => meets(text.getBoundingClientRect())).map(({ textContent }) => textContent);
  return { width: bar.width, height: bar.height, covered };
})`;
