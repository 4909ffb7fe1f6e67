/**
 * Cell queue: executes one request after the other, and aborts those that wait when one that asked for it fails.
 *
 * Source: "Messaging in Jupyter", section Execute. Every request, an aborted one too, is framed by `busy` and `idle`, and
 * all that a cell printed before it ended precedes its reply. Whatever throws on the way, a request is answered and the next one
 * has its turn.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LanguageService } from "../language/language-service.ts";
import { attempt } from "../protocol/attempt.ts";
import type { JsonObject } from "../protocol/json-object.ts";
import { type ExecuteRequest, readExecuteRequest } from "../protocol/requests.ts";
import { CellCheck, type CheckTime } from "./cell-check.ts";
import { type Failure, failureOf, failureOfError } from "./failure.ts";
import type { History } from "./history.ts";
import { questionOf } from "./inquiries.ts";
import type { Outcome, RuntimeHost } from "./runtime-host.ts";
import type { Request, Wire } from "./wire.ts";

type Ending = Outcome & { readonly payload?: readonly JsonObject[] };

/** What has been said of a request, and how many of those that wait are aborted with it. */
interface Progress {
  count: number;
  isAnswered: boolean;
  isIdle: boolean;
  aborted: number;
}

interface CellQueueParts {
  readonly wire: Wire;
  readonly runtime: RuntimeHost;
  readonly language: LanguageService;
  readonly history: History;
  readonly checkTime: CheckTime;
}

const nothing: Outcome = { failure: undefined, userExpressions: {}, text: null, unreached: undefined };

export class CellQueue {
  readonly #parts: CellQueueParts;
  readonly #check: CellCheck;
  readonly #waiting: Request[] = [];
  #running: Request | undefined;
  #executionCount = 0;
  /** Whether the runtime was lost since the cell that runs began. */
  #isLost = false;

  constructor(parts: CellQueueParts) {
    this.#parts = parts;
    this.#check = new CellCheck(parts.language, parts.wire, parts.checkTime);
    parts.runtime.onLoss = () => this.#lost();
  }

  /** The request that is being executed. */
  get running(): Request | undefined {
    return this.#running;
  }

  add(request: Request): void {
    this.#waiting.push(request);
    if (this.#running === undefined) void this.#work();
  }

  /** Waits no longer for the types of a cell that ran. */
  interrupt(): void {
    this.#check.interrupt();
  }

  /** The runtime was lost, and with it all variables; the types of the cell that runs are still those that it began with. */
  #lost(): void {
    if (this.#running === undefined) this.#parts.language.reset();
    else this.#isLost = true;
  }

  async #work(): Promise<void> {
    for (let request = this.#waiting.shift(); request !== undefined; request = this.#waiting.shift()) {
      this.#running = request;
      await this.#complete(request);
    }
    this.#running = undefined;
  }

  async #complete(request: Request): Promise<void> {
    const progress: Progress = { count: this.#executionCount, isAnswered: false, isIdle: false, aborted: 0 };
    try {
      await this.#execute(request, readExecuteRequest(request.content), progress);
    } catch (error) {
      const failure = failureOfError(error, "the answer");
      attempt(() => this.#parts.wire.publish("error", failure, request.header));
      if (!progress.isAnswered) attempt(() => this.#reply(request, progress, failure));
    }
    if (!progress.isIdle) attempt(() => this.#parts.wire.status("idle", request.header));
    if (this.#isLost) attempt(() => this.#parts.language.reset());
    this.#isLost = false;
    for (const each of this.#waiting.splice(0, progress.aborted)) attempt(() => this.#abort(each));
  }

  async #execute(request: Request, cell: ExecuteRequest, progress: Progress): Promise<void> {
    const { header } = request;
    const count = this.#executionCount + (cell.silent ? 0 : 1);
    const stored = cell.storeHistory && cell.code.trim() !== "";
    if (stored) this.#executionCount = count;
    progress.count = count;
    const run = this.#run(request, cell, count); // begun before that is reported: the runtime works meanwhile
    attempt(() => this.#parts.wire.status("busy", header));
    const input = { code: cell.code, execution_count: count };
    if (!cell.silent) attempt(() => this.#parts.wire.publish("execute_input", input, header));
    const { failure, userExpressions, text, payload = [], unreached } = await run;
    if (failure !== undefined && cell.stopOnError) {
      await nextTurn(); // some of what the client sent before it could know of a failure may still be coming in
      progress.aborted = this.#waiting.length;
    }
    const ending = failure ?? { status: "ok", payload, user_expressions: userExpressions };
    const goesAhead = this.#check.goesAhead(cell.allowStdin);
    if (goesAhead) this.#reply(request, progress, ending);
    if (!cell.silent) await this.#check.ran(request, failure, cell.allowStdin);
    if (!goesAhead) this.#reply(request, progress, ending);
    this.#parts.wire.status("idle", header);
    progress.isIdle = true;
    if (stored) this.#parts.history.add(count, cell.code, text);
    if (unreached !== undefined && !this.#isLost) this.#parts.language.cellRan(cell.code, unreached);
  }

  #reply(request: Request, progress: Progress, ending: JsonObject | Failure): void {
    this.#parts.wire.reply(request, { status: "error", execution_count: progress.count, ...ending });
    progress.isAnswered = true;
  }

  /** Publishes nothing before it first waits for something. */
  async #run(request: Request, cell: ExecuteRequest, count: number): Promise<Ending> {
    if (cell.code.trim() === "" && Object.keys(cell.userExpressions).length === 0) return nothing;
    const question = questionOf(cell.code);
    if (question !== undefined) return this.#page(request, question);
    const strict = cell.silent ? undefined : this.#check.refusal(cell.code);
    const refusal = strict === undefined ? undefined : await strict;
    if (refusal !== undefined) {
      this.#parts.wire.publish("error", refusal, request.header);
      return { ...nothing, failure: refusal };
    }
    const run = this.#parts.runtime.execute(request, cell, count);
    if (!cell.silent) this.#check.begin(cell.code); // while the runtime is at it
    return run;
  }

  async #page(request: Request, { name, detail }: { name: string; detail: 0 | 1 }): Promise<Ending> {
    const found = await this.#parts.language.inspect(name, name.length, detail);
    if (found !== undefined) {
      const data = { "text/plain": found.text, "text/markdown": found.markdown };
      return { ...nothing, payload: [{ source: "page", start: 0, data }] };
    }
    const failure = failureOf("NotFound", `nothing is known about ${name}`);
    this.#parts.wire.publish("error", failure, request.header);
    return { ...nothing, failure };
  }

  #abort(request: Request): void {
    this.#parts.wire.status("busy", request.header);
    this.#parts.wire.reply(request, { status: "aborted" });
    this.#parts.wire.status("idle", request.header);
  }
}
