/**
 * Numbered names: a parameter or local variable keeps the name that the cell gives it.
 *
 * swc writes `rows1` for a local `rows` if the text also uses a `rows` that it does not declare, such as a variable of an earlier
 * cell. V8's messages and the names of functions would show the number. Here it is removed; lines and columns stay.
 * Limits: numbers stay in texts for which swc writes functions of its own, which may need them.
 */

import { WORD, wordsOf } from "./transpiled-code.ts";

const NEEDS_NUMBERS = /@|\b(?:enum|namespace|module|using|accessor)\b/;

/** `source` is the text from which the transpiler made `code`. */
export function restoreNames(code: string, source: string): string {
  if (NEEDS_NUMBERS.test(source)) return code;
  const written = wordsOf(source);
  const restored = new Map<string, string>();
  for (const name of wordsOf(code)) {
    if (written.has(name) || /^\d/.test(name)) continue;
    const candidates = withoutNumber(name).filter((each) => written.has(each));
    if (candidates.length === 1) restored.set(name, candidates[0].padEnd(name.length));
  }
  return restored.size === 0 ? code : code.replace(WORD, (name) => restored.get(name) ?? name);
}

/** `a1` and `a` of `a12`. */
function withoutNumber(name: string): string[] {
  const digits = /\d+$/.exec(name)?.[0] ?? "";
  return Array.from(digits, (_, index) => name.slice(0, name.length - 1 - index));
}
