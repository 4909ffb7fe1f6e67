/**
 * Snippet runtime: what runs in a worker beside a program that a reader wrote: it reports what the program prints and states, as texts, and
 * draws figures as pictures.
 *
 * The worker has no access to the page, and by the page's policy, which it inherits, none to other hosts. What it would have of the site's
 * own origin, requests, storage and workers, is taken away before the program begins; what loads the solver keeps its own.
 */
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import type { Figure } from "../../../lib/figures/figure.ts";
import { shownValue } from "../text/shown-value.ts";
import { messageOf } from "../text/thrown.ts";
import { browser } from "./dom.ts";
import "./solver-file.ts";

/** What a program's worker reports. */
export type SnippetReport =
  /** The value of a statement, by the number of the comment that states it. */
  | { readonly stated: number; readonly text: string }
  | { readonly printed: string }
  /** The value of the last statement. */
  | { readonly last: string; readonly line: number }
  /** A figure that was printed or is a value. */
  | { readonly svg: string; readonly caption: string }
  | { readonly failure: string; readonly line?: number }
  | { readonly ended: true };

/** What a program's text calls. */
interface Beside {
  state(stated: number, value: unknown): void;
  last(line: number, value: unknown): void;
  taken(module: object, door: string, names: readonly string[], line: number): object;
}

interface Scope {
  readonly location: { readonly href: string };
  readonly console: Record<string, unknown>;
  postMessage(message: SnippetReport): void;
  addEventListener(type: "unhandledrejection", listener: (event: { readonly reason: unknown }) => void): void;
}

const MOST_REPORTS = 1000;
/** What a worker has of its origin. */
const OF_THE_ORIGIN = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "RTCPeerConnection"],
  ...[
    "indexedDB",
    "caches",
    "cookieStore",
    "BroadcastChannel",
    "Worker",
    "SharedWorker",
    "importScripts",
    "Notification",
  ],
];

const scope = browser as unknown as Scope;
const post = scope.postMessage.bind(scope);
let reports = 0;

class NoExport extends RangeError {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Reports beyond a number are left out, so that no program fills the page. */
function report(message: SnippetReport): void {
  if (++reports < MOST_REPORTS) post(message);
  else if (reports === MOST_REPORTS) post({ printed: "... what comes after this is left out" });
}

const beside: Beside = {
  state: (stated, value) => {
    drawn(value);
    report({ stated, text: shownValue(value) });
  },
  last: (line, value) => {
    if (value === undefined || drawn(value)) return;
    report({ last: shownValue(value), line });
  },
  taken: (module, door, names, line) => {
    for (const name of names) {
      if (!(name in module))
        throw new NoExport(`an import from "${door}" must be one of its exports, got "${name}"`, line);
    }
    return module;
  },
};

/** Runs a program: the body of its module. */
export function run(body: (beside: Beside) => Promise<void>): void {
  close();
  for (const name of ["log", "info", "warn", "error", "debug", "table"]) scope.console[name] = print;
  scope.addEventListener("unhandledrejection", ({ reason }) => fail(reason));
  body(beside).then(() => post({ ended: true }), fail);
}

function print(...values: readonly unknown[]): void {
  const texts = values
    .filter((value) => !drawn(value))
    .map((value) => (typeof value === "string" ? value : shownValue(value)));
  if (texts.length > 0) report({ printed: texts.join(" ") });
}

function drawn(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("data" in value && "layout" in value && "caption" in value))
    return false;
  const figure = value as Figure;
  report({ svg: renderSvg(figure), caption: figure.caption });
  return true;
}

function fail(error: unknown): void {
  const name = error instanceof Error ? `${error.name}: ` : "";
  const line = error instanceof NoExport ? error.line : lineOf(error);
  post({ failure: `${name}${messageOf(error)}`, ...(line === undefined ? {} : { line }) });
}

/** The innermost line of the program, which is the worker's own text, in the stack of an error. */
function lineOf(error: unknown): number | undefined {
  const stack = error instanceof Error ? `${error.stack}` : "";
  const at = stack.indexOf(`${scope.location.href}:`);
  const line = at === -1 ? Number.NaN : Number.parseInt(stack.slice(at + scope.location.href.length + 1), 10);
  return Number.isSafeInteger(line) ? line : undefined;
}

function close(): void {
  for (const name of OF_THE_ORIGIN) {
    for (let each: object | null = browser; each !== null; each = Object.getPrototypeOf(each))
      Reflect.deleteProperty(each, name);
  }
  const navigator = browser.navigator as object;
  for (const name of ["sendBeacon", "storage", "locks", "serviceWorker"]) {
    for (let each: object | null = navigator; each !== null; each = Object.getPrototypeOf(each))
      Reflect.deleteProperty(each, name);
  }
}
