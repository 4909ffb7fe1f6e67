/**
 * Stamps: by what a file is known to be as it was, without reading it.
 *
 * Limits: two writes of the same length within a step of the file system's clock leave the same stamp.
 */
import { statSync } from "node:fs";

/** Empty if there is none, or its name cannot be one. */
export function stampOf(path: string): string {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (!status?.isFile()) return "";
    return `${status.mtimeMs} ${status.ctimeMs} ${status.size} ${status.ino}`;
  } catch {
    return ""; // a file where a folder was looked for, a name that is too long, no permission
  }
}
