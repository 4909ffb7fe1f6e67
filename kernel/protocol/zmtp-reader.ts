/**
 * Reader of ZMTP: takes the bytes of one peer in whatever chunks they come, gives its commands and messages.
 *
 * It trusts no peer: the first invalid byte, or a message beyond the limit, ends it. What a frame announces is not allocated
 * before it arrives.
 * Limits: between the frames of a message, where the specification has no command, one is taken: libzmq (4.3.5, with
 * ZMQ_HEARTBEAT_IVL) sends its pings there.
 */
import { frameFlags, GREETING_LENGTH, mechanism } from "./zmtp.ts";

interface ReaderEvents {
  /** Both tell whether the peer may go on. */
  command(name: string, body: Buffer): boolean;
  message(frames: Buffer[]): boolean;
}

type Part = "version" | "mechanism" | "flags" | "length" | "body";

const LARGEST_COMMAND = 4096;
/** What a frame counts beside its bytes, so that empty ones are limited, too. */
const COST_OF_FRAME = 16;
/** The bytes of the greeting up to its major version. */
const VERSION_END = 11;

export class ZmtpReader {
  /** Bytes of all frames of one message. */
  largestMessage: number;
  readonly #events: ReaderEvents;
  /** What is awaited, and how many bytes it has. */
  #part: Part = "version";
  #wanted = VERSION_END;
  /** What came of it, and how many bytes that is. */
  #chunks: Buffer[] = [];
  #length = 0;
  #flags = 0;
  /** The frames of a message that goes on, and what they count. */
  #frames: Buffer[] = [];
  #size = 0;

  constructor(largestMessage: number, events: ReaderEvents) {
    this.largestMessage = largestMessage;
    this.#events = events;
  }

  /** Takes the next bytes; false once the peer has sent something invalid. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return true;
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    while (rest.length >= this.#wanted) {
      const bytes = rest.subarray(0, this.#wanted);
      rest = rest.subarray(this.#wanted);
      if (!this.#take(bytes)) return false;
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return true;
  }

  #await(part: Part, wanted: number): true {
    this.#part = part;
    this.#wanted = wanted;
    return true;
  }

  #take(bytes: Buffer): boolean {
    switch (this.#part) {
      case "version": {
        const isVersion3 = bytes[0] === 0xff && (bytes[9] as number) % 2 === 1 && (bytes[10] as number) >= 3;
        return isVersion3 && this.#await("mechanism", GREETING_LENGTH - VERSION_END);
      }
      case "mechanism":
        return mechanism.equals(bytes.subarray(1, 1 + mechanism.length)) && this.#await("flags", 1);
      case "flags":
        this.#flags = bytes[0] as number;
        if (this.#flags > 7 || (this.#flags & frameFlags.command && this.#flags & frameFlags.more)) return false;
        return this.#await("length", this.#flags & frameFlags.long ? 8 : 1);
      case "length": {
        const length = bytes.length === 1 ? (bytes[0] as number) : Number(bytes.readBigUInt64BE());
        const most = this.#flags & frameFlags.command ? LARGEST_COMMAND : this.largestMessage - this.#size;
        return length <= most && this.#await("body", length);
      }
      case "body":
        this.#await("flags", 1);
        return this.#flags & frameFlags.command ? this.#command(bytes) : this.#frame(bytes);
    }
  }

  #command(bytes: Buffer): boolean {
    const nameEnd = 1 + (bytes[0] ?? 0);
    if (nameEnd === 1 || nameEnd > bytes.length) return false;
    return this.#events.command(bytes.toString("latin1", 1, nameEnd), bytes.subarray(nameEnd));
  }

  #frame(bytes: Buffer): boolean {
    this.#frames.push(bytes);
    this.#size += bytes.length + COST_OF_FRAME;
    if (this.#flags & frameFlags.more) return true;
    const frames = this.#frames;
    this.#frames = [];
    this.#size = 0;
    return this.#events.message(frames);
  }
}
