/**
 * Plotly figure: a plain value with `data` and `layout` as the bundle that plotly.js renders, with a picture for viewers without it.
 *
 * The renderer of the picture is loaded with the first figure, at once where Node can do that, so that a figure keeps its place among the
 * outputs of a cell. A figure that brings its own picture, by `Symbol.for("Jupyter.display")`, is shown by that.
 * Limits: those of `plotly/picture.ts`; where no picture can be drawn, the text says why.
 */
import { createRequire } from "node:module";
import type { DisplayWish, Rich } from "./mime-bundle.ts";
import type { draw, Picture } from "./plotly/draw.ts";
import { plainCopy } from "./plotly/plain-copy.ts";

const TYPE = "application/vnd.plotly.v1+json";

interface Figure {
  readonly data: readonly object[];
  readonly layout: Readonly<Record<string, unknown>>;
}

type Renderer = { readonly draw: typeof draw };

const load = createRequire(import.meta.url);

/** Undefined if the value is no figure, or cannot be read as one. */
export function plotlyBundle(
  value: object,
  { isDraft }: DisplayWish = { isDraft: false },
): Rich | Promise<Rich> | undefined {
  const figure = figureOf(value);
  if (figure === undefined) return undefined;
  const text = describe(figure);
  if (isDraft) return { data: { [TYPE]: figure, "text/plain": text }, metadata: {} };
  const drawn = ({ png, width, height }: Picture): Rich => {
    const image = Buffer.from(png).toString("base64");
    return {
      data: { [TYPE]: figure, "image/png": image, "text/plain": text },
      metadata: { "image/png": { width, height } },
    };
  };
  const undrawn = (error: unknown): Rich => {
    const reason = error instanceof Error ? error.message : String(error);
    return { data: { [TYPE]: figure, "text/plain": `${text} It has no PNG: ${reason}` }, metadata: {} };
  };
  try {
    const renderer = loadRenderer();
    const picture = renderer instanceof Promise ? renderer.then(({ draw }) => draw(figure)) : renderer.draw(figure);
    return picture instanceof Promise ? picture.then(drawn).catch(undrawn) : drawn(picture);
  } catch (error) {
    return undrawn(error);
  }
}

/** Where it runs from sources, or on a Node that cannot load a module at once, it is awaited. */
function loadRenderer(): Renderer | Promise<Renderer> {
  try {
    return load("./plotly/draw.js") as Renderer;
  } catch {
    return import(/* apart */ "./plotly/draw.ts");
  }
}

function figureOf(value: object): Figure | undefined {
  try {
    const { data, layout, config, frames } = value as Readonly<Record<string, unknown>>;
    const isFigure = Array.isArray(data) && data.every(isObject) && isObject(layout) && !Array.isArray(layout);
    if (!isFigure) return undefined;
    const whole = { data, layout, ...(isObject(config) && { config }), ...(Array.isArray(frames) && { frames }) };
    return plainCopy(whole) as Figure;
  } catch {
    return undefined; // a getter of the user's failed
  }
}

function describe({ data, layout }: Figure): string {
  const kinds = [...new Set(data.map((trace) => String((trace as { type?: unknown }).type ?? "scatter")))];
  const { title } = layout as { readonly title?: unknown };
  const text = isObject(title) ? (title as { readonly text?: unknown }).text : title;
  const traces = `${data.length} ${data.length === 1 ? "trace" : "traces"}${data.length > 0 ? ` (${kinds.join(", ")})` : ""}`;
  return `Plotly figure${typeof text === "string" && text !== "" ? ` "${text}"` : ""}: ${traces}.`;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
