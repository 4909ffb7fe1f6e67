/**
 * Runtime host: keeps one runtime alive, gives it requests, and publishes what it says under the request that caused it.
 *
 * A runtime that ends (out of memory, process.exit(), a crash, an interrupt that nothing else could carry out) fails the
 * request it was working on and is replaced at once; one that ends before it was ready is replaced at the next request, so
 * that a broken installation does not start processes for ever.
 */
import { attempt } from "../protocol/attempt.ts";
import { type ExecuteRequest, textOf } from "../protocol/requests.ts";
import type {
  CommMessage,
  Done,
  Execute,
  FromRuntime,
  RuntimeExit,
  RuntimeParameters,
  RuntimeProcess,
  StreamOutput,
} from "../runtime/output/channel.ts";
import { type CommRegistry, readComm } from "./comm-registry.ts";
import { type Failure, failureOfError } from "./failure.ts";
import { broadcastOf, type Output } from "./output.ts";
import type { OutputLimit } from "./output-limit.ts";
import { ParentRequests } from "./parent-requests.ts";
import { endOfRuntime, explainEnd, notBegun } from "./runtime-end.ts";
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

/** What is known of a request that has not ended. */
interface Pending {
  failure: Failure | undefined;
  text: string | null;
  readonly finish: (outcome: Outcome) => void;
}

export class RuntimeHost {
  readonly #start: StartRuntime;
  readonly #wire: Wire;
  readonly #comms: CommRegistry;
  readonly #limit: OutputLimit;
  readonly #onLoss: () => void;
  readonly #parentRequests = new ParentRequests();
  readonly #pending = new Map<number, Pending>();
  /** What waits until the runtime is ready. */
  readonly #unsent: (Execute | CommMessage)[] = [];
  #runtime: RuntimeProcess | undefined;
  #isReady = false;
  #question: string | undefined;
  #isClosed = false;

  /** `onLoss` is told when a runtime was lost, and with it all variables. */
  constructor(parts: {
    start: StartRuntime;
    wire: Wire;
    comms: CommRegistry;
    limit: OutputLimit;
    onLoss: () => void;
  }) {
    this.#limit = parts.limit;
    this.#start = parts.start;
    this.#wire = parts.wire;
    this.#comms = parts.comms;
    this.#onLoss = parts.onLoss;
    this.#launch();
  }

  execute(request: Request, cell: ExecuteRequest, executionCount: number): Promise<Outcome> {
    const { stopOnError, storeHistory, ...order } = cell;
    const number = this.#parentRequests.add(request, { silent: cell.silent, executionCount });
    return this.#send({ kind: "execute", cell: number, executionCount, ...order });
  }

  /** Delivers a comm message; resolves once its handlers returned. */
  async comm(request: Request): Promise<void> {
    const message = readComm(request, this.#parentRequests.add(request, { silent: false, executionCount: 0 }));
    if (message === undefined) return;
    this.#comms.note(message);
    await this.#send(message);
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

  /** Ends the runtime: at once if a request keeps it busy. */
  async shutdown(): Promise<void> {
    this.#isClosed = true;
    if (this.#pending.size > 0) this.#runtime?.kill();
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

  #send(message: Execute | CommMessage): Promise<Outcome> {
    return new Promise((finish) => {
      this.#pending.set(message.cell, { failure: undefined, text: null, finish });
      this.#pass(message);
    });
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
      const { sender } = this.#parentRequests.of(message.cell);
      const { prompt, password } = message;
      if (sender !== undefined) this.#question = this.#wire.ask(sender, { prompt, password });
    } else this.#publish(message);
  }

  #publish(output: Output): void {
    const { sender, silent, executionCount } = this.#parentRequests.of(output.cell);
    const pending = this.#pending.get(output.cell);
    if (output.kind === "comm") this.#comms.note(output);
    if (output.kind === "result" && pending !== undefined) pending.text = textOf(output.data["text/plain"]) || null;
    if (output.kind === "error" && pending !== undefined) pending.failure = failureIn(output);
    if (silent && output.kind !== "comm") return;
    if (output.kind === "stream") this.#print(output, sender);
    else {
      const { type, content, ...extras } = broadcastOf(output, executionCount);
      this.#wire.publish(type, content, sender?.header, extras);
    }
  }

  #print({ cell, name, text }: StreamOutput, sender: Sender | undefined): void {
    const admitted = this.#limit.admit(cell, text);
    if (admitted.text !== "") this.#wire.publish("stream", { name, text: admitted.text }, sender?.header);
    if (admitted.note !== undefined) this.#note(admitted.note, sender);
  }

  #note(text: string, sender: Sender | undefined): void {
    this.#wire.publish("stream", { name: "stderr", text: `${text}\n` }, sender?.header);
  }

  /** Without `done` it was not run, or not to an end that is known. */
  #finish(cell: number, done?: Done): void {
    const pending = this.#pending.get(cell);
    if (pending === undefined) return;
    this.#pending.delete(cell);
    this.#question = undefined;
    const { failure, text, finish } = pending;
    const unreached = done?.status === "ok" ? [] : done?.unreached;
    finish({ failure, text, userExpressions: done?.userExpressions ?? {}, unreached });
  }

  #lose(exit: RuntimeExit): void {
    this.#runtime = undefined;
    this.#unsent.length = 0;
    if (this.#isClosed) return;
    for (const id of this.#comms.clear())
      attempt(() => this.#wire.publish("comm_close", { comm_id: id, data: {} }, undefined));
    const failure = endOfRuntime(exit, this.#isReady);
    if (this.#isReady) attempt(() => this.#launch());
    attempt(() => this.#onLoss());
    const unfinished = [...this.#pending];
    const [first] = this.#pending.keys();
    if (first === undefined) attempt(() => this.#note(explainEnd(exit), this.#parentRequests.of(exit.cell).sender));
    else this.#tell(exit.cell ?? first, failure);
    for (const [number, pending] of unfinished) {
      pending.failure = failure;
      this.#finish(number);
    }
  }

  #fail(cell: number, failure: Failure): void {
    this.#tell(cell, failure);
    this.#finish(cell);
  }

  /** The reply tells it in any case. */
  #tell(cell: number, failure: Failure): void {
    const pending = this.#pending.get(cell);
    if (pending !== undefined) pending.failure = failure;
    attempt(() => this.#publish({ kind: "error", cell, ...failure }));
  }
}

function failureIn({ ename, evalue, traceback }: Failure): Failure {
  return { ename, evalue, traceback };
}
