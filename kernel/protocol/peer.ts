/**
 * Peer: who is at the other end of one connection, of a client to one of the kernel's sockets or the other way round.
 *
 * A peer that breaks the protocol is disconnected without notice. Whoever can connect to a kernel can be one: until it has sent
 * an authentic message it is unauthenticated, and its messages are limited in size. Of what kind its socket is does not matter.
 * All that is posted in one go leaves in one write. What a peer does not read waits without being copied.
 * Limits: a peer that leaves 1 GiB unread is disconnected, to keep the memory for the others.
 */
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { decodeReady, encodeCommand, encodeGreeting, encodeReady } from "./zmtp.ts";
import { ZmtpReader } from "./zmtp-reader.ts";

/** What a socket is at our end. */
export interface Role {
  readonly type: "ROUTER" | "PUB" | "DEALER" | "SUB";
  /** Bytes of a message. */
  readonly largestMessage: number;
}

interface PeerEvents {
  /** The handshake is over. */
  joined?(): void;
  message(frames: Buffer[]): void;
}

/** Bytes of a message of an unauthenticated peer; the first request of a client, for the kernel's information, has few. */
const LARGEST_UNAUTHENTICATED = 2 ** 24;
const MOST_UNREAD = 2 ** 30;
const LONGEST_IDENTITY = 255;
const LONGEST_PING_CONTEXT = 16;
/** Beyond this many unread bytes an echo is not worth its memory. */
const MOST_UNREAD_ECHOES = 65_536;

const greeting = encodeGreeting();

export class Peer {
  /** By what name it is addressed: the one that it chose, or else five bytes that begin with zero, as ZeroMQ has it. */
  identity: Buffer = Buffer.concat([Buffer.of(0), randomBytes(4)]);
  /** Whether it has sent a message that only somebody with the key can have made. */
  isAuthenticated = false;
  readonly #socket: Socket;
  readonly #role: Role;
  readonly #events: PeerEvents;
  readonly #reader: ZmtpReader;
  #state: "new" | "joined" | "ending" = "new";

  constructor(socket: Socket, role: Role, events: PeerEvents) {
    this.#socket = socket;
    this.#role = role;
    this.#events = events;
    this.#reader = new ZmtpReader(Math.min(role.largestMessage, LARGEST_UNAUTHENTICATED), {
      command: (name, body) => this.#command(name, body),
      message: (frames) => this.#message(frames),
    });
    socket.on("error", () => undefined); // its close says all there is to know
    socket.on("data", (chunk: Buffer) => {
      if (this.#state !== "ending" && !this.#reader.push(chunk)) this.drop();
    });
    // Both at once: a peer that would not like the greeting will not like what follows either.
    socket.write(Buffer.concat([greeting, encodeReady({ "Socket-Type": role.type })]));
  }

  /** Whether so much is unread that what can be done without is better not sent. */
  get isBehind(): boolean {
    return this.#socket.writableLength > MOST_UNREAD_ECHOES;
  }

  /** To be called when it has sent an authentic message. */
  authenticate(): void {
    this.isAuthenticated = true;
    this.#reader.largestMessage = this.#role.largestMessage;
  }

  /** Sends with all else that is posted in this turn. */
  post(pieces: readonly Uint8Array[]): void {
    if (this.#state === "ending") return;
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
    for (const piece of pieces) this.#socket.write(piece);
    if (this.#socket.writableLength > MOST_UNREAD) this.drop();
  }

  /** Disconnects at once. */
  drop(): void {
    this.#state = "ending";
    this.#socket.destroy();
  }

  /** Disconnects when the peer has read everything and closed its side, at the latest after `linger` milliseconds. */
  close(linger: number): Promise<void> {
    if (this.#state === "new") this.drop();
    if (this.#socket.destroyed) return Promise.resolve();
    this.#state = "ending";
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#socket.destroy(), linger);
      this.#socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.end();
    });
  }

  #message(frames: Buffer[]): boolean {
    if (this.#state === "joined") this.#events.message(frames);
    return this.#state === "joined";
  }

  #command(name: string, body: Buffer): boolean {
    if (this.#state === "new") return name === "READY" && this.#join(body);
    if (name === "PING") return this.#pong(body);
    return name !== "ERROR" && name !== "READY";
  }

  #join(body: Buffer): boolean {
    const properties = decodeReady(body);
    const identity = properties?.get("identity") ?? Buffer.alloc(0);
    if (properties === undefined || identity.length > LONGEST_IDENTITY || identity[0] === 0) return false;
    if (identity.length > 0) this.identity = Buffer.from(identity);
    this.#state = "joined";
    this.#events.joined?.();
    return true;
  }

  /** After two bytes that say how long the peer waits for it, a ping has a context that is given back. */
  #pong(body: Buffer): boolean {
    if (body.length < 2 || body.length > 2 + LONGEST_PING_CONTEXT) return false;
    if (!this.isBehind) this.post([encodeCommand("PONG", body.subarray(2))]);
    return true;
  }
}
