/**
 * MIME extension: what JupyterLab is given to show Plotly figures and long text.
 *
 * `safe`: the content is data and never runs, so figures of notebooks that nobody has trusted are shown as well.
 */
import type { JsonObject } from "../../protocol/json-object.ts";
import { browser, type PageElement } from "./dom.ts";
import { FigureView, type Plotly, styleDarkPages } from "./figure-view.ts";
import { longTextExtensions, type Rendermime } from "./long-text.ts";
import { MIME_TYPE } from "./plot.ts";
import { loadShared, type SharedPackages } from "./shared-packages.ts";

/** The class `Widget` of @lumino/widgets, of which every part of JupyterLab's page is made. */
interface Widget {
  readonly node: PageElement;
  dispose(): void;
}
type WidgetClass = new () => Widget;

/** The address of the script that is being loaded. */
const script = browser.document?.currentScript?.src;

/** The extension as a module that JupyterLab may write its marks on. */
export async function loadExtension(shared: SharedPackages): Promise<Record<string, unknown>> {
  const widgets = await loadShared<{ readonly Widget: WidgetClass }>(shared, "@lumino/widgets");
  if (widgets?.Widget === undefined) throw new Error("this page does not share @lumino/widgets");
  if (browser.document !== undefined) styleDarkPages(browser.document);
  const rendermime = await loadShared<Partial<Rendermime>>(shared, "@jupyterlab/rendermime");
  return { __esModule: true, default: [figureExtension(widgets.Widget), ...longTextExtensions(rendermime ?? {})] };
}

function figureExtension(Widget: WidgetClass): unknown {
  class RenderedFigure extends Widget {
    readonly #view = new FigureView(this.node, loadPlotly);

    renderModel({ data }: { readonly data: JsonObject }): Promise<void> {
      return this.#view.show(data);
    }

    override dispose(): void {
      this.#view.end();
      super.dispose();
    }
  }

  return {
    id: "@epsilab/plotly:renderer",
    description: "Shows Plotly figures, without network.",
    rendererFactory: { safe: true, mimeTypes: [MIME_TYPE], createRenderer: () => new RenderedFigure() },
    rank: 0,
    dataType: "json",
  };
}

/** plotly.js lies beside the script once installed. It announces itself as a global variable, and is loaded when first needed. */
async function loadPlotly(): Promise<Plotly> {
  await import(new URL("plotly.min.js", script).href);
  return (globalThis as unknown as { readonly Plotly: Plotly }).Plotly;
}
