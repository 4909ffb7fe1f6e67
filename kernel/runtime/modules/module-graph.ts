/**
 * Module graph: what the loaded files of the user looked like when they were read, and which of them import which.
 *
 * A file changed if its text did. It is read again only if its times, size or number in the file system are others, or so
 * young that another write could leave them as they are.
 * Limits: only an edit of the file that imports it makes an import be resolved again, so neither a new file that would now be found
 * before the one that was loaded (`part.ts` before `part.js`) nor another target of a symbolic link is noticed before.
 */
import { existsSync, readFileSync } from "node:fs";
import { isInstalled } from "../../project/package-map.ts";
import { stampOf } from "../../project/stamps.ts";

/** File systems tell times in steps of up to this much. */
const YOUNG_MILLISECONDS = 100;

export class ModuleGraph {
  /** By file: whether it changed since. */
  readonly #changes = new Map<string, () => boolean>();
  readonly #importers = new Map<string, Set<string>>();

  has(file: string): boolean {
    return this.#changes.has(file);
  }

  /** The text of a file that is about to be loaded. Installed packages stay as they were loaded. */
  read(file: string): string {
    const stamp = oldStamp(file);
    const bytes = readFileSync(file);
    this.#changes.set(file, isInstalled(file) ? () => false : changeOf(file, bytes, stamp));
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  }

  connect(importer: string, file: string): void {
    const importers = this.#importers.get(file) ?? new Set();
    this.#importers.set(file, importers.add(importer));
  }

  /** What changed and the broken files, with everything that imports any of them. */
  stale(broken: Iterable<string> = []): ReadonlySet<string> {
    const stale = new Set(broken);
    for (const [file, isChanged] of this.#changes) if (isChanged()) stale.add(file);
    for (const file of stale) for (const importer of this.#importers.get(file) ?? []) stale.add(importer);
    return stale;
  }

  /** Forget them, and tell which these were. */
  forgetStale(broken: Iterable<string>): ReadonlySet<string> {
    const stale = this.stale(broken);
    for (const file of stale) {
      this.#changes.delete(file);
      this.#importers.delete(file);
    }
    for (const importers of this.#importers.values()) for (const file of stale) importers.delete(file);
    return stale;
  }
}

function changeOf(file: string, bytes: Buffer, stampThen: string): () => boolean {
  let stamp = stampThen;
  return () => {
    const now = oldStamp(file);
    if (now !== "" && now === stamp) return false;
    if (!existsSync(file) || !readFileSync(file).equals(bytes)) return true;
    stamp = now;
    return false;
  };
}

/** Empty if the file is gone, or too young for its stamp to tell it from the next. */
function oldStamp(file: string): string {
  const stamp = stampOf(file);
  const [modified, changed] = stamp.split(" ");
  return Date.now() - Math.max(Number(modified), Number(changed)) < YOUNG_MILLISECONDS ? "" : stamp;
}
