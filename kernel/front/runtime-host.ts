/**
 * Runtime host: keeps one runtime alive, gives it requests, and publishes what it says under the request that caused it.
 *
 * A runtime that ends (out of memory, process.exit(), a crash, an interrupt that nothing else could carry out) fails the
 * request it was working on and is replaced at once; one that ends before it was ready is replaced at the next request, so
 * that a broken installation does not start processes for ever.
 */
import { attempt } from "../protocol/attempt.ts";
import { type ExecuteRequest, textOf } from "../protocol/requests.ts";
import type { CommMessage, Done, Execute, FromRuntime } from "../runtime/output/channel.ts";
import type { RuntimeExit, RuntimeParameters, RuntimeProcess } from "../runtime/runtime-process.ts";
import { CommRegistry, readComm } from "./comm-registry.ts";
import { endOfRuntime, type Failure, failureOfError, notBegun } from "./failure.ts";
import { broadcastOf, type Output } from "./output.ts";
import type { Request, Sender, Wire } from "./wire.ts";

export type StartRuntime = (handlers: Pick<RuntimeParameters, "onMessage" | "onExit">) => RuntimeProcess;

/** How a cell ended. */
export interface Outcome {
  readonly failure: Failure | undefined;
  readonly userExpressions: Done["userExpressions"];
  /** The value of the cell as plain text, if it has one. */
  readonly text: string | null;
  /** The names that the cell declares but did not come to; undefined if it did not run, or the variables are lost. */
  readonly unreached: readonly string[] | undefined;
}

/** What is known of a request. It is kept after the request has ended, so that late output goes to its own cell. */
interface Work {
  readonly sender: Sender;
  readonly silent: boolean;
  readonly executionCount: number;
  failure: Failure | undefined;
  text: string | null;
  /** Undefined once it has ended. */
  finish: ((outcome: Outcome) => void) | undefined;
}

/** This many of the newest requests are known; output of an older one goes to the newest. */
const MOST_KNOWN = 10_000;

export class RuntimeHost {
  readonly comms = new CommRegistry();
  /** A runtime was lost, and with it all variables. */
  onLoss = () => {};
  readonly #start: StartRuntime;
  readonly #wire: Wire;
  /** By the number that the runtime was given. */
  readonly #works = new Map<number, Work>();
  #newest = 0;
  /** What waits until the runtime is ready. */
  readonly #unsent: (Execute | CommMessage)[] = [];
  #runtime: RuntimeProcess | undefined;
  #isReady = false;
  #question: string | undefined;
  #isClosed = false;

  constructor(start: StartRuntime, wire: Wire) {
    this.#start = start;
    this.#wire = wire;
    this.#launch();
  }

