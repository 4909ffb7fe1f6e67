/**
 * Session: what the cells that ran declared, as documents for the server.
 *
 * Method: each cell is a namespace, as it was written, of a module that declares its names global. So the next cell is a module of its
 * own that sees them without an import, may declare them again, and hides of each only what it declares: its value or its type. A
 * name belongs to the last cell that declared it. What may not stand in a namespace (imports, `declare global`, JSX) makes the cell a
 * module alone. The others are spread over some modules, since the server reads a changed one again as a whole, and looks at all that
 * are open. A first module imports them.
 * Limits: a function keeps the types of what its own cell declared, also where a later cell declares it again.
 */
import type { DeclaredName } from "./declared-names.ts";

/** A cell as the server reads it. */
export interface CellDocument {
  readonly code: string;
  /** The code as the server reads it. */
  readonly cell: string;
  /** The same, behind lines of ours. */
  readonly text: string;
  readonly linesBefore: number;
  /** Names in the document that stand for earlier variables of the cell's own names, and where these are declared. */
  readonly earlier: ReadonlyMap<string, string>;
  /** Variables of earlier cells that this one assigns: what is imported cannot be. */
  readonly assigned: readonly string[];
  /** Names of earlier cells that are global without them. */
  readonly reserved: readonly string[];
}

/** A cell that ran. */
export interface RanCell {
  readonly document: CellDocument;
  readonly names: readonly DeclaredName[];
  readonly isMarkup: boolean;
}

interface SessionCell extends RanCell {
  /** The name of its namespace. */
  readonly space: string;
  /** Those of its names that are a value and a type at once. */
  readonly wholeNames: ReadonlySet<string>;
  file: string;
}

/** A module in itself, and what begins the name of a namespace: letters (Yi syllables) that no cell begins a name with. */
const OWN = "\uA3FF";
const SPACE_LETTER = "\uA3FE";
export const INVENTED_LETTERS = /import\("(?:[^"/]*\/)*session-[^"/]*"\)\.|\uA3FE\d+\.?|\uA3FF\.?/g;
const PART_COUNT = 8;
/** In characters of code. */
const PART_SIZE = 4000;

export class Session {
  /** The file that imports the others. */
  readonly root: string;
  readonly #name: string;
  /** All that there were; those of forgotten cells are empty until others take them. */
  readonly #files = new Set<string>();
  #cells: readonly SessionCell[] = [];
  readonly #values = new Map<string, SessionCell>();
  readonly #types = new Map<string, SessionCell>();
  #reserved: ReadonlySet<string> = new Set();
  #count = 0;
  /** Of files that are as they were. */
  readonly #texts = new Map<string, string>();

  /** `name` begins those of the files. */
  constructor(name: string) {
    this.#name = name;
    this.root = `${name}.ts`;
  }

  clear(): void {
    this.#cells = [];
    this.#values.clear();
    this.#types.clear();
    this.#texts.clear();
  }

  has(name: string): boolean {
    return this.place(name) !== undefined;
  }

  /** Where a name is declared, for other modules; undefined if no cell did. */
  place(name: string): string | undefined {
    const cell = this.#values.get(name) ?? this.#types.get(name);
    return cell === undefined ? undefined : `${cell.space}.${name}`;
  }

