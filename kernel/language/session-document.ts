/**
 * Session document: the declarations that survive from the cells that ran, as one module, and the next cell beside it.
 *
 * Method: the session is a module that exports every live name; the cell is a second module that imports them all, so the
 * server checks the cell alone, whatever the number of cells before. A redeclared name drops its earlier declaration, or
 * is renamed inside it where other names of the same statement live on. Imported bindings cannot be assigned, so `let`
 * and `var` of earlier cells are declared anew beside the cell with their type.
 * `const data = clean(data)` speaks of the earlier `data`: its declaration stays under another name, which the cell
 * uses in its place; the name has the same length there, so positions hold.
 * Limits: types follow the newest declaration: two cells that redeclare each other's values in a cycle become `any`.
 */

import type { BoundName } from "./bound-name.ts";
import { isSelfReference } from "./self-reference.ts";
import { type Statement, statements } from "./statement.ts";

/** One surviving statement; the places of its names are relative to its text. */
interface Entry {
  readonly source: string;
  readonly text: string;
  readonly names: readonly BoundName[];
  readonly assignable: boolean;
  /** What it calls the earlier variables it speaks of. */
  readonly former: ReadonlyMap<string, string>;
  /** What the names are called in it that were declared again. */
  readonly lost: readonly string[];
}

export interface CellDocument {
  readonly text: string;
  /** Lines of the document before the cell's first. */
  readonly linesBefore: number;
  /** Names in the document that stand for others of the cell. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Letters (Yi syllables) that no cell uses at the head of a name. */
const strangeLetter = (index: number) => String.fromCharCode(0xa000 + (index % 0x400));

export class SessionDocument {
  readonly #module: string;
  readonly #preamble: string;
  #entries: Entry[] = [];
  #count = 0;

  /** `module` is how the cell imports the session; `preamble` stands at the head of the session. */
  constructor(module: string, preamble: string) {
    this.#module = module;
    this.#preamble = preamble;
  }

  clear(): void {
    this.#entries = [];
  }

  get text(): string {
    const names = [...this.#liveNames().keys()];
    const body = this.#entries.map(({ text }) => text).join("\n;");
    return `${this.#preamble}\n${body}\n;export { ${names.join(", ")} };\n`;
  }

  add(code: string): void {
    const found = statements(code).filter(survives);
    const redeclared = new Set(found.flatMap(({ names }) => names.map(({ text }) => text)));
    const sources = new Set(found.map((statement) => sourceOf(code, statement)));
    const added = found.map((statement): Entry => {
      const source = sourceOf(code, statement);
      const edits: Edit[] = [];
      for (const token of statement.tokens) {
        if (!redeclared.has(token.text) || !isSelfReference(statement, token)) continue;
        const old = this.#entryOf(token.text);
        if (old === undefined) continue;
        // The same statement run again speaks of what it spoke of before, or the versions would pile up.
        const alias = old.source === source ? old.former.get(token.text) : this.#aliasFor(token.text);
        if (alias === undefined) continue;
        edits.push({ start: token.start, end: token.end, text: alias, name: token.text });
      }
      const former = new Map(edits.map(({ name, text }) => [name, text]));
      return entry(code, statement, source, edits, former);
    });
    const kept = this.#entries.flatMap((old) => this.#survivor(old, redeclared, sources));
    this.#entries = collect([...kept, ...added]);
    this.#count++;
  }

  cell(code: string): CellDocument {
    const own = statements(code);
    const declared = new Set(own.flatMap(({ names }) => names.map(({ text }) => text)));
    const live = this.#liveNames();
    const imports: string[] = [];
    const variables: string[] = [];
    const aliases = new Map<string, string>();
    let text = code;
    let index = 0;
    const alias = (name: string) => `${strangeLetter(index++)}${name.slice(1)}`;
    for (const [name, assignable] of live) {
      if (declared.has(name)) continue;
      const imported = assignable ? `${strangeLetter(0x3ff)}${name}` : name;
      imports.push(assignable ? `${name} as ${imported}` : name);
      if (assignable) variables.push(`let ${name} = ${imported};`);
    }
    for (const statement of own) {
      for (const token of statement.tokens) {
        if (!declared.has(token.text) || !live.has(token.text) || !isSelfReference(statement, token)) continue;
        const known = [...aliases].find(([, name]) => name === token.text)?.[0];
        const short = known ?? alias(token.text);
        if (known === undefined) imports.push(`${token.text} as ${short}`);
        aliases.set(short, token.text);
        text = `${text.slice(0, token.start)}${short}${text.slice(token.end)}`;
      }
    }
    const header = `import { ${imports.join(", ")} } from "${this.#module}"; ${variables.join(" ")}\n`;
    return { text: header + text, linesBefore: 1, aliases };
  }

  #aliasFor(name: string): string {
    return `${strangeLetter(0x3fe)}${this.#count}_${name}`;
  }

