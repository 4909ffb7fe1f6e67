/**
 * Node's declarations: at first the few that most cells need, and all of them once a cell speaks of more.
 *
 * The server holds thirty megabytes for all, and takes a third of a second to read them; most cells print, wait and measure
 * time. What a cell speaks of is told by its words: module specifiers, and names that this Node has and the language has
 * not. What words do not tell, the errors do that a check finds without the declarations. The declarations of a preloaded
 * package are looked through when it is first imported: most of what computes needs nothing of Node.
 * Limits: a preloaded package is looked through once. Before all are read, the choices of `console.dir` are not checked, and names of Node are completed without a signature.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import type { ServerCompletionItem } from "./completion.ts";
import type { ServerDiagnostic } from "./diagnosis.ts";
import { isRelative, reachedDeclarations, specifiersOf } from "./reached-declarations.ts";
import type { SessionEntry } from "./session-entry.ts";
import type { SessionPart } from "./session-part.ts";

/** Files of @types/node, with all that they need of each other, and the names that they declare. */
const everydayFiles = (
  "globals console timers timers/promises events async_hooks perf_hooks " +
  "web-globals/abortcontroller web-globals/domexception web-globals/events"
).split(" ");
const everydayNames = new Set(
  (
    "console performance queueMicrotask setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate " +
    "AbortController AbortSignal DOMException Event EventTarget"
  ).split(" "),
);
/** What a module of CommonJS has beside the globals. */
const moduleNames = ["require", "module", "exports", "__dirname", "__filename"];

const language = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]);
const otherNames = [...Object.getOwnPropertyNames(globalThis), ...moduleNames].filter(
  (name) => !language.has(name) && !everydayNames.has(name) && /^\w+$/.test(name),
);
const speaksOfOther = new RegExp(`\\b(?:${otherNames.join("|")}|NodeJS|import\\s*\\.\\s*meta)\\b`);
const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Whether more declarations may mend it: an error, but not of syntax, nor of a value that does not fit. */
const mayBeMended = ({ code, severity }: Pick<ServerDiagnostic, "code" | "severity">) =>
  severity === 1 && typeof code === "number" && code >= 2000 && code !== 2322 && code !== 2345;

export class NodeDeclarations {
  readonly #index: string | undefined;
  /** Whether a module needs more of Node, where it is known. */
  readonly #needs: Map<string, boolean>;
  readonly #preloaded: Readonly<Record<string, readonly string[]>>;
  readonly #looked = new WeakSet<SessionEntry | SessionPart>();
  #isWhole: boolean;

  /**
   * `index` is the entry of @types/node, if there is one; modules that are `ours` need nothing of Node; the types of
   * `preloaded` ones are in these files.
   */
  constructor(
    index: string | undefined,
    ours: Iterable<string>,
    preloaded: Readonly<Record<string, readonly string[]>> = {},
  ) {
    this.#index = index;
    this.#needs = new Map([...ours].map((name) => [name, false]));
    this.#preloaded = preloaded;
    this.#isWhole = index === undefined;
  }

  /** A document that makes the server read them. */
  get text(): string {
    if (this.#index === undefined) return "";
    const folder = dirname(this.#index);
    const everyday = everydayFiles.map((name) => join(folder, `${name}.d.ts`)).filter((file) => existsSync(file));
    const files = this.#isWhole ? [this.#index] : everyday;
    return files.map((file) => `/// <reference path=${JSON.stringify(file)} />\n`).join("");
  }

  /** Whether the server would have to read all of them for this code. */
  wouldReadFor(code: string): boolean {
    return !this.#isWhole && this.#speaksOfMore(code);
  }

  /**
   * Whether a cell with this code is the first that needs all of them, after the cells whose statements are in the parts; the
   * document is another from then on.
   */
  isFirstFor(code: string, parts: readonly SessionPart[]): boolean {
    if (this.#isWhole) return false;
    // A cell may have run that nobody asked about.
    const ran: SessionEntry[] = [];
    for (const part of parts) {
      if (this.#looked.has(part)) continue;
      this.#looked.add(part);
      for (const entry of part.entries) if (!this.#looked.has(entry)) ran.push(entry);
    }
    for (const entry of ran) this.#looked.add(entry);
    return [code, ...ran.map(({ text }) => text)].some((text) => this.#speaksOfMore(text)) && this.#complete();
  }

  /** The same for errors that a check found. */
  isFirstAfter(errors: readonly ServerDiagnostic[]): boolean {
    return !this.#isWhole && errors.some(mayBeMended) && this.#complete();
  }

  /** Names of Node that the server has not read, where it offers global ones. */
  unread(offered: readonly ServerCompletionItem[]): readonly ServerCompletionItem[] {
    if (this.#isWhole || !offered.some(({ label }) => label === "globalThis")) return [];
    const known = new Set(offered.map(({ label }) => label));
    return otherNames
      .filter((name) => !known.has(name))
      .map((label) => ({ label, kind: kindOf(label), sortText: "15" }));
  }

  #speaksOfMore(code: string): boolean {
    return speaksOfOther.test(code) || specifiersOf(code).some((name) => this.#needsMore(name));
  }

  #needsMore(specifier: string): boolean {
    const known = this.#needs.get(specifier);
    if (known !== undefined) return known;
    const [entry] = this.#preloaded[specifier] ?? [];
    if (entry === undefined) return true;
    this.#needs.set(specifier, false); // a package that imports itself needs no more for that
    const needs = this.#declaresMore(entry);
    this.#needs.set(specifier, needs);
    return needs;
  }

  #declaresMore(entry: string): boolean {
    for (const text of reachedDeclarations(entry)) {
      if (text === undefined || speaksOfOther.test(text.replace(strings, '""'))) return true;
      if (specifiersOf(text).some((name) => !isRelative(name) && this.#needsMore(name))) return true;
    }
    return false;
  }

  #complete(): true {
    this.#isWhole = true;
    return true;
  }
}

/** A class, a function or a variable, by the numbers of the Language Server Protocol; what Node loads late is not touched. */
function kindOf(name: string): number {
  if (/^[A-Z]/.test(name)) return 7;
  return typeof Object.getOwnPropertyDescriptor(globalThis, name)?.value === "function" ? 3 : 6;
}
