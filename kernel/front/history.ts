/**
 * History: the cells that were run, of this session and, from its folder, of those before; by tail, range or search.
 *
 * Source: "Messaging in Jupyter", section History. A session is a number, the current one may be called 0, those before
 * -1, -2, ...; a cell's line is its execution count.
 * Limits: of a long output the beginning is kept.
 */
import { clipped } from "../display/clipped-line.ts";
import type { HistoryRequest } from "../protocol/requests.ts";
import type { HistoryEntry, HistoryFolder } from "./history-folder.ts";

/** An entry as it stands in a reply. */
export type HistoryTuple = readonly [number, number, string | readonly [string, string | null]];

/** In characters. */
const longestOutput = 100_000;

export class History {
  readonly #folder: HistoryFolder;
  readonly #entries: HistoryEntry[] = [];

  constructor(folder: HistoryFolder) {
    this.#folder = folder;
  }

  add(line: number, input: string, output: string | null): void {
    const kept = output === null ? null : clipped(output, longestOutput);
    const entry = { session: this.#folder.session, line, input, output: kept };
    this.#entries.push(entry);
    this.#folder.append(entry);
  }

  answer(request: HistoryRequest): HistoryTuple[] {
    return this.#find(request).map(({ session, line, input, output }) => [
      session,
      line,
      request.output ? [input, output] : input,
    ]);
  }

  #find(request: HistoryRequest): readonly HistoryEntry[] {
    const { access, count = 10, start, stop } = request;
    if (access === "tail") return lastOf(this.#newest(count), count);
    if (access === "range") return this.#session(request.session).filter(({ line }) => start <= line && line < stop);
    const pattern = globOf(request.pattern);
    const found = this.#newest(Number.POSITIVE_INFINITY).filter(({ input }) => pattern.test(input));
    // Of equal inputs the newest stands, where it stood.
    const newest = new Map(found.map((entry) => [entry.input, entry]));
    const wanted = request.unique ? found.filter((entry) => newest.get(entry.input) === entry) : found;
    return lastOf(wanted, request.count ?? wanted.length);
  }

  #session(number: number): readonly HistoryEntry[] {
    const session = number > 0 ? number : this.#folder.session + number;
    return session === this.#folder.session ? this.#entries : this.#folder.read(session);
  }

  /** At least the newest `count` entries, in order; sessions are read only as far as they are needed. */
  #newest(count: number): readonly HistoryEntry[] {
    let entries: readonly HistoryEntry[] = this.#entries;
    for (const session of this.#folder.earlierSessions()) {
      if (entries.length >= count) break;
      entries = [...this.#folder.read(session), ...entries];
    }
    return entries;
  }
}

function lastOf(entries: readonly HistoryEntry[], count: number): readonly HistoryEntry[] {
  return count <= 0 ? [] : entries.slice(-count);
}

/**
 * A pattern of SQLite's GLOB, with which IPython searches its history, as a regular expression: `*` is any text, `?` a character,
 * `[a-z]` one of a set, `[^a-z]` any other.
 */
export function globOf(pattern: string): RegExp {
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const source = pattern.replace(/\[(\^?)(\]?[^\]]*)\]|./gsu, (found, not, set) => {
    if (set !== undefined) return `[${not}${escaped(set)}]`;
    return { "*": ".*", "?": "." }[found as string] ?? escaped(found);
  });
  return new RegExp(`^${source}$`, "su");
}
