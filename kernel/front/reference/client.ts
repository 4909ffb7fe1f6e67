/**
 * A Jupyter client for tests: sends signed requests, collects replies and broadcasts in the order of their arrival.
 */
import { randomUUID } from "node:crypto";
import { Dealer, Request as Pinger, Subscriber } from "zeromq";
import { type Connection, channels, parseConnection } from "../../protocol/connection.ts";
import type { JsonObject } from "../../protocol/json-object.ts";
import { freePorts } from "../../protocol/kernel-client.ts";
import type { Header, Message } from "../../protocol/message.ts";
import { ReplayGuard } from "../../protocol/replay-guard.ts";
import { Signature } from "../../protocol/signature.ts";
import { decode, encode } from "../../protocol/wire-format.ts";
import { ownAddress } from "../../reference/own-address.ts";

type Asking = "shell" | "control" | "stdin";

export class Client {
  readonly replies: Message[] = [];
  readonly published: Message[] = [];
  readonly questions: Message[] = [];
  readonly signature: Signature;
  readonly #connection: Connection;
  readonly #session = randomUUID();
  readonly #dealers: Readonly<Record<Asking, Dealer>>;
  readonly #subscriber = new Subscriber({ linger: 0 });
  readonly #waiting = new Set<() => void>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.signature = new Signature(connection.key, connection.signatureScheme);
    const dealer = () => new Dealer({ routingId: this.#session, linger: 0, sendHighWaterMark: 0 });
    this.#dealers = { shell: dealer(), control: dealer(), stdin: dealer() };
  }

  /** Connects, and waits until the kernel's broadcasts arrive. */
  async connect(): Promise<void> {
    this.#subscriber.subscribe("");
    this.#subscriber.connect(this.#connection.endpoints.iopub);
    void this.#collect(this.#subscriber, this.published);
    for (const channel of ["shell", "control", "stdin"] as const) {
      this.#dealers[channel].connect(this.#connection.endpoints[channel]);
      void this.#collect(this.#dealers[channel], channel === "stdin" ? this.questions : this.replies);
    }
    await this.until(() => this.published.some(({ header }) => header.msg_type === "iopub_welcome"));
  }

  message(type: string, content: JsonObject, parent?: Header): Message {
    const header = {
      msg_id: randomUUID(),
      session: this.#session,
      username: "test",
      date: "",
      msg_type: type,
      version: "5.4",
    };
    return { header, parent: parent ?? {}, metadata: {}, content, buffers: [] };
  }

  /** Sends a request; gives its id. */
  async send(channel: Asking, type: string, content: JsonObject, parent?: Header): Promise<string> {
    const message = this.message(type, content, parent);
    await this.post(channel, message);
    return message.header.msg_id;
  }

  post(channel: Asking, message: Message): Promise<void> {
    return this.raw(channel, encode(message, [], this.signature));
  }

  raw(channel: Asking, frames: readonly (Uint8Array | string)[]): Promise<void> {
    return this.#dealers[channel].send([...frames]);
  }

  /** Sends a request and waits for its reply and its idle. */
  async ask(channel: Asking, type: string, content: JsonObject = {}): Promise<JsonObject> {
    const id = await this.send(channel, type, content);
    await this.idle(id);
    return (await this.reply(id)).content;
  }

  execute(code: string, more: JsonObject = {}): Promise<JsonObject> {
    return this.ask("shell", "execute_request", { code, ...more });
  }

  async reply(id: string): Promise<Message> {
    await this.until(() => this.replies.some(({ parent }) => parent.msg_id === id));
    return this.replies.find(({ parent }) => parent.msg_id === id) as Message;
  }

  /** Waits until the kernel said that a request is dealt with. */
  idle(id: string): Promise<void> {
    return this.until(() => this.about(id).some((text) => text === "status idle"));
  }

  /** What was published about a request, in short. */
  about(id: string): string[] {
    return this.published.filter(({ parent }) => parent.msg_id === id).map(brief);
  }

  /** The same of the request that was answered last. */
  lastOutput(): string[] {
    return this.about(`${this.replies.at(-1)?.parent.msg_id}`);
  }

  /** Waits until something that arrived makes a condition true. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async ping(text: string): Promise<string> {
    const socket = new Pinger({ linger: 0 });
    socket.connect(this.#connection.endpoints.hb);
    await socket.send(text);
    const [answer] = await socket.receive();
    socket.close();
    return `${answer}`;
  }

  close(): void {
    for (const socket of [...Object.values(this.#dealers), this.#subscriber]) socket.close();
  }

  async #collect(socket: Dealer | Subscriber, into: Message[]): Promise<void> {
    const replays = new ReplayGuard();
    while (!socket.closed) {
      const frames = await socket.receive().catch(() => undefined);
      if (frames === undefined) return;
      const message = decode(frames, this.signature, replays);
      if (message === undefined) throw new Error("the kernel sent a message that is not signed, or twice");
      into.push(message);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
  }
}

function brief({ header, content }: Message): string {
  if (header.msg_type === "status") return `status ${content.execution_state}`;
  if (header.msg_type === "stream") return `${content.name} ${content.text}`;
  if (header.msg_type === "error") return `error ${content.ename}`;
  return header.msg_type;
}

/** A connection on free ports of this machine. */
export async function freeConnection(key: string = randomUUID()): Promise<{ text: string; connection: Connection }> {
  const [shell_port, control_port, iopub_port, stdin_port, hb_port] = await freePorts(channels.length, ownAddress);
  const text = JSON.stringify({
    ...{ shell_port, control_port, iopub_port, stdin_port, hb_port },
    ip: ownAddress,
    key,
    transport: "tcp",
    signature_scheme: "hmac-sha256",
  });
  return { text, connection: parseConnection(text) };
}
