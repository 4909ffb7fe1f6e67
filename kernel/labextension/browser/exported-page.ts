/**
 * Exported page: shows the figures of a notebook that nbconvert wrote as HTML, as JupyterLab does.
 *
 * The page has Plotly as a global variable, and a `div.epsilab-figure` for each figure with its bundle in a script of the type
 * application/json; besides, it has the still picture, for readers without scripts.
 */
import { browser } from "./dom.ts";
import { type Bundle, FigureView } from "./figure-view.ts";
import type { Plotly } from "./plotly.ts";
import { styleStillPictures } from "./still-pictures.ts";

async function pagePlotly(): Promise<Plotly> {
  const { Plotly: plotly } = globalThis as { Plotly?: Plotly };
  if (plotly === undefined) throw new Error("the page has no Plotly");
  return plotly;
}

const page = browser.document;
if (page !== undefined) {
  styleStillPictures(page);
  for (const host of page.querySelectorAll(".epsilab-figure")) {
    const [source] = host.querySelectorAll('script[type="application/json"]');
    void new FigureView(host, pagePlotly).show(JSON.parse(source.textContent ?? "{}") as Bundle);
  }
}
