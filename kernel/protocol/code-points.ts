/**
 * Positions in a text: the protocol counts Unicode code points, JavaScript and the language server UTF-16 units.
 *
 * A position beyond either end is taken as that end; a UTF-16 position inside a surrogate pair as the one before the pair.
 */

/** The UTF-16 position of a position in code points. */
export function codePointsToUnits(text: string, codePoints: number): number {
  let units = 0;
  for (let count = 0; count < codePoints && units < text.length; count++) units += isPairAt(text, units) ? 2 : 1;
  return units;
}

/** The position in code points of a UTF-16 position. */
export function unitsToCodePoints(text: string, units: number): number {
  let count = 0;
  for (let at = 0; at < units && at < text.length; count++) {
    const next = at + (isPairAt(text, at) ? 2 : 1);
    if (next > units) break;
    at = next;
  }
  return count;
}

function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
