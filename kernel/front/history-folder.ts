/**
 * History folder: one file for each session, `<number>.jsonl`, that its owner alone can read.
 *
 * A session takes its number by creating its file, when it stores its first cell, so two kernels never share one. The newest
 * hundred files are kept. A cell is written within 50 ms of its end, together with others that end in that time. If the folder
 * cannot be written, the history ends with the session, and nothing else fails.
 */

import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../protocol/message.ts";

export interface HistoryEntry {
  readonly session: number;
  readonly line: number;
  readonly input: string;
  /** The plain text of the cell's value; null if it had none. */
  readonly output: string | null;
}

const sessionsKept = 100;
/** In milliseconds. */
const moment = 50;
const fileName = /^(\d{1,9})\.jsonl$/;

/** Where the history is kept unless told otherwise: beside Jupyter's other data. */
export function defaultHistoryFolder(environment: NodeJS.ProcessEnv): string {
  const data = environment.JUPYTER_DATA_DIR;
  if (data !== undefined && data !== "") return join(data, "epsilab", "history");
  const home = environment.XDG_DATA_HOME;
  return join(
    home !== undefined && home !== "" ? home : join(homedir(), ".local", "share"),
    "jupyter",
    "epsilab",
    "history",
  );
}

export class HistoryFolder {
  /** Undefined: nothing is kept. */
  readonly #path: string | undefined;
  #session: number | undefined;
  #file: string | undefined;
  #unwritten = "";
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** The number of this session, taken on first use. */
  get session(): number {
    this.#session ??= this.#take();
    return this.#session;
  }

  append({ line, input, output }: HistoryEntry): void {
    if (this.#file === undefined) return;
    this.#unwritten += `${JSON.stringify([line, input, output])}\n`;
    this.#timer ??= setTimeout(() => this.#write(), moment);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [file, text] = [this.#file, this.#unwritten];
    if (file === undefined || text === "") return;
    this.#unwritten = "";
    this.#writing = this.#writing.then(() => appendFile(file, text, { mode: 0o600 })).catch(() => undefined);
  }

  /** The numbers of the sessions before this one, newest first. */
  earlierSessions(): number[] {
    const current = this.session;
    return this.#numbers().filter((number) => number < current);
  }

  read(session: number): HistoryEntry[] {
    if (this.#path === undefined || !Number.isInteger(session) || session < 1) return [];
    try {
      const lines = readFileSync(join(this.#path, `${session}.jsonl`), "utf8").split("\n");
      return lines.flatMap((line) => entryOf(session, line));
    } catch {
      return [];
    }
  }

  /** Resolves once all entries are in the file. */
  async flush(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #numbers(): number[] {
    if (this.#path === undefined) return [];
    try {
      const numbers = readdirSync(this.#path).flatMap((name) => Number(fileName.exec(name)?.[1] ?? []));
      return numbers.filter((number) => number > 0).sort((a, b) => b - a);
    } catch {
      return [];
    }
  }

  #take(): number {
    if (this.#path === undefined) return 1;
    try {
      mkdirSync(this.#path, { recursive: true, mode: 0o700 });
      const numbers = this.#numbers();
      for (const old of numbers.slice(sessionsKept - 1)) unlinkSync(join(this.#path, `${old}.jsonl`));
      return this.#create((numbers[0] ?? 0) + 1);
    } catch {
      return 1;
    }
  }

  #create(number: number): number {
    const file = join(this.#path as string, `${number}.jsonl`);
    try {
      closeSync(openSync(file, "wx", 0o600));
    } catch (error) {
      if (isJsonObject(error) && error.code === "EEXIST") return this.#create(number + 1);
      throw error;
    }
    this.#file = file;
    return number;
  }
}

function entryOf(session: number, text: string): HistoryEntry[] {
  if (text === "") return [];
  try {
    const [line, input, output] = JSON.parse(text);
    if (typeof line !== "number" || typeof input !== "string") return [];
    return [{ session, line, input, output: typeof output === "string" ? output : null }];
  } catch {
    return []; // a line cut short by a crash
  }
}
