/**
 * Replace folder: writes files beside their place and renames, so that nobody who looks there meanwhile sees half of them.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Files = Iterable<readonly [string, Buffer | Uint8Array | string]>;

/** The folder holds these files, by their names in it, and nothing else; `finish` adds what is no file. */
export function replaceFolder(folder: string, files: Files, finish: (next: string) => void = () => {}): void {
  const next = `${folder}-${process.pid}`;
  try {
    mkdirSync(next, { recursive: true });
    for (const [name, content] of files) {
      mkdirSync(dirname(join(next, name)), { recursive: true });
      writeFileSync(join(next, name), content);
    }
    finish(next);
    rmSync(folder, { recursive: true, force: true });
    renameSync(next, folder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}
