/**
 * Stamps: by what a file, or a folder's list of names, is known to be as it was, without reading it.
 *
 * Limits: two writes of the same length within a step of the file system's clock leave the same stamp.
 */
import { statSync } from "node:fs";

/** Empty if there is none, or its name cannot be one. */
export function stampOf(path: string, wanted: "file" | "any" = "file"): string {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined || !(status.isFile() || wanted === "any")) return "";
    return `${status.mtimeMs} ${status.ctimeMs} ${status.size} ${status.ino}`;
  } catch {
    return ""; // a file where a folder was looked for, a name that is too long, no permission
  }
}

export interface StampChange {
  readonly path: string;
  /** Empty where there was none, or is none now. */
  readonly before: string;
  readonly now: string;
}

/** Files and folders, there or not, as they were when this was made. */
export class Stamps {
  readonly #stamps: ReadonlyMap<string, string>;

  constructor(paths: Iterable<string>) {
    this.#stamps = new Map([...paths].map((path) => [path, stampOf(path, "any")]));
  }

  /** Those that are otherwise now. */
  changes(): readonly StampChange[] {
    return [...this.#stamps].flatMap(([path, before]) => {
      const now = stampOf(path, "any");
      return now === before ? [] : [{ path, before, now }];
    });
  }
}
