/**
 * Cell modules: a variable of the session as the text of a module that declares it again (running-cell.ts).
 *
 * Method: from the declaration of the variable (cell-pieces.ts) follow the names that it uses (piece-references.ts) to their
 * declarations, until all are there; then write them in the order in which they ran. Where that may mean something else than in the
 * session, there is a reason why not. Among these: a name that is assigned to later, or is global only here; and a value
 * that was made before something that it may have used was declared again, since a new one would be made of the new.
 * Limits: what changed inside objects must be found by comparing `values`. Changed builtins (`Array.prototype.sum = ...`), the
 * methods of iterators on Node 20, and what a function keeps hidden in its closure are not found.
 */
import type { CellModule } from "../../display/running-cell.ts";
import type { Bindings } from "../cells/bindings.ts";
import type { ExecutedCell, ExecutedCells } from "../cells/executed-cells.ts";
import { type Piece, piecesOf } from "./cell-pieces.ts";
import type { Importer } from "./importer.ts";
import { referencesOf } from "./piece-references.ts";

export interface CellModulesParameters {
  readonly bindings: Bindings;
  readonly executed: ExecutedCells;
  readonly importer: Importer;
  /** The notebook's. */
  readonly folder: string;
  /** What Node itself has in every thread, with the values that cells found. */
  readonly standardGlobals: ReadonlyMap<string, unknown>;
  /** The methods that the kernel adds to an older Node, and that other threads do not have. */
  readonly addedNames: ReadonlySet<string>;
}

/** Globals that are there in every thread, and yet are not the same. */
const OWN_GLOBALS: ReadonlySet<string> = new Set(["globalThis", "global", "eval", "require", "module", "exports"]);

/** Why a variable cannot be carried. */
class Refusal extends Error {}

/** A piece that is needed, and the names that it needs. */
interface Part {
  readonly piece: Piece;
  readonly cell: ExecutedCell;
  readonly uses: readonly string[];
}

export class CellModules {
  readonly #parameters: CellModulesParameters;
  readonly #knownPieces = new WeakMap<ExecutedCell, readonly Piece[]>();

  constructor(parameters: CellModulesParameters) {
    this.#parameters = parameters;
  }

  moduleOf(value: unknown): CellModule | { readonly reason: string } {
    if (value !== Object(value)) {
      const kind = value === null ? "null" : `a ${typeof value}`;
      return { reason: `only objects and functions can be found among the variables, and this is ${kind}` };
    }
    let reason = "it has no name: declare it in a cell, as in const mine = ...";
    for (const name of this.#namesOf(value)) {
      try {
        return this.#write(name);
      } catch (error) {
        reason = error instanceof Refusal ? error.message : `${name} could not be read: ${(error as Error).message}`;
      }
    }
    return { reason };
  }

