/**
 * Router: a socket that knows from whom a message came and sends the answer there, as ZeroMQ's ROUTER does.
 *
 * The first frame of a message is the name of its sender: the one it chose, or five bytes of ours that begin with zero. An
 * answer that is addressed with the very frame that came with the request goes to the connection of the request, whatever
 * others call themselves; any other goes to every connection of that name, and to nobody if there is none. So two clients of
 * one name, which jupyter_client makes of one manager, both get their answers (ZeroMQ would ignore the later one), and an
 * unauthenticated peer that takes a client's name gets none of its answers.
 */
import { randomInt } from "node:crypto";
import type { Peer } from "../protocol/peer.ts";
import { encodeMessage, type Frames } from "../protocol/zmtp.ts";
import type { ReaderLimits } from "../protocol/zmtp-reader.ts";
import { PeerServer } from "./peer-server.ts";

export class Router {
  readonly server: PeerServer;
  readonly #byName = new Map<string, Set<Peer>>();
  readonly #byFrame = new WeakMap<Uint8Array, Peer>();
  #newestName = randomInt(2 ** 32);

  /**
   * `receive` is given each message, the name of its sender first, and tells whether it is authentic; what it throws is told on
   * the standard error.
   */
  constructor(limits: ReaderLimits, receive: (frames: Buffer[], sender: Peer) => boolean) {
    const role = { type: "ROUTER", partners: ["DEALER", "REQ", "ROUTER"], limits } as const;
    this.server = new PeerServer(role, {
      joined: (peer) => this.#add(peer),
      left: (peer) => this.#remove(peer),
      message: (peer, frames) => {
        try {
          if (receive([peer.identity, ...frames], peer)) peer.trust();
        } catch (error) {
          process.stderr.write(`epsilab kernel: a message could not be handled: ${error}\n`);
        }
        return true;
      },
    });
  }

  /** Sends a message to the peer that its first frame names. */
  post([name, ...frames]: Frames): void {
    if (name === undefined) return;
    const sender = typeof name === "string" ? undefined : this.#byFrame.get(name);
    const receivers = sender !== undefined && this.server.peers.has(sender) ? [sender] : this.#named(name);
    const pieces = receivers.length > 0 ? encodeMessage(frames) : [];
    for (const peer of receivers) peer.post(pieces);
  }

  #named(name: Uint8Array | string): readonly Peer[] {
    return [...(this.#byName.get(keyOf(name)) ?? [])];
  }

  #add(peer: Peer): void {
    if (peer.identity.length === 0) {
      this.#newestName = (this.#newestName + 1) % 2 ** 32;
      peer.identity = Buffer.alloc(5);
      peer.identity.writeUInt32BE(this.#newestName, 1);
    }
    this.#byFrame.set(peer.identity, peer);
    const key = keyOf(peer.identity);
    const peers = this.#byName.get(key);
    if (peers === undefined) this.#byName.set(key, new Set([peer]));
    else peers.add(peer);
  }

  #remove(peer: Peer): void {
    const key = keyOf(peer.identity);
    const peers = this.#byName.get(key);
    peers?.delete(peer);
    if (peers?.size === 0) this.#byName.delete(key);
  }
}

function keyOf(name: Uint8Array | string): string {
  return Buffer.from(name as Uint8Array).toString("latin1");
}
