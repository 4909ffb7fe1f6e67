/**
 * Near names: which of the known names a mistyped one may have meant.
 *
 * A name is near if one contains the other or if few letters tell them apart: at most a third of the longer name's length
 * in insertions, deletions, replacements and exchanges of neighbours. Nearest first, five at most.
 */
export function nearNames(typed: string, known: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  if (wanted === "") return [];
  return known
    .map((name) => ({ name, distance: editDistance(wanted, name) }))
    .filter(
      ({ name, distance }) =>
        distance * 3 <= Math.max(name.length, wanted.length) || name.includes(wanted) || wanted.includes(name),
    )
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 5)
    .map(({ name }) => name);
}

/** Levenshtein's distance, with two letters in the wrong order counted once (optimal string alignment), one row at a time. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = above[column - 1] + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const exchanged = isExchanged ? beforeLast[column - 2] + 1 : Infinity;
      current.push(Math.min(replaced, exchanged, above[column] + 1, current[column - 1] + 1));
    }
    [beforeLast, above] = [above, current];
  }
  return above[b.length];
}
