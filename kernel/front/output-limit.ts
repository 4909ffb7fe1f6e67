/**
 * Output limit: how much text a cell may print into its notebook; what is beyond goes to a file, and a note says where.
 *
 * The file is in a folder of the kernel's own under the system's temporary folder, which its owner alone can read. Where it
 * cannot be written, all is shown.
 */
import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class OutputLimit {
  readonly #characters: number;
  readonly #printed = new Map<number, number>();
  #folder: string | undefined;

  /** Without a number of characters all is shown. */
  constructor(characters = Number.POSITIVE_INFINITY) {
    this.#characters = characters;
  }

  /** What of a piece of text is shown, and the note that follows it, once. */
  admit(cell: number, text: string): { readonly text: string; readonly note?: string } {
    const before = this.#printed.get(cell) ?? 0;
    this.#printed.set(cell, before + text.length);
    const room = wholeCharacters(text, Math.max(0, this.#characters - before));
    const file = text.length <= room ? undefined : this.#spill(cell, text.slice(room));
    if (file === undefined) return { text };
    if (before > this.#characters) return { text: "" };
    const note = `The cell printed more than ${this.#characters} characters; the rest is in ${file}`;
    return { text: text.slice(0, room), note };
  }

  /** The file that has the text now, if it could be written. */
  #spill(cell: number, text: string): string | undefined {
    try {
      this.#folder ??= mkdtempSync(join(tmpdir(), "epsilab-output-"));
      const file = join(this.#folder, `cell-${cell}.txt`);
      appendFileSync(file, text, { mode: 0o600 });
      return file;
    } catch {
      return undefined;
    }
  }
}

/** No more than so many of the text's units, and no half of a pair. */
function wholeCharacters(text: string, units: number): number {
  return units < text.length && /^[\uD800-\uDBFF]/.test(text.charAt(units - 1)) ? units - 1 : units;
}
