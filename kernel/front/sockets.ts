/**
 * The five sockets of a kernel, bound where the connection file says and nowhere else.
 *
 * Outgoing messages queue as long as somebody reads them, so that no output is dropped; incoming ones are bounded in size, so
 * that whoever knows a port cannot fill the memory; unauthenticated peers are dropped first. The heartbeat is an echo by the
 * routing prefix, which no order of requests can bring out of step.
 */
import { type Channel, type Connection, channels } from "../protocol/connection.ts";
import { UnfinishedBudget } from "../protocol/unfinished-budget.ts";
import type { Frames } from "../protocol/zmtp.ts";
import { notePosted } from "./memory-release.ts";
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

const mebibyte = 1 << 20;
/** Each socket has its own share of what may wait for its end. */
const requestLimits = () => ({
  frame: 256 * mebibyte,
  message: 256 * mebibyte,
  unfinished: new UnfinishedBudget(512 * mebibyte),
});
const pingLimits = () => ({ frame: 4096, message: 65_536, unfinished: new UnfinishedBudget(16 * mebibyte) });
/** How long a client may take for what was posted before the sockets were closed, in milliseconds. */
const linger = 1000;

export class Sockets {
  readonly #broadcast = new Publisher(pingLimits(), (topic) => this.#listener?.subscription(topic));
  readonly #routers = { shell: this.#router("shell"), control: this.#router("control"), stdin: this.#router("stdin") };
  /** Who does not read echoes gets no more of them. */
  readonly #heartbeat = new Router(pingLimits(), (frames, sender) => {
    if (!sender.isBehind) this.#heartbeat.post(frames);
    return false; // a ping is not signed
  });
  #listener: SocketListener | undefined;
  #startListening = () => {};
  readonly #listening = new Promise<void>((resolve) => {
    this.#startListening = resolve;
  });

  async bind({ endpoints }: Connection): Promise<void> {
    const servers = this.#servers();
    const bound = await Promise.allSettled(
      channels.map((channel) => servers[channel].bind(endpoints[channel], this.#listening)),
    );
    const failure = bound.find((result) => result.status === "rejected");
    if (failure === undefined) return;
    await this.close();
    throw failure.reason;
  }

  /** Delivers what comes in, once the sockets are bound and until they are closed. */
  listen(listener: SocketListener): void {
    this.#listener = listener;
    this.#startListening();
  }

  post(channel: RequestChannel | "iopub", frames: Frames): void {
    for (const { length } of frames) notePosted(length);
    if (channel === "iopub") this.#broadcast.post(frames);
    else this.#routers[channel].post(frames);
  }

  /** Hands over all that was posted, then closes every socket. */
  async close(): Promise<void> {
    const { hb, ...others } = this.#servers();
    await Promise.all([hb.close(0), ...Object.values(others).map((server) => server.close(linger))]);
  }

  #router(channel: RequestChannel): Router {
    return new Router(requestLimits(), (frames) => this.#listener?.request(channel, frames) ?? false);
  }

  #servers(): Readonly<Record<Channel, PeerServer>> {
    const { shell, control, stdin } = this.#routers;
    return {
      shell: shell.server,
      control: control.server,
      stdin: stdin.server,
      iopub: this.#broadcast.server,
      hb: this.#heartbeat.server,
    };
  }
}
