/**
 * Session document: the declarations that survive from the cells that ran, as modules, and the next cell beside them.
 *
 * Method: the parts hold the statements, and import from each other what they speak of. A cell that ran changes one part, and the
 * next cell, a module too, imports what it mentions: the server reads and checks little, whatever the number of cells before.
 * A redeclared name drops its earlier declaration, or is
 * renamed inside it where other names of the same statement live on; a type leaves the value of its name, and a value the
 * type. Imported bindings cannot be assigned, so `let` and
 * `var` of earlier cells are declared anew beside the cell with their type and doc comment.
 * `const data = clean(data)` speaks of the earlier `data`: its declaration stays under another name, which the cell
 * uses in its place; the name has the same length there, so positions hold.
 * Limits: types follow the newest declaration: two cells that redeclare each other's values in a cycle become `any`.
 */

import type { BoundName } from "./bound-name.ts";
import { hasNoCheckDirective } from "./cell-directives.ts";
import { docComment } from "./doc-comment.ts";
import { declaredMeanings, meaningsLeft, meaningsOf, typeMeaning, valueMeaning } from "./name-meaning.ts";
import { redeclared } from "./redeclaration.ts";
import { isSelfReference } from "./self-reference.ts";
import { type Edit, type SessionEntry, sessionEntry, sourceOf, survives, withoutNames } from "./session-entry.ts";
import { emptyPart, extendedParts, type Imported, importsOf, type SessionPart, sessionParts } from "./session-part.ts";
import { type Statement, statements } from "./statement.ts";

export interface CellDocument {
  readonly text: string;
  /** Lines of the document before the cell's first. */
  readonly linesBefore: number;
  /** Names in the document that stand for others of the cell. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Letters (Yi syllables) that no cell uses at the head of a name. */
const strangeLetter = (index: number) => String.fromCharCode(0xa000 + (index % 0x400));
/** Size in characters from which the next part is begun; half as much more once all have it, and so on. */
const partSize = 6000;

export class SessionDocument {
  readonly #modules: readonly string[];
  #entries: SessionEntry[] = [];
  /** Live names: what declares each, as a value before a type, as a value, and as a type. */
  #live = new Map<string, SessionEntry>();
  #values = new Map<string, SessionEntry>();
  #types = new Map<string, SessionEntry>();
  #parts: readonly SessionPart[];
  #imports = "";
  #count = 0;
  #latest: { readonly code: string; readonly statements: readonly Statement[] } = { code: "", statements: [] };

  /** `modules` are the names by which the parts are imported. */
  constructor(modules: readonly string[]) {
    this.#modules = modules;
    this.#parts = modules.map(() => emptyPart);
    this.#keep([]);
  }

  clear(): void {
    this.#keep([]);
  }

  /** Live names with what declares each. */
  get names(): ReadonlyMap<string, SessionEntry> {
    return this.#live;
  }

  /** What imports of earlier cells say. */
  get imports(): string {
    return this.#imports;
  }

  /** The parts as they are now; they never change in place. */
  get parts(): readonly SessionPart[] {
    return this.#parts;
  }

