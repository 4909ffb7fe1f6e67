/**
 * Nesting: how deep brackets stand in brackets. The transpiler, which is native code, overflows its stack beyond some thousands
 * and takes the process with it.
 */

/** What V8 itself still reads. */
const DEEPEST = 1000;
const TEXTS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;

/** Where a text is nested too deeply to be read; undefined if it is not. */
export function tooDeep(text: string): number | undefined {
  const isDeep = placeBeyond(text) !== undefined;
  return isDeep ? placeBeyond(text.replace(TEXTS, (found) => " ".repeat(found.length))) : undefined;
}

function placeBeyond(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "(" || sign === "[" || sign === "{") depth++;
    else if (sign === ")" || sign === "]" || sign === "}") depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return at;
  }
  return undefined;
}
