/**
 * Frames: messages between front and runtime as bytes on a pipe, each a line of JSON with a rising number.
 *
 * An interrupt may cut the writer off in the middle of a line; it then ends the line and writes it again. The beginning of a line
 * is never JSON, so the reader drops it; a line that it has read already it drops by its number.
 */
const NEWLINE = 0x0a;
const none = Buffer.alloc(0);

interface Frame {
  readonly number: number;
  /** The bytes of a comm message are in base64. */
  readonly message: { readonly buffers?: readonly string[] };
}

export function encodeFrame(number: number, message: object): string {
  const { buffers } = message as { readonly buffers?: readonly Uint8Array[] };
  const texts = buffers?.map((bytes) => Buffer.from(bytes).toString("base64"));
  const frame: Frame = texts === undefined ? { number, message } : { number, message: { ...message, buffers: texts } };
  return `${JSON.stringify(frame)}\n`;
}

/** Takes chunks of bytes, gives whole messages. */
export class FrameReader {
  /** The beginning of a line that waits for its end. */
  private room = none;
  private filled = 0;
  private last = 0;
  private readonly receive: (message: object) => void;

  constructor(receive: (message: object) => void) {
    this.receive = receive;
  }

  push(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end >= 0) {
      this.keep(chunk.subarray(0, end));
      const lines = this.room.toString("utf8", 0, this.filled);
      this.room = none;
      this.filled = 0;
      for (const line of lines.split("\n")) this.take(line);
    }
    this.keep(chunk.subarray(end + 1));
  }

  /** In one place: thousands of chunks of a large message would leave the memory of the process in pieces. */
  private keep(bytes: Buffer): void {
    const needed = this.filled + bytes.length;
    if (needed > this.room.length) {
      const room = Buffer.allocUnsafeSlow(2 * needed);
      this.room.copy(room, 0, 0, this.filled);
      this.room = room;
    }
    this.filled += bytes.copy(this.room, this.filled);
  }

  private take(line: string): void {
    const frame = parsed(line);
    if (frame === undefined || frame.number <= this.last) return;
    this.last = frame.number;
    const { message } = frame;
    const bytes = message.buffers?.map((text) => new Uint8Array(Buffer.from(text, "base64")));
    this.receive(bytes === undefined ? message : { ...message, buffers: bytes });
  }
}

/** Undefined for a line that was cut off. */
function parsed(line: string): Frame | undefined {
  try {
    return JSON.parse(line) as Frame;
  } catch {
    return undefined;
  }
}
