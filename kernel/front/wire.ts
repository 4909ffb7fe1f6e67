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

interface Announced {
  readonly message: Message;
  readonly frames: Frames | undefined;
}

/** Long enough for a short cell whose code is cold, in milliseconds. */
const moment = 5;

export class Wire {
  readonly #sockets: Carrier;
  readonly #signature: Signature;
  readonly #replays: ReplayGuard;
  readonly #session = newKernelSession();
  readonly #welcomes = new Set<string>();
  #messages = 0;
  /** What leaves with the next message, or at the end of the moment. */
  #announced: Announced[] = [];
  #moment: NodeJS.Timeout | undefined;

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
    this.#post("iopub", this.#message(type, content, parent, extras), [this.#topicOf(type)]);
  }

  /**
   * Broadcasts with the next broadcast, or else in a moment: a short cell is done by then, and its client is woken once for all
   * that is said of it. It is signed then: the runtime, which the cell is sent to just before, may have to wait for our processor.
   */
  announce(type: string, content: JsonObject, parent: Header): void {
    this.#wait({ message: this.#message(type, content, parent), frames: undefined });
  }

  /** The same, but made ready at once: throws what cannot be sent. */
  append(type: string, content: JsonObject, parent: Header | undefined, extras: Extras = {}): void {
    const message = this.#message(type, content, parent, extras);
    this.#wait({ message, frames: this.#broadcast(message) });
  }

  #wait(announced: Announced): void {
    this.#announced.push(announced);
    this.#moment ??= setTimeout(() => this.#sayAnnounced(), moment);
  }

  #broadcast(message: Message): Frames {
    return encode(message, [this.#topicOf(message.header.msg_type)], this.#signature);
  }

  #topicOf(type: string): string {
    return `kernel.${this.#session}.${type}`;
  }

  #sayAnnounced(): void {
    clearTimeout(this.#moment);
    this.#moment = undefined;
    const announced = this.#announced;
    this.#announced = [];
    for (const { frames, message } of announced)
      attempt(() => this.#sockets.post("iopub", frames ?? this.#broadcast(message), message));
  }

  /** Says what waits, since nothing will come that it could wait for. */
  flush(): void {
    this.#sayAnnounced();
  }

  status(state: "starting" | "busy" | "idle", parent?: Header): void {
    this.publish("status", { execution_state: state }, parent);
  }

  /**
   * Answers a request, on its channel, to its sender alone. What is announced waits a little longer: on two sockets there is no
   * order for a client to rely on, and the answer is what it waits for. Were the result of a cell sent before, its client would be
   * at work on that, on the processor that the answer needs to be written.
   */
  reply(request: Request, content: JsonObject): void {
    const type = request.header.msg_type.replace(/_request$/, "_reply");
    const message = this.#message(type, content, request.header);
    this.#sockets.post(request.channel, encode(message, request.identities, this.#signature), message);
    if (type === "execute_reply") this.#moment?.refresh(); // others could come without an end
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
    if (this.#announced.length > 0) this.#sayAnnounced();
    this.#sockets.post(channel, encode(message, identities, this.#signature), message);
  }
}
