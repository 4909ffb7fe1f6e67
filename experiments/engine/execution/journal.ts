/**
 * Journal: the finished units of a run that is under way, so that a run that was stopped, or killed at any moment, goes on from them.
 *
 * Each process appends to a file of its own and reads those of all, so any number of processes on any number of machines may write
 * to one folder. A line carries the digest of its text, and one that was cut short is passed over. A unit that was computed twice
 * counts once, and must have come out the same. The journal names the code that wrote it: units computed by other code are not
 * taken. Outcomes stay on disk.
 */
import { closeSync, fsyncSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { linesIn } from "../machine/file-lines.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { digestOf } from "./unit.ts";

export interface KnownUnits {
  /** The outcome of a unit of the cell with this key, if it is known. */
  find(key: string, block: number): string | undefined;
  /** Whether it is known. */
  has(key: string, block: number): boolean;
  /** May be called more than once. */
  close(): void;
}

export interface Journal extends KnownUnits {
  keep(key: string, block: number, outcome: string): void;
  /** Forgets all: the result has been written. */
  remove(): Promise<void>;
}

/** One unit with two outcomes: the experiment depends on something beside its spec. */
class DifferentOutcomes extends Error {
  override readonly name = "DifferentOutcomes";
}

interface Place {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

const DIGEST_LENGTH = 64;
/** A process may not hold as many files open as a large cluster writes. */
const OPEN_FILES = 200;

/** Opens the folder to read what is known and to add to it. With a `writer`, only what was written under that name is read. */
export function openJournal(folder: string, code: string, writer?: string): Journal {
  atPath("the folder of finished blocks", folder, () => makeFolder(folder));
  const known = readJournal(folder, code, writer);
  const [path, own] = atPath("the journal of finished blocks", folder, () => openOwn(folder, code, writer));
  let end = 0;
  let isOpen = true;
  return {
    find: known.find,
    has: known.has,
    keep: (key, block, outcome) => {
      const head = `${JSON.stringify(`${block} ${key}`)}\t`;
      const line = Buffer.from(`${digestOf(head + outcome)}\t${head}${outcome}\n`);
      atPath("the journal of finished blocks", folder, () => {
        for (let written = 0; written < line.length; ) written += writeSync(own, line, written);
      });
      const start = end + DIGEST_LENGTH + 1 + Buffer.byteLength(head);
      known.add(key, block, { path, start, length: Buffer.byteLength(outcome) });
      end += line.length;
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      fsyncSync(own);
      closeSync(own);
      known.close();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reads what is known, and adds nothing. */
export function readJournal(
  folder: string,
  code: string,
  writer?: string,
): KnownUnits & { add(key: string, block: number, place: Place): void } {
  const places = new Map<string, Place[]>();
  const files = new OpenFiles();
  const add = (key: string, block: number, place: Place) => {
    const blocks = places.get(key) ?? [];
    blocks[block] = place;
    places.set(key, blocks);
  };
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(suffixOf(code)) || (writer !== undefined && !name.startsWith(`${writer}-`))) continue;
    const path = join(folder, name);
    for (const { block, key, place, outcome } of linesOf(path, files.at(path))) {
      const earlier = places.get(key)?.[block];
      if (earlier !== undefined && files.read(earlier) !== outcome) {
        throw new DifferentOutcomes(
          `block ${block} of ${key} must come out the same whenever it is computed, got another outcome in ${path} than in ${earlier.path}`,
        );
      }
      add(key, block, place);
    }
  }
  return {
    find: (key, block) => {
      const place = places.get(key)?.[block];
      return place === undefined ? undefined : files.read(place);
    },
    has: (key, block) => places.get(key)?.[block] !== undefined,
    add,
    close: () => files.close(),
  };
}

/** The files that are read, the last used of them open. */
class OpenFiles {
  readonly #open = new Map<string, number>();

  at(path: string): number {
    const file = this.#open.get(path) ?? openSync(path, "r");
    this.#open.delete(path);
    this.#open.set(path, file);
    if (this.#open.size > OPEN_FILES) {
      const [[oldest, unused]] = this.#open;
      this.#open.delete(oldest);
      closeSync(unused);
    }
    return file;
  }

  read({ path, start, length }: Place): string {
    const bytes = Buffer.alloc(length);
    const file = this.at(path);
    for (let done = 0; done < length; ) {
      const got = readSync(file, bytes, done, length - done, start + done);
      if (got === 0) throw new Error(`${path} became shorter while it was read`);
      done += got;
    }
    return bytes.toString("utf8");
  }

  close(): void {
    for (const file of this.#open.values()) closeSync(file);
    this.#open.clear();
  }
}

/** A file that nobody else writes to. Machines of one folder may have processes of one number. */
function openOwn(folder: string, code: string, writer: string | undefined): [path: string, file: number] {
  const begin = writer === undefined ? "" : `${writer}-`;
  for (let k = 0; ; k++) {
    const path = join(folder, `${begin}${hostname()}-${process.pid}-${k}${suffixOf(code)}`);
    try {
      return [path, openSync(path, "ax")];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function suffixOf(code: string): string {
  return `.${code.slice(0, 16)}.jsonl`;
}

interface JournalLine {
  readonly key: string;
  readonly block: number;
  readonly place: Place;
  readonly outcome: string;
}

function* linesOf(path: string, file: number): Generator<JournalLine> {
  for (const { bytes, stop, isCut } of linesIn(file)) {
    const line = isCut ? undefined : lineOf(bytes, path, stop);
    if (line !== undefined) yield line;
  }
}

/** A line, if it is whole; `stop` is where it ends in the file. */
function lineOf(bytes: Buffer, path: string, stop: number): JournalLine | undefined {
  const digest = bytes.toString("latin1", 0, DIGEST_LENGTH);
  const body = bytes.toString("utf8", DIGEST_LENGTH + 1);
  const tab = body.indexOf("\t");
  if (tab === -1 || digestOf(body) !== digest) return undefined;
  const outcome = body.slice(tab + 1);
  const length = Buffer.byteLength(outcome);
  const name: string = JSON.parse(body.slice(0, tab));
  const space = name.indexOf(" ");
  return {
    block: Number(name.slice(0, space)),
    key: name.slice(space + 1),
    place: { path, start: stop - length, length },
    outcome,
  };
}
