/**
 * Session: what the cells that ran declared, as documents for the server.
 *
 * Method: each cell is a namespace of a module, as it was written, and the module declares its names global. So the next cell is a
 * module of its own that sees them without an import, may declare them again, and hides of each only what it declares: its value
 * or its type. A name belongs to the last cell that declared it; functions of earlier cells see that one too, as when they run.
 * What may not stand in a namespace (imports, `declare global`) goes before it; what is imported gets a name of its own there.
 * The cells are spread over some modules, since the server reads a changed module again as a whole.
 * Limits: of a cell with JSX only the names are known.
 */

import { declarations } from "./declaration-statement.ts";
import type { DeclaredName } from "./declared-names.ts";
import { moduleClauses } from "./module-clause.ts";
import { closes, opens, type Token, tokenize } from "./token.ts";

/** A cell that ran. */
export interface RanCell {
  readonly code: string;
  readonly names: readonly DeclaredName[];
  readonly isMarkup: boolean;
  /** The cell with its earlier variables under the names of `earlier`. */
  readonly text: string;
  /** What stands for earlier variables of the cell's own names: names to where these are declared. */
  readonly earlier: ReadonlyMap<string, string>;
}

interface SessionCell extends RanCell {
  /** The name of its namespace. */
  readonly space: string;
  readonly part: number;
  /** Names that later cells declared again. */
  lost: readonly string[];
  placed: Placed;
  /** Variables that a later cell assigned, with their documentation: an alias of one cannot be assigned. */
  readonly assigned: Map<string, string>;
}

/** What stands before the namespace of a cell, and what in it. */
interface Placed {
  readonly top: string;
  readonly body: string;
}

/** No cell begins a name with these letters (Yi syllables): of a cell's namespace, and of a module in itself. */
const spaceLetter = "\uA3FE";
const own = "\uA3FF";
export const inventedLetters = /\uA3FE\d+[._]?|\uA3FF\.?/g;
const partCount = 8;
/** In characters of code. */
const partSize = 4000;

export class Session {
  readonly #modules: readonly string[];
  #cells: readonly SessionCell[] = [];
  #values = new Map<string, SessionCell>();
  #types = new Map<string, SessionCell>();
  #reserved: ReadonlySet<string> = new Set();
  #count = 0;

  /** `file` gives the name of a part. */
  constructor(file: (part: number) => string) {
    this.#modules = Array.from({ length: partCount }, (_, index) => file(index));
  }

  get modules(): readonly string[] {
    return this.#modules;
  }

  clear(): void {
    this.#cells = [];
    this.#values.clear();
    this.#types.clear();
  }

  has(name: string): boolean {
    return this.#values.has(name) || this.#types.has(name);
  }

  /** Where the value of a name is declared, for other modules; undefined if no cell did. */
  place(name: string): string | undefined {
    const cell = this.#values.get(name);
    return cell === undefined ? undefined : `${cell.space}.${name}`;
  }

  /** Names that are global without any cell; those of cells are not declared global beside them. */
  reserve(names: Iterable<string>): void {
    this.#reserved = new Set(names);
  }

