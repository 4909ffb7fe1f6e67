/**
 * A ledger that lasts: a folder beside the data, with a file for the budget and one for each release, which notebooks, programs and the
 * command share.
 *
 * `openLedger(folder, table, budget)` makes the folder, or opens it and goes on from what was spent. A release is written down before it
 * is drawn. It is written whole to a file of its own, flushed to the disk, and then given the name of the next number, which the file
 * system gives only once: of two processes that pay at the same time one comes first, and the other looks again at what is left. So the
 * budget is never overspent, there is no lock that a killed process could leave behind, and whatever a process was killed at, what it had
 * drawn was paid for. A release whose process was killed after paying stays paid.
 * Each file carries the digest of the one before it, so that a file that was changed, taken out or copied in from another ledger is
 * refused, before anything is spent. Of a seeded stream a digest of its key is kept: the stream is refused in every other process.
 * Limits: whoever may write to the folder may also remove the last releases, or all; what the file system promises of names and flushes
 * must hold (it does on local disks and on NFS, not on FAT). A stream that a release makes from another is known in its own process only.
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { irisTable, noisyCount, secureRandom } from "epsilab";
 * import { openLedger } from "epsilab/files";
 * const flowers = irisTable();
 * const folder = `${mkdtempSync(`${tmpdir()}/iris-`)}/flowers.ledger`;
 * const count = noisyCount({ domain: flowers.domain, epsilon: { numerator: 3, denominator: 4 } });
 * openLedger(folder, flowers, { epsilon: 1 }).release(count, secureRandom());
 * openLedger(folder, flowers).spent; // => { epsilon: 0.75, delta: 0 }
 * ```
 * @also privacy budget on disk, persistent budget, shared budget
 */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Columns, Domain } from "../../lib/data/domain.ts";
import type { Table } from "../../lib/data/table.ts";
import { kindOf, refuse } from "../../lib/numerics/requirements.ts";
import {
  entriesOf,
  type Ledger,
  type LedgerBudget,
  type LedgerEntry,
  ledgerBudget,
  type RecordedRelease,
  recordedLedger,
} from "../../lib/privacy/accounting/ledger.ts";
import type { Guarantee } from "../../lib/privacy/guarantees/guarantee.ts";
import { sha256Hex } from "../../lib/random/sha256.ts";
import { clock } from "../engine/machine/clock.ts";
import { makeFolder } from "../engine/machine/folder.ts";
import { atPath, StorageError } from "../engine/machine/storage-error.ts";

/** What is in the folder is no ledger, or not as it was written. */
class DamagedLedger extends Error {
  override readonly name = "DamagedLedger";
}

/** A release as the folder has it, with when it was paid for, in UTC. */
export interface DatedEntry extends LedgerEntry {
  readonly when: string;
}

export interface StoredLedger {
  readonly budget: LedgerBudget;
  /** When it was made, in UTC. */
  readonly when: string;
  readonly entries: readonly DatedEntry[];
}

const FORMAT = "epsilab ledger 1";
const headSchema = z.strictObject({
  format: z.literal(FORMAT),
  ledger: z.string(),
  when: z.string(),
  budget: z.record(z.string(), z.number()),
  /** A digest of what the table was declared as. */
  domain: z.string(),
});
const releaseSchema = z.strictObject({
  ledger: z.string(),
  /** The digest of the file before. */
  after: z.string(),
  when: z.string(),
  query: z.string(),
  guarantee: z.looseObject({ kind: z.string() }),
  mode: z.enum(["secure", "reproducible"]),
  stream: z.string().optional(),
});

type Head = z.infer<typeof headSchema>;
type DatedRelease = RecordedRelease & { readonly when: string };

/** Makes the ledger in the folder, or opens the one that is there, whose budget need not be said again. */
export function openLedger<Declared extends Columns>(
  folder: string,
  table: Table<Declared>,
  budget?: LedgerBudget,
): Ledger<Table<Declared>> {
  if (typeof folder !== "string" || folder === "") refuse("folder", "the path of a folder", folder);
  const path = resolve(folder);
  const wanted = budget === undefined ? undefined : asWritten(ledgerBudget.read(budget, "budget"));
  const { domain } = (table ?? {}) as Partial<Table<Declared>>;
  if (domain === undefined) refuse("table", "a table", kindOf(table));
  const digest = domainDigest(domain);
  if (!isLedger(path)) {
    if (wanted === undefined) refuse("budget", `given for a new ledger, as there is none at ${folder}`, wanted);
    atPath("the ledger", folder, () => makeFolder(path));
    const head: Head = {
      format: FORMAT,
      ledger: randomUUID(),
      when: clock.date(),
      budget: wanted,
      domain: digest,
    };
    writeNumbered(path, 0, head);
  }
  const files = new LedgerFiles(path);
  const { head } = files;
  if (wanted !== undefined && !isDeepStrictEqual(wanted, head.budget))
    refuse("budget", `that of the ledger at ${folder}, ${JSON.stringify(head.budget)}, or left out`, wanted);
  if (head.domain !== digest)
    refuse("table", `of the domain that the ledger at ${folder} was made for`, "another domain");
  const record = { news: () => files.news(), append: (release: RecordedRelease) => files.append(release) };
  return files.checked(() => recordedLedger(table, head.budget as LedgerBudget, record));
}

