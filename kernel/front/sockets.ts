/**
 * The five sockets of a kernel, bound where the connection file says and nowhere else.
 *
 * Outgoing messages queue without limit, so that no output is dropped; incoming ones are bounded in size, so that a
 * stranger who knows a port cannot fill the memory. The heartbeat is an echo by the routing prefix, which no order of
 * requests can bring out of step.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Router, type Socket, XPublisher } from "zeromq";
import type { Channel, Connection } from "../protocol/connection.ts";
import { type Frames, Outbox } from "./outbox.ts";

/** The channels on which requests and replies go. */
export type RequestChannel = Extract<Channel, "shell" | "control" | "stdin">;

const mebibyte = 1 << 20;
const largestRequest = 256 * mebibyte;
const largestPing = 4096;
/** A subscription arrives as one byte that says so, then the topic. */
const longestTopic = 256;

const outgoing = { sendHighWaterMark: 0, linger: 1000 };

export class Sockets {
  readonly #routers: Readonly<Record<RequestChannel, Router>>;
  readonly #broadcast = new XPublisher({ ...outgoing, maxMessageSize: largestPing, verbosity: "allSubs" });
  /** With ZeroMQ's own limit on what waits: who does not read echoes gets no more of them. */
  readonly #heartbeat = new Router({ linger: 0, maxMessageSize: largestPing });
  readonly #outboxes: Readonly<Record<RequestChannel | "iopub", Outbox>>;
  /** Over when every socket is bound: until then zeromq refuses to read or write them. */
  #binding: Promise<unknown> = Promise.resolve();

  constructor() {
    const router = () => new Router({ ...outgoing, maxMessageSize: largestRequest });
    this.#routers = { shell: router(), control: router(), stdin: router() };
    const { shell, control, stdin } = this.#routers;
    this.#outboxes = {
      shell: new Outbox(shell),
      control: new Outbox(control),
      stdin: new Outbox(stdin),
      iopub: new Outbox(this.#broadcast),
    };
  }

  async bind({ endpoints }: Connection): Promise<void> {
    const sockets = { ...this.#routers, iopub: this.#broadcast, hb: this.#heartbeat };
    const names = Object.keys(sockets) as Channel[];
    this.#binding = Promise.all(
      names.map((name) => {
        const socket: Socket = sockets[name];
        socket.ipv6 = endpoints[name].startsWith("tcp://[");
        return socket.bind(endpoints[name]);
      }),
    );
    await this.#binding;
  }

  /** Delivers what comes in, once the sockets are bound and until they are closed. */
  listen(listener: {
    request(channel: RequestChannel, frames: readonly Uint8Array[]): void;
    /** Somebody subscribed to the broadcasts whose topic begins so. */
    subscription(topic: string): void;
  }): void {
    const read = (socket: Router | XPublisher, deliver: (frames: Buffer[]) => void) =>
      this.#binding.then(
        () => void each(socket, deliver),
        () => undefined, // told to who bound them
      );
    for (const [channel, socket] of Object.entries(this.#routers) as [RequestChannel, Router][])
      read(socket, (frames) => listener.request(channel, frames));
    read(this.#broadcast, ([frame]) => {
      if (frame === undefined || frame[0] !== 1 || frame.length > 1 + longestTopic) return;
      listener.subscription(frame.toString("utf8", 1));
    });
    const echo = new Outbox(this.#heartbeat);
    read(this.#heartbeat, (frames) => echo.post(frames));
  }

  post(channel: RequestChannel | "iopub", frames: Frames): void {
    this.#outboxes[channel].post(frames);
  }

  /** Hands over all that was posted, then closes every socket. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#outboxes).map((outbox) => outbox.flush()));
    for (const socket of [...Object.values(this.#routers), this.#broadcast, this.#heartbeat]) socket.close();
  }
}

async function each(socket: Router | XPublisher, deliver: (frames: Buffer[]) => void): Promise<void> {
  while (!socket.closed) {
    try {
      deliver(await socket.receive());
    } catch (error) {
      if (!socket.closed) process.stderr.write(`epsilab kernel: a message could not be handled: ${error}\n`);
      await nextTurn(); // a socket that refuses to be read must not keep all else from happening
    }
  }
}
