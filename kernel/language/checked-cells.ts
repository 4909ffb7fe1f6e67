/**
 * Checked cells: the type errors of the newest cells, by a key that holds everything the errors depend on.
 *
 * Limits: two hundred cells; the oldest is forgotten first.
 */
import { createHash } from "node:crypto";
import type { Diagnostic } from "./language-service.ts";

const capacity = 200;

export class CheckedCells {
  readonly #found = new Map<string, readonly Diagnostic[]>();

  get(text: string): readonly Diagnostic[] | undefined {
    return this.#found.get(digest(text));
  }

  set(text: string, found: readonly Diagnostic[]): void {
    const key = digest(text);
    this.#found.delete(key);
    this.#found.set(key, found);
    if (this.#found.size > capacity) this.#found.delete(this.#found.keys().next().value as string);
  }

  clear(): void {
    this.#found.clear();
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