  #entryOf(name: string): Entry | undefined {
    return this.#entries.findLast(({ names }) => names.some(({ text }) => text === name));
  }

  #liveNames(): Map<string, boolean> {
    const live = new Map<string, boolean>();
    for (const { names, assignable } of this.#entries) {
      for (const { text } of names) live.set(text, assignable);
    }
    return live;
  }

  /** The entry without the redeclared names; nothing if none of them is left and it is not to be declared again as it is. */
  #survivor(old: Entry, redeclared: ReadonlySet<string>, sources: ReadonlySet<string>): readonly Entry[] {
    if (old.names.length === 0 && old.lost.length === 0) return sources.has(old.source) ? [] : [old];
    const dead = old.names.filter(({ text }) => redeclared.has(text));
    if (dead.length === 0) return [old];
    const edits = dead.map((name) => ({ ...name, text: renamed(name, this.#aliasFor(name.text)), name: name.text }));
    const names = old.names.filter(({ text }) => !redeclared.has(text));
    const lost = [...old.lost, ...dead.map(({ text }) => this.#aliasFor(text))];
    return [{ ...old, ...apply(old.text, edits, names), lost }];
  }
}

function renamed({ text, form }: BoundName, alias: string): string {
  return form === "shorthand" ? `${text}: ${alias}` : form === "import" ? `${text} as ${alias}` : alias;
}

/** Drops the entries of which no name is live and no lost one is spoken of; what never had a name is there for its effect. */
function collect(entries: readonly Entry[]): Entry[] {
  const spokenOf = new Set<string>();
  const kept: Entry[] = [];
  for (const candidate of entries.toReversed()) {
    const { names, lost, former } = candidate;
    if (names.length === 0 && lost.length > 0 && !lost.some((alias) => spokenOf.has(alias))) continue;
    for (const alias of former.values()) spokenOf.add(alias);
    kept.push(candidate);
  }
  return kept.reverse();
}

const survives = (statement: Statement) =>
  statement.names.length > 0 ||
  statement.kind === "import" ||
  statement.kind === "namespace" ||
  (statement.tokens[0]?.text === "declare" && statement.tokens[1]?.text === "global");

const sourceOf = (code: string, { start, end }: Statement) => code.slice(start, end).trim();

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly name: string;
}

/** The text with the edits made, and the places of the names that remain. */
function apply(text: string, edits: readonly Edit[], names: readonly BoundName[]): Pick<Entry, "text" | "names"> {
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

function entry(
  code: string,
  statement: Statement,
  source: string,
  edits: readonly Edit[],
  former: ReadonlyMap<string, string>,
): Entry {
  const base = statement.start;
  const moved = <T extends { start: number; end: number }>(place: T): T => ({
    ...place,
    start: place.start - base,
    end: place.end - base,
  });
  // The session exports its names itself, and a module has but one default.
  const words = statement.tokens.filter(({ text }, index) => index < 2 && (text === "export" || text === "default"));
  const all = [...edits, ...words.map(({ start, end }) => ({ start, end, text: "", name: "" }))].map(moved);
  const { text, names } = apply(code.slice(base, statement.end), all, statement.names.map(moved));
  const assignable = statement.kind === "block" || /^(let|var)$/.test(statement.keyword);
  return { source, text, names, assignable, former, lost: [] };
}
