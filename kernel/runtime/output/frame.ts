/**
 * Frames: messages between front and runtime as bytes on a pipe, each a line of JSON with a rising number.
 *
 * An interrupt may cut the writer off in the middle of a line; it then ends the line and writes it again. The beginning of a line
 * is never JSON, so the reader drops it; a line that it has read already it drops by its number.
 */
import { StringDecoder } from "node:string_decoder";

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
  readonly #decoder = new StringDecoder("utf8");
  /** The beginning of a line that waits for its end. */
  #begun = "";
  #last = 0;
  readonly #receive: (message: object) => void;

  constructor(receive: (message: object) => void) {
    this.#receive = receive;
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    const end = text.lastIndexOf("\n");
    if (end < 0) {
      this.#begun += text;
      return;
    }
    const lines = this.#begun + text.slice(0, end);
    this.#begun = text.slice(end + 1);
    for (const line of lines.split("\n")) this.#take(line);
  }

  #take(line: string): void {
    let frame: Frame;
    try {
      frame = JSON.parse(line) as Frame;
    } catch {
      return; // it was cut off
    }
    if (frame.number <= this.#last) return;
    this.#last = frame.number;
    const { message } = frame;
    const bytes = message.buffers?.map((text) => new Uint8Array(Buffer.from(text, "base64")));
    this.#receive(bytes === undefined ? message : { ...message, buffers: bytes });
  }
}
