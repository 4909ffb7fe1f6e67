/**
 * JSON-RPC 2.0 over a pair of streams, framed as the Language Server Protocol does: `Content-Length`, a blank line, JSON.
 *
 * Source: Language Server Protocol 3.17, base protocol.
 * A request that is not answered in time is cancelled and resolves to undefined, as does one answered by an error or cut
 * off by the end of the stream: whoever asks can go on without an answer. The other side's own requests are answered by null.
 */

import type { Readable, Writable } from "node:stream";

interface JsonRpcMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export class JsonRpc {
  readonly #output: Writable;
  readonly #pending = new Map<number, (result: unknown) => void>();
  #received: Buffer = Buffer.alloc(0);
  #count = 0;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
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

  /** Null if the other side refuses it; undefined without an answer. */
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
    this.#output.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (;;) {
      const head = this.#received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.#received.toString("latin1", 0, head))?.[1] ?? 0);
      const end = head + 4 + length;
      if (this.#received.length < end) return;
      const body = this.#received.subarray(head + 4, end);
      this.#received = this.#received.subarray(end);
      this.#accept(body);
    }
  }

  /** Passes over what is no message, or longer than any string. */
  #accept(body: Buffer): void {
    let message: JsonRpcMessage;
    try {
      message = JSON.parse(body.toString("utf8")) as JsonRpcMessage;
    } catch {
      return;
    }
    const { id, method, result, error } = message;
    if (method === undefined) this.#settle(Number(id), error === undefined ? result : null);
    else if (id !== undefined) this.#send({ jsonrpc: "2.0", id, result: null });
  }
}
