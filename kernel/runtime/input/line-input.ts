/**
 * Line input: `process.stdin`, as the lines that the user is asked for.
 *
 * A question of `readline` is asked when it is put, and waits as `prompt` does. Who listens for lines or bytes is asked for when the
 * cell awaits something; an interface that only was made asks for nothing.
 * Limits: a stream that a cell has read to its end, or closed, is another one when it is asked for again.
 */
import type { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import type { Interface } from "node:readline";
import { Readable } from "node:stream";
import { currentRun } from "../cells/cell-run.ts";
import { guardedCallback } from "../interrupt/guard.ts";

const load = createRequire(import.meta.url);

/** Gives the answer of the user, without an end of line. */
type Ask = (prompt: string) => string;

type AskedInterface = Interface & { readonly input?: unknown; readonly closed: boolean };

export function installLineInput(ask: Ask): void {
  let current: LineInput | undefined;
  Object.defineProperty(process, "stdin", {
    configurable: true,
    enumerable: true,
    get: () => {
      if (current === undefined) askQuestions();
      if (current === undefined || current.destroyed || current.readableEnded) current = new LineInput(ask);
      return current;
    },
  });
}

class LineInput extends Readable {
  readonly fd = 0;
  /** The interfaces of readline on which somebody listened for lines. */
  readonly heard = new Set<AskedInterface>();
  #isWanted = false;
  #isConsidered = false;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    super();
    this.#ask = ask;
  }

  override on(name: string | symbol, listener: (...given: never[]) => void): this {
    this.consider();
    return super.on(name, listener as () => void);
  }

  override _read(): void {
    this.#isWanted = true;
    this.consider();
  }

  /** Ask for a line, and give it to who reads. */
  question(prompt: string): void {
    const answer = this.#ask(prompt);
    this.#isWanted = false;
    this.push(`${answer}\n`);
  }

  /** Once what runs is over, so that it is known who listens, and whether the cell awaits. */
  consider(): void {
    if (this.#isConsidered) return;
    this.#isConsidered = true;
    setImmediate(() => {
      this.#isConsidered = false;
      const { isDone, waits, allowStdin } = currentRun();
      if (!this.#isWanted || !this.#isHeard()) return;
      if (!allowStdin) this.push(null);
      else if (!isDone && waits.size > 0) guardedCallback(() => this.question(""));
    });
  }

  #isHeard(): boolean {
    for (const each of this.heard) if (each.closed) this.heard.delete(each);
    if ([...this.heard].some((each) => each.listenerCount("line") > 0)) return true;
    return [...this.listeners("data"), ...this.listeners("readable")].some((listener) => !isOfReadline(listener));
  }
}

/** Interfaces of readline listen to their input from the first. */
function isOfReadline(listener: unknown): boolean {
  return String(listener).includes("kNormalWrite");
}

/** What all interfaces of `readline` and `readline/promises` have in common puts its questions to the user. */
function askQuestions(): void {
  const { Interface: made } = load("node:readline") as typeof import("node:readline");
  const shared = Object.getPrototypeOf(made.prototype) as AskedInterface;
  const { prompt } = shared;
  const on: EventEmitter["on"] = shared.on;
  const replace = (name: string, value: unknown) =>
    Object.defineProperty(shared, name, { value, writable: true, configurable: true, enumerable: false });
  replace("prompt", function (this: AskedInterface, preserveCursor?: boolean) {
    if (!(this.input instanceof LineInput)) return prompt.call(this, preserveCursor);
    let isAnswered = false;
    setImmediate(() => {
      if (!isAnswered) this.close(); // as Ctrl-C does in a terminal: the question would be answered by the next one
    });
    this.resume();
    this.input.question(this.getPrompt());
    isAnswered = true;
  });
  replace("on", function (this: AskedInterface, name: string, listener: () => void) {
    if (name === "line" && this.input instanceof LineInput) {
      this.input.heard.add(this);
      this.input.consider();
    }
    return on.call(this, name, listener);
  });
}
