/**
 * Journal: the finished units of a run that is under way, so that a run that was stopped, or killed at any moment, goes on from them.
 *
 * Each process appends to a file of its own and reads those of all; a line carries the digest of its text, and one that was cut short is
 * passed over. The journal names the code that wrote it: units computed by other code are not taken. Outcomes stay on disk.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { atPath } from "./storage-error.ts";
import { digestOf, type Unit } from "./unit.ts";

export interface Journal {
  /** The outcome of a unit of the cell with this key, if it is known. */
  find(key: string, block: number): string | undefined;
  keep(key: string, block: number, outcome: string): void;
  /** May be called more than once. */
  close(): void;
  /** Forgets all: the result has been written. */
  remove(): Promise<void>;
}

interface Place {
  readonly file: number;
  readonly start: number;
  readonly length: number;
}

const DIGEST_LENGTH = 64;

export function openJournal(folder: string, code: string): Journal {
  atPath("the folder of finished blocks", folder, () => mkdirSync(folder, { recursive: true }));
  const places = new Map<string, Place>();
  const open: number[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(`.${code.slice(0, 16)}.jsonl`)) continue;
    const file = openSync(join(folder, name), "r");
    open.push(file);
    for (const [place, head] of linesOf(readFileSync(file), file)) places.set(head, place);
  }
  const own = atPath("the journal of finished blocks", folder, () => openSync(ownFile(folder, code), "ax+"));
  open.push(own);
  let end = 0;
  return {
    find: (key, block) => {
      const place = places.get(nameOf(key, block));
      return place === undefined ? undefined : read(place);
    },
    keep: (key, block, outcome) => {
      const name = nameOf(key, block);
      const head = `${JSON.stringify(name)}\t`;
      const line = Buffer.from(`${digestOf(head + outcome)}\t${head}${outcome}\n`);
      atPath("the journal of finished blocks", folder, () => {
        for (let written = 0; written < line.length; ) written += writeSync(own, line, written);
      });
      const start = end + DIGEST_LENGTH + 1 + Buffer.byteLength(head);
      places.set(name, { file: own, start, length: Buffer.byteLength(outcome) });
      end += line.length;
    },
    close: () => {
      if (open.length === 0) return;
      fsyncSync(own);
      for (const file of open.splice(0)) closeSync(file);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function ownFile(folder: string, code: string): string {
  for (let k = 0; ; k++) {
    const path = join(folder, `${process.pid}-${k}.${code.slice(0, 16)}.jsonl`);
    if (!existsSync(path)) return path;
  }
}

function nameOf(key: string, block: Unit["block"]): string {
  return `${block} ${key}`;
}

function* linesOf(text: Buffer, file: number): Generator<readonly [Place, string]> {
  let at = 0;
  for (let stop = text.indexOf(10, at); stop !== -1; at = stop + 1, stop = text.indexOf(10, at)) {
    const digest = text.toString("latin1", at, at + DIGEST_LENGTH);
    const body = text.toString("utf8", at + DIGEST_LENGTH + 1, stop);
    const tab = body.indexOf("\t");
    if (tab === -1 || digestOf(body) !== digest) continue;
    const length = Buffer.byteLength(body.slice(tab + 1));
    yield [{ file, start: stop - length, length }, JSON.parse(body.slice(0, tab))];
  }
}

function read({ file, start, length }: Place): string {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const got = readSync(file, bytes, done, length - done, start + done);
    if (got === 0) throw new Error("the journal of the run became shorter while it was read");
    done += got;
  }
  return bytes.toString("utf8");
}
