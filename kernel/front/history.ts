/**
 * History: the cells that were run, of this session and, from its folder, of those before; by tail, range or search.
 *
 * A session is a number, the current one may be called 0, those before -1, -2, ...; a cell's line is its execution count. Each
 * session has a file, `<number>.jsonl`, that its owner alone can read. It takes its number by creating the file, so two kernels
 * never share one. If the folder cannot be written, the history ends with the session, and nothing else fails.
 * Source: "Messaging in Jupyter", section History.
 * Limits: the newest hundred files are kept, and of a long output the beginning.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { clipped } from "../display/clipped-line.ts";
import { isJsonObject } from "../protocol/json-object.ts";
import type { HistoryRequest } from "../protocol/requests.ts";
import { glob } from "./glob.ts";

interface Entry {
  readonly session: number;
  readonly line: number;
  readonly input: string;
  /** The plain text of the cell's value; null if it had none. */
  readonly output: string | null;
}

const SESSIONS_KEPT = 100;
/** In characters. */
const LONGEST_OUTPUT = 100_000;

/** Where the history is kept by default: beside Jupyter's other data. */
export function defaultHistoryFolder({ JUPYTER_DATA_DIR, XDG_DATA_HOME }: NodeJS.ProcessEnv): string {
  const data = JUPYTER_DATA_DIR || join(XDG_DATA_HOME || join(homedir(), ".local", "share"), "jupyter");
  return join(data, "epsilab", "history");
}

export class History {
  readonly #folder: string | undefined;
  readonly #entries: Entry[] = [];
  #number: number | undefined;
  #file: string | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  /** Without a folder nothing is kept in a file. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  add(line: number, input: string, output: string | null): void {
    const kept = output === null ? null : clipped(output, LONGEST_OUTPUT);
    this.#entries.push({ session: this.#session, line, input, output: kept });
    const file = this.#file;
    if (file === undefined) return;
    const text = `${JSON.stringify([line, input, kept])}\n`;
    this.#writing = this.#writing.then(() => appendFile(file, text, { mode: 0o600 })).catch(() => undefined);
  }

  /** The entries as they stand in a reply. */
  answer(request: HistoryRequest) {
    const inputOf = ({ input, output }: Entry) => (request.output ? [input, output] : input);
    return this.#find(request).map((entry) => [entry.session, entry.line, inputOf(entry)] as const);
  }

  /** Resolves once all entries are in the file. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  #find(request: HistoryRequest): readonly Entry[] {
    const { access, count = 10, start, stop } = request;
    if (access === "range") return this.#entriesOf(request.session).filter(({ line }) => start <= line && line < stop);
    const earlier = this.#sessions().filter((number) => number < this.#session);
    const all = [...earlier.flatMap((number) => this.#entriesOf(number)), ...this.#entries];
    if (access === "tail") return lastOf(all, count);
    const matches = glob(request.pattern);
    const found = all.filter(({ input }) => matches(input));
    // Of equal inputs the newest stands, where it stood.
    const newest = new Map(found.map((entry) => [entry.input, entry]));
    const wanted = request.unique ? found.filter((entry) => newest.get(entry.input) === entry) : found;
    return lastOf(wanted, request.count ?? wanted.length);
  }

  #entriesOf(number: number): readonly Entry[] {
    const session = number > 0 ? number : this.#session + number;
    if (session === this.#session) return this.#entries;
    if (this.#folder === undefined) return [];
    try {
      const lines = readFileSync(join(this.#folder, `${session}.jsonl`), "utf8").split("\n");
      return lines.flatMap((line) => entryOf(session, line));
    } catch {
      return [];
    }
  }

  /** The numbers of the sessions that have a file, newest last. */
  #sessions(): number[] {
    try {
      const names = this.#folder === undefined ? [] : readdirSync(this.#folder);
      const numbers = names.map((name) => Number(/^(\d{1,9})\.jsonl$/.exec(name)?.[1] ?? 0));
      return numbers.filter((number) => number > 0).sort((a, b) => a - b);
    } catch {
      return [];
    }
  }

  /** The number of this session, taken on first use. */
  get #session(): number {
    this.#number ??= this.#folder === undefined ? 1 : this.#take(this.#folder);
    return this.#number;
  }

  #take(folder: string): number {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const numbers = this.#sessions();
      for (const old of numbers.slice(0, 1 - SESSIONS_KEPT)) rmSync(join(folder, `${old}.jsonl`), { force: true });
      const number = (numbers.at(-1) ?? 0) + 1;
      const file = join(folder, `${number}.jsonl`);
      closeSync(openSync(file, "wx", 0o600));
      this.#file = file;
      return number;
    } catch (error) {
      const isTaken = isJsonObject(error) && error.code === "EEXIST" && this.#sessions().length > 0;
      return isTaken ? this.#take(folder) : 1; // another kernel was faster
    }
  }
}

function entryOf(session: number, text: string): Entry[] {
  try {
    const [line, input, output] = JSON.parse(text);
    return [{ session, line, input, output }];
  } catch {
    return []; // the end of the file, or a line cut short by a crash
  }
}

function lastOf(entries: readonly Entry[], count: number): readonly Entry[] {
  return count <= 0 ? [] : entries.slice(-count);
}