  execute(request: Request, cell: ExecuteRequest, executionCount: number): Promise<Outcome> {
    const { stopOnError, storeHistory, ...order } = cell;
    const message = { kind: "execute", cell: ++this.#newest, executionCount, ...order } as const;
    return this.#send(message, request, { silent: cell.silent, executionCount });
  }

  /** Delivers a comm message; resolves once its handlers returned. */
  async comm(request: Request): Promise<undefined> {
    const message = readComm(request, ++this.#newest);
    if (message === undefined) return undefined;
    this.comms.note(message);
    await this.#send(message, request, { silent: false, executionCount: 0 });
  }

  interrupt(): void {
    if (this.#isReady) this.#runtime?.interrupt();
    for (const { cell } of this.#unsent.splice(0)) this.#fail(cell, notBegun);
  }

  /** The client's answer to the question that is open, if one is. */
  answer(value: string, question: string | undefined): void {
    if (this.#question === undefined || (question !== undefined && question !== this.#question)) return;
    this.#question = undefined;
    this.#runtime?.send({ kind: "input", value });
  }

  /** Takes no more of its output for now, or goes on. */
  hold(isHeld: boolean): void {
    this.#runtime?.hold(isHeld);
  }

  /** Ends the runtime: at once if a request keeps it busy. */
  async shutdown(): Promise<void> {
    this.#isClosed = true;
    if (this.#unfinished().length > 0) this.#runtime?.kill();
    await this.#runtime?.shutdown();
  }

  #launch(): RuntimeProcess {
    this.#isReady = false;
    const started: RuntimeProcess = this.#start({
      onMessage: (message) => {
        if (this.#runtime === started) this.#receive(message);
      },
      onExit: (exit) => {
        if (this.#runtime === started) this.#lose(exit);
      },
    });
    this.#runtime = started;
    return started;
  }

  #send(
    message: Execute | CommMessage,
    { header, identities, channel }: Request,
    choices: Pick<Work, "silent" | "executionCount">,
  ): Promise<Outcome> {
    this.#works.delete(message.cell - MOST_KNOWN);
    return new Promise((finish) => {
      const sender = { header, identities, channel }; // without the content, which may be large
      this.#works.set(message.cell, { sender, ...choices, failure: undefined, text: null, finish });
      this.#pass(message);
    });
  }

  #unfinished(): [number, Work][] {
    return [...this.#works].filter(([, { finish }]) => finish !== undefined);
  }

  /** Sends to a runtime as soon as there is one that is ready; what cannot be sent fails. */
  #pass(message: Execute | CommMessage): void {
    try {
      const runtime = this.#runtime ?? this.#launch();
      if (this.#isReady) runtime.send(message);
      else this.#unsent.push(message);
    } catch (error) {
      this.#fail(message.cell, failureOfError(error, "the request"));
    }
  }

  /** What cannot be sent to clients (a text too long to be written as JSON) is an error of its cell, not the end of the kernel. */
  #receive(message: FromRuntime): void {
    try {
      this.#handle(message);
    } catch (error) {
      if (!("cell" in message)) return;
      this.#tell(message.cell, failureOfError(error, "an output"));
      if (message.kind === "input-request") attempt(() => this.#runtime?.send({ kind: "input", value: undefined }));
      if (message.kind === "done") this.#finish(message.cell, { ...message, userExpressions: {} });
    }
  }

  #handle(message: FromRuntime): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      for (const each of this.#unsent.splice(0)) this.#pass(each);
    } else if (message.kind === "done") this.#finish(message.cell, message);
    else if (message.kind === "input-request") {
      const { prompt, password } = message;
      const work = this.#works.get(message.cell);
      if (work !== undefined) this.#question = this.#wire.ask(work.sender, { prompt, password });
    } else this.#publish(message);
  }

  #publish(output: Output): void {
    const own = this.#works.get(output.cell);
    if (output.kind === "comm") this.comms.note(output);
    if (output.kind === "result" && own !== undefined) own.text = textOf(output.data["text/plain"]) || null;
    if (output.kind === "error") this.#noteFailure(output.cell, output);
    const work = own ?? this.#works.get(this.#newest);
    if (work?.silent && output.kind !== "comm") return;
    const { type, content, ...extras } = broadcastOf(output, work?.executionCount ?? 0);
    this.#wire.publish(type, content, work?.sender.header, extras);
  }

  /** Without `done` it was not run, or not to an end that is known. */
  #finish(cell: number, done?: Done): void {
    const work = this.#works.get(cell);
    if (work?.finish === undefined) return;
    const { failure, text, finish } = work;
    work.finish = undefined;
    this.#question = undefined;
    const unreached = done?.status === "ok" ? [] : done?.unreached;
    finish({ failure, text, userExpressions: done?.userExpressions ?? {}, unreached });
  }

  #lose(exit: RuntimeExit): void {
    this.#runtime = undefined;
    this.#unsent.length = 0;
    if (this.#isClosed) return;
    for (const id of this.comms.clear())
      attempt(() => this.#wire.publish("comm_close", { comm_id: id, data: {} }, undefined));
    const failure = endOfRuntime(exit, this.#isReady);
    if (this.#isReady) attempt(() => this.#launch());
    attempt(() => this.onLoss());
    const unfinished = this.#unfinished();
    const cell = exit.cell ?? unfinished[0]?.[0] ?? this.#newest;
    if (unfinished.length === 0) {
      const note = { name: "stderr", text: `${failure.evalue}\n` };
      attempt(() => this.#wire.publish("stream", note, this.#works.get(cell)?.sender.header));
    } else this.#tell(cell, failure);
    for (const [number] of unfinished) {
      this.#noteFailure(number, failure);
      this.#finish(number);
    }
  }

  #fail(cell: number, failure: Failure): void {
    this.#tell(cell, failure);
    this.#finish(cell);
  }

  /** The reply says it in any case. */
  #tell(cell: number, failure: Failure): void {
    this.#noteFailure(cell, failure);
    attempt(() => this.#publish({ kind: "error", cell, ...failure }));
  }

  #noteFailure(cell: number, { ename, evalue, traceback }: Failure): void {
    const work = this.#works.get(cell);
    if (work !== undefined) work.failure = { ename, evalue, traceback };
  }
}
