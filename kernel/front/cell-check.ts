/**
 * Type check of a cell: its errors are shown, marked in its lines, and do not keep it from running, unless it says `// @strict`.
 *
 * The check begins when the cell was answered, or goes on beside one that takes longer than a moment: both at once would
 * compete for the processor. It delays no result, only the word `idle`, after which a client may stop to listen (nbclient does)
 * and errors would be lost. That is the price of filing every error under its cell: some milliseconds for a cell that is new,
 * none for one that was checked before as it is, or that is arithmetic or a lone text. The reply goes ahead of the check, but there is
 * a client that expects `idle` soon after it (jupyter_kernel_test gives it a tenth of a second): as long as the server is cold, or
 * after a slow check, the reply waits too. Not so for a client that sends its first cell before that one would.
 * `soon` waits only so long. What comes later replaces, by its display id, a line shown before `idle`; it is sent under the
 * cell that runs by then, since clients that have left the older one still hear that. `wait` waits until it is there.
 */

import { hasStrictDirective } from "../language/cell-directives.ts";
import { type Diagnostic, type LanguageService, quickCheck, unchecked } from "../language/language-service.ts";
import type { Header } from "../protocol/message.ts";
import { interrupted } from "./runtime-end.ts";
import type { Failure } from "./runtime-host.ts";
import type { Request, Wire } from "./wire.ts";

export const checkTimes = ["soon", "wait", "off"] as const;
export type CheckTime = (typeof checkTimes)[number];

/** How long a cell has the processor to itself, in milliseconds; longer if its client is in haste and the server is not up. */
export const moment = 10;
export const longMoment = 200;
/**
 * How long `idle` is held back, in milliseconds: by a server that is warm, and by one that starts or has declarations to read, which
 * it has to but once. After a reply nbclient waits four seconds for it.
 */
export const patience = { warm: 300, cold: 3000 };

/**
 * jupyter_client, and with it jupyter_kernel_test, waits with its first cell until a kernel that has answered was silent so
 * long, in milliseconds.
 */
export const silence = 200;
/** So many quick checks in a row, after a slow one, let the next reply go ahead. */
const enough = 3;

interface Current {
  readonly request: Request;
  readonly code: string;
  /** The server had to read more for it than its text; known when the check begins. */
  reads: boolean;
  failure: Failure | undefined;
  /** Resolves, by `end`, when it ran. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  isGivenUp: boolean;
  finished: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Of the line that stands in for findings that are not there yet. */
  displayId: string | undefined;
}

export class CellCheck {
  readonly #language: LanguageService;
  readonly #wire: Wire;
  readonly #time: CheckTime;
  #current: Current | undefined;
  /** Of the cell that runs. */
  #header: Header | undefined;
  readonly #start = performance.now();
  /** Whether the first cell came so soon that its client waits for no silence. */
  #isHurried: boolean | undefined;
  /** It took longer than even the first check may. */
  #isSlow = false;
  #quickChecks = enough;

  constructor(language: LanguageService, wire: Wire, time: CheckTime) {
    this.#language = language;
    this.#wire = wire;
    this.#time = time;
  }

  /** The reason not to run a cell, if it is strict and there is one; there is nothing to wait for if it is not strict. */
  refusal(code: string): Promise<Failure | undefined> | undefined {
    return hasStrictDirective(code) ? this.#language.diagnose(code).then(refusalOf) : undefined;
  }

