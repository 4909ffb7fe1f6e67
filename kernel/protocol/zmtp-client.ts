/**
 * ZMTP client: a socket that connects to one endpoint, as ZeroMQ's DEALER or as its SUB that subscribes to everything.
 *
 * It connects as soon as somebody listens, and again when the connection is lost. What is sent before then waits.
 * Limits: what was on its way when a connection was lost is lost with it, as in ZeroMQ. The other side may send messages of any
 * size: it is a kernel that we started.
 */
import { constants } from "node:buffer";
import { connect } from "node:net";
import { placeOf } from "./endpoint.ts";
import { Peer, type Role } from "./peer.ts";
import { encodeMessage, type Frames } from "./zmtp.ts";

const subscribeToAll = [Buffer.of(1)];
/** Milliseconds from a connection that failed or was lost to the next. */
const PAUSE = 10;

export class ZmtpClient {
  readonly #endpoint: string;
  readonly #role: Role;
  readonly #receive: (frames: Buffer[]) => void;
  /** Sent before there was anybody to send it to. */
  #waiting: Frames[] = [];
  /** The connection, and whether its handshake is over. */
  #peer: Peer | undefined;
  #isJoined = false;
  #next: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(endpoint: string, type: "DEALER" | "SUB", receive: (frames: Buffer[]) => void) {
    this.#endpoint = endpoint;
    this.#role = { type, largestMessage: constants.MAX_LENGTH };
    this.#receive = receive;
    this.#connect();
  }

  /** Sends as soon as somebody listens. */
  send(frames: Frames): void {
    if (this.#isJoined) this.#peer?.post(encodeMessage(frames));
    else if (!this.#isClosed) this.#waiting.push(frames);
  }

  /** Disconnects at once. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    clearTimeout(this.#next);
    this.#peer?.drop();
  }

  #connect(): void {
    const socket = connect({ ...placeOf(this.#endpoint), noDelay: true });
    socket.once("close", () => {
      this.#isJoined = false;
      if (!this.#isClosed) this.#next = setTimeout(() => this.#connect(), PAUSE);
    });
    const peer: Peer = new Peer(socket, this.#role, {
      joined: () => {
        this.#isJoined = true;
        peer.authenticate();
        if (this.#role.type === "SUB") peer.post(encodeMessage(subscribeToAll));
        for (const frames of this.#waiting.splice(0)) peer.post(encodeMessage(frames));
      },
      message: (frames) => this.#receive(frames),
    });
    this.#peer = peer;
  }
}
