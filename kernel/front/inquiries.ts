/**
 * Inquiries about code: completion, inspection and completeness, in the protocol's words and code points.
 */
import { setTimeout as after } from "node:timers/promises";
import type { LanguageService } from "../language/language-service.ts";
import { codePointsToUnits, unitsToCodePoints } from "../protocol/code-points.ts";
import type { JsonObject } from "../protocol/json-object.ts";
import { readCursorRequest, textOf } from "../protocol/requests.ts";

/** In milliseconds; jupyter-console asks no more if it waits longer than a second. */
const COMPLETENESS_PATIENCE = 700;

export async function answerComplete(language: LanguageService, content: JsonObject): Promise<JsonObject> {
  const { code, cursor } = readCursorRequest(content);
  const { matches, start, end, items } = await language.complete(code, codePointsToUnits(code, cursor));
  const types = items.map((item) => ({
    ...item, // with the edit that our JupyterLab extension makes, which counts UTF-16 units as its editor does
    start: unitsToCodePoints(code, item.start),
    end: unitsToCodePoints(code, item.end),
  }));
  return {
    status: "ok",
    matches,
    cursor_start: unitsToCodePoints(code, start),
    cursor_end: unitsToCodePoints(code, end),
    metadata: types.length > 0 ? { _jupyter_types_experimental: types } : {},
  };
}

export async function answerInspect(language: LanguageService, content: JsonObject): Promise<JsonObject> {
  const { code, cursor, detail } = readCursorRequest(content);
  const found = await language.inspect(code, codePointsToUnits(code, cursor), detail);
  if (found === undefined) return { status: "ok", found: false, data: {}, metadata: {} };
  return {
    status: "ok",
    found: true,
    data: { "text/plain": found.text, "text/markdown": found.markdown },
    metadata: {},
  };
}

/** Somebody has pressed Enter and waits: the answer is given within a moment, or not at all. */
export async function answerIsComplete(language: LanguageService, content: JsonObject): Promise<JsonObject> {
  const code = textOf(content.code);
  if (questionOf(code) !== undefined) return { status: "complete" };
  const unknown = after(COMPLETENESS_PATIENCE, { status: "unknown" } as const, { ref: false });
  return Promise.race([language.isComplete(code), unknown]);
}

/** What a cell `name?` or `?name` asks about, with a second question mark for all there is; undefined if it asks nothing. */
export function questionOf(code: string): { readonly name: string; readonly detail: 0 | 1 } | undefined {
  const [, before, name = "", after] =
    /^(\?\??)?\s*([\p{ID_Start}$_][\p{ID_Continue}$.]*)\s*(\?\??)?$/u.exec(code.trim()) ?? [];
  const marks = before ?? after;
  if (marks === undefined || (before !== undefined && after !== undefined)) return undefined;
  return { name, detail: marks.length === 2 ? 1 : 0 };
}
