/**
 * Redeclaration: what is left of the session's entries when a cell declares some of their names again.
 *
 * A name is taken from an entry if nothing is left of its meaning there. A type leaves the value of its name, and a value the
 * type, in the same part, where they merge as in one file; an import that the new declaration speaks of stays under both
 * names. The value of a class or enum goes on under a constant of its name.
 */

import { gathered, meaningsLeft } from "./name-meaning.ts";
import { livingEntries, type SessionEntry, withAliases, withoutNames } from "./session-entry.ts";

export interface Redeclaration {
  readonly added: readonly SessionEntry[];
  readonly part: number;
  /** The names with what the cell takes of each, and what each is called from now on where it is lost. */
  readonly taken: ReadonlyMap<string, number>;
  readonly aliases: ReadonlyMap<string, string>;
  /** What declares each value until now. */
  readonly values: ReadonlyMap<string, SessionEntry>;
}

export function redeclared(entries: readonly SessionEntry[], by: Redeclaration): readonly SessionEntry[] {
  const { added, part, taken, aliases, values } = by;
  const sources = new Set(added.map(({ source }) => source));
  const spokenOf = new Set(added.flatMap(({ former }) => [...former.values()]));
  const companions = new Set<string>();
  // Plain loops: this runs between two cells, over all entries.
  const kept: SessionEntry[] = [];
  for (const old of entries) {
    const { kind, names } = old;
    if (!names.some(({ text }) => taken.has(text))) {
      if (names.length > 0 || old.lost.length > 0 || !sources.has(old.source)) kept.push(old);
      continue;
    }
    const [lost, doubled] = [new Map<string, string>(), new Map<string, string>()];
    const constants: SessionEntry[] = [];
    for (const { text, form } of names) {
      const alias = aliases.get(text);
      if (alias === undefined) continue;
      const left = meaningsLeft(kind, taken.get(text) ?? 0);
      const isMade = kind === "class" || kind === "enum";
      const isSpokenOf = spokenOf.has(alias) && values.get(text) === old;
      if (left === 0 || isMade || (isSpokenOf && form !== "import")) lost.set(text, alias);
      else if (isSpokenOf) doubled.set(text, alias);
      if (left !== 0) companions.add(text);
      if (left !== 0 && isMade) constants.push(constantFor(text, alias, part));
    }
    const rest = lost.size > 0 ? withoutNames(old, lost) : old;
    kept.push(doubled.size > 0 ? withAliases(rest, doubled) : rest, ...constants);
  }
  for (const entry of added) kept.push(entry);
  const living = livingEntries(kept);
  return companions.size > 0 ? gathered(living, companions, part) : living;
}

function constantFor(name: string, alias: string, part: number): SessionEntry {
  return {
    source: "",
    text: `const ${name} = ${alias};`,
    names: [{ text: name, start: 6, end: 6 + name.length, form: "plain" }],
    lost: [],
    former: new Map([[name, alias]]),
    words: new Set([alias]),
    kind: "variable",
    assignable: false,
    reaches: false,
    part,
  };
}
