/**
 * History folder: one file for each session, `<number>.jsonl`, that its owner alone can read.
 *
 * A session takes its number by creating its file, when it stores its first cell, so two kernels never share one. The newest
 * hundred files are kept. If the folder cannot be written, the history ends with the session, and nothing else fails.
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

/** Where the history is kept unless told otherwise: beside Jupyter's other data. */
export function defaultHistoryFolder({ JUPYTER_DATA_DIR, XDG_DATA_HOME }: NodeJS.ProcessEnv): string {
  const data = JUPYTER_DATA_DIR || join(XDG_DATA_HOME || join(homedir(), ".local", "share"), "jupyter");
  return join(data, "epsilab", "history");
}

export class HistoryFolder {
  /** Undefined: nothing is kept. */
  readonly #path: string | undefined;
  #session: number | undefined;
  #file: string | undefined;
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
    const file = this.#file;
    if (file === undefined) return;
    const text = `${JSON.stringify([line, input, output])}\n`;
    this.#writing = this.#writing.then(() => appendFile(file, text)).catch(() => undefined);
  }

  /** The numbers of the sessions before this one, newest first. */
  earlierSessions(): number[] {
    return this.#numbers().filter((number) => number < this.session);
  }

  read(session: number): HistoryEntry[] {
    if (this.#path === undefined) return [];
    try {
      const lines = readFileSync(join(this.#path, `${session}.jsonl`), "utf8").split("\n");
      return lines.flatMap((line) => entryOf(session, line));
    } catch {
      return [];
    }
  }

  /** Resolves once all entries are in the file. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  #numbers(): number[] {
    if (this.#path === undefined) return [];
    try {
      const numbers = readdirSync(this.#path).map((name) => Number(/^(\d{1,9})\.jsonl$/.exec(name)?.[1] ?? 0));
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
      return this.#create(this.#path, (numbers[0] ?? 0) + 1);
    } catch {
      return 1;
    }
  }

  #create(path: string, number: number): number {
    const file = join(path, `${number}.jsonl`);
    try {
      closeSync(openSync(file, "wx", 0o600));
    } catch (error) {
      if (isJsonObject(error) && error.code === "EEXIST") return this.#create(path, number + 1);
      throw error;
    }
    this.#file = file;
    return number;
  }
}

function entryOf(session: number, text: string): HistoryEntry[] {
  try {
    const [line, input, output] = JSON.parse(text);
    return [{ session, line, input, output }];
  } catch {
    return []; // the end of the file, or a line cut short by a crash
  }
}
