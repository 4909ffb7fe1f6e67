/**
 * Reader of ZMTP: takes the bytes of one peer in whatever chunks they come, gives its commands and messages.
 *
 * It trusts no peer: the first byte that is invalid in its place, or a length beyond the limit, ends it. What a
 * frame announces is not allocated before it arrives, so that its memory is at most twice what the peer really sent; what
 * is kept of an unfinished message is kept apart from the chunks it came in, which would be kept with it; and all readers of a
 * socket share a budget for it, as long as their peers are unauthenticated. A client with the key may run any program, so its
 * memory is not limited and its requests are never dropped.
 * Limits: between the frames of a message, where the specification has no command at all, a ping is taken, since libzmq
 * (4.3.5, with ZMQ_HEARTBEAT_IVL) sends it there.
 */
import type { Holder, UnfinishedBudget } from "./unfinished-budget.ts";
import { frameFlags, greetingLength, mechanism } from "./zmtp.ts";

export interface ReaderLimits {
  /** Bytes of one frame, and of all frames of one message. */
  readonly frame: number;
  readonly message: number;
  /** What may be kept of unfinished messages, by all readers that have this object. */
  readonly unfinished: UnfinishedBudget;
}

export interface ReaderEvents {
  /** Both tell whether the peer may go on. */
  command(name: string, body: Buffer): boolean;
  message(frames: Buffer[]): boolean;
  /** The peer holds too much of what all may keep: it may not go on. */
  givenUp(): void;
}

type Part = "first" | "version" | "mechanism" | "flags" | "length" | "body";

const largestCommand = 4096;
const mostFrames = 65_536;
const smallestHold = 256;
/** What a frame costs beside its bytes. */
const costOfFrame = 512;
const withinMessages = new Set(["PING", "PONG"]);
/** The bytes of the greeting up to its major version. */
const versionEnd = 11;

export class ZmtpReader implements Holder {
  readonly #limits: ReaderLimits;
  readonly #events: ReaderEvents;
  /** What is awaited, and how many bytes it has. */
  #part: Part = "first";
  #wanted = 1;
  /** The beginning of what is awaited. */
  #held = Buffer.alloc(0);
  #heldLength = 0;
  #flags = 0;
  /** What came of a message that goes on, and how many bytes that is. */
  #frames: Buffer[] = [];
  #framesLength = 0;
  /** How many of these frames are no part of a chunk. */
  #owned = 0;
  #kept = 0;
  #isTrusted = false;
  #isClosed = false;

  constructor(limits: ReaderLimits, events: ReaderEvents) {
    this.#limits = limits;
    this.#events = events;
  }

  /** Takes the next bytes; false once the peer has said something that it may not say. */
  push(chunk: Buffer): boolean {
    if (this.#isClosed || !this.#read(chunk)) {
      this.close();
      return false;
    }
    if (this.#frames.length > this.#owned) this.#own(chunk);
    this.#keep(this.#held.length + this.#framesLength + costOfFrame * this.#frames.length);
    return !this.#isClosed;
  }

  /** What is kept for the peer counts no more, now and later. */
  trust(): void {
    if (this.#isTrusted) return;
    this.#keep(0);
    this.#isTrusted = true;
  }

  giveUp(): void {
    this.#kept = 0;
    this.close();
    this.#events.givenUp();
  }

  /** Takes and keeps nothing any more: to be called when the peer has gone. */
  close(): void {
    this.#isClosed = true;
    this.#held = Buffer.alloc(0);
    this.#forgetFrames();
    this.#keep(0);
  }

  #keep(bytes: number): void {
    if (bytes === this.#kept || this.#isTrusted) return;
    this.#kept = bytes;
    this.#limits.unfinished.hold(this, bytes);
  }

  #forgetFrames(): void {
    this.#frames = [];
    this.#framesLength = 0;
    this.#owned = 0;
  }

  /** Copies what is a part of the chunk, so that a byte does not keep all of it. */
  #own({ buffer }: Buffer): void {
    const shared = this.#frames.slice(this.#owned).filter((frame) => frame.buffer === buffer);
    const copy = Buffer.allocUnsafeSlow(shared.reduce((sum, frame) => sum + frame.length, 0));
    let offset = 0;
    for (let index = this.#owned; index < this.#frames.length; index++) {
      const frame = this.#frames[index] as Buffer;
      if (frame.buffer !== buffer) continue;
      frame.copy(copy, offset);
      this.#frames[index] = copy.subarray(offset, offset + frame.length);
      offset += frame.length;
    }
    this.#owned = this.#frames.length;
  }

  #read(chunk: Buffer): boolean {
    let offset = 0;
    for (;;) {
      const missing = this.#wanted - this.#heldLength;
      if (chunk.length - offset < missing) {
        this.#hold(chunk.subarray(offset));
        return true;
      }
      let bytes = chunk.subarray(offset, offset + missing);
      offset += missing;
      if (this.#heldLength > 0) {
        this.#hold(bytes);
        bytes = this.#held.subarray(0, this.#heldLength);
        this.#held = Buffer.alloc(0);
        this.#heldLength = 0;
      }
      if (!this.#take(bytes)) return false;
    }
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const length = this.#heldLength + bytes.length;
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#wanted, Math.max(smallestHold, 2 * length)));
      this.#held.copy(larger, 0, 0, this.#heldLength);
      this.#held = larger;
    }
    bytes.copy(this.#held, this.#heldLength);
    this.#heldLength = length;
  }

  #await(part: Part, wanted: number): true {
    this.#part = part;
    this.#wanted = wanted;
    return true;
  }

  #take(bytes: Buffer): boolean {
    switch (this.#part) {
      case "first": // of ZMTP 1.0 it would be a length
        return bytes[0] === 0xff && this.#await("version", versionEnd - 1);
      case "version":
        return (
          (bytes[8] as number) % 2 === 1 &&
          (bytes[9] as number) >= 3 &&
          this.#await("mechanism", greetingLength - versionEnd)
        );
      case "mechanism":
        return mechanism.equals(bytes.subarray(1, 1 + mechanism.length)) && this.#await("flags", 1);
      case "flags":
        this.#flags = bytes[0] as number;
        if (this.#flags > 7 || (this.#flags & frameFlags.command && this.#flags & frameFlags.more)) return false;
        return this.#await("length", this.#flags & frameFlags.long ? 8 : 1);
      case "length": {
        const length = bytes.length === 1 ? (bytes[0] as number) : Number(bytes.readBigUInt64BE());
        return this.#admits(length) && this.#await("body", length);
      }
      case "body":
        this.#await("flags", 1);
        return this.#flags & frameFlags.command ? this.#command(bytes) : this.#frame(bytes);
    }
  }

  #admits(length: number): boolean {
    if (this.#flags & frameFlags.command) return length <= largestCommand;
    return (
      length <= this.#limits.frame &&
      this.#framesLength + length <= this.#limits.message &&
      this.#frames.length < mostFrames
    );
  }

  #command(bytes: Buffer): boolean {
    const nameEnd = 1 + (bytes[0] ?? 0);
    if (nameEnd === 1 || nameEnd > bytes.length) return false;
    const name = bytes.toString("latin1", 1, nameEnd);
    if (this.#frames.length > 0 && !withinMessages.has(name)) return false;
    return this.#events.command(name, bytes.subarray(nameEnd));
  }

  #frame(bytes: Buffer): boolean {
    this.#frames.push(bytes);
    this.#framesLength += bytes.length;
    if (this.#flags & frameFlags.more) return true;
    const frames = this.#frames;
    this.#forgetFrames();
    return this.#events.message(frames);
  }
}
