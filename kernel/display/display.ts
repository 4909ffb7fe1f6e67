/**
 * Display: show a value now, and change it later.
 *
 * `display(value)` shows any value as the last value of a cell would be; `display.html("...")` and its like show one
 * MIME type, as tslab's do. `display(bundle, { raw: true })` shows a bundle of MIME types, as Deno's does, and
 * `display(rows, { digits: 3 })` a table with its numbers to three significant digits.
 */
import { randomUUID } from "node:crypto";
import type * as cell from "./cell-globals.ts";
import { requireDigits, USUAL_DIGITS } from "./column-numbers.ts";
import type { Rich } from "./mime-bundle.ts";
import { encodeContent, fromBundle, plainMetadata, richOf } from "./rich-value.ts";
import { currentScreen } from "./screen.ts";
import { textOf } from "./text.ts";

const handles = new WeakSet<object>();

/** Notes of a value that it is on the page already: as the last value of a cell it says nothing. */
export function noteShown(value: object): void {
  handles.add(value);
}

/** Whether a value is what `display` gave back, or another that is on the page already. */
export function isDisplayHandle(value: unknown): boolean {
  return typeof value === "object" && value !== null && handles.has(value);
}

export const display: typeof cell.display = Object.assign(
  (value: unknown, choices: cell.DisplayChoices = {}): cell.DisplayHandle => {
    const { raw = false, displayId, update = false, metadata = {} } = choices;
    const digits = requireDigits(choices.digits ?? USUAL_DIGITS);
    const id = displayId ?? randomUUID();
    if (typeof id !== "string") throw new TypeError(`displayId must be a string, got ${textOf(id)}`);
    const rich = raw ? fromBundle(value) : richOf(value, { isDraft: false, digits });
    const given = plainMetadata(metadata);
    const show = ({ data, metadata: own }: Rich) =>
      currentScreen().show({ data, metadata: { ...own, ...given }, displayId: id, update: Boolean(update) });
    const shown = rich instanceof Promise ? rich.then(show) : Promise.resolve(show(rich));
    if (rich instanceof Promise) currentScreen().waitFor(shown);
    const handle: cell.DisplayHandle = {
      id,
      shown,
      update(next, changes = {}) {
        display(next, { digits, ...changes, displayId: id, update: true });
      },
    };
    noteShown(handle);
    return handle;
  },
  displayer((data) => currentScreen().show({ data, metadata: {}, update: false })),
);

/** A display that each later call of its methods changes, as tslab's `newDisplay`. */
export function newDisplay(): cell.Displayer {
  const displayId = randomUUID();
  let isShown = false;
  return displayer((data) => {
    currentScreen().show({ data, metadata: {}, displayId, update: isShown });
    isShown = true;
  });
}

/** Empty the cell's output; with `wait`, when the next output comes. */
export function clearOutput(wait = false): void {
  currentScreen().clear(Boolean(wait));
}

function displayer(show: (data: Rich["data"]) => void): cell.Displayer {
  const one = (type: string) => (content: unknown) => show({ [type]: encodeContent(type, content) });
  return {
    javascript: one("text/javascript"),
    html: one("text/html"),
    markdown: one("text/markdown"),
    latex: one("text/latex"),
    svg: one("image/svg+xml"),
    text: one("text/plain"),
    png: one("image/png"),
    jpeg: one("image/jpeg"),
    gif: one("image/gif"),
    pdf: one("application/pdf"),
    raw: (type, content) => show({ [type]: encodeContent(type, /\bjson$/.test(type) ? parsed(content) : content) }),
  };
}

/** JSON may be given as text, as tslab wants it. */
function parsed(content: unknown): unknown {
  if (typeof content !== "string" || !/^\s*[[{]/.test(content)) return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
