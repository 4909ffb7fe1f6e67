/**
 * Wire of the front: makes messages, signs them and hands them to the sockets; reads those that come in.
 */
import { randomUUID } from "node:crypto";
import { attempt } from "../protocol/attempt.ts";
import type { Connection } from "../protocol/connection.ts";
import type { JsonObject } from "../protocol/json-object.ts";
import { type Header, type Message, PROTOCOL_VERSION, type ReceivedMessage } from "../protocol/message.ts";
import { ReplayGuard } from "../protocol/replay-guard.ts";
import { Signature } from "../protocol/signature.ts";
import { decode, encode } from "../protocol/wire-format.ts";
import type { Frames } from "../protocol/zmtp.ts";
import type { RequestChannel, SocketListener } from "./sockets.ts";

/**
 * Begins the session name of every kernel. Whoever subscribes to the broadcasts gets messages with a valid signature, and those of
 * comms have types that a client sends as well: sent back to the kernel, or to the next one of the same key, they would be requests.
 */
const KERNEL_SESSION = "epsilab-kernel-";

/** A request, and the channel on which its reply goes. */
export interface Request extends ReceivedMessage {
  readonly channel: RequestChannel;
}

/** What is needed to answer a request. */
export type Sender = Pick<Request, "header" | "identities" | "channel">;

/** What sends messages and delivers requests: the sockets, or what stands before them. */
interface Carrier {
  post(channel: RequestChannel | "iopub", frames: Frames, message: Message): void;
  listen(listener: SocketListener): void;
}

export interface Extras {
  readonly metadata?: JsonObject | undefined;
  readonly buffers?: readonly Uint8Array[] | undefined;
}

export class Wire {
  readonly #sockets: Carrier;
  readonly #signature: Signature;
  readonly #replays = new ReplayGuard();
  readonly #session = `${KERNEL_SESSION}${randomUUID()}`;
  #messages = 0;

  constructor(sockets: Carrier, { key, signatureScheme }: Connection) {
    this.#sockets = sockets;
    this.#signature = new Signature(key, signatureScheme);
  }

  /** Delivers the requests that are authentic; all else is dropped without a word, and what a kernel itself has said. */
  listen(receive: (request: Request) => void): void {
    this.#sockets.listen({
      request: (channel, frames) => {
        const message = decode(frames, this.#signature, this.#replays);
        if (message === undefined || message.header.session.startsWith(KERNEL_SESSION)) return false;
        receive({ ...message, channel });
        return true;
      },
      subscription: (topic) =>
        attempt(() => this.#post("iopub", this.#message("iopub_welcome", { subscription: topic }), [topic])),
    });
  }

  /** Broadcasts a message to all clients. */
  publish(type: string, content: JsonObject, parent: Header | undefined, extras: Extras = {}): void {
    this.#post("iopub", this.#message(type, content, parent, extras), [`kernel.${this.#session}.${type}`]);
  }

  status(state: "starting" | "busy" | "idle", parent?: Header): void {
    this.publish("status", { execution_state: state }, parent);
  }

  /** Answers a request, on its channel, to its sender alone. */
  reply(request: Sender, content: JsonObject): void {
    const type = request.header.msg_type.replace(/_request$/, "_reply");
    this.#post(request.channel, this.#message(type, content, request.header), request.identities);
  }

  /** Asks the sender of a request on the stdin channel; gives the id of the question. */
  ask(request: Sender, content: JsonObject): string {
    const message = this.#message("input_request", content, request.header);
    this.#post("stdin", message, request.identities);
    return message.header.msg_id;
  }

  #message(type: string, content: JsonObject, parent?: Header, { metadata = {}, buffers = [] }: Extras = {}): Message {
    const header: Header = {
      msg_id: `${this.#session}_${this.#messages++}`,
      session: this.#session,
      username: "kernel",
      date: new Date().toISOString(),
      msg_type: type,
      version: PROTOCOL_VERSION,
    };
    return { header, parent: parent ?? {}, metadata, content, buffers };
  }

  #post(channel: RequestChannel | "iopub", message: Message, identities: readonly (Uint8Array | string)[]): void {
    this.#sockets.post(channel, encode(message, identities, this.#signature), message);
  }
}
