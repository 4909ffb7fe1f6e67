/**
 * Peer: who is at the other end of one connection, of a client to one of the kernel's sockets or the other way round.
 *
 * A peer that breaks the protocol is disconnected without notice. Whoever can connect to a kernel can be one: until it has sent
 * an authentic message it is unauthenticated; unauthenticated peers are dropped first when a limit is reached.
 */
import type { Socket } from "node:net";
import { Outbox } from "./outbox.ts";
import { decodeReady, encodeCommand, encodeGreeting, encodeReady } from "./zmtp.ts";
import { type ReaderLimits, ZmtpReader } from "./zmtp-reader.ts";

/** How a socket presents itself, and whom it talks with. */
export interface Role {
  readonly type: "ROUTER" | "PUB" | "DEALER" | "SUB";
  readonly partners: readonly string[];
  readonly limits: ReaderLimits;
}

export interface PeerEvents {
  /** The handshake is over. All that follows is about peers that joined. */
  joined(peer: Peer): void;
  /** Both tell whether the peer may go on. */
  message(peer: Peer, frames: Buffer[]): boolean;
  command(peer: Peer, name: string, body: Buffer): boolean;
}

const longestIdentity = 255;
const longestPingContext = 16;
/** Beyond this many unread bytes an echo is not worth its memory. */
const mostUnreadEchoes = 65_536;
/** What a peer that read everything is given to close its side first, so that nothing of ours is cut off on the way. */
const courtesy = 100;

const greeting = encodeGreeting();

export class Peer {
  /** By what name it wants to be addressed; empty where it has none. */
  identity: Buffer = Buffer.alloc(0);
  readonly #socket: Socket;
  readonly #role: Role;
  readonly #events: PeerEvents;
  readonly #reader: ZmtpReader;
  readonly #outbox: Outbox;
  #isTrusted = false;
  #state: "new" | "joined" | "ending" = "new";

  constructor(socket: Socket, role: Role, events: PeerEvents) {
    this.#socket = socket;
    this.#role = role;
    this.#events = events;
    this.#outbox = new Outbox(socket, () => this.drop());
    this.#reader = new ZmtpReader(role.limits, {
      command: (name, body) => this.#command(name, body),
      message: (frames) => this.#state === "joined" && events.message(this, frames),
      givenUp: () => this.drop(),
    });
    socket.on("data", (chunk: Buffer) => {
      if (this.#state !== "ending" && !this.#reader.push(chunk)) this.drop();
    });
    socket.once("close", () => this.#reader.close());
    // Both at once: a peer that would not like the greeting will not like what follows either.
    const isRouted = role.type === "ROUTER" || role.type === "DEALER";
    const identity: Record<string, string> = isRouted ? { Identity: "" } : {};
    socket.write(Buffer.concat([greeting, encodeReady({ "Socket-Type": role.type, ...identity })]));
  }

  /** Whether so much is unread that what can be done without is better not sent. */
  get isBehind(): boolean {
    return this.#outbox.unread > mostUnreadEchoes;
  }

  /** Whether it has sent a message that only somebody with the key can have made. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** To be called when it has. */
  trust(): void {
    if (this.#isTrusted) return;
    this.#isTrusted = true;
    this.#reader.trust();
  }

  /** Sends with all else that is posted in this turn. */
  post(pieces: readonly Uint8Array[]): void {
    this.#outbox.post(pieces);
  }

  /** Disconnects at once. */
  drop(): void {
    if (this.#state === "ending") return;
    this.#state = "ending";
    this.#outbox.discard();
    this.#socket.destroy();
  }

  /** Disconnects when all is sent, at the latest after `linger` milliseconds. */
  close(linger: number): Promise<void> {
    if (this.#socket.destroyed) return Promise.resolve();
    if (this.#state === "new") this.drop();
    this.#state = "ending";
    this.#outbox.close();
    return new Promise((resolve) => {
      let timer = setTimeout(() => this.#socket.destroy(), linger);
      this.#socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.end(() => {
        clearTimeout(timer);
        timer = setTimeout(() => this.#socket.destroy(), Math.min(linger, courtesy));
      });
    });
  }

  #command(name: string, body: Buffer): boolean {
    if (this.#state === "new") return name === "READY" && this.#join(body);
    if (name === "ERROR" || name === "READY") return false;
    if (name === "PING") return this.#pong(body);
    return this.#events.command(this, name, body);
  }

  #join(body: Buffer): boolean {
    const properties = decodeReady(body);
    const type = properties?.get("socket-type")?.toString("latin1") ?? "";
    const identity = properties?.get("identity") ?? this.identity;
    if (!this.#role.partners.includes(type) || identity.length > longestIdentity || identity[0] === 0) return false;
    this.identity = Buffer.from(identity);
    this.#state = "joined";
    this.#events.joined(this);
    return true;
  }

  /** After two bytes that say how long the peer waits for it, a ping has a context that is given back. */
  #pong(body: Buffer): boolean {
    if (body.length < 2 || body.length > 2 + longestPingContext) return false;
    if (!this.isBehind) this.post([encodeCommand("PONG", body.subarray(2))]);
    return true;
  }
}
