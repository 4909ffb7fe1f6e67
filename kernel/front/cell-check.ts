/**
 * Type check of a cell: its errors are shown, marked in its lines, and do not keep it from running, unless it says `// @strict`.
 *
 * The check runs beside the cell. Its findings come with the cell's output if they are there by then; `late` lets them follow
 * under the same cell, `wait` holds back the cell's `idle` until they are known, for clients that leave then.
 */
import type { Diagnostic, LanguageService } from "../language/language-service.ts";
import { hasStrictDirective } from "../language/strict-directive.ts";
import type { Failure } from "./runtime-host.ts";
import type { Request, Wire } from "./wire.ts";

export const checkTimes = ["late", "wait", "off"] as const;
export type CheckTime = (typeof checkTimes)[number];

interface Current {
  readonly request: Request;
  failure: Failure | undefined;
  readonly finished: Promise<void>;
}

export class CellCheck {
  readonly #language: LanguageService;
  readonly #wire: Wire;
  readonly #time: CheckTime;
  #current: Current | undefined;

  constructor(language: LanguageService, wire: Wire, time: CheckTime) {
    this.#language = language;
    this.#wire = wire;
    this.#time = time;
  }

  /** Begins to check a cell; of a strict one, gives the reason not to run it, if there is one. */
  async begin(request: Request, code: string): Promise<Failure | undefined> {
    this.#current = undefined;
    if (hasStrictDirective(code)) return refusalOf(await this.#language.diagnose(code));
    if (this.#time === "off") return undefined;
    const finding = this.#language.diagnose(code);
    const current: Current = {
      request,
      failure: undefined,
      finished: finding.then((found) => this.#show(current, found)),
    };
    this.#current = current;
    return undefined;
  }

  /** The cell ran, and failed so. */
  ran(failure: Failure | undefined): void {
    if (this.#current !== undefined) this.#current.failure = failure;
  }

  /** Resolves when the cell may be called idle. */
  async beforeIdle(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    if (this.#time === "wait") await current?.finished;
  }

  #show({ request, failure }: Current, found: readonly Diagnostic[]): void {
    if (found.length === 0 || failure?.ename === "SyntaxError") return; // whose message says it already
    const text = found.map(({ frame }) => `${frame.trimEnd()}\n`).join("\n");
    this.#wire.publish("stream", { name: "stderr", text }, request.header);
  }
}

function refusalOf(found: readonly Diagnostic[]): Failure | undefined {
  const errors = found.filter(({ category }) => category === "error");
  if (errors.length === 0) return undefined;
  const evalue = `the cell is strict and has ${errors.length === 1 ? "a type error" : `${errors.length} type errors`}`;
  return {
    ename: "TypeCheckError",
    evalue,
    traceback: [`TypeCheckError: ${evalue}`, ...errors.map(({ frame }) => frame)],
  };
}
