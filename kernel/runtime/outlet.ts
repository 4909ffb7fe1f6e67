/**
 * Outlet: everything the runtime says, in order, through one pipe that is written synchronously, so that nothing said
 * before a crash, an exit or an endless loop is lost, and a slow reader slows the writer instead of filling memory.
 *
 * A cell's result waits for what is said next, as a rule that the cell is done: the front is woken once for both.
 * Text is merged while it comes fast: the first writes of a cell in a 20 ms window go out at once, later ones when 64 KB
 * have gathered, when the window is over, or when something else must be said.
 */
import { writeSync } from "node:fs";
import type { FromRuntime } from "./channel.ts";
import { encodeFrame, resynchronisation } from "./frame.ts";

const WINDOW_MILLISECONDS = 20;
const BUFFER_CHARACTERS = 65_536;
const DIRECT_WRITES = 50;
const LARGEST_CHUNK = 4 * 1024 * 1024;

const startTimer = setTimeout;
const nothing = Buffer.alloc(0);

export class Outlet {
  private number = 0;
  /** What is being written: an interrupt may end the writing at any instruction. */
  private unfinished: Buffer | undefined;
  /** The frame of a result. */
  private waiting: Buffer | undefined;
  private cell = 0;
  private name: "stdout" | "stderr" = "stdout";
  private text = "";
  private windowStart = 0;
  private writesInWindow = 0;
  private timer: NodeJS.Timeout | undefined;

  private readonly descriptor: number;

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  say(message: FromRuntime): void {
    this.flushText();
    const frame = encodeFrame(++this.number, message);
    if (message.kind === "result") this.waiting = frame;
    else this.write(frame);
  }

  print(cell: number, name: "stdout" | "stderr", text: string): void {
    if (text.length === 0) return;
    if (this.text !== "" && (cell !== this.cell || name !== this.name)) this.flushText();
    if (cell !== this.cell) this.writesInWindow = 0;
    this.cell = cell;
    this.name = name;
    this.text += text;
    const now = performance.now();
    if (now - this.windowStart >= WINDOW_MILLISECONDS) {
      this.windowStart = now;
      this.writesInWindow = 0;
    } else if (++this.writesInWindow > DIRECT_WRITES && this.text.length < BUFFER_CHARACTERS) {
      this.timer ??= startTimer(() => {
        this.timer = undefined;
        this.flush();
      }, WINDOW_MILLISECONDS).unref();
      return;
    }
    this.flush();
  }

  flush(): void {
    this.flushText();
    if (this.waiting !== undefined) this.write(nothing);
  }

  private flushText(): void {
    while (this.text !== "") {
      const { text } = this;
      const part = text.length > LARGEST_CHUNK ? text.slice(0, cutOf(text)) : text;
      const frame = encodeFrame(++this.number, { kind: "stream", cell: this.cell, name: this.name, text: part });
      const rest = part === text ? "" : text.slice(part.length);
      // No call stands between these two, so an interrupt cannot come between: the text is in one of them.
      this.unfinished = frame;
      this.text = rest;
      this.write(frame);
    }
  }

  /** After an interrupt: say again what it cut off. */
  recover(): void {
    const cut = this.unfinished;
    if (cut === undefined) return;
    const before = this.waiting ?? nothing;
    this.waiting = undefined;
    this.write(Buffer.concat([resynchronisation, before, cut]));
  }

  private write(frame: Buffer): void {
    const bytes = this.waiting === undefined ? frame : Buffer.concat([this.waiting, frame]);
    this.unfinished = bytes;
    this.waiting = undefined;
    let offset = 0;
    while (offset < bytes.length) {
      try {
        offset += writeSync(this.descriptor, bytes, offset, bytes.length - offset);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "EAGAIN" && code !== "EINTR") process.exit(1); // The front is gone, and nobody listens.
      }
    }
    this.unfinished = undefined;
  }
}

/** Where to cut a long text: not inside a surrogate pair. */
function cutOf(text: string): number {
  const last = text.charCodeAt(LARGEST_CHUNK - 1);
  return last >= 0xd800 && last < 0xdc00 ? LARGEST_CHUNK - 1 : LARGEST_CHUNK;
}
