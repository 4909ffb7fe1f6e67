/**
 * Figure: a plain Plotly JSON value with its caption, that knows how to show itself.
 *
 * `kind`, `caption`, `data` and `layout` are the whole of it: plain objects, arrays, strings, booleans and finite numbers, so that
 * the JSON text of a figure is the same on every machine and reads back as the same figure. The method behind
 * `Symbol.for("Jupyter.display")`, which Jupyter kernels look for on a value, does not count as content. Where a value is only
 * printed, as by tslab and `console.log`, a figure is the line that names it, and not all of its numbers.
 * Limits: numbers that JSON cannot hold (NaN, the infinities) are refused with their path; -0 becomes 0; typed arrays become arrays.
 */

import { jupyterDisplay } from "../data/jupyter-display.ts";
import { refuse } from "../numerics/requirements.ts";
import { base64 } from "./base64.ts";
import { captioned } from "./caption.ts";
import { renderPng } from "./drawing/render-png.ts";
import { type FigureContent, requireContent } from "./figure-content.ts";
import { screenFigure } from "./screen.ts";

const printed = Symbol.for("nodejs.util.inspect.custom");

export interface Figure extends FigureContent {
  /** A draft has no PNG, which takes longest: another display follows within a second. */
  readonly [jupyterDisplay]: (wish?: { readonly isDraft?: boolean }) => Promise<MediaBundle>;
}

export interface MediaBundle {
  readonly "application/vnd.plotly.v1+json": Pick<FigureContent, "data" | "layout">;
  /** Base64. Absent where the machine has no rasteriser; the text then says why. */
  readonly "image/png"?: string;
  readonly "text/plain": string;
}

export function figure(content: FigureContent): Figure {
  const copy = plain(content, "figure") as FigureContent;
  requireContent(copy);
  const { kind, caption, data, layout } = copy;
  const value = { kind, caption, data, layout };
  Object.defineProperty(value, jupyterDisplay, {
    value: ({ isDraft = false } = {}) => mediaBundle(value, isDraft),
  });
  Object.defineProperty(value, printed, { value: () => line(value) });
  return Object.freeze(value) as Figure;
}

/** Revives a stored figure, given its JSON text or what that parses to. */
export function figureFromJson(json: unknown): Figure {
  return figure((typeof json === "string" ? parsed(json) : json) as FigureContent);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new RangeError(`figure must be JSON, got a text that is none: ${(error as Error).message}`, { cause: error });
  }
}

async function mediaBundle(content: FigureContent, isDraft: boolean): Promise<MediaBundle> {
  const plotly = screenFigure(content);
  const text = line(content);
  if (isDraft) return { "application/vnd.plotly.v1+json": plotly, "text/plain": text };
  try {
    const png = await renderPng(captioned(content));
    return {
      "application/vnd.plotly.v1+json": plotly,
      "image/png": base64(png),
      "text/plain": text,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { "application/vnd.plotly.v1+json": plotly, "text/plain": `${text}\n(no PNG: ${reason})` };
  }
}

function line({ kind, caption }: FigureContent): string {
  return `Figure (${kind}): ${caption}`;
}

function plain(value: unknown, path: string): unknown {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : refuse(path, "finite", value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return plain(Array.from(value as unknown as ArrayLike<number>), path);
  }
  if (Array.isArray(value)) return Object.freeze(value.map((item, index) => plain(item, `${path}[${index}]`)));
  if (!isRecord(value)) refuse(path, "a plain JSON value", value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([key, item]) => [key, plain(item, `${path}.${key}`)])));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
