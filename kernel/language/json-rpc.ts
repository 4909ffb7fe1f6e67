/**
 * JSON-RPC 2.0 over a pair of streams, framed as the Language Server Protocol does: `Content-Length`, a blank line, JSON.
 *
 * Source: Language Server Protocol 3.17, base protocol.
 * A request that is not answered in time is cancelled and resolves to undefined, as does one answered by an error or cut
 * off by the end of the stream: whoever asks can go on without an answer.
 */

import type { Readable, Writable } from "node:stream";

export interface JsonRpcMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What the other side's own requests are answered with. */
export type Respond = (method: string, params: unknown) => unknown;

export class JsonRpc {
  readonly #output: Writable;
  readonly #respond: Respond;
  readonly #pending = new Map<number, (result: unknown) => void>();
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #count = 0;
  #closed = false;

  constructor(input: Readable, output: Writable, respond: Respond) {
    this.#output = output;
    this.#respond = respond;
    input.on("data", (chunk: Buffer) => this.#receive(chunk));
    input.on("error", () => this.close());
    input.on("close", () => this.close());
    output.on("error", () => this.close());
  }

  get closed(): boolean {
    return this.#closed;
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  request(method: string, params: unknown, patience: number): Promise<unknown> {
    if (this.#closed) return Promise.resolve(undefined);
    const id = ++this.#count;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#settle(id, undefined);
        this.notify("$/cancelRequest", { id });
      }, patience);
      this.#pending.set(id, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  close(): void {
    this.#closed = true;
    for (const id of [...this.#pending.keys()]) this.#settle(id, undefined);
  }

  #settle(id: number, result: unknown): void {
    const resolve = this.#pending.get(id);
    this.#pending.delete(id);
    resolve?.(result);
  }

  #send(message: JsonRpcMessage): void {
    if (this.#closed || !this.#output.writable) return;
    const body = JSON.stringify(message);
    // What is said in one go is written in one: every write is a call of the system, and wakes the other side.
    this.#output.cork();
    process.nextTick(() => this.#output.uncork());
    this.#output.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Large answers come in many chunks: they are joined once, when all are there.
    if (this.#size < this.#needed) return;
    let data = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#needed = 0;
    for (;;) {
      const head = data.indexOf("\r\n\r\n");
      if (head < 0) break;
      const length = Number(/content-length: *(\d+)/i.exec(data.toString("latin1", 0, head))?.[1] ?? 0);
      const end = head + 4 + length;
      if (data.length < end) {
        this.#needed = end;
        break;
      }
      this.#accept(data.subarray(head + 4, end));
      data = data.subarray(end);
    }
    this.#chunks = data.length > 0 ? [data] : [];
    this.#size = data.length;
  }

  /** Passes over what is no message, or longer than any string. */
  #accept(body: Buffer): void {
    let message: JsonRpcMessage;
    try {
      message = JSON.parse(body.toString("utf8")) as JsonRpcMessage;
    } catch {
      return;
    }
    const { id, method, params, result, error } = message;
    if (method === undefined) this.#settle(Number(id), error === undefined ? result : undefined);
    else if (id !== undefined) this.#send({ jsonrpc: "2.0", id, result: this.#respond(method, params) ?? null });
  }
}
