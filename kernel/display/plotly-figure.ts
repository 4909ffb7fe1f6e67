/** Plotly figure: a plain value with `data` and `layout` as the bundle that plotly.js renders. */

const TYPE = "application/vnd.plotly.v1+json";

/** Typed arrays go as plain arrays; what JSON cannot hold (NaN, infinities) as null, which Plotly leaves out. */
export function plotlyBundle(value: object): Record<string, unknown> | undefined {
  const { data, layout, config, frames } = value as Readonly<Record<string, unknown>>;
  const isFigure = Array.isArray(data) && data.every(isObject) && isObject(layout) && !Array.isArray(layout);
  if (!isFigure) return undefined;
  const figure = { data, layout, ...(isObject(config) && { config }), ...(Array.isArray(frames) && { frames }) };
  return { [TYPE]: JSON.parse(JSON.stringify(figure, plainArrays)) };
}

function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float64Array) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
