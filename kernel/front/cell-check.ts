/**
 * Type check of a cell: its errors are shown, marked in its lines, and do not keep it from running, unless it says `// @strict`.
 *
 * `late`: the check takes nothing from the cell: it begins when the cell is done, or after a moment if the cell takes long, and
 * its findings follow under the same cell. `wait`: it begins with the cell and holds back its `idle`, for clients that leave then.
 */
import type { Diagnostic, LanguageService } from "../language/language-service.ts";
import { hasStrictDirective } from "../language/strict-directive.ts";
import type { Failure } from "./runtime-host.ts";
import type { Request, Wire } from "./wire.ts";

export const checkTimes = ["late", "wait", "off"] as const;
export type CheckTime = (typeof checkTimes)[number];

/** How long a cell runs before it is checked meanwhile, in milliseconds. */
const moment = 50;

interface Current {
  readonly request: Request;
  readonly code: string;
  failure: Failure | undefined;
  finished: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
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
    const current: Current = { request, code, failure: undefined, finished: undefined, timer: undefined };
    this.#current = current;
    if (this.#time === "wait") this.#start(current);
    else current.timer = setTimeout(() => this.#start(current), moment);
    return undefined;
  }

  /** The cell ran, and failed so. Resolves when it may be called idle. */
  async ran(failure: Failure | undefined): Promise<void> {
    if (this.#current === undefined) return;
    this.#current.failure = failure;
    if (this.#time === "wait") await this.#current.finished;
  }

  /** The cell is idle. */
  end(): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    clearTimeout(current.timer);
    this.#start(current);
  }

  #start(current: Current): void {
    current.finished ??= this.#language.diagnose(current.code).then((found) => this.#show(current, found));
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