  /** Names that are global without any cell; those of cells are not declared global beside them. */
  reserve(names: ReadonlySet<string>): void {
    if (names === this.#reserved) return;
    this.#reserved = names;
    this.#texts.clear();
  }

  /** The names of cells that are reserved: a module that means them declares them itself. */
  get reserved(): readonly string[] {
    const names = [this.#values, this.#types].flatMap((cells) => [...cells.keys()]);
    return [...new Set(names.filter((name) => this.#reserved.has(name)))];
  }

  /** The code of cells that import something. */
  get imports(): string {
    return this.#cells
      .map(({ document }) => document.code)
      .filter((code) => /\b(?:import|require)\b/.test(code))
      .join("\n");
  }

  /** The texts of all files. */
  get texts(): ReadonlyMap<string, string> {
    const texts = new Map([
      [this.root, `${[...this.#files].map((file) => `import "./${file}";`).join("\n")}\nexport {};\n`],
    ]);
    for (const file of this.#files) {
      const text = this.#texts.get(file) ?? this.#textOf(file);
      this.#texts.set(file, text);
      texts.set(file, text);
    }
    return texts;
  }

  add({ document: read, names, isMarkup }: RanCell): void {
    const { code } = read;
    if (names.length === 0 && !/\b(?:declare|import)\b/.test(code)) return;
    const before = this.#cells.find((one) => one.document.code === code);
    // The same cell run again speaks of what it spoke of before, or its versions would pile up.
    const document = before?.document ?? read;
    const neighbour = before ?? names.map(({ name }) => this.#values.get(name)).find((one) => one !== undefined);
    const wholeNames = new Set(names.filter(({ isWhole }) => isWhole).map(({ name }) => name));
    const space = `${SPACE_LETTER}${this.#count++}`;
    const added: SessionCell = { document, names, isMarkup, wholeNames, file: "", space };
    for (const { name, isValue, isType } of names) {
      const [value, type] = [this.#values.get(name), this.#types.get(name)];
      this.#forgetTexts(name);
      // Of a class nothing is left once its value is another's.
      if (isValue && type !== undefined && type === value && type.wholeNames.has(name)) this.#types.delete(name);
      if (isValue) this.#values.set(name, added);
      if (isType) this.#types.set(name, added);
    }
    this.#keepLiving([...this.#cells.filter((one) => one !== before || one.names.length > 0), added]);
    added.file = this.#fileFor(added, neighbour);
    this.#files.add(added.file);
    for (const changed of [before, added]) if (changed !== undefined) this.#texts.delete(changed.file);
  }

  /** Those of files that speak of a name. */
  #forgetTexts(name: string): void {
    const owners = [this.#values.get(name), this.#types.get(name)];
    if (this.#reserved.has(name)) this.#texts.clear();
    for (const cell of this.#cells)
      if (owners.includes(cell) || cell.document.assigned.includes(name)) this.#texts.delete(cell.file);
  }

  /** Drops the cells of which no name is live, unless a cell that is speaks of their variables. */
  #keepLiving(cells: readonly SessionCell[]): void {
    const spokenOf = new Set<string>();
    const kept = cells.toReversed().filter((cell) => {
      const { names, space, document } = cell;
      const isLive = names.some(({ name }) => this.#values.get(name) === cell || this.#types.get(name) === cell);
      if (!isLive && !spokenOf.has(space) && names.length > 0) {
        this.#texts.delete(cell.file);
        return false;
      }
      for (const place of document.earlier.values()) spokenOf.add(place.slice(0, place.indexOf(".")));
      return true;
    });
    this.#cells = kept.reverse();
  }

  /** For a module alone a free file; for others that of the neighbour, which changes too, or the first with room. */
  #fileFor(cell: RanCell, neighbour: SessionCell | undefined): string {
    const sizes = new Map<string, number>();
    for (const { file, document } of this.#cells) sizes.set(file, (sizes.get(file) ?? 0) + document.code.length);
    if (isModule(cell)) {
      const name = (index: number) => `${this.#name}-module-${index}.ts${cell.isMarkup ? "x" : ""}`;
      let index = 0;
      while (sizes.has(name(index))) index++;
      return name(index);
    }
    if (neighbour !== undefined && !isModule(neighbour)) return neighbour.file;
    const parts = Array.from({ length: PART_COUNT }, (_, part) => `${this.#name}-${part}.ts`);
    const sizeOf = (file: string) => sizes.get(file) ?? 0;
    return (
      parts.find((file) => sizeOf(file) < PART_SIZE) ??
      parts.reduce((least, file) => (sizeOf(file) < sizeOf(least) ? file : least))
    );
  }

  #textOf(file: string): string {
    const cells = this.#cells.filter((cell) => cell.file === file);
    const [first] = cells;
    if (first === undefined) return "export {};\n";
    const declared = new Set(isModule(first) ? first.names.map(({ name }) => name) : []);
    const reserved = this.reserved.filter((name) => !declared.has(name));
    const bodies = cells.map(({ document, names, ...cell }) => {
      const exported = names.filter(({ isExported }) => !isExported).map(({ name }) => name);
      const body = `${aliases({ ...document, reserved: [] }, this)}\n${document.cell}\nexport { ${exported.join(", ")} };`;
      return isModule({ document, names, ...cell }) ? body : `export namespace ${cell.space} {${body}}`;
    });
    const globals = cells.map((cell) => this.#globalsOf(cell)).join("");
    const head = `import * as ${OWN} from "./${file}";${aliases({ reserved, earlier: new Map(), assigned: [] }, this)}`;
    return `${head}\n${bodies.join("\n")}\ndeclare global {\n${globals}}\n`;
  }

  #globalsOf(cell: SessionCell): string {
    const place = isModule(cell) ? OWN : `${OWN}.${cell.space}`;
    const lines = cell.names.map(({ name }) => {
      const [value, type] = [this.#values.get(name), this.#types.get(name)];
      if ((value !== cell && type !== cell) || this.#reserved.has(name)) return "";
      return value === cell && type !== cell && type !== undefined
        ? `let ${name}: typeof ${place}.${name};`
        : `export import ${name} = ${place}.${name};`;
    });
    return `export import ${cell.space} = ${place};${lines.join("")}\n`;
  }
}

/** What declares the names; what the cell itself declares goes before an alias. */
export function aliases(
  { earlier, assigned, reserved }: Pick<CellDocument, "earlier" | "assigned" | "reserved">,
  session: Session,
): string {
  const imported = [...earlier, ...reserved.map((name) => [name, session.place(name)])];
  return [
    ...assigned.map((name) => `declare let ${name}: typeof ${session.place(name)};`),
    ...imported.map(([alias, place]) => `import ${alias} = ${place};`),
  ].join("");
}

/** Blanks inside a line alone: `\s*` would go over all empty lines again from each of them. */
const MODULE_FORMS = /(?:^|[;}])[^\S\n\r\u2028\u2029]*(?:import\b(?!\s*[(.])|export\b|declare\s+(?:global|module)\b)/m;

/** Whether a cell may not stand in a namespace. */
function isModule({ document, isMarkup }: RanCell): boolean {
  return isMarkup || MODULE_FORMS.test(document.code);
}
