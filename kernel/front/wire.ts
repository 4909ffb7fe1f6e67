/**
 * Wire of the front: makes messages, signs them and hands them to the sockets; reads those that come in.
 */

import { attempt } from "../protocol/attempt.ts";
import type { Connection } from "../protocol/connection.ts";
import { isOfKernel, newKernelSession } from "../protocol/kernel-session.ts";
import {
  type Header,
  type JsonObject,
  type Message,
  protocolVersion,
  type ReceivedMessage,
} from "../protocol/message.ts";
import { ReplayGuard } from "../protocol/replay-guard.ts";
import { Signature } from "../protocol/signature.ts";
import { decode, encode } from "../protocol/wire-format.ts";
import type { Frames } from "../protocol/zmtp.ts";
import type { RequestChannel, SocketListener } from "./sockets.ts";

/** A request, and the channel on which its reply goes. */
export interface Request extends ReceivedMessage {
  readonly channel: RequestChannel;
}

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
  readonly #replays: ReplayGuard;
  readonly #session = newKernelSession();
  readonly #welcomes = new Set<string>();
  #messages = 0;

  constructor(sockets: Carrier, { key, signatureScheme }: Connection, replays = new ReplayGuard()) {
    this.#sockets = sockets;
    this.#replays = replays;
    this.#signature = new Signature(key, signatureScheme);
  }

  /** Delivers the requests that are authentic; all else is dropped without a word, and what a kernel itself has said. */
  listen(receive: (request: Request) => void): void {
    this.#sockets.listen({
      request: (channel, frames) => {
        const message = decode(frames, this.#signature, this.#replays, isOfKernel);
        if (message === undefined) return false;
        receive({ ...message, channel });
        return true;
      },
      subscription: (topic) => this.#welcome(topic),
    });
  }

  /** Greets whoever subscribed, once for all of a moment: a flood of subscriptions makes no flood of broadcasts. */
  #welcome(topic: string): void {
    this.#welcomes.add(topic);
    if (this.#welcomes.size > 1) return;
    setImmediate(() => {
      const topics = [...this.#welcomes];
      this.#welcomes.clear();
      for (const each of topics)
        attempt(() => this.#post("iopub", this.#message("iopub_welcome", { subscription: each }), [each]));
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
  reply(request: Request, content: JsonObject): void {
    const type = request.header.msg_type.replace(/_request$/, "_reply");
    this.#post(request.channel, this.#message(type, content, request.header), request.identities);
  }

  /** Asks the sender of a request on the stdin channel; gives the id of the question. */
  ask(request: Request, content: JsonObject): string {
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
      version: protocolVersion,
    };
    return { header, parent: parent ?? {}, metadata, content, buffers };
  }

  #post(channel: RequestChannel | "iopub", message: Message, identities: readonly (Uint8Array | string)[]): void {
    this.#sockets.post(channel, encode(message, identities, this.#signature), message);
  }
}
