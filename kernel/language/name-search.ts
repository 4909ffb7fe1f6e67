/**
 * Name search: the exported names that a text in other words means, such as `rdp` or `private mean`.
 *
 * A name is found by what it is called besides (`@also` in its doc comment), by a part of that, or by a part of itself; case,
 * spaces and hyphens do not count. What is called so comes before what only contains it.
 */
import type { EntryPoints } from "./entry-points.ts";

/** Letters and digits, in lower case. */
export function plainText(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Best first, then in the order of the entry points; none for a text without letters. */
export function namesFor(entries: EntryPoints, text: string): readonly string[] {
  const wanted = plainText(text);
  if (wanted === "") return [];
  const called = (fits: (other: string) => boolean) =>
    [...entries.also].flatMap(([name, others]) => (others.some((other) => fits(plainText(other))) ? [name] : []));
  const exact = called((other) => other === wanted);
  const own = [...entries.names.keys()].filter((name) => plainText(name).includes(wanted));
  const partly = wanted.length < 3 ? [] : called((other) => other.includes(wanted));
  return [...new Set([...own.filter((name) => plainText(name) === wanted), ...exact, ...own, ...partly])];
}
