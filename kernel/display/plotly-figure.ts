/**
 * Plotly figure: a plain value with `data` and `layout` as the bundle that plotly.js renders.
 *
 * Limits: no picture is drawn of it, since only plotly.js knows all kinds of traces; its text says so to viewers that have
 * no plotly.js. A figure that brings its own picture, by `Symbol.for("Jupyter.display")`, is shown everywhere.
 */

const TYPE = "application/vnd.plotly.v1+json";

/** Typed arrays go as plain arrays; what JSON cannot hold (NaN, infinities) as null, which Plotly leaves out. */
export function plotlyBundle(value: object): Record<string, unknown> | undefined {
  const { data, layout, config, frames } = value as Readonly<Record<string, unknown>>;
  const isFigure = Array.isArray(data) && data.every(isObject) && isObject(layout) && !Array.isArray(layout);
  if (!isFigure) return undefined;
  const figure = { data, layout, ...(isObject(config) && { config }), ...(Array.isArray(frames) && { frames }) };
  return { [TYPE]: JSON.parse(JSON.stringify(figure, plainArrays)), "text/plain": describe(data, layout) };
}

function describe(data: readonly object[], layout: object): string {
  const kinds = [...new Set(data.map((trace) => String((trace as { type?: unknown }).type ?? "scatter")))];
  const { title } = layout as { readonly title?: string | { readonly text?: string } };
  const text = typeof title === "object" ? title?.text : title;
  const traces = `${data.length} ${data.length === 1 ? "trace" : "traces"}${data.length > 0 ? ` (${kinds.join(", ")})` : ""}`;
  return `Plotly figure${text ? ` "${text}"` : ""}: ${traces}. It has no PNG: only viewers with plotly.js can draw it.`;
}

function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float64Array) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
