/**
 * Outlet: everything the runtime says, in order, through one pipe that is written synchronously, so that nothing said
 * before a crash, an exit or an endless loop is lost, and a slow reader slows the writer instead of filling memory.
 *
 * The first writes of a cell in a 20 ms window go out at once. Later ones are joined until there are 64 KB, the window is over, or
 * something else must be said.
 */
import { writeSync } from "node:fs";
import { now } from "../interrupt/guard.ts";
import type { FromRuntime, StreamOutput } from "./channel.ts";
import { encodeFrame } from "./frame.ts";

const WINDOW_MILLISECONDS = 20;
const BUFFER_CHARACTERS = 65_536;
const DIRECT_WRITES = 50;
/** Pieces of a long text; the flag keeps surrogate pairs whole. */
const PIECES = /.{1,65536}/gsu;

export class Outlet {
  #number = 0;
  /** What is to be written, and what is being written: an interrupt may end the writing at any instruction. */
  #frames = "";
  #unfinished = "";
  #gathered: { -readonly [Key in keyof StreamOutput]: StreamOutput[Key] }[] = [];
  #characters = 0;
  #cell = 0;
  #windowStart = 0;
  #writesInWindow = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** A result is written with the next message, normally `done`: the front wakes once for both. */
  say(message: FromRuntime): void {
    this.#encodeText();
    this.#frames += encodeFrame(++this.#number, message);
    if (message.kind !== "result") this.#write();
  }

  print(cell: number, name: StreamOutput["name"], text: string): void {
    if (text.length > BUFFER_CHARACTERS) {
      for (const piece of text.match(PIECES) as string[]) this.#gather(cell, name, piece);
    } else if (text !== "") this.#gather(cell, name, text);
  }

  #gather(cell: number, name: StreamOutput["name"], text: string): void {
    const last = this.#gathered.at(-1);
    if (last?.cell === cell && last.name === name) last.text += text;
    else this.#gathered.push({ kind: "stream", cell, name, text });
    this.#characters += text.length;
    const time = now();
    if (time - this.#windowStart >= WINDOW_MILLISECONDS || cell !== this.#cell) {
      this.#cell = cell;
      this.#windowStart = time;
      this.#writesInWindow = 0;
    }
    if (++this.#writesInWindow <= DIRECT_WRITES || this.#characters >= BUFFER_CHARACTERS) this.flush();
    else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.flush();
      }, WINDOW_MILLISECONDS).unref();
    }
  }

  flush(): void {
    this.#encodeText();
    if (this.#frames !== "") this.#write();
  }

  #encodeText(): void {
    if (this.#gathered.length === 0) return;
    const frames = this.#gathered.map((part) => encodeFrame(++this.#number, part)).join("");
    // No call stands between these, so an interrupt cannot come between: the text is in one of them.
    this.#frames += frames;
    this.#gathered = [];
    this.#characters = 0;
  }

  /** After an interrupt: end the line that it cut off, and write it again. */
  recover(): void {
    if (this.#unfinished === "") return;
    this.#frames = `\n${this.#unfinished}${this.#frames}`;
    this.#write();
  }

  #write(): void {
    this.#unfinished = this.#frames;
    this.#frames = "";
    const bytes = Buffer.from(this.#unfinished);
    let offset = 0;
    while (offset < bytes.length) {
      try {
        offset += writeSync(this.#descriptor, bytes, offset, bytes.length - offset);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "EAGAIN" && code !== "EINTR") process.exit(1); // The front is gone, and nobody listens.
      }
    }
    this.#unfinished = "";
  }
}
