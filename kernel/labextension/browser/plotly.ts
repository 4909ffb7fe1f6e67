/** The part of plotly.js that the renderer calls; the program itself lies beside this file once installed, and is loaded when first needed. */
import type { PageElement } from "./dom.ts";
import type { Plot } from "./plot.ts";

export interface Plotly {
  react(element: PageElement, plot: Omit<Plot, "caption">): Promise<unknown>;
  purge(element: PageElement): void;
  readonly Plots: { resize(element: PageElement): Promise<unknown> };
}

const PROGRAM = "./plotly.min.js";
let loading: Promise<Plotly> | undefined;

export function loadPlotly(): Promise<Plotly> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined; // the next figure tries again
    throw error;
  });
  return loading;
}

/** Plotly announces itself as a global variable: what another extension put there is put back. */
async function load(): Promise<Plotly> {
  const page = globalThis as { Plotly?: Plotly | undefined };
  const others = page.Plotly;
  page.Plotly = undefined;
  try {
    await import(new URL(PROGRAM, import.meta.url).href);
    if (page.Plotly === undefined) throw new Error("plotly.js did not announce itself");
    return page.Plotly;
  } finally {
    if (others !== undefined) page.Plotly = others;
  }
}
