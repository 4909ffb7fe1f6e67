/**
 * Session entry: one statement of a cell that ran, kept for what it declares, under names that can be taken from it.
 */

import type { BoundName } from "./bound-name.ts";
import type { Statement } from "./statement.ts";

export interface SessionEntry {
  /** The statement as it was written, to know it again. */
  readonly source: string;
  readonly text: string;
  /** Live names; their places are relative to the text. */
  readonly names: readonly BoundName[];
  /** What the names are called in the text that were declared again since. */
  readonly lost: readonly string[];
  /** What the text calls the earlier variables it speaks of. */
  readonly former: ReadonlyMap<string, string>;
  /** All words of the text: what it may need of other entries. */
  readonly words: ReadonlySet<string>;
  readonly kind: Statement["kind"];
  readonly assignable: boolean;
  /** It imports or requires a module. */
  readonly reaches: boolean;
  /** Which of the session's modules holds it. */
  readonly part: number;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The name that the edit replaces; empty for a word that is dropped. */
  readonly name: string;
}

export const survives = (statement: Statement) =>
  statement.names.length > 0 ||
  statement.kind === "import" ||
  statement.kind === "namespace" ||
  (statement.tokens[0]?.text === "declare" && statement.tokens[1]?.text === "global");

export const sourceOf = (code: string, { start, end }: Statement) => code.slice(start, end).trim();

/** The entry of a statement, with its words for earlier variables replaced as the edits say. */
export function sessionEntry(code: string, statement: Statement, edits: readonly Edit[], part: number): SessionEntry {
  const base = statement.start;
  const moved = <Place extends { start: number; end: number }>(place: Place): Place => ({
    ...place,
    start: place.start - base,
    end: place.end - base,
  });
  // The session exports its names itself, and a module has but one default.
  const words = statement.tokens.filter(({ text }, index) => index < 2 && (text === "export" || text === "default"));
  const all = [...edits, ...words.map(({ start, end }) => ({ start, end, text: "", name: "" }))].map(moved);
  return {
    ...edited(code.slice(base, statement.end), all, statement.names.map(moved)),
    source: sourceOf(code, statement),
    lost: [],
    former: new Map(edits.map(({ name, text }) => [name, text])),
    words: new Set([
      ...statement.tokens.filter(({ kind }) => kind === "name").map(({ text }) => text),
      ...edits.map(({ text }) => text),
    ]),
    kind: statement.kind,
    assignable: statement.kind === "block" || /^(let|var)$/.test(statement.keyword),
    reaches: statement.tokens.some(({ text }) => text === "import" || text === "require"),
    part,
  };
}

/** The entry without the names that `aliases` gives others; they go on under these. */
export function withoutNames(entry: SessionEntry, aliases: ReadonlyMap<string, string>): SessionEntry {
  const taken = entry.names.filter(({ text }) => aliases.has(text));
  const edits = taken.map((name) => ({ ...name, text: renamed(name, aliases.get(name.text) ?? ""), name: name.text }));
  const left = entry.names.filter(({ text }) => !aliases.has(text));
  const lost = [...entry.lost, ...taken.map(({ text }) => aliases.get(text) ?? "")];
  return { ...entry, ...edited(entry.text, edits, left), lost };
}

/** The import with another name beside each of those that `aliases` has. */
export function withAliases(entry: SessionEntry, aliases: ReadonlyMap<string, string>): SessionEntry {
  const edits = entry.names.flatMap(({ text, start }) => {
    const alias = aliases.get(text);
    return alias === undefined ? [] : [{ start, end: start, text: `${text} as ${alias}, `, name: text }];
  });
  return { ...entry, ...edited(entry.text, edits, entry.names), lost: [...entry.lost, ...aliases.values()] };
}

/** Drops the entries of which no name is live and no lost one is spoken of; statements that declare nothing stay, for their effect. */
export function livingEntries(entries: readonly SessionEntry[]): readonly SessionEntry[] {
  const spokenOf = new Set<string>();
  const kept: SessionEntry[] = [];
  for (let index = entries.length - 1; index >= 0; index--) {
    const candidate = entries[index] as SessionEntry;
    const { names, lost, former } = candidate;
    if (names.length === 0 && lost.length > 0 && !lost.some((alias) => spokenOf.has(alias))) continue;
    if (former.size > 0) for (const alias of former.values()) spokenOf.add(alias);
    kept.push(candidate);
  }
  return kept.reverse();
}

function renamed({ text, form }: BoundName, alias: string): string {
  return form === "shorthand" ? `${text}: ${alias}` : form === "import" ? `${text} as ${alias}` : alias;
}

/** The text with the edits made, and the places of the names that remain. */
function edited(
  text: string,
  edits: readonly Edit[],
  names: readonly BoundName[],
): Pick<SessionEntry, "text" | "names"> {
  const ordered = [...edits].sort((one, other) => one.start - other.start);
  const shift = (place: number) =>
    ordered.reduce((at, edit) => (edit.end <= place ? at + edit.text.length - (edit.end - edit.start) : at), place);
  let result = "";
  let from = 0;
  for (const edit of ordered) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return {
    text: result + text.slice(from),
    names: names.map((name) => ({ ...name, start: shift(name.start), end: shift(name.end) })),
  };
}
