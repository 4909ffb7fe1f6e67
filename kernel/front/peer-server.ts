/**
 * Server of peers: accepts the clients of one socket and lists them.
 *
 * Unauthenticated peers cannot keep others out. When there are too many, each newcomer displaces one of them. The oldest few stay,
 * since a genuine client has connections on which it never sends anything; of the others the oldest is dropped, so that a newcomer
 * has time to send something. (A genuine client that is dropped connects again: ZeroMQ does so.)
 */
import type { Server, Socket } from "node:net";
import { bindEndpoint } from "../protocol/endpoint.ts";
import { Peer, type Role } from "../protocol/peer.ts";

const MOST_UNAUTHENTICATED = 256;
const OLDEST_KEPT = 64;

export class PeerServer {
  readonly peers = new Set<Peer>();
  readonly #role: Role;
  readonly #receive: (peer: Peer, frames: Buffer[]) => void;
  #server: Server | undefined;

  constructor(role: Role, receive: (peer: Peer, frames: Buffer[]) => void) {
    this.#role = role;
    this.#receive = receive;
  }

  async bind(endpoint: string): Promise<void> {
    this.#server = await bindEndpoint(endpoint, (socket) => this.#accept(socket));
  }

  /** Listens no more; resolves when all was sent, or `linger` milliseconds are over, and every peer is disconnected. */
  async close(linger: number): Promise<void> {
    this.#server?.close();
    await Promise.all([...this.peers].map((peer) => peer.close(linger)));
  }

  #accept(socket: Socket): void {
    const peer: Peer = new Peer(socket, this.#role, { message: (frames) => this.#receive(peer, frames) });
    this.peers.add(peer);
    socket.once("close", () => this.peers.delete(peer));
    const unauthenticated = [...this.peers].filter(({ isAuthenticated }) => !isAuthenticated);
    if (unauthenticated.length > MOST_UNAUTHENTICATED) unauthenticated[OLDEST_KEPT]?.drop();
  }
}
