/**
 * Plotly figure: a plain value with `data` and `layout` as the bundle that plotly.js renders, with a picture for viewers without it.
 *
 * The picture is drawn by `lib/figures/drawing`, the renderer of the library's own figures, which is loaded with the first figure:
 * at once where Node can do that, so that a figure keeps its place among the outputs of a cell. A figure that brings its own
 * picture, by `Symbol.for("Jupyter.display")`, is shown by that.
 * Limits: what the renderer does not draw is named in the picture; where there can be none, the text says why.
 */
import { createRequire } from "node:module";
import { setImmediate as turn } from "node:timers/promises";
import type * as drawing from "../../lib/figures/drawing/draw-figure.ts";
import type { DisplayWish, Rich } from "./mime-bundle.ts";

const TYPE = "application/vnd.plotly.v1+json";

interface Figure {
  readonly data: readonly object[];
  readonly layout: Readonly<Record<string, unknown>>;
}

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
  const drawn = ({ png, width, height }: drawing.Picture): Rich => {
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
    const picture = draw(figure);
    return picture instanceof Promise ? picture.then(drawn).catch(undrawn) : drawn(picture);
  } catch (error) {
    return undrawn(error);
  }
}

/**
 * At once, unless very many were drawn just before, or the renderer has to be awaited: where it runs from sources, or on a Node
 * that cannot load a module at once. Fails where the machine has no rasteriser that runs on it.
 */
function draw(figure: Figure): drawing.Picture | Promise<drawing.Picture> {
  const { Resvg } = load("@resvg/resvg-js") as typeof import("@resvg/resvg-js");
  const drawWith = ({ drawFigurePng }: typeof drawing) => inItsTurn(() => drawFigurePng(figure, Resvg));
  let renderer: typeof drawing;
  try {
    renderer = load("../../lib/figures/drawing/draw-figure.js");
  } catch {
    return import(/* apart */ "../../lib/figures/drawing/draw-figure.ts").then(drawWith);
  }
  return drawWith(renderer);
}

/** The rasteriser holds the pixels of a picture, some five megabytes, until the event loop turns. */
const MOST_IN_A_TURN = 24;
let drawn = 0;
let waiting = 0;
let turns = Promise.resolve();

/** Draws at once, but not without end in one turn of the event loop: beyond this many pictures each has its own turn, in their order. */
export function inItsTurn<Picture>(draw: () => Picture): Picture | Promise<Picture> {
  if (waiting === 0 && drawn < MOST_IN_A_TURN) {
    if (++drawn === 1) void turn().then(() => (drawn = 0));
    return draw();
  }
  waiting++;
  turns = turns.then(() => turn()).then(() => void waiting--);
  return turns.then(draw);
}

function figureOf(value: object): Figure | undefined {
  try {
    const { data, layout, config, frames } = value as Readonly<Record<string, unknown>>;
    const isFigure = Array.isArray(data) && data.every(isObject) && isObject(layout) && !Array.isArray(layout);
    if (!isFigure) return undefined;
    const whole = { data, layout, ...(isObject(config) && { config }), ...(Array.isArray(frames) && { frames }) };
    return JSON.parse(JSON.stringify(whole, plainNumbers)) as Figure;
  } catch {
    return undefined; // a getter of the user's failed, or a part contains itself
  }
}

/** As Plotly takes them: what JSON cannot hold (NaN, infinities) becomes null, which it leaves out. */
function plainNumbers(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
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
