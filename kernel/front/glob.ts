/**
 * Glob: whether a text matches a pattern as a whole, with `*` for any text, `?` for a character, `[a-z]` or `[^a-z]` for one of
 * a set, as SQLite's GLOB has it, which IPython searches its history with.
 *
 * Takes time at most proportional to the product of the lengths, whatever the pattern: it steps back to the last star only.
 */
type Piece = "star" | ((character: string) => boolean);

export function matchesGlob(pattern: string, text: string): boolean {
  const pieces = piecesOf([...pattern]);
  const characters = [...text];
  let piece = 0;
  let afterStar = -1;
  let retryFrom = 0;
  for (let at = 0; at < characters.length; ) {
    const current = pieces[piece];
    if (current === "star") {
      afterStar = ++piece;
      retryFrom = at;
    } else if (current?.(characters[at] as string)) {
      piece++;
      at++;
    } else if (afterStar >= 0) {
      piece = afterStar;
      at = ++retryFrom;
    } else return false;
  }
  return pieces.slice(piece).every((rest) => rest === "star");
}

function piecesOf(pattern: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === "*") pieces.push("star");
    else if (character === "?") pieces.push(() => true);
    else if (character === "[") {
      const negated = pattern[at + 1] === "^";
      const first = at + (negated ? 2 : 1);
      const end = pattern.indexOf("]", first + 1); // a bracket that comes first is of the set
      if (end < 0) return [() => false];
      const set = pattern.slice(first, end);
      pieces.push((candidate) => isInSet(set, candidate) !== negated);
      at = end;
    } else pieces.push((candidate) => candidate === character);
  }
  return pieces;
}

function isInSet(set: readonly string[], candidate: string): boolean {
  for (let at = 0; at < set.length; at++) {
    const low = set[at] as string;
    if (set[at + 1] === "-" && at + 2 < set.length) {
      if (low <= candidate && candidate <= (set[at + 2] as string)) return true;
      at += 2;
    } else if (low === candidate) return true;
  }
  return false;
}
