/**
 * Exported page: shows the figures of a notebook that nbconvert wrote as HTML, as JupyterLab does.
 *
 * The page has Plotly as a global variable, and a `div.epsilab-figure` for each figure with its bundle in a script of the type
 * application/json. The still picture is there too, for readers without scripts.
 */
import { browser } from "./dom.ts";
import { FigureView, type Plotly, styleDarkPages } from "./figure-view.ts";

const pagePlotly = async () => (globalThis as unknown as { readonly Plotly: Plotly }).Plotly;

const page = browser.document;
if (page !== undefined) {
  styleDarkPages(page);
  for (const host of page.querySelectorAll(".epsilab-figure")) {
    const [source] = host.querySelectorAll('script[type="application/json"]');
    void new FigureView(host, pagePlotly).show(JSON.parse(source.textContent ?? "{}"));
  }
}
