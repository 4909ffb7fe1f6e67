/**
 * Type arguments: whether a `<` that JavaScript reads as a comparison could open a list of types for TypeScript.
 *
 * It can only if a `>` follows, not that of an arrow, and nothing in between that no type contains.
 */

const CLOSERS = ")]";
const OPENERS = "([";
/** Beyond braces, quotes and comments nothing is known. */
const OPAQUE = "{'\"`/";
const NEVER_IN_TYPES = ";+*%^~";

export function mayOpenTypeArguments(source: string, position: number): boolean {
  let depth = 0;
  let isOpaque = false;
  for (let index = position + 1; index < source.length; index++) {
    const character = source[index];
    if (character === ">" && source[index - 1] !== "=") return true;
    if (isOpaque) continue;
    if (OPAQUE.includes(character)) isOpaque = true;
    else if (OPENERS.includes(character)) depth++;
    else if (CLOSERS.includes(character) && --depth < 0) return false;
    else if (NEVER_IN_TYPES.includes(character)) return false;
    else if ("&|=?".includes(character) && source[index + 1] === character) return false;
  }
  return false;
}
