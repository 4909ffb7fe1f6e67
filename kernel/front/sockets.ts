/**
 * The five sockets of a kernel, bound where the connection file says and nowhere else.
 *
 * Outgoing messages queue until they are read, so that no output is dropped; incoming ones are bounded in size, so that whoever
 * knows a port cannot fill the memory.
 */
import { type Channel, type Connection, channels } from "../protocol/connection.ts";
import type { Frames } from "../protocol/zmtp.ts";
import type { PeerServer } from "./peer-server.ts";
import { Publisher } from "./publisher.ts";
import { Router } from "./router.ts";

/** The channels on which requests and replies go. */
export type RequestChannel = Extract<Channel, "shell" | "control" | "stdin">;

export interface SocketListener {
  /** Tells whether it is authentic: its sender counts as authenticated from then on. */
  request(channel: RequestChannel, frames: readonly Uint8Array[]): boolean;
  /** Somebody subscribed to the broadcasts whose topic begins so. */
  subscription(topic: string): void;
}

/** In bytes. */
const largestRequest = 2 ** 28;
const largestPing = 4096;
/** How long a client may take for what was posted before the sockets were closed, in milliseconds. */
const linger = 1000;

export class Sockets {
  #listener: SocketListener | undefined;
  readonly #heartbeat = new Router(largestPing, (frames, sender) => {
    if (!sender.isBehind) this.#heartbeat.post(frames); // who does not read echoes gets no more of them
    return false; // a ping is not signed
  });
  readonly #servers: Readonly<Record<Channel, PeerServer>> = {
    shell: this.#router("shell"),
    control: this.#router("control"),
    stdin: this.#router("stdin"),
    iopub: new Publisher((topic) => this.#listener?.subscription(topic)),
    hb: this.#heartbeat,
  };

  /** Says who is given what comes in; to be called before the sockets are bound. */
  listen(listener: SocketListener): void {
    this.#listener = listener;
  }

  /** Rejects with a reason that names the endpoint that could not be bound; the others may be bound then. */
  async bind({ endpoints }: Connection): Promise<void> {
    await Promise.all(channels.map((channel) => this.#servers[channel].bind(endpoints[channel])));
  }

  post(channel: RequestChannel | "iopub", frames: Frames): void {
    this.#servers[channel].post(frames);
  }

  /** Hands over all that was posted, then closes every socket. */
  async close(): Promise<void> {
    await Promise.all(channels.map((channel) => this.#servers[channel].close(channel === "hb" ? 0 : linger)));
  }

  #router(channel: RequestChannel): Router {
    return new Router(largestRequest, (frames) => this.#listener?.request(channel, frames) ?? false);
  }
}