/** What a ledger holds, without the table. */
export function readLedger(folder: string): StoredLedger {
  const path = resolve(folder);
  if (!isLedger(path)) refuse("folder", "the folder of a ledger", folder);
  const files = new LedgerFiles(path);
  const budget = files.head.budget as LedgerBudget;
  const releases = files.news();
  const entries = files.checked(() => entriesOf(budget, releases));
  return { budget, when: files.head.when, entries: entries.map((entry, k) => ({ ...entry, when: releases[k].when })) };
}

function isLedger(path: string): boolean {
  if (!existsSync(path)) return false;
  if (!statSync(path).isDirectory()) refuse("folder", "the path of a folder", path);
  if (existsSync(join(path, nameOf(0)))) return true;
  // A process that was killed while it made the ledger leaves at most a file that has no number yet.
  const others = readdirSync(path).filter((name) => !name.endsWith(UNNUMBERED));
  if (others.length > 0) throw new DamagedLedger(`${path} is no ledger: it has ${others[0]}, and no ${nameOf(0)}`);
  return false;
}

/** A budget without what it does not say. */
function asWritten(budget: LedgerBudget): Head["budget"] {
  return JSON.parse(JSON.stringify(budget));
}

const UNNUMBERED = ".new";
const nameOf = (number: number) => `${String(number).padStart(6, "0")}.json`;

function domainDigest(domain: Domain): string {
  return sha256Hex(JSON.stringify(domain));
}

/** The files of one ledger, as far as they were read. */
class LedgerFiles {
  readonly head: Head;
  readonly #path: string;
  /** How many files were read, and the digest of the last. */
  #count = 1;
  #last: string;

  constructor(path: string) {
    this.#path = path;
    const text = this.#textOf(0);
    this.head = this.#parsed(0, text, headSchema);
    this.#last = sha256Hex(text);
    this.checked(() => ledgerBudget.read(this.head.budget as LedgerBudget, "budget"));
  }

  news(): readonly DatedRelease[] {
    const numbers = this.#numbers();
    const releases: DatedRelease[] = [];
    for (; this.#count <= numbers; this.#count++) {
      const text = this.#textOf(this.#count);
      const { ledger, after, guarantee, stream, ...release } = this.#parsed(this.#count, text, releaseSchema);
      if (ledger !== this.head.ledger) this.#refuse(`${nameOf(this.#count)} is from another ledger`);
      if (after !== this.#last)
        this.#refuse(`${nameOf(this.#count - 1)} is not as it was when ${nameOf(this.#count)} was written`);
      this.#last = sha256Hex(text);
      releases.push({
        ...release,
        guarantee: guarantee as unknown as Guarantee,
        ...(stream === undefined ? {} : { stream }),
      });
    }
    return releases;
  }

  append({ guarantee, ...release }: RecordedRelease): boolean {
    const written = JSON.parse(JSON.stringify(guarantee));
    if (!isDeepStrictEqual(written, { ...guarantee }))
      refuse("guarantee", "made of numbers, to be kept in a folder", guarantee.kind);
    const content = { ledger: this.head.ledger, after: this.#last, when: clock.date(), ...release, guarantee };
    const digest = writeNumbered(this.#path, this.#count, content);
    if (digest === undefined) return false;
    this.#count++;
    this.#last = digest;
    return true;
  }

  /** Does what fails only if the files are not as they were written. */
  checked<Value>(action: () => Value): Value {
    try {
      return action();
    } catch (error) {
      if (error instanceof DamagedLedger) throw error;
      return this.#refuse((error as Error).message);
    }
  }

  /** The largest number; all below it must be there. */
  #numbers(): number {
    const names = new Set(readdirSync(this.#path).filter((name) => !name.endsWith(UNNUMBERED)));
    for (let number = 0; number < names.size; number++)
      if (!names.has(nameOf(number))) this.#refuse(`${nameOf(number)} is missing`);
    if (names.size < this.#count) this.#refuse(`${nameOf(names.size)} is missing`);
    return names.size - 1;
  }

  #textOf(number: number): string {
    return atPath("the ledger", this.#path, () => readFileSync(join(this.#path, nameOf(number)), "utf8"));
  }

  #parsed<Schema extends z.ZodType>(number: number, text: string, schema: Schema): z.infer<Schema> {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return this.#refuse(`${nameOf(number)} is not as a ledger writes it`);
    }
  }

  #refuse(what: string): never {
    throw new DamagedLedger(`the ledger ${this.#path} is damaged: ${what}; nothing was spent`);
  }
}

/** A file system that cannot give a file a second name, as FAT. */
const WITHOUT_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Writes a file of the ledger and flushes it; its digest, or undefined if the number was taken. */
function writeNumbered(path: string, number: number, content: object): string | undefined {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const unnumbered = join(path, `${randomUUID()}${UNNUMBERED}`);
  return atPath("the ledger", path, () => {
    try {
      flushed(unnumbered, "wx", text);
      if (!named(unnumbered, join(path, nameOf(number)))) return undefined;
      flushed(path, "r");
    } finally {
      rmSync(unnumbered, { force: true });
    }
    return sha256Hex(text);
  });
}

/** Gives the file a name; false if it is taken. */
function named(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!WITHOUT_LINKS.includes(code)) throw error;
    throw new StorageError(`a ledger needs a file system with links, which that of ${name} is not (${code})`);
  }
}

function flushed(path: string, flags: string, text = ""): void {
  const file = openSync(path, flags);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
