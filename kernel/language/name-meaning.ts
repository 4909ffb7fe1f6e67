/**
 * Meaning of a name: TypeScript keeps values and types of one name apart, so `type User` and `const User` stand beside each other.
 *
 * A class or an enum is both; so is an import, as far as one can tell, and a namespace replaces both.
 */

import type { SessionEntry } from "./session-entry.ts";
import type { Statement } from "./statement.ts";

type Kind = Statement["kind"];

export const valueMeaning = 1;
export const typeMeaning = 2;

export function meaningsOf(kind: Kind): number {
  if (kind === "type") return typeMeaning;
  return kind === "variable" || kind === "function" || kind === "block" ? valueMeaning : valueMeaning | typeMeaning;
}

/** What a declaration still means after others took these meanings of its name; a class without its value is none. */
export function meaningsLeft(kind: Kind, taken: number): number {
  const isWhole = kind === "class" || kind === "enum" || kind === "namespace";
  return isWhole && (taken & valueMeaning) !== 0 ? 0 : meaningsOf(kind) & ~taken;
}

/** The names that statements declare, with what each stands for. */
export function declaredMeanings(
  statements: readonly Pick<Statement, "kind" | "names">[],
): ReadonlyMap<string, number> {
  const declared = new Map<string, number>();
  for (const { kind, names } of statements)
    for (const { text } of names) declared.set(text, (declared.get(text) ?? 0) | meaningsOf(kind));
  return declared;
}

/** The entries, with all that declare one of the names in one part, and what shares other names with them: a name has one export. */
export function gathered(
  entries: readonly SessionEntry[],
  names: ReadonlySet<string>,
  part: number,
): readonly SessionEntry[] {
  const together = new Set(names);
  const size = together.size;
  for (const { names: own } of entries)
    if (own.some(({ text }) => together.has(text))) for (const { text } of own) together.add(text);
  if (together.size > size) return gathered(entries, together, part);
  return entries.map((entry) =>
    entry.part !== part && entry.names.some(({ text }) => together.has(text)) ? { ...entry, part } : entry,
  );
}
