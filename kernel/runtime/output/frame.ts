/**
 * Frames: messages between front and runtime as bytes on a pipe, read as they come.
 *
 * A frame is its length, a rising number, the number of the first frame that is written together with it, the message, and an
 * end mark. An interrupt may cut the writer off in the middle
 * of a frame; it then writes `resynchronisation` and the whole frame again. The reader drops the half frame, and a frame
 * that it had already read in full by its number.
 *
 * A message is written as JSON, which costs a process that just woke a third of what a structured clone does; as a structured
 * clone, which begins with another byte, where it has bytes or is a text that JSON would have to search for what to escape.
 */
import { deserialize, serialize } from "node:v8";

const HEADER = 12;
const END = 0x5a11_f00d;
const BRACE = 0x7b;
/** From this length on a frame is put together as it comes. */
const LARGE = 1 << 20;

/** Sixteen bytes that no frame contains but by a chance of 2^-128. */
export const resynchronisation: Buffer = Buffer.from("e1c74d0b95a83f6240de0cf7b1892a65", "hex");

/** `first` is the number of the first frame of those that one write hands over. */
export function encodeFrame(number: number, message: unknown, first = number): Buffer {
  const body = isPlain(message) ? Buffer.from(JSON.stringify(message)) : serialize(message);
  const frame = Buffer.allocUnsafe(HEADER + body.length + 4);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt32LE(number, 4);
  frame.writeUInt32LE(first, 8);
  body.copy(frame, HEADER);
  frame.writeUInt32LE(END, HEADER + body.length);
  return frame;
}

/** Whether a message is one whose every value JSON gives back. */
function isPlain(message: unknown): boolean {
  const { kind } = message as { kind?: unknown };
  return kind === "execute" || kind === "result" || kind === "done";
}

function decodeBody(body: Buffer): unknown {
  return body[0] === BRACE ? JSON.parse(body.toString("utf8")) : deserialize(body);
}

/** Takes chunks of bytes, gives whole messages. */
export class FrameReader {
  private waiting: Buffer[] = [];
  /** The bytes that wait; those that are in `room`, the place of a large frame, come first. */
  private length = 0;
  private room: Buffer | undefined;
  private filled = 0;
  private needed = HEADER;
  private last = 0;
  /** The last bytes of what waits, one fewer than a mark has. */
  private tail: Buffer = Buffer.alloc(0);

  private readonly receive: (message: unknown, isAlone: boolean) => void;

  /**
   * `isAlone` tells that all that was written before the message's own write had been read before its bytes came: whoever waits
   * for several pipes at once finds in the others what was written there earlier.
   */
  constructor(receive: (message: unknown, isAlone: boolean) => void) {
    this.receive = receive;
  }

  push(chunk: Buffer): void {
    this.keep(chunk);
    this.length += chunk.length;
    if (this.length < this.needed && !this.containsMark(chunk)) return;
    let bytes = this.kept();
    const { last } = this;
    for (;;) {
      const rest = this.take(bytes, last);
      if (rest === undefined) break;
      bytes = rest;
    }
    if (bytes !== chunk) bytes = Buffer.concat([bytes]); // it would keep all of what it was cut from
    this.waiting = bytes.length > 0 ? [bytes] : [];
    this.length = bytes.length;
    this.tail = bytes.subarray(1 - resynchronisation.length);
  }

  /** Thousands of chunks that wait for each other would leave the memory of the process in pieces. */
  private keep(chunk: Buffer): void {
    if (this.room === undefined && this.needed > LARGE) {
      this.room = Buffer.allocUnsafeSlow(this.needed + LARGE);
      for (const each of this.waiting) this.filled += each.copy(this.room, this.filled);
      this.waiting = [];
    }
    if (this.room !== undefined && this.waiting.length === 0 && this.filled + chunk.length <= this.room.length)
      this.filled += chunk.copy(this.room, this.filled);
    else this.waiting.push(chunk);
  }

  private kept(): Buffer {
    const { room, filled, waiting } = this;
    this.room = undefined;
    this.filled = 0;
    const chunks = room === undefined ? waiting : [room.subarray(0, filled), ...waiting];
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, this.length);
  }

  /** Whether a mark ends in the new chunk; it may have begun before. */
  private containsMark(chunk: Buffer): boolean {
    const size = resynchronisation.length - 1;
    const seam = Buffer.concat([this.tail, chunk.subarray(0, size)]);
    this.tail = chunk.length >= size ? chunk.subarray(-size) : seam.subarray(-size);
    return seam.includes(resynchronisation) || chunk.includes(resynchronisation);
  }

  /** What follows the first frame, or undefined if that frame is not complete yet. */
  private take(bytes: Buffer, lastBefore: number): Buffer | undefined {
    if (startsWithMark(bytes)) return bytes.subarray(resynchronisation.length);
    this.needed = HEADER;
    if (bytes.length < HEADER) return undefined;
    const size = bytes.readUInt32LE(0);
    const end = HEADER + size + 4;
    if (bytes.length >= end && bytes.readUInt32LE(end - 4) === END) {
      const number = bytes.readUInt32LE(4);
      if (number > this.last) {
        this.last = number;
        this.receive(decodeBody(bytes.subarray(HEADER, HEADER + size)), bytes.readUInt32LE(8) === lastBefore + 1);
      }
      return bytes.subarray(end);
    }
    const mark = bytes.indexOf(resynchronisation);
    if (mark >= 0) return bytes.subarray(mark + resynchronisation.length);
    this.needed = end;
    return undefined;
  }
}

function startsWithMark(bytes: Buffer): boolean {
  return (
    bytes.length >= resynchronisation.length &&
    bytes.compare(resynchronisation, 0, 16, 0, resynchronisation.length) === 0
  );
}
