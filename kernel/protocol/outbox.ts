/**
 * Outbox: what is on its way to one client.
 *
 * All that is posted in one go leaves in one write, before anything else that waits is done. What the client does not read waits
 * without being copied: all who do not read the same broadcasts share them.
 * Limits: up to 256 MiB wait without a time limit, since a client may stop reading for a while (a laptop that sleeps, a server
 * that is debugged), and up to 2 GiB as long as it reads 1 MiB a minute, however much faster the output comes. A client with more
 * unread output is overdue, and is disconnected to keep the memory for the others.
 */
import type { Socket } from "node:net";
import { attempt } from "./attempt.ts";

/** Up to this many bytes it is quicker to join the pieces than to hand over each. */
const largestJoined = 16_384;
const mebibyte = 1 << 20;
/** So many bytes are handed to the system before it is asked whether it took them. */
const batch = mebibyte;
const patience = { unread: 256 * mebibyte, time: 60_000, leastRead: mebibyte };
const mostUnread = 2048 * mebibyte;
const nothing = Buffer.alloc(0);

let busy: Outbox[] = [];

function endTurn(): void {
  const boxes = busy;
  busy = [];
  for (const box of boxes) attempt(() => box.flush());
}

export class Outbox {
  readonly #socket: Socket;
  readonly #onOverdue: () => void;
  /** What was not handed to the system yet, from the first on, and how many bytes that is. */
  #waiting: Uint8Array[] = [];
  #first = 0;
  #waitingLength = 0;
  #isInTurn = false;
  /** Whether the system has not taken all that it was handed. */
  #isBlocked = false;
  #isClosed = false;
  /** How many bytes left after they had to wait. */
  #late = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(socket: Socket, onOverdue: () => void) {
    this.#socket = socket;
    this.#onOverdue = onOverdue;
    socket.on("drain", () => this.#goOn());
    socket.once("close", () => this.discard());
  }

  /** The bytes that the client has not read, as far as we can know. */
  get unread(): number {
    return this.#socket.writableLength + this.#waitingLength;
  }

  /** Sends with all else that is posted in this turn. */
  post(pieces: readonly Uint8Array[]): void {
    if (!this.#isInTurn && busy.push(this) === 1) queueMicrotask(endTurn);
    this.#isInTurn = true;
    for (const piece of pieces) {
      this.#waiting.push(piece);
      this.#waitingLength += piece.byteLength;
    }
  }

  /** Ends the turn: hands all that was posted to the system. */
  flush(): void {
    this.#isInTurn = false;
    if (this.#waiting.length > 0) this.#write();
  }

  /** Hands over all that waits, whether the system takes it or not. */
  close(): void {
    if (this.#waiting.length > 0 && this.#socket.writable) this.#handOver(this.#take());
    this.discard();
  }

  /** Keeps nothing any more. */
  discard(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#take();
  }

  #take(): Uint8Array[] {
    const pieces = this.#first === 0 ? this.#waiting : this.#waiting.slice(this.#first);
    this.#waiting = [];
    this.#first = 0;
    this.#waitingLength = 0;
    return pieces;
  }

  #write(): void {
    const length = this.#waitingLength;
    if (this.#isClosed || !this.#socket.writable) this.#take();
    else if (this.#isBlocked) this.#wait();
    else if (length <= largestJoined) {
      const pieces = this.#take();
      this.#isBlocked = !this.#socket.write(
        pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, length),
      );
    } else if (length <= batch) this.#handOver(this.#take());
    else {
      this.#handOver(this.#takeBatch());
      this.#watch ??= this.#watchOver();
    }
  }

  #handOver(pieces: readonly Uint8Array[]): void {
    this.#socket.cork();
    for (const piece of pieces) this.#isBlocked = !this.#socket.write(piece);
    this.#socket.uncork();
  }

  /** The system took all that it was handed. */
  #goOn(): void {
    this.#isBlocked = false;
    if (this.#waiting.length === 0) return;
    const before = this.#waitingLength;
    this.#write();
    this.#late += before - this.#waitingLength;
  }

  /** The beginning of what waits. What is left moves up seldom: there may be millions of pieces. */
  #takeBatch(): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    let missing = batch;
    while (missing > 0) {
      const piece = this.#waiting[this.#first] as Uint8Array;
      const isWhole = piece.byteLength <= missing;
      pieces.push(isWhole ? piece : piece.subarray(0, missing));
      this.#waiting[this.#first] = isWhole ? nothing : piece.subarray(missing);
      if (isWhole) this.#first++;
      missing -= Math.min(missing, piece.byteLength);
    }
    this.#waitingLength -= batch;
    if (2 * this.#first > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return pieces;
  }

  #wait(): void {
    if (this.#waitingLength > mostUnread) this.#onOverdue();
    else this.#watch ??= this.#watchOver();
  }

  #watchOver(): NodeJS.Timeout | undefined {
    if (this.#waitingLength <= patience.unread) return undefined;
    let before = this.#late;
    return setInterval(() => {
      const isPatient = this.#waitingLength <= patience.unread;
      if (!isPatient && this.#late - before < patience.leastRead) this.#onOverdue();
      before = this.#late;
      if (!isPatient) return;
      clearInterval(this.#watch);
      this.#watch = undefined;
    }, patience.time).unref();
  }
}
