/**
 * Runtime host: keeps one runtime alive, gives it requests, and publishes what it says under the request that caused it.
 *
 * A runtime that ends (out of memory, process.exit(), a crash, an interrupt that nothing else could carry out) fails the
 * request it was working on and is replaced at once; one that ends before it was ready is replaced at the next request, so
 * that a broken installation does not start processes for ever.
 */

import { attempt } from "../protocol/attempt.ts";
import type { Header } from "../protocol/message.ts";
import type { ExecuteRequest } from "../protocol/requests.ts";
import type {
  CommMessage,
  Done,
  Execute,
  FromRuntime,
  InputRequest,
  RuntimeExit,
  RuntimeParameters,
  RuntimeProcess,
  StreamOutput,
} from "../runtime/output/channel.ts";
import { type CommRegistry, readComm } from "./comm-registry.ts";
import { type Failure, type Outcome, PendingOutcomes } from "./outcome.ts";
import { broadcastOf, type Output } from "./output.ts";
import type { OutputLimit } from "./output-limit.ts";
import { ParentRequests } from "./parent-requests.ts";
import { endOfRuntime, explainEnd, notBegun } from "./runtime-end.ts";
import { unsendable } from "./unsendable.ts";
import type { Request, Wire } from "./wire.ts";

export type StartRuntime = (handlers: Pick<RuntimeParameters, "onMessage" | "onExit">) => RuntimeProcess;

export class RuntimeHost {
  readonly #start: StartRuntime;
  readonly #wire: Wire;
  readonly #comms: CommRegistry;
  readonly #limit: OutputLimit;
  readonly #onLoss: () => void;
  readonly #parentRequests = new ParentRequests();
  readonly #pending = new PendingOutcomes();
  /** What waits until the runtime is ready. */
  readonly #unsent: (Execute | CommMessage)[] = [];
  #runtime: RuntimeProcess | undefined;
  #ready = false;
  #question: string | undefined;
  #closed = false;

  /** `onLoss` is told when a runtime was lost, and with it all variables. */
  constructor(options: {
    start: StartRuntime;
    wire: Wire;
    comms: CommRegistry;
    limit: OutputLimit;
    onLoss: () => void;
  }) {
    this.#limit = options.limit;
    this.#start = options.start;
    this.#wire = options.wire;
    this.#comms = options.comms;
    this.#onLoss = options.onLoss;
    this.#launch();
  }

  execute(request: Request, cell: ExecuteRequest, executionCount: number): Promise<Outcome> {
    const { code, silent, userExpressions, allowStdin } = cell;
    const number = this.#parentRequests.add(request, { silent, executionCount });
    const order = { code, executionCount, silent, userExpressions, allowStdin };
    return this.#answerOf(number, { kind: "execute", cell: number, ...order });
  }

  /** Delivers a comm message; resolves once its handlers returned. */
  async comm(request: Request): Promise<void> {
    const number = this.#parentRequests.add(request, { silent: false, executionCount: 0 });
    const message = readComm(request, number);
    if (message === undefined) return;
    this.#comms.note(message);
    await this.#answerOf(number, message);
  }

  interrupt(): void {
    if (this.#ready) this.#runtime?.interrupt();
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
    this.#closed = true;
    if (this.#pending.size > 0) this.#runtime?.kill();
    await this.#runtime?.shutdown();
  }

  #launch(): RuntimeProcess {
    this.#ready = false;
    const started: RuntimeProcess = this.#start({
      onMessage: (message) => {
        if (this.#runtime === started) this.#receiveAny(message);
      },
      onExit: (exit) => {
        if (this.#runtime === started) this.#lose(exit);
      },
    });
    this.#runtime = started;
    return started;
  }

  #answerOf(number: number, message: Execute | CommMessage): Promise<Outcome> {
    return new Promise((finish) => {
      this.#pending.add(number, finish);
      this.#send(message);
    });
  }

