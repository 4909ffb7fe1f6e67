/**
 * Router: a socket that knows from whom a message came and sends the answer there, as ZeroMQ's ROUTER does.
 *
 * The first frame of a message is the name of its sender: the one it chose, or five bytes of ours that begin with zero. An
 * answer that is addressed with the very frame that came with the request goes to the connection of the request, whatever
 * others call themselves; any other goes to every connection of that name, and to nobody if there is none. So two clients of
 * one name, which jupyter_client makes of one manager, both get their answers (ZeroMQ would ignore the later one), and an
 * unauthenticated peer that takes a client's name gets none of its answers.
 */
import { randomBytes } from "node:crypto";
import type { Peer } from "../protocol/peer.ts";
import { encodeMessage, type Frames } from "../protocol/zmtp.ts";
import { PeerServer } from "./peer-server.ts";

export class Router extends PeerServer {
  readonly #receive: (frames: Buffer[], sender: Peer) => boolean;

  /**
   * `receive` is given each message, the name of its sender first, and tells whether it is authentic; what it throws is told on
   * the standard error.
   */
  constructor(largestMessage: number, receive: (frames: Buffer[], sender: Peer) => boolean) {
    super({ type: "ROUTER", largestMessage });
    this.#receive = receive;
  }

  /** Sends a message to the peer that its first frame names. */
  post([name = "", ...frames]: Frames): void {
    const peers = [...this.peers];
    const sender = peers.find(({ identity }) => identity === name);
    const bytes = Buffer.from(name as Uint8Array);
    const receivers = sender === undefined ? peers.filter(({ identity }) => identity.equals(bytes)) : [sender];
    const pieces = receivers.length > 0 ? encodeMessage(frames) : [];
    for (const peer of receivers) peer.post(pieces);
  }

  protected joined(peer: Peer): void {
    if (peer.identity.length === 0) peer.identity = Buffer.concat([Buffer.of(0), randomBytes(4)]);
  }

  protected received(peer: Peer, frames: Buffer[]): void {
    try {
      if (this.#receive([peer.identity, ...frames], peer)) peer.authenticate();
    } catch (error) {
      process.stderr.write(`epsilab kernel: a message could not be handled: ${error}\n`);
    }
  }
}
