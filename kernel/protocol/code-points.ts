/**
 * Positions in a text: the protocol counts Unicode code points, JavaScript and the language server UTF-16 units.
 *
 * A position beyond either end is taken as that end.
 */

/** The UTF-16 position of a position in code points. */
export function codePointsToUnits(text: string, codePoints: number): number {
  return [...text].slice(0, Math.max(0, codePoints)).join("").length;
}

/** The position in code points of a UTF-16 position, which is in no surrogate pair; called for thousands of completions. */
export function unitsToCodePoints(text: string, units: number): number {
  return text.slice(0, units).replace(/[\uD800-\uDBFF](?=[\uDC00-\uDFFF])/g, "").length;
}
