/**
 * Type check of a cell: its errors are shown, marked in its lines, and do not keep it from running, unless it says `// @strict`.
 *
 * One order, always: what the cell printed and its result or error, then its type errors, then `idle`. The check begins when the
 * cell was answered, or goes on beside one that takes longer than a moment: both at once would compete for the processor. It
 * delays no result, only `idle`, after which a client may stop to listen (nbclient does) and errors would be lost. That is the
 * price of filing every error under its cell: some milliseconds, none for one that is arithmetic. The reply goes
 * ahead of the check, but there is a client that expects `idle` soon after it (jupyter_kernel_test gives it a tenth of a second):
 * as long as the server is cold, or after a slow check, the reply waits too. Not so for a client that sends its first cell before
 * that one would.
 * `soon` holds back `idle` only so long; errors that are found later are added below their cell. `wait` holds it back until they are
 * known, a minute at most, and so does `soon` for a client that takes no questions (nbclient, papermill): it hears nothing of a
 * cell that is idle, and nobody sits before it. As it waits for `idle` only four seconds after the reply, the reply waits, too.
 */

import { hasStrictDirective } from "../language/cell-directives.ts";
import { codeFrames } from "../language/code-frame.ts";
import { type Diagnostic, type LanguageService, unchecked } from "../language/language-service.ts";
import { attempt } from "../protocol/attempt.ts";
import { type Failure, INTERRUPTED } from "./failure.ts";
import type { Request, Wire } from "./wire.ts";

export const checkTimes = ["soon", "wait", "off"] as const;
export type CheckTime = (typeof checkTimes)[number];

/** How long a cell has the processor to itself, in milliseconds. */
export const MOMENT = 10;
/** How long `idle` is held back, in milliseconds; after a reply nbclient waits four seconds for it. */
export const PATIENCE = 3000;
/** How long where the check is waited for: a type server that is stuck must not stop a run for ever. */
export const LONGEST_PATIENCE = 60_000;

/** jupyter_client waits with its first cell until a kernel that has answered was silent so long, in milliseconds. */
export const SILENCE = 200;
/** Milliseconds within which a server that is warm and not overworked checks a cell. */
const QUICK_CHECK = 40;
/** This many quick checks in a row, after a slow one, let the next reply go ahead. */
const ENOUGH = 3;

interface Current {
  readonly code: string;
  found: Promise<readonly Diagnostic[]> | undefined;
  timer: NodeJS.Timeout | undefined;
}

export class CellCheck {
  readonly #language: LanguageService;
  readonly #wire: Wire;
  readonly #time: CheckTime;
  #current: Current | undefined;
  /** Ends the wait for a check. */
  #giveUp = () => {};
  readonly #start = performance.now();
  /** Whether the first cell came so soon that its client waits for no silence. */
  #isHurried: boolean | undefined;
  #quickChecks = ENOUGH;

  constructor(language: LanguageService, wire: Wire, time: CheckTime) {
    this.#language = language;
    this.#wire = wire;
    this.#time = time;
  }

  /** The reason not to run a cell, if it is strict and there is one; there is nothing to wait for if it is not strict. */
  refusal(code: string): Promise<Failure | undefined> | undefined {
    return hasStrictDirective(code) ? this.#language.diagnose(code).then((found) => refusalOf(code, found)) : undefined;
  }

  /** A cell is being run: begins to check it, unless it is strict and was checked before. */
  begin(code: string): void {
    this.#current = undefined;
    this.#isHurried ??= performance.now() - this.#start < SILENCE;
    if (this.#time === "off" || isArithmetic(code) || hasStrictDirective(code)) return;
    const current: Current = { code, found: undefined, timer: undefined };
    this.#current = current;
    // Whatever throws beside the cell is met again when it has run.
    current.timer = setTimeout(() => attempt(() => void this.#check(current)), MOMENT);
  }

  /** Whether the reply may go ahead of the check: `idle` will come right after, or nobody counts on that. */
  goesAhead(isAttended: boolean): boolean {
    if (this.#current === undefined) return true;
    if (!isAttended) return false;
    if (this.#isHurried === true) return true;
    return this.#quickChecks >= ENOUGH && this.#language.isQuick;
  }

  /** A cell ran, and failed so: shows its type errors. Resolves when it may be called idle. */
  async ran({ header }: Pick<Request, "header">, failure: Failure | undefined, isAttended: boolean): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    if (current === undefined) return;
    clearTimeout(current.timer);
    if (failure?.ename === INTERRUPTED) return;
    const show = (text: string) => {
      if (text !== "") this.#wire.publish("stream", { name: "stderr", text }, header);
    };
    const checked = this.#check(current).then((found) => textOf(current.code, found, failure));
    const limit = this.#time === "soon" && isAttended ? PATIENCE : LONGEST_PATIENCE;
    show(await this.#inTime(checked, limit, () => void checked.then((text) => attempt(() => show(text)))));
  }

  /** Who stops a cell does not wait for its types. */
  interrupt(): void {
    this.#giveUp();
  }

  /** The text, or nothing where the wait for it was given up; `late` is called if that is for want of patience. */
  async #inTime(checked: Promise<string>, limit: number, late: () => void): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<string>((resolve) => {
      this.#giveUp = () => resolve("");
      timer = setTimeout(() => {
        late();
        resolve("");
      }, limit);
    });
    const text = await Promise.race([checked, end]);
    clearTimeout(timer);
    this.#giveUp = () => {};
    return text;
  }

  #check(current: Current): Promise<readonly Diagnostic[]> {
    clearTimeout(current.timer);
    current.found ??= this.#timed(current.code).catch(() => unchecked);
    return current.found;
  }

  async #timed(code: string): Promise<readonly Diagnostic[]> {
    const start = performance.now();
    const isCold = !this.#language.isQuick;
    const found = await this.#language.diagnose(code);
    if (isCold) return found; // which says nothing of the next
    this.#quickChecks = performance.now() - start <= QUICK_CHECK ? this.#quickChecks + 1 : 0;
    return found;
  }
}

/** What is shown of the findings. What is no program does not run either, and the error that it ends with says so. */
function textOf(code: string, found: readonly Diagnostic[], failure: Failure | undefined): string {
  const isSaid = failure?.ename === "SyntaxError" && found.some(isOfSyntax);
  return isSaid
    ? ""
    : codeFrames(code, found)
        .map((frame) => `${frame}\n`)
        .join("\n");
}

/** Numbers and what adds, subtracts and multiplies them have no type errors. */
function isArithmetic(code: string): boolean {
  return /^[\d\s.+\-*();]*$/.test(code);
}

/** A name that is declared twice is TypeScript, but no JavaScript. */
const declaredTwice = new Set([2300, 2451, 2492]);

/** TypeScript's numbers from 1000 on are of errors of syntax. */
function isOfSyntax({ code }: Diagnostic): boolean {
  return (code >= 1000 && code < 2000) || declaredTwice.has(code);
}

function refusalOf(code: string, found: readonly Diagnostic[]): Failure | undefined {
  const errors = found.filter(({ category }) => category === "error");
  if (errors.length === 0 && found !== unchecked) return undefined;
  const number = errors.length === 1 ? "a type error" : `${errors.length} type errors`;
  const evalue = `the cell is strict and ${found === unchecked ? "its types could not be checked" : `has ${number}`}`;
  return { ename: "TypeCheckError", evalue, traceback: [`TypeCheckError: ${evalue}`, ...codeFrames(code, errors)] };
}
