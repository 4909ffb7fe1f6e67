/**
 * The five sockets of a kernel, bound where the connection file says and nowhere else.
 *
 * Outgoing messages queue until they are read, so that no output is dropped; incoming ones are bounded in size, so that whoever
 * knows a port cannot fill the memory.
 * Shell, control and stdin are what ZeroMQ calls ROUTER: the first frame of a message is the name of its sender. An answer that is
 * addressed with the very frame that came with the request goes to the connection of the request, whatever others call
 * themselves; any other goes to every connection of that name, and to nobody if there is none. So two clients of one name, which
 * jupyter_client makes of one manager, both get their answers (ZeroMQ would ignore the later one), and an unauthenticated peer
 * that takes a client's name gets none of its answers.
 * A broadcast goes to all who have subscribed to something when it is posted: the clients choose from the topics themselves.
 */
import { type Channel, type Connection, channels } from "../protocol/connection.ts";
import type { Peer } from "../protocol/peer.ts";
import { encodeMessage, type Frames } from "../protocol/zmtp.ts";
import { PeerServer } from "./peer-server.ts";

/** The channels on which requests and replies go. */
export type RequestChannel = Extract<Channel, "shell" | "control" | "stdin">;

export interface SocketListener {
  /** Tells whether it is authentic: its sender counts as authenticated from then on. */
  request(channel: RequestChannel, frames: readonly Uint8Array[]): boolean;
  /** Somebody subscribed, first to the broadcasts whose topic begins so. */
  subscription(topic: string): void;
}

/** In bytes. */
const LARGEST_REQUEST = 2 ** 28;
const LARGEST_PING = 4096;
const LARGEST_SUBSCRIPTION = 1024;
/** How long a client may take for what was posted before the sockets were closed, in milliseconds. */
const LINGER = 1000;

export class Sockets {
  #listener: SocketListener | undefined;
  readonly #subscribers = new WeakSet<Peer>();
  readonly #servers: Readonly<Record<Channel, PeerServer>> = {
    shell: this.#router("shell"),
    control: this.#router("control"),
    stdin: this.#router("stdin"),
    iopub: new PeerServer({ type: "PUB", largestMessage: LARGEST_SUBSCRIPTION }, (peer, [frame]) => {
      if (frame?.[0] !== 1 || this.#subscribers.has(peer)) return; // the end of a subscription, or one more
      this.#subscribers.add(peer);
      this.#listener?.subscription(`${frame.subarray(1)}`);
    }),
    hb: new PeerServer({ type: "ROUTER", largestMessage: LARGEST_PING }, (peer, frames) => {
      if (!peer.isBehind) peer.post(encodeMessage(frames)); // who does not read echoes gets no more of them
    }),
  };

  /** Says who is given what comes in; to be called before the sockets are bound. */
  listen(listener: SocketListener): void {
    this.#listener = listener;
  }

  /** Rejects with a reason that names the endpoint that could not be bound; the others may be bound then. */
  async bind({ endpoints }: Connection): Promise<void> {
    await Promise.all(channels.map((channel) => this.#servers[channel].bind(endpoints[channel])));
  }

  /** Sends a broadcast, or a message to the peer that its first frame names. */
  post(channel: RequestChannel | "iopub", frames: Frames): void {
    const [name = "", ...rest] = frames;
    const peers = [...this.#servers[channel].peers];
    if (channel === "iopub")
      post(
        peers.filter((peer) => this.#subscribers.has(peer)),
        frames,
      );
    else {
      const sender = peers.find(({ identity }) => identity === name);
      const bytes = Buffer.from(name as Uint8Array);
      post(sender === undefined ? peers.filter(({ identity }) => identity.equals(bytes)) : [sender], rest);
    }
  }

  /** Hands over all that was posted, then closes every socket. */
  async close(): Promise<void> {
    await Promise.all(channels.map((channel) => this.#servers[channel].close(channel === "hb" ? 0 : LINGER)));
  }

  #router(channel: RequestChannel): PeerServer {
    return new PeerServer({ type: "ROUTER", largestMessage: LARGEST_REQUEST }, (peer, frames) => {
      try {
        if (this.#listener?.request(channel, [peer.identity, ...frames])) peer.authenticate();
      } catch (error) {
        process.stderr.write(`epsilab kernel: a message could not be handled: ${error}\n`);
      }
    });
  }
}

function post(receivers: readonly Peer[], frames: Frames): void {
  const pieces = receivers.length > 0 ? encodeMessage(frames) : [];
  for (const peer of receivers) peer.post(pieces);
}