  #namesOf(value: unknown): string[] {
    return this.#parameters.bindings.names().filter((name) => {
      try {
        return this.#valueOf(name) === value;
      } catch {
        return false; // an import that its module does not have
      }
    });
  }

  #valueOf(name: string): unknown {
    return this.#parameters.bindings.box(name)[name];
  }

  #write(name: string): CellModule {
    const parts = this.#partsFor(name);
    const ordered = [...new Set(parts.values())].sort(
      (one, other) => one.cell.order - other.cell.order || one.piece.position - other.piece.position,
    );
    for (const part of ordered) this.#refuseOlder(part, parts);
    const texts = ordered.map(({ piece }) => piece.text);
    const carried = ordered.flatMap(({ piece }) =>
      piece.kind === "import" ? [] : piece.names.flatMap((each) => this.#carried(each)),
    );
    const entries = carried.map(({ key, expression }) => `[${JSON.stringify(key)}]: ${expression}`);
    let reader = "$carried";
    while (texts.some((text) => text.includes(reader))) reader += "$";
    const source = [
      ...texts,
      `const ${reader} = () => ({ ${entries.join(", ")} });`,
      `export { ${name} as default, ${reader} as $carried };`,
      "",
    ].join("\n");
    const values = Object.fromEntries(carried.map(({ key, value }) => [key, value]));
    return { source, folder: this.#parameters.folder, name, values };
  }

  /** What declares the name and all that it needs, by names. */
  #partsFor(name: string): ReadonlyMap<string, Part> {
    const parts = new Map<string, Part>();
    const waiting = [name];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (parts.has(next)) continue;
      const part = this.#partOf(next);
      for (const each of part.piece.names) parts.set(each, part);
      waiting.push(...part.uses);
    }
    return parts;
  }

  #partOf(name: string): Part {
    const owner = this.#parameters.executed.ownerOf(name);
    if (owner === undefined) throw new Refusal(`the cell that declares ${name} is not known any more; run it again`);
    const { cell } = owner;
    const place = `${name} (${cell.title})`;
    const piece = this.#pieceOf(name, cell, place);
    for (const each of piece.names) this.#refuseOther(each, piece, cell);
    if (piece.kind !== "import") return { piece, cell, uses: this.#usesOf(piece, place) };
    this.#refuseImport(name, piece, place);
    return { piece, cell, uses: [] };
  }

  #pieceOf(name: string, cell: ExecutedCell, place: string): Piece {
    let all = this.#knownPieces.get(cell);
    if (all === undefined) {
      try {
        all = piecesOf(cell.text);
      } catch {
        throw new Refusal(`${place} is in a cell that is not plain TypeScript; JSX cannot be carried`);
      }
      this.#knownPieces.set(cell, all);
    }
    const pieces = all.filter(({ names }) => names.includes(name));
    const piece = pieces.at(-1);
    if (piece === undefined)
      throw new Refusal(`${place} is declared inside a block, or in a form that cannot be carried`);
    if (piece.hasDecorators) throw new Refusal(`${place} has decorators, which cannot be carried`);
    if (pieces.length > 1 && pieces.some(({ kind }) => kind !== "function"))
      throw new Refusal(`${place} is declared more than once in its cell`);
    return piece;
  }

  /** A name of a piece whose value is not, or not only, what the piece gave it. */
  #refuseOther(name: string, { kind }: Piece, cell: ExecutedCell): void {
    const { executed, bindings } = this.#parameters;
    const place = `${name} (${cell.title})`;
    const owner = executed.ownerOf(name);
    if (owner?.cell !== cell) {
      const now = owner?.cell.title;
      throw new Refusal(
        `${name} is declared in ${cell.title} together with others, and again in ${now}; run ${cell.title} again`,
      );
    }
    if (!Object.hasOwn(bindings.box(name), name)) throw new Refusal(`${place} has no value yet`);
    // A cell that runs still, or failed, may not have come to a declaration: then the value is an older one's.
    const isCompared =
      kind === "import" || owner.since < cell.order || this.#valueOf(name) !== Object(this.#valueOf(name));
    if (!isCompared && cell.unreached().includes(name))
      throw new Refusal(`${place} has not got its value from that cell, which did not run to its end; run it again`);
    const assigning = executed.assignmentTo(name);
    if (assigning !== undefined)
      throw new Refusal(`${place} is assigned to in ${assigning}; only its declaration can be carried`);
  }

  #refuseImport(name: string, { specifier = "", exported }: Piece, place: string): void {
    const { importer } = this.#parameters;
    if (importer.isProvided(specifier))
      throw new Refusal(`${place} is imported from ${specifier}, which only cells have`);
    if (importer.isCurrent(specifier, exported, this.#valueOf(name))) return;
    throw new Refusal(`${place} is imported from ${specifier}, which has changed since; run that cell again`);
  }

  #usesOf(piece: Piece, place: string): readonly string[] {
    const { importer, bindings, addedNames } = this.#parameters;
    const { names, properties, imports, hasMeta } = referencesOf(piece.text, importer.settings());
    if (hasMeta) throw new Refusal(`${place} uses import.meta, which is another in another thread`);
    const added = [...properties].find((property) => addedNames.has(property));
    if (added !== undefined) throw new Refusal(`${place} uses .${added}, which this version of Node has only in cells`);
    for (const specifier of imports) {
      if (specifier === undefined) throw new Refusal(`${place} imports a module whose name is computed`);
      if (importer.isProvided(specifier)) throw new Refusal(`${place} imports ${specifier}, which only cells have`);
    }
    const declared = [...names].filter((name) => bindings.isDeclared(name));
    for (const name of names) if (!declared.includes(name)) this.#refuseGlobal(name, place);
    return declared;
  }

  #refuseGlobal(name: string, place: string): void {
    const { standardGlobals } = this.#parameters;
    if (OWN_GLOBALS.has(name)) throw new Refusal(`${place} uses ${name}, which is another in another thread`);
    if (!(name in globalThis)) return; // as it will be there
    if (!standardGlobals.has(name)) throw new Refusal(`${place} uses ${name}, a global that only cells have`);
    const before = standardGlobals.get(name);
    if (before === undefined || Object.getOwnPropertyDescriptor(globalThis, name)?.value === before) return;
    throw new Refusal(`${place} uses ${name}, a global that a cell has replaced`);
  }

  /** A value is made of what was declared then; functions find what is declared now. */
  #refuseOlder({ piece, cell, uses }: Part, parts: ReadonlyMap<string, Part>): void {
    if (piece.isLazy) return;
    const used = new Set(uses);
    for (const name of used) {
      const owner = this.#parameters.executed.ownerOf(name);
      if (owner !== undefined && owner.since > cell.order) {
        const [made, now] = [`${piece.names.join(", ")} (${cell.title})`, owner.cell.title];
        throw new Refusal(`${made} was made before ${name} was declared again in ${now}; run ${cell.title} again`);
      }
      for (const each of parts.get(name)?.uses ?? []) used.add(each);
    }
  }

  /** What of a variable is to be compared: its value, or what was put on a function or class. */
  #carried(name: string): readonly { key: string; expression: string; value: unknown }[] {
    const whole = this.#valueOf(name);
    if (typeof whole !== "function") return [{ key: name, expression: name, value: whole }];
    const holders = [[name, whole] as const, [`${name}.prototype`, Object(whole.prototype ?? {})] as const];
    return holders.flatMap(([path, holder]) =>
      Object.entries(holder).map(([key, value]) => ({
        key: `${path}.${key}`,
        expression: `${path}?.[${JSON.stringify(key)}]`,
        value,
      })),
    );
  }
}
