/**
 * Server of peers: accepts the clients of one socket, drops those that do not join soon, and lists those that did.
 *
 * Unauthenticated peers cannot keep others out. When too many handshakes are unfinished, the oldest is dropped: a genuine client
 * needs no longer than a round trip. When too many peers have joined without an authentic message, each newcomer displaces one of
 * them. The oldest few stay, since a genuine client has connections that it does not use for days; of the others the oldest is
 * dropped, so that a newcomer has time to send something. (A genuine client that is dropped connects again: ZeroMQ does so.)
 */
import type { Server, Socket } from "node:net";
import { bindEndpoint } from "../protocol/endpoint.ts";
import { Peer, type Role } from "../protocol/peer.ts";

export interface ServerEvents {
  joined?(peer: Peer): void;
  left?(peer: Peer): void;
  /** Both tell whether the peer may go on. */
  message(peer: Peer, frames: Buffer[]): boolean;
  command?(peer: Peer, name: string, body: Buffer): boolean;
}

const mostHandshakes = 128;
const handshakeTime = 10_000;
/** Of those who have sent nothing authentic; the others are not counted. */
const mostUnauthenticated = 1024;
const residents = 64;

export class PeerServer {
  readonly #role: Role;
  readonly #events: ServerEvents;
  readonly #handshakes = new Set<Peer>();
  readonly #peers = new Set<Peer>();
  #server: Server | undefined;

  constructor(role: Role, events: ServerEvents) {
    this.#role = role;
    this.#events = events;
  }

  /** Those that joined. */
  get peers(): ReadonlySet<Peer> {
    return this.#peers;
  }

  /** Listens at an endpoint; those who connect are heard once `ready` is over. */
  async bind(endpoint: string, ready: Promise<void>): Promise<void> {
    this.#server = await bindEndpoint(endpoint, (socket) => void ready.then(() => this.#accept(socket)));
  }

  /** Listens no more; resolves when all was sent, or `linger` milliseconds are over, and every peer is disconnected. */
  async close(linger: number): Promise<void> {
    this.#server?.close();
    await Promise.all([...this.#handshakes, ...this.#peers].map((peer) => peer.close(linger)));
  }

  #accept(socket: Socket): void {
    if (socket.destroyed || !this.#server?.listening) {
      socket.destroy();
      return;
    }
    const peer = new Peer(socket, this.#role, {
      joined: () => {
        clearTimeout(timer);
        this.#handshakes.delete(peer);
        this.#peers.add(peer);
        this.#events.joined?.(peer);
        if (this.#peers.size > mostUnauthenticated) this.#limitUnauthenticated();
      },
      message: (_, frames) => this.#events.message(peer, frames),
      command: (_, name, body) => this.#events.command?.(peer, name, body) ?? true,
    });
    const timer = setTimeout(() => peer.drop(), handshakeTime);
    timer.unref();
    this.#handshakes.add(peer);
    socket.once("close", () => {
      clearTimeout(timer);
      this.#handshakes.delete(peer);
      this.#remove(peer);
    });
    if (this.#handshakes.size > mostHandshakes) this.#dropOldest();
  }

  #limitUnauthenticated(): void {
    const unauthenticated = [...this.#peers].filter((peer) => !peer.isTrusted);
    if (unauthenticated.length <= mostUnauthenticated) return;
    const one = unauthenticated[residents] as Peer;
    this.#remove(one);
    one.drop();
  }

  #remove(peer: Peer): void {
    if (this.#peers.delete(peer)) this.#events.left?.(peer);
  }

  #dropOldest(): void {
    const [oldest] = this.#handshakes;
    if (oldest === undefined) return;
    this.#handshakes.delete(oldest);
    oldest.drop();
  }
}