  /** Adds a cell that ran, but for the values that it did not come to. */
  add(code: string, unreached: ReadonlySet<string> = new Set()): void {
    const isMissed = (kind: Statement["kind"], { text }: BoundName) => kind !== "type" && unreached.has(text);
    const found = this.#statements(code).filter(
      (one) => survives(one) && !(one.names.length > 0 && one.names.every((name) => isMissed(one.kind, name))),
    );
    if (found.length === 0) return;
    const part = this.#partFor(found);
    const aliasOf = ({ text }: BoundName) => [text, `${strangeLetter(0x3fe)}${this.#count}_${text}`] as const;
    const aliases = new Map<string, string>();
    const added = found.map((statement) => {
      const { kind, names } = statement;
      const own = new Map(names.filter((name) => !isMissed(kind, name)).map(aliasOf));
      for (const [name, alias] of own) aliases.set(name, alias);
      const edits: Edit[] = [];
      for (const token of statement.tokens) {
        const old = own.has(token.text) ? this.#values.get(token.text) : undefined;
        if (old === undefined || !isSelfReference(statement, token)) continue;
        // The same statement run again speaks of what it spoke of before, or the versions would pile up.
        const same = old.source === sourceOf(code, statement);
        const text = (same ? old.former : own).get(token.text);
        if (text !== undefined) edits.push({ start: token.start, end: token.end, text, name: token.text });
      }
      const entry = sessionEntry(code, statement, edits, part);
      const missed = new Map(names.filter((name) => isMissed(kind, name)).map(aliasOf));
      return missed.size === 0 ? entry : withoutNames(entry, missed);
    });
    this.#count++;
    const isNew = added.every(({ names }) => names.length > 0 && names.every(({ text }) => !this.#live.has(text)));
    if (isNew) {
      this.#append(added, part);
      return;
    }
    const taken = declaredMeanings(added);
    this.#keep(redeclared(this.#entries, { added, part, taken, aliases, values: this.#values }));
  }

  /** The cell with what it mentions of the session, and the names in `more`. */
  cell(code: string, more: Iterable<string> = []): CellDocument {
    const own = this.#statements(code);
    const declared = declaredMeanings(own);
    const mentioned = new Set(own.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
    const imports: Imported[] = [];
    const variables: string[] = [];
    for (const name of new Set([...mentioned, ...more])) {
      const { value, type } = this.#left(name, declared.get(name));
      // A value that can be assigned, or stands beside a type of the cell's own, is declared anew.
      const isAnew = value !== undefined && (value.assignable || declared.has(name));
      const imported = `${strangeLetter(0x3ff)}${name}`;
      if (isAnew) imports.push({ part: value.part, clause: `${name} as ${imported}` });
      if (isAnew)
        variables.push(`${documentation(value, name)}${value.assignable ? "let" : "const"} ${name} = ${imported};`);
      const plain = isAnew ? type : (value ?? type);
      if (plain !== undefined) imports.push({ part: plain.part, clause: name });
    }
    const aliases = new Map<string, string>();
    let text = code;
    for (const statement of own) {
      for (const token of statement.tokens) {
        const old = declared.has(token.text) ? this.#values.get(token.text) : undefined;
        if (old === undefined || !isSelfReference(statement, token)) continue;
        const known = [...aliases].find(([, name]) => name === token.text)?.[0];
        const alias = known ?? `${strangeLetter(aliases.size)}${token.text.slice(1)}`;
        if (known === undefined) imports.push({ part: old.part, clause: `${token.text} as ${alias}` });
        aliases.set(alias, token.text);
        text = `${text.slice(0, token.start)}${alias}${text.slice(token.end)}`;
      }
    }
    // A directive is one at the head of a document only.
    const directive = hasNoCheckDirective(code) ? "// @ts-nocheck\n" : "";
    // One import always: it makes a module of the cell, and has the server complete the names of files with their endings.
    const first = { part: 0, clause: "" };
    const header = `${directive}${[importsOf(this.#modules, [first, ...imports]), ...variables].join(" ")}\n`;
    return { text: header + text, linesBefore: header.split("\n").length - 1, aliases };
  }

  /** What declares a name, as a value and as a type, for a cell that takes some of its meanings. */
  #left(
    name: string,
    taken = 0,
  ): { readonly value: SessionEntry | undefined; readonly type: SessionEntry | undefined } {
    const [value, type] = [this.#values.get(name), this.#types.get(name)];
    const isLeft = (entry: SessionEntry | undefined, meaning: number) =>
      entry !== undefined && (meaningsLeft(entry.kind, taken) & meaning) !== 0;
    return {
      value: isLeft(value, valueMeaning) ? value : undefined,
      type: isLeft(type, typeMeaning) ? type : undefined,
    };
  }

  /** A cell is asked about, checked and then added: its statements are found once. */
  #statements(code: string): readonly Statement[] {
    if (this.#latest.code !== code) this.#latest = { code, statements: statements(code) };
    return this.#latest.statements;
  }

  #keep(entries: readonly SessionEntry[]): void {
    this.#entries = [];
    this.#live = new Map();
    this.#values = new Map();
    this.#types = new Map();
    this.#imports = "";
    this.#note(entries);
    this.#parts = sessionParts(this.#modules, this.#parts, entries);
  }

  /** Adds entries that take no name from others: what a session of new cells does, at the same cost for each. */
  #append(added: readonly SessionEntry[], part: number): void {
    this.#note(added);
    this.#parts = extendedParts(this.#modules, this.#parts, { part, added });
  }

  #note(entries: readonly SessionEntry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry);
      const meanings = meaningsOf(entry.kind);
      for (const { text } of entry.names) {
        if ((meanings & valueMeaning) !== 0) this.#values.set(text, entry);
        if ((meanings & typeMeaning) !== 0) this.#types.set(text, entry);
        this.#live.delete(text); // the newest come last
        this.#live.set(text, this.#values.get(text) ?? entry);
      }
      if (entry.reaches) this.#imports += `${entry.text}\n`;
    }
  }

  /**
   * The part where a name of the statements was declared before, so that those who import it need not change; or else the first with
   * room. Cells that follow each other share one: the server keeps more for each that changes.
   */
  #partFor(found: readonly Statement[]): number {
    const sizes = this.#parts.map(({ text }) => text.length);
    let limit = partSize;
    while (sizes.every((size) => size >= limit)) limit *= 1.5;
    const before = found.flatMap(({ names }) => names.flatMap(({ text }) => this.#live.get(text)?.part ?? []));
    return before.find((part) => (sizes[part] ?? 0) < 1.5 * limit) ?? sizes.findIndex((size) => size < limit);
  }
}

function documentation({ text, names }: SessionEntry, name: string): string {
  const declared = names.find((one) => one.text === name);
  const comment = declared === undefined ? "" : docComment(text, declared);
  // On the line of the statement before it would belong to that.
  return comment === "" ? "" : `\n${comment}`;
}
