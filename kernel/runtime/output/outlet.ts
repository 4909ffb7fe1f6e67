/**
 * Outlet: everything the runtime says, in order, through one pipe that is written synchronously, so that nothing said
 * before a crash, an exit or an endless loop is lost, and a slow reader slows the writer instead of filling memory.
 *
 * A cell's result is held back and written with the next message, normally `done`: the front is woken once for both.
 * Text is merged while it comes fast: the first writes of a cell in a 20 ms window go out at once, later ones when 64 KB
 * have gathered, when the window is over, or when something else must be said. While a flood lasts, none goes out at once.
 * Limits: in a flood that goes to both streams in turn, the order across them is exact for the first writes and for the first
 * changes from one to the other in what gathers; beyond that only the order within each stream is. The front, where this is
 * merged with what child processes print, counts changes as well (stream-merger.ts).
 */
import { writeSync } from "node:fs";
import { now } from "../interrupt/clock.ts";
import type { FromRuntime } from "./channel.ts";
import { encodeFrame, resynchronisation } from "./frame.ts";
import { charactersIn, joinText, type Segment } from "./stream-segments.ts";

const WINDOW_MILLISECONDS = 20;
const BUFFER_CHARACTERS = 65_536;
const DIRECT_WRITES = 50;
/** A flood goes on if the next write comes so soon. */
const FLOOD_MILLISECONDS = 2;
const SEGMENTS = 8;
/** Far below what a Jupyter server would pass on in one message. */
const LARGEST_CHUNK = 131_072;

const nothing = Buffer.alloc(0);

export class Outlet {
  private number = 0;
  /** What is being written: an interrupt may end the writing at any instruction. */
  private unfinished: Buffer | undefined;
  /** The frame of a result. */
  private waiting: Buffer | undefined;
  private cell = 0;
  private segments: Segment[] = [];
  private characters = 0;
  private windowStart = 0;
  private writesInWindow = 0;
  private directWrites = DIRECT_WRITES;
  private lastWrite = 0;
  private timer: NodeJS.Timeout | undefined;

  private readonly descriptor: number;

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  say(message: FromRuntime): void {
    this.flushText();
    const first = this.waiting === undefined ? this.number + 1 : this.number;
    const frame = encodeFrame(++this.number, message, first);
    if (message.kind === "result") this.waiting = frame;
    else this.write(frame);
  }

  print(cell: number, name: "stdout" | "stderr", text: string): void {
    if (text.length === 0) return;
    if (cell !== this.cell) {
      this.flushText();
      this.writesInWindow = 0;
      this.directWrites = DIRECT_WRITES;
      this.cell = cell;
    }
    joinText(this.segments, { kind: "stream", cell, name, text }, SEGMENTS);
    this.characters += text.length;
    const time = now();
    const pause = time - this.lastWrite;
    this.lastWrite = time;
    if (time - this.windowStart >= WINDOW_MILLISECONDS) {
      const isFlood = this.writesInWindow > DIRECT_WRITES && pause < FLOOD_MILLISECONDS;
      this.windowStart = time;
      this.writesInWindow = 0;
      this.directWrites = isFlood ? 0 : DIRECT_WRITES;
    } else if (++this.writesInWindow > this.directWrites && this.characters < BUFFER_CHARACTERS) {
      this.timer ??= setTimeout(() => {
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
    while (this.segments.length > 0) {
      const { parts, rest } = firstParts(this.segments);
      const frames = parts.map((part) => encodeFrame(++this.number, part));
      const bytes = frames.length === 1 ? frames[0] : Buffer.concat(frames);
      const characters = charactersIn(rest);
      // No call stands between these, so an interrupt cannot come between: the text is in one of them.
      this.unfinished = bytes;
      this.segments = rest;
      this.characters = characters;
      this.write(bytes);
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

/** What is written in one go: as many segments as are short, or the beginning of a long one. */
function firstParts(segments: Segment[]): { readonly parts: Segment[]; readonly rest: Segment[] } {
  const long = segments.findIndex(({ text }) => text.length > LARGEST_CHUNK);
  if (long < 0) return { parts: segments, rest: [] };
  if (long > 0) return { parts: segments.slice(0, long), rest: segments.slice(long) };
  const [first, ...others] = segments;
  const cut = cutOf(first.text);
  const rest = { ...first, text: first.text.slice(cut) };
  return { parts: [{ ...first, text: first.text.slice(0, cut) }], rest: [rest, ...others] };
}

/** Where to cut a long text: not inside a surrogate pair. */
function cutOf(text: string): number {
  const last = text.charCodeAt(LARGEST_CHUNK - 1);
  return last >= 0xd800 && last < 0xdc00 ? LARGEST_CHUNK - 1 : LARGEST_CHUNK;
}