  /** A cell is being run: begins to check it, unless it is strict and was checked before. */
  begin(request: Request, code: string): void {
    this.#current = undefined;
    this.#header = request.header;
    this.#isHurried ??= performance.now() - this.#start < silence;
    if (this.#time === "off" || isArithmetic(code) || isLiteral(code) || hasStrictDirective(code)) return;
    const none = { failure: undefined, isGivenUp: false, finished: undefined, timer: undefined, displayId: undefined };
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const current: Current = { request, code, reads: false, ended, end, ...none };
    this.#current = current;
    current.timer = setTimeout(() => this.#checkBeside(current), moment);
  }

  /** The cell takes longer than a moment; whether its check does, too, is looked at only now: at first the runtime needs time. */
  #checkBeside(current: Current): void {
    const isLong = this.#isHurried === true && !this.#language.isQuickFor(current.code);
    if (isLong) current.timer = setTimeout(() => this.#check(current), longMoment - moment);
    else void this.#check(current);
  }

  /** Whether there is a cell to check. */
  get isDue(): boolean {
    return this.#current !== undefined;
  }

  /** Whether the reply may go ahead of the check: `idle` will come right after, or nobody counts on that. */
  get isQuick(): boolean {
    if (this.#current === undefined || this.#isHurried === true) return true;
    return this.#quickChecks >= enough && this.#language.isQuickFor(this.#current.code);
  }

  /** The cell ran, and failed so. Resolves when it may be called idle. */
  async ran(failure: Failure | undefined): Promise<void> {
    const current = this.#current;
    if (current === undefined) return;
    current.failure = failure;
    current.end();
    if (failure?.ename === interrupted) {
      clearTimeout(current.timer);
      current.isGivenUp = true; // who stops a cell does not wait for its types
      return;
    }
    const finished = this.#check(current);
    if (this.#time === "wait") return finished;
    if (await this.#isLate(current, finished)) this.#standIn(current);
  }

  /** The cell is idle. */
  end(): void {
    this.#current = undefined;
    this.#header = undefined;
  }

  #check(current: Current): Promise<void> {
    clearTimeout(current.timer);
    current.finished ??= this.#finish(current);
    return current.finished;
  }

  /** What is no program does not run either, and the error that it ends with says so: it is waited for. */
  async #finish(current: Current): Promise<void> {
    const found = await this.#timed(current);
    if (found.some(isOfSyntax)) await current.ended;
    this.#show(current, found);
  }

  async #isLate({ code, reads }: Current, finished: Promise<void>): Promise<boolean> {
    if (!(await outlasts(finished, patience.warm))) return false;
    const nowReads = reads || !this.#language.isQuickFor(code); // it may have turned out that it must
    if (this.#isSlow || !nowReads) return true;
    this.#isSlow = await outlasts(finished, patience.cold - patience.warm);
    return this.#isSlow;
  }

  async #timed(current: Current): Promise<readonly Diagnostic[]> {
    const start = performance.now();
    current.reads = !this.#language.isQuickFor(current.code);
    const found = await this.#language.diagnose(current.code);
    if (current.reads) return found; // which says nothing of the next
    this.#quickChecks = performance.now() - start <= quickCheck ? this.#quickChecks + 1 : 0;
    return found;
  }

  #show({ request, failure, displayId, isGivenUp }: Current, found: readonly Diagnostic[]): void {
    if (isGivenUp) return;
    const isSaid = failure?.ename === "SyntaxError" && found.some(isOfSyntax); // its message says it already
    const text = isSaid ? "" : found.map(({ frame }) => `${frame.trimEnd()}\n`).join("\n");
    if (displayId !== undefined) {
      const content = { data: { "text/plain": text }, metadata: {}, transient: { display_id: displayId } };
      this.#wire.publish("update_display_data", content, this.#header ?? request.header);
    } else if (text !== "") this.#wire.publish("stream", { name: "stderr", text }, request.header);
  }

  #standIn(current: Current): void {
    current.displayId = `types-of-${current.request.header.msg_id}`;
    const data = { "text/plain": "The types of this cell are still being checked." };
    const content = { data, metadata: {}, transient: { display_id: current.displayId } };
    this.#wire.publish("display_data", content, current.request.header);
  }
}

async function outlasts(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds);
  });
  const isLonger = await Promise.race([work.then(() => false), over]);
  clearTimeout(timer);
  return isLonger;
}

/** Numbers, `+`, `-`, `*`, `/`, `%` and brackets have no type errors; a slash that divides nothing begins something else. */
function isArithmetic(code: string): boolean {
  return /^(?:[\d\s.+\-*%();]|(?<=[\d)]\s*)\/(?![/*]))*$/.test(code);
}

/** A text without escapes has none either, nor has a truth value. */
function isLiteral(code: string): boolean {
  return /^\s*(?:"[^"\\\n\r]*"|'[^'\\\n\r]*'|true|false|null)\s*;?\s*$/.test(code);
}

/** A name that is declared twice is TypeScript, but no JavaScript. */
const declaredTwice = new Set([2300, 2451, 2492]);

/** TypeScript's numbers from 1000 on are of errors of syntax. */
function isOfSyntax({ code }: Diagnostic): boolean {
  return (code >= 1000 && code < 2000) || declaredTwice.has(code);
}

function refusalOf(found: readonly Diagnostic[]): Failure | undefined {
  const errors = found.filter(({ category }) => category === "error");
  if (errors.length === 0 && found !== unchecked) return undefined;
  const number = errors.length === 1 ? "a type error" : `${errors.length} type errors`;
  const evalue = `the cell is strict and ${found === unchecked ? "its types could not be checked" : `has ${number}`}`;
  return {
    ename: "TypeCheckError",
    evalue,
    traceback: [`TypeCheckError: ${evalue}`, ...errors.map(({ frame }) => frame)],
  };
}