  /** The names of cells that are reserved: a module that means them declares them itself. */
  get reservedNames(): readonly string[] {
    return [...new Set([...this.#values.keys(), ...this.#types.keys()])].filter((name) => this.#reserved.has(name));
  }

  /** What declares a reserved name in a module, with what cells assigned as a variable if `isVariable`. */
  declarationOf(name: string, isVariable: boolean): string {
    const cell = this.#values.get(name) ?? this.#types.get(name);
    const place = `${cell?.space}.${name}`;
    return isVariable && this.isAssigned(name) ? `declare let ${name}: typeof ${place};` : `import ${name} = ${place};`;
  }

  isAssigned(name: string): boolean {
    return this.#values.get(name)?.assigned.has(name) === true;
  }

  /** The code of cells that import something. */
  get imports(): string {
    return this.#cells
      .map(({ code }) => code)
      .filter((code) => /\b(?:import|require)\b/.test(code))
      .join("\n");
  }

  /** The text of each part; empty for one that holds nothing. */
  get parts(): readonly string[] {
    return this.#modules.map((module, part) => {
      const cells = this.#cells.filter((cell) => cell.part === part);
      if (cells.length === 0) return "";
      const tops = cells.map(({ placed }) => placed.top).join("");
      const spaces = cells.map(({ space, placed }) => `export namespace ${space} {\n${placed.body}}\n`).join("");
      const globals = cells.map((cell) => this.#globalsOf(cell)).join("");
      const reserved = this.reservedNames.map((name) => this.declarationOf(name, false)).join("");
      return `import * as ${own} from "./${module}";${reserved}\n${tops}${spaces}declare global {\n${globals}}\n`;
    });
  }

  add(cell: RanCell): void {
    const { code, names } = cell;
    const before = this.#cells.find((one) => one.code === code);
    const space = `${spaceLetter}${this.#count}`;
    const part = (before ?? names.map(({ name }) => this.#values.get(name)).find((one) => one !== undefined))?.part;
    // The same cell run again speaks of what it spoke of before, or its versions would pile up.
    const { text, earlier } = before ?? cell;
    const placed = placedIn({ ...cell, text, earlier }, space, []);
    if (names.length === 0 && placed.top.trim() === "") return;
    const added: SessionCell = {
      ...cell,
      text,
      earlier,
      space,
      lost: [],
      placed,
      part: part ?? this.#roomyPart(),
      assigned: new Map(),
    };
    this.#count++;
    for (const { name, isValue, isType } of names) {
      const [value, type] = [this.#values.get(name), this.#types.get(name)];
      // Of a class nothing is left once its value is another's.
      if (isValue && type !== undefined && type === value && isWhole(type, name)) this.#types.delete(name);
      if (isValue) this.#values.set(name, added);
      if (isType) this.#types.set(name, added);
    }
    this.#keepLiving([...this.#cells.filter((one) => one !== before || one.names.length > 0), added]);
  }

  /** A cell assigns a variable of an earlier one: it is declared as one that can be, with its documentation. */
  allowAssignment(name: string, documentation: string | undefined): void {
    if (documentation !== undefined) this.#values.get(name)?.assigned.set(name, documentation);
  }

  /** Drops the cells of which no name is live, unless a cell that is speaks of their variables. */
  #keepLiving(cells: readonly SessionCell[]): void {
    const kept = new Set<SessionCell>();
    for (const cell of cells.toReversed()) {
      const isLive = cell.names.some(({ name }) => this.#values.get(name) === cell || this.#types.get(name) === cell);
      const isSpokenOf = [...kept].some(({ earlier }) =>
        [...earlier.values()].some((place) => place.startsWith(`${cell.space}.`)),
      );
      if (isLive || isSpokenOf || cell.names.length === 0) kept.add(cell);
    }
    this.#cells = cells.filter((cell) => kept.has(cell));
    for (const cell of this.#cells) {
      const names = cell.names.map(({ name }) => name);
      const lost = names.filter((name) => this.#values.get(name) !== cell && this.#types.get(name) !== cell);
      if (lost.length === cell.lost.length) continue;
      cell.lost = lost;
      cell.placed = placedIn(cell, cell.space, lost);
    }
  }

  /** The first part with room: one more is a file more for the server. */
  #roomyPart(): number {
    const sizes = this.#modules.map(() => 0);
    for (const { part, code } of this.#cells) sizes[part] = (sizes[part] ?? 0) + code.length;
    const first = sizes.findIndex((size) => size < partSize);
    return first < 0 ? sizes.indexOf(Math.min(...sizes)) : first;
  }

  #globalsOf(cell: SessionCell): string {
    const { space, names, assigned } = cell;
    const lines = names.map(({ name }) => {
      const [value, type] = [this.#values.get(name), this.#types.get(name)];
      const place = `${own}.${space}.${name}`;
      const documentation = assigned.get(name);
      if ((value !== cell && type !== cell) || this.#reserved.has(name)) return "";
      if (value === cell && documentation !== undefined)
        return `${commentOf(documentation)} let ${name}: typeof ${place};`;
      return value === cell && type !== cell && type !== undefined
        ? `const ${name}: typeof ${place};`
        : `export import ${name} = ${place};`;
    });
    return `export import ${space} = ${own}.${space};${lines.join("")}\n`;
  }
}

function commentOf(documentation: string): string {
  return documentation === "" ? "" : `\n/** ${documentation.replaceAll("*/", "")} */`;
}

function isWhole({ names }: SessionCell, name: string): boolean {
  return names.some((one) => one.name === name && one.isWhole);
}

/** Names that later cells declared again are declared as others, so that the cell means theirs. */
function placedIn(
  { text: written, names, isMarkup, earlier }: RanCell,
  space: string,
  lost: readonly string[],
): Placed {
  const text = lost.length === 0 ? written : renamed(written, lost);
  // What a cell's own name meant before it is lost where it was declared.
  const aliases = new Map([...earlier].map(([alias, place]) => [alias, place.replace(".", `.${own}`)]));
  let top = "";
  let body = "";
  let from = 0;
  for (const { start, end, statement } of outerStatements(text, space, aliases)) {
    top += `${statement}\n`;
    body += text.slice(from, start);
    from = end;
  }
  const before = [...aliases].map(([alias, place]) => `import ${alias} = ${place};`).join("");
  const inside = isMarkup ? names.filter(({ name }) => !aliases.has(name)).map(unknown) : [body, text.slice(from)];
  const exported = names.flatMap(({ name, isExported }) => {
    if (!lost.includes(name)) return isExported ? [] : [name];
    return text.includes(`${own}${name}`) ? [`${own}${name}`] : [`${name} as ${own}${name}`];
  });
  return { top, body: `${before}${inside.join("")}\nexport { ${exported.join(", ")} };` };
}

/** The text with other names in the place of some that it declares. */
function renamed(text: string, lost: readonly string[]): string {
  let result = text;
  const declared = declarations(text).flatMap(({ tokens, names }) => names.map((name) => ({ name, tokens })));
  for (const { name, tokens } of declared.toReversed()) {
    if (!lost.includes(name.text)) continue;
    const at = tokens.indexOf(name);
    const isShorthand = /^[{,]$/.test(tokens[at - 1]?.text ?? "") && isInBraces(tokens.slice(0, at));
    const other = `${isShorthand ? `${name.text}: ` : ""}${own}${name.text}`;
    result = `${result.slice(0, name.start)}${other}${result.slice(name.end)}`;
  }
  return result;
}

/** Whether the innermost bracket that is open behind tokens is a brace. */
function isInBraces(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const token of tokens) {
    if (opens(token)) open.push(token.text);
    else if (closes(token)) open.pop();
  }
  return open.at(-1) === "{";
}

function unknown({ name, isValue, isType }: DeclaredName): string {
  return `${isValue ? `declare const ${name}: any;` : ""}${isType ? `type ${name} = any;` : ""}`;
}

interface OuterStatement {
  readonly start: number;
  readonly end: number;
  readonly statement: string;
}

/** Imports, with other names that the module exports, and declarations that may not stand in a namespace. */
function outerStatements(text: string, space: string, aliases: Map<string, string>): readonly OuterStatement[] {
  const imports = moduleClauses(text).flatMap((clause): OuterStatement[] => {
    const { word, names, isType, isRequire, specifier, start, end } = clause;
    if (word !== "import") return [];
    for (const { outer } of names) aliases.set(outer, `${own}.${space}_${outer}`);
    const renamed = names.map(({ inner, outer }) => ({ inner, name: `${space}_${outer}` }));
    const all = renamed.map(({ inner, name }) => ({
      name,
      clause: inner === "*" ? `* as ${name}` : `{ ${inner} as ${name} }`,
    }));
    const statements = isRequire
      ? renamed.map(({ name }) => `import ${name} = require("${specifier}");`)
      : [
          ...all.map((one) => `import ${isType ? "type " : ""}${one.clause} from "${specifier}";`),
          `import "${specifier}";`,
        ];
    const exported = renamed.map(({ name }) => name).join(", ");
    return [{ start, end, statement: `${statements.join(" ")} export { ${exported} };` }];
  });
  return [...imports, ...augmentations(text), ...defaults(text)].sort((one, other) => one.start - other.start);
}

/** The words `export default`, which a namespace has not. */
function defaults(text: string): readonly OuterStatement[] {
  const { tokens } = tokenize(text);
  return tokens.flatMap(({ text: word, start }, at) => {
    const next = tokens[at + 1];
    return word === "export" && next?.text === "default" ? [{ start, end: next.end, statement: "" }] : [];
  });
}

/** `declare global { ... }` and `declare module "name" { ... }`. */
function augmentations(text: string): readonly OuterStatement[] {
  const { tokens } = tokenize(text);
  return tokens.flatMap(({ text: word, start }, at) => {
    const isOuter = tokens[at + 1]?.text === "global" || tokens[at + 2]?.kind === "string";
    const open =
      word === "declare" && isOuter ? tokens.findIndex((token, index) => index > at && token.text === "{") : -1;
    if (open < 0) return [];
    const end = closing(tokens, open);
    return [{ start, end, statement: text.slice(start, end) }];
  });
}

/** Behind the brace that closes the one at an index. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (const { text, end } of tokens.slice(open)) {
    if (text === "{") depth++;
    else if (text === "}" && --depth === 0) return end;
  }
  return tokens.at(-1)?.end ?? 0;
}