  /** Sends to a runtime as soon as there is one that is ready; what cannot be sent fails. */
  #send(message: Execute | CommMessage): void {
    try {
      const runtime = this.#runtime ?? this.#launch();
      if (this.#ready) runtime.send(message);
      else this.#unsent.push(message);
    } catch (error) {
      this.#fail(message.cell, unsendable("the request", error));
    }
  }

  /** What cannot be sent to clients (a text too long to be written as JSON) is an error of its cell, not the end of the kernel. */
  #receiveAny(message: FromRuntime): void {
    try {
      this.#receive(message);
    } catch (error) {
      if (!("cell" in message)) return;
      this.#tellFailure(message.cell, unsendable("an output", error));
      if (message.kind === "input-request") attempt(() => this.#runtime?.send({ kind: "input", value: undefined }));
      if (message.kind === "done") this.#finish(message.cell, { ...message, userExpressions: {} });
    }
  }

  #receive(message: FromRuntime): void {
    if (message.kind === "ready") this.#begin();
    else if (message.kind === "done") this.#finish(message.cell, message);
    else if (message.kind === "input-request") this.#ask(message);
    else this.#publish(message);
  }

  #begin(): void {
    this.#ready = true;
    for (const message of this.#unsent.splice(0)) this.#send(message);
  }

  #publish(output: Output): void {
    const { request, silent, executionCount } = this.#parentRequests.of(output.cell);
    if (output.kind === "comm") this.#comms.note(output);
    if (output.kind === "result") this.#pending.noteText(output.cell, output.data["text/plain"]);
    if (output.kind === "error") this.#pending.noteFailure(output.cell, output);
    if (silent && output.kind !== "comm") return;
    if (output.kind === "stream") {
      this.#print(output, request?.header);
      return;
    }
    const { type, content, ...extras } = broadcastOf(output, executionCount);
    this.#wire.publish(type, content, request?.header, extras);
  }

  #print({ cell, name, text }: StreamOutput, parent: Header | undefined): void {
    const admitted = this.#limit.admit(cell, text);
    if (admitted.text !== "") this.#wire.publish("stream", { name, text: admitted.text }, parent);
    if (admitted.note !== undefined) this.#wire.publish("stream", { name: "stderr", text: admitted.note }, parent);
  }

  #ask({ cell, prompt, password }: InputRequest): void {
    const { request } = this.#parentRequests.of(cell);
    if (request !== undefined) this.#question = this.#wire.ask(request, { prompt, password });
  }

  #finish(cell: number, done?: Done): void {
    if (this.#pending.finish(cell, done)) this.#question = undefined;
  }

  #lose(exit: RuntimeExit): void {
    this.#runtime = undefined;
    this.#unsent.length = 0;
    if (this.#closed) return;
    this.#closeComms();
    const failure = endOfRuntime(exit, this.#ready);
    if (this.#ready) attempt(() => this.#launch());
    attempt(() => this.#onLoss());
    const unfinished = this.#pending.numbers;
    const { request, silent } = this.#parentRequests.of(exit.cell ?? unfinished[0]);
    attempt(() => {
      if (unfinished.length === 0) this.#tell(request?.header, explainEnd(exit));
      else if (!silent) this.#wire.publish("error", { ...failure }, request?.header);
    });
    for (const number of unfinished) {
      this.#pending.noteFailure(number, failure);
      this.#finish(number);
    }
  }

  #fail(cell: number, failure: Failure): void {
    this.#tellFailure(cell, failure);
    this.#finish(cell);
  }

  /** The reply tells it in any case. */
  #tellFailure(cell: number, failure: Failure): void {
    this.#pending.noteFailure(cell, failure);
    attempt(() => this.#publish({ kind: "error", cell, ...failure }));
  }

  #closeComms(): void {
    for (const id of this.#comms.clear())
      attempt(() => this.#wire.publish("comm_close", { comm_id: id, data: {} }, undefined));
  }

  #tell(parent: Header | undefined, text: string): void {
    this.#wire.publish("stream", { name: "stderr", text: `${text}\n` }, parent);
  }
}
