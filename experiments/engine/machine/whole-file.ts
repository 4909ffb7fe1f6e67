/**
 * Whole file: a file is written completely or not at all, so that a full disk or a killed process leaves no half of it.
 *
 * It is written and flushed under a hidden name beside its place, then renamed; whoever reads meanwhile sees the old file or the
 * new one. A link stays a link, and what is no file, such as `/dev/stdout`, is written as it is.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export function writeWhole(path: string, content: string | Uint8Array): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const present = existsSync(target) ? statSync(target) : undefined;
  if (present !== undefined && !present.isFile()) {
    writeFileSync(target, content);
    return;
  }
  const draft = draftOf(target);
  try {
    writeFileSync(draft, content, { flush: true });
    if (present !== undefined) chmodSync(draft, present.mode);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A hidden name beside `path` that nobody else has. */
export function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.draft`);
}
