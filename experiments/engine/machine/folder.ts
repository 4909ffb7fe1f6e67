/**
 * Folder: one is made with those above it, and where that fails the reason is the true one.
 *
 * Node's own recursive way looks again after a failure, and then says of a read-only file system that the folder does not exist.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** `make` makes one folder in one that is there. */
export function makeFolder(path: string, make: (path: string) => void = mkdirSync): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder), make);
  try {
    make(folder);
  } catch (error) {
    if (!isFolder(folder)) throw error; // else another process was faster
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
