/**
 * Session part: one module of surviving statements, rebuilt only when these change or a name it speaks of appears or moves.
 *
 * It imports what it speaks of from the parts that declare it: a module that exported all names anew would have to be looked
 * through for every check.
 */

import type { SessionEntry } from "./session-entry.ts";

export interface SessionPart {
  readonly entries: readonly SessionEntry[];
  readonly declared: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly text: string;
}

export const emptyPart: SessionPart = { entries: [], declared: new Set(), words: new Set(), text: "" };

/** The parts after the entries became `entries`; the ones that need not change are those of before. */
export function sessionParts(
  modules: readonly string[],
  before: readonly SessionPart[],
  entries: readonly SessionEntry[],
): readonly SessionPart[] {
  const held = before.map((): SessionEntry[] => []);
  for (const entry of entries) held[entry.part]?.push(entry);
  const filled = before.map((part, index) => {
    const own = held[index] ?? [];
    const same =
      part.text !== "" && own.length === part.entries.length && own.every((entry, at) => entry === part.entries[at]);
    return same ? part : { entries: own, ...wordsOf(own), text: "" };
  });
  const changed = filled.flatMap((part, index) =>
    part === before[index] ? [] : [...part.declared, ...(before[index]?.declared ?? [])],
  );
  const moved = changed.filter((word) => placeOf(before, word) !== placeOf(filled, word));
  return filled.map((part) =>
    part.text !== "" && !moved.some((word) => part.words.has(word)) ? part : written(modules, part, filled),
  );
}

/** The parts after one of them got more entries, which declare nothing that was declared before. */
export function extendedParts(
  modules: readonly string[],
  before: readonly SessionPart[],
  { part: index, added }: { readonly part: number; readonly added: readonly SessionEntry[] },
): readonly SessionPart[] {
  const fresh = wordsOf(added);
  const filled = before.map((part, at) => {
    if (at !== index) return part;
    const declared = new Set([...part.declared, ...fresh.declared]);
    return {
      entries: [...part.entries, ...added],
      declared,
      words: new Set([...part.words, ...fresh.words]),
      text: "",
    };
  });
  const names = [...fresh.declared];
  return filled.map((part, at) =>
    at === index || names.some((name) => part.words.has(name)) ? written(modules, part, filled) : part,
  );
}

/** The index of the part that declares a name, or -1. */
function placeOf(parts: readonly SessionPart[], word: string): number {
  return parts.findIndex(({ declared }) => declared.has(word));
}

function written(modules: readonly string[], part: SessionPart, all: readonly SessionPart[]): SessionPart {
  const needed = [...part.words].flatMap((word): readonly Imported[] => {
    const place = part.declared.has(word) ? -1 : placeOf(all, word);
    return place < 0 ? [] : [{ part: place, clause: word }];
  });
  // Nothing but a line break between: an empty statement would part overloads from their function.
  const body = part.entries.map(({ text }) => text).join("\n");
  const exported = [...part.declared].join(", ");
  return { ...part, text: `${importsOf(modules, needed)}\n${body}\nexport { ${exported} };\n` };
}

/** What is imported from a part, as `a` or `a as b`. */
export interface Imported {
  readonly part: number;
  readonly clause: string;
}

/** The import statements, in one line. */
export function importsOf(modules: readonly string[], needed: readonly Imported[]): string {
  const clauses = new Map<number, string[]>();
  for (const { part, clause } of needed) {
    const own = clauses.get(part);
    if (own === undefined) clauses.set(part, [clause]);
    else own.push(clause);
  }
  return [...clauses]
    .map(([part, own]) => `import { ${own.filter(Boolean).join(", ")} } from "${modules[part]}";`)
    .join(" ");
}

function wordsOf(entries: readonly SessionEntry[]): Pick<SessionPart, "declared" | "words"> {
  const declared = new Set<string>();
  const words = new Set<string>();
  for (const entry of entries) {
    for (const { text } of entry.names) declared.add(text);
    for (const alias of entry.lost) declared.add(alias);
    for (const word of entry.words) words.add(word);
  }
  return { declared, words };
}
