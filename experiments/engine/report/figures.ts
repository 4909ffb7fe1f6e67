/**
 * Figures of the page: the data of each is in the page once, and it is drawn by Plotly wherever it is shown, when it comes into view.
 *
 * A place keeps the figure's room free, so that nothing moves when it is drawn. On a phone the panels stand one above the other.
 */
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import { isGrid, narrowPanels } from "../../../lib/figures/narrow.ts";
import { type ScreenFigure, screenPanels } from "../../../lib/figures/screen.ts";
import { INK } from "../../../lib/figures/theme.ts";
import { Html, html } from "../text/html.ts";
import { setText } from "./formula.ts";

export class FigureShelf {
  readonly #figures: Figure[] = [];

  /** A figure with its caption. With `still` a picture stands there until it is drawn. */
  show(name: string, figure: Figure, { still = false } = {}): Html {
    const [{ layout: wide }, { layout: narrow }] = [screenPanels(figure), narrowPanels(figure)];
    const sizes = `--wide:${wide.width}px;--tall:${wide.height}px;--narrow-tall:${narrow.height}px`;
    return html`<figure><div class="scroller" role="group" aria-label="Figure ${name}">
<div class="plot" data-figure="${this.#number(figure)}" style="${sizes}">${still ? stills(figure) : ""}</div></div>
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

/** A picture of a figure for a wide screen, and one for a phone. */
function stills(figure: Figure): Html {
  const { data, layout } = narrowPanels(figure);
  const narrow = renderSvg({ ...figure, data, layout });
  return html`<div class="still" aria-hidden="true">${new Html(renderSvg(figure))}</div>
<div class="still narrow" aria-hidden="true">${new Html(narrow)}</div>`;
}

interface PageFigure extends ScreenFigure {
  /** On a phone: the layout, and the names of the traces, which are those of the legend. */
  readonly narrow: {
    readonly layout: ScreenFigure["layout"];
    readonly names: readonly string[];
    /** Of a grid, what its cells hold. */
    readonly texts?: readonly (readonly string[] | undefined)[];
  };
}

/** The page shows figures on white and turns them over as a whole when it is dark. */
function onPaper(figure: Figure): PageFigure {
  const { data, layout } = screenPanels(figure);
  const narrow = narrowPanels(figure);
  const inInk = (shown: typeof layout) => ({ ...shown, font: { ...shown.font, color: INK } });
  return {
    data,
    layout: inInk(layout),
    narrow: {
      layout: inInk(narrow.layout),
      names: narrow.data.map(({ name }) => name),
      ...(isGrid(figure) && { texts: narrow.data.map((trace) => ("text" in trace ? trace.text : undefined)) }),
    },
  };
}
