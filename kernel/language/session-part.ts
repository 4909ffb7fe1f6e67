/**
 * Session part: one module of surviving statements, rebuilt only when these change or a name it speaks of appears.
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
  centre: string,
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
  const moved = changed.filter((word) => known(before, word) !== known(filled, word));
  return filled.map((part) =>
    part.text !== "" && !moved.some((word) => part.words.has(word)) ? part : written(centre, part, filled),
  );
}

/** The parts after one of them got more entries, which declare nothing that was declared before. */
export function extendedParts(
  centre: string,
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
    at === index || names.some((name) => part.words.has(name)) ? written(centre, part, filled) : part,
  );
}

function known(parts: readonly SessionPart[], word: string): boolean {
  return parts.some(({ declared }) => declared.has(word));
}

function written(centre: string, part: SessionPart, all: readonly SessionPart[]): SessionPart {
  const needed = [...part.words].filter((word) => !part.declared.has(word) && known(all, word));
  // Nothing but a line break between: an empty statement would part overloads from their function.
  const body = part.entries.map(({ text }) => text).join("\n");
  const text = `import { ${needed.join(", ")} } from "${centre}";\n${body}\nexport { ${[...part.declared].join(", ")} };\n`;
  return { ...part, text };
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
