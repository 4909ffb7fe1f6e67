/**
 * Figures of the page: the data of each is in the page once, and it is drawn by Plotly wherever it is shown, when it comes into view.
 *
 * A place keeps the figure's room free, so that nothing moves when it is drawn.
 */
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import { type ScreenFigure, screenPanels } from "../../../lib/figures/screen.ts";
import { INK } from "../../../lib/figures/theme.ts";
import { Html, html } from "../text/html.ts";
import { setText } from "./formula.ts";

export class FigureShelf {
  readonly #figures: Figure[] = [];

  /** A figure with its caption. With `still` a picture stands there until it is drawn. */
  show(name: string, figure: Figure, { still = false } = {}): Html {
    const { width, height } = screenPanels(figure).layout;
    const picture = still ? html`<div class="still" aria-hidden="true">${new Html(renderSvg(figure))}</div>` : "";
    return html`<figure><div class="scroller" role="group" aria-label="Figure ${name}">
<div class="plot" data-figure="${this.#number(figure)}" style="width:${width}px;height:${height}px">${picture}</div></div>
<figcaption>${setText(figure.caption)}</figcaption></figure>`;
  }

  #number(figure: Figure): number {
    const known = this.#figures.indexOf(figure);
    return known === -1 ? this.#figures.push(figure) - 1 : known;
  }

  /** The data of all figures that were shown. */
  data(): string {
    return JSON.stringify(this.#figures.map(onPaper));
  }
}

/** The page shows figures on white and turns them over as a whole when it is dark. */
function onPaper(figure: Figure): ScreenFigure {
  const { data, layout } = screenPanels(figure);
  return { data, layout: { ...layout, font: { ...layout.font, color: INK } } };
}
