/**
 * Session: what the cells that ran declared, as documents for the server.
 *
 * Method: each cell is a namespace of a module, as it was written, and the module declares its names global. So the next cell is a
 * module of its own that sees them without an import, may declare them again, and hides of each only what it declares: its value
 * or its type. A name belongs to the last cell that declared it; functions of earlier cells see that one too, as when they run.
 * The cells are spread over some modules, since the server reads a changed module again as a whole.
 * Limits: of a cell with JSX only the names are known.
 */

import { own, type Placed, placedIn, type RanCell } from "./cell-namespace.ts";

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

/** Begins the name of a cell's namespace, and no name of a cell (a Yi syllable, as `own`). */
const spaceLetter = "\uA3FE";
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
    const reserved = this.reservedNames.map((name) => this.declarationOf(name, false)).join("");
    return this.#modules.map((module, part) => {
      const cells = this.#cells.filter((cell) => cell.part === part);
      if (cells.length === 0) return "";
      const tops = cells.map(({ placed }) => placed.top).join("");
      const spaces = cells.map(({ space, placed }) => `export namespace ${space} {\n${placed.body}}\n`).join("");
      const globals = cells.map((cell) => this.#globalsOf(cell)).join("");
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
    const spokenOf = new Set<string>();
    const kept = cells.toReversed().filter(({ names, space, earlier }, index) => {
      const cell = cells[cells.length - 1 - index];
      const isLive = names.some(({ name }) => this.#values.get(name) === cell || this.#types.get(name) === cell);
      if (!isLive && !spokenOf.has(space) && names.length > 0) return false;
      for (const place of earlier.values()) spokenOf.add(place.slice(0, place.indexOf(".")));
      return true;
    });
    this.#cells = kept.reverse();
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
