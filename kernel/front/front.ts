/**
 * Front of the kernel: receives every request and sees to its answer, whatever the runtime is doing.
 *
 * Requests to execute wait for their turn; all others are answered at once. A client that asks something while a cell runs
 * sees `idle` for its question, so `busy` is said again for the cell.
 */
import type { LanguageService } from "../language/language-service.ts";
import { attempt } from "../protocol/attempt.ts";
import type { JsonObject } from "../protocol/json-object.ts";
import { readHistoryRequest, textOf } from "../protocol/requests.ts";
import type { CheckTime } from "./cell-check.ts";
import { CellQueue } from "./cell-queue.ts";
import { failureOf, failureOfError } from "./failure.ts";
import type { History } from "./history.ts";
import { answerComplete, answerInspect, answerIsComplete } from "./inquiries.ts";
import { kernelInfo } from "./kernel-info.ts";
import type { RuntimeHost } from "./runtime-host.ts";
import type { Request, Wire } from "./wire.ts";

type Handler = (request: Request) => JsonObject | undefined | Promise<JsonObject | undefined>;

export class Front {
  readonly #wire: Wire;
  readonly #runtime: RuntimeHost;
  readonly #queue: CellQueue;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #onShutdown: () => void;

  constructor(parts: {
    wire: Wire;
    runtime: RuntimeHost;
    language: LanguageService;
    history: History;
    checkTime: CheckTime;
    /** A client asked the kernel to end, and was answered. */
    onShutdown: () => void;
  }) {
    const { wire, runtime, language, history } = parts;
    this.#wire = wire;
    this.#runtime = runtime;
    this.#onShutdown = parts.onShutdown;
    this.#queue = new CellQueue(parts);
    const comm: Handler = (request) => runtime.comm(request);
    this.#handlers = new Map<string, Handler>([
      ["kernel_info_request", () => kernelInfo()],
      ["complete_request", ({ content }) => answerComplete(language, content)],
      ["inspect_request", ({ content }) => answerInspect(language, content)],
      ["is_complete_request", ({ content }) => answerIsComplete(language, content)],
      ["history_request", ({ content }) => ({ status: "ok", history: history.answer(readHistoryRequest(content)) })],
      ["comm_info_request", ({ content }) => runtime.comms.info(content.target_name)],
      ["comm_open", comm],
      ["comm_msg", comm],
      ["comm_close", comm],
      ["interrupt_request", () => this.interrupt()],
      ["shutdown_request", (request) => this.#shutdownReply(request)],
    ]);
  }

  /** Takes a request. Never throws: a handler that fails makes an error of its reply. */
  handle(request: Request): void {
    const { channel, header } = request;
    if (channel === "stdin") this.#answerInput(request);
    else if (header.msg_type === "execute_request" && channel === "shell") this.#queue.add(request);
    else void this.#answer(request);
  }

  /** Stops the cell that runs, or else what an earlier one left behind. */
  interrupt(): JsonObject {
    this.#runtime.interrupt();
    this.#queue.interrupt();
    return { status: "ok" };
  }

  async #answer(request: Request): Promise<void> {
    const { header } = request;
    attempt(() => this.#wire.status("busy", header));
    try {
      const handler = this.#handlers.get(header.msg_type) ?? notSupported;
      const content = await handler(request);
      if (content !== undefined) this.#wire.reply(request, content);
    } catch (error) {
      attempt(() => this.#wire.reply(request, { status: "error", ...failureOfError(error) }));
    }
    attempt(() => this.#wire.status("idle", header));
    if (header.msg_type === "shutdown_request") return this.#onShutdown();
    const { running } = this.#queue;
    if (running !== undefined) attempt(() => this.#wire.status("busy", running.header));
  }

  #answerInput({ header, parent, content }: Request): void {
    if (header.msg_type !== "input_reply") return;
    const question = typeof parent.msg_id === "string" ? parent.msg_id : undefined;
    attempt(() => this.#runtime.answer(textOf(content.value), question));
  }

  /** The reply is broadcast as well, so that every client knows. */
  #shutdownReply(request: Request): JsonObject {
    const reply = { status: "ok", restart: request.content.restart === true };
    this.#wire.publish("shutdown_reply", reply, request.header);
    return reply;
  }
}

/** There is neither a debugger nor are there subshells, and the kernel information claims none. */
function notSupported({ header: { msg_type: type } }: Request): JsonObject | undefined {
  if (!type.endsWith("_request")) return undefined;
  return { status: "error", ...failureOf("NotSupported", `this kernel does not answer ${type}`) };
}
