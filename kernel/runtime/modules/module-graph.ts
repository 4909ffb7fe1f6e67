/**
 * Module graph: what the loaded files of the user looked like when they were read, and which of them import which.
 *
 * A file changed if its text did. Its times, size and number in the file system are asked first; they prove nothing while
 * they are so young that another write could leave them as they are.
 * Limits: a new file is not noticed that would now be found before the one that was loaded (`part.ts` before `part.js`).
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { isInstalled } from "../../project/package-map.ts";

/** File systems tell times in steps of up to this much. */
const YOUNG_MILLISECONDS = 100;

const LONG_BYTES = 65_536;

const load = createRequire(import.meta.url);

interface Look {
  isChanged(): boolean;
}

export class ModuleGraph {
  private readonly looks = new Map<string, Look>();
  private readonly importers = new Map<string, Set<string>>();

  has(file: string): boolean {
    return this.looks.has(file);
  }

  /** The text of a file that is about to be loaded. */
  read(file: string): string {
    const stamp = stampOf(file);
    const bytes = readFileSync(file);
    this.looks.set(file, isInstalled(file) ? unchanging : new FileLook(file, stamp, bytes));
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  }

  /** `importer` uses the file, which it found at `path`: another name of it, where symbolic links are on the way. */
  connect(importer: string, file: string, path: string): void {
    this.importersOf(path).add(importer);
    if (path === file) return;
    this.looks.set(path, { isChanged: () => realPath(path) !== file });
    this.importersOf(file).add(path);
  }

  /** What changed and the broken files, with everything that imports any of them. */
  stale(broken: Iterable<string> = []): ReadonlySet<string> {
    const stale = new Set(broken);
    for (const [file, look] of this.looks) if (look.isChanged()) stale.add(file);
    for (const file of stale) for (const importer of this.importers.get(file) ?? []) stale.add(importer);
    return stale;
  }

  /** Forget them, and tell which these were. */
  forgetStale(broken: Iterable<string>): ReadonlySet<string> {
    const stale = this.stale(broken);
    for (const file of stale) {
      this.looks.delete(file);
      this.importers.delete(file);
    }
    for (const importers of this.importers.values()) for (const file of stale) importers.delete(file);
    return stale;
  }

  private importersOf(file: string): Set<string> {
    let importers = this.importers.get(file);
    if (importers === undefined) {
      importers = new Set();
      this.importers.set(file, importers);
    }
    return importers;
  }
}

/** Installed packages stay as they were loaded. */
const unchanging: Look = { isChanged: () => false };

class FileLook implements Look {
  private readonly file: string;
  private stamp: string | undefined;
  private readonly content: Buffer;

  constructor(file: string, stamp: string | undefined, bytes: Buffer) {
    this.file = file;
    this.stamp = stamp;
    this.content = contentOf(bytes);
  }

  isChanged(): boolean {
    const stamp = stampOf(this.file);
    if (stamp !== undefined && stamp === this.stamp) return false;
    try {
      if (!contentOf(readFileSync(this.file)).equals(this.content)) return true;
    } catch {
      return true;
    }
    this.stamp = stamp;
    return false;
  }
}

/** Undefined if the file is gone, or too young for its stamp to tell it from the next. */
function stampOf(file: string): string | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const { mtimeMs, ctimeMs, size, ino } = status;
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < YOUNG_MILLISECONDS) return undefined;
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}

/** What a text is known by again: itself, or its digest if it is long. */
function contentOf(bytes: Buffer): Buffer {
  if (bytes.length <= LONG_BYTES) return bytes;
  const { createHash } = load("node:crypto") as typeof import("node:crypto");
  return createHash("sha256").update(bytes).digest();
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
