/**
 * Cell modules: a variable of the session as the text of a module that declares it again (running-cell.ts).
 *
 * Method: from the declaration of the variable (cell-pieces.ts) follow the names that it uses (piece-references.ts) to their
 * declarations, until all are there; then write them in the order in which they ran. Rather than something that means another thing
 * than the session's, there is a reason why not. Among these: a name that is assigned to later, or is global only here; and a value
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

/** A piece that is needed, and what it needs. */
interface Part {
  readonly piece: Piece;
  readonly cell: ExecutedCell;
  readonly uses: readonly string[];
}

export class CellModules {
  private readonly parameters: CellModulesParameters;

  constructor(parameters: CellModulesParameters) {
    this.parameters = parameters;
  }

  moduleOf(value: unknown): CellModule | { readonly reason: string } {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) {
      return {
        reason: `only objects and functions can be found among the variables, and this is ${value === null ? "null" : `a ${typeof value}`}`,
      };
    }
    let reason = "it has no name: declare it in a cell, as in const mine = ...";
    for (const name of this.namesOf(value)) {
      try {
        return this.write(name);
      } catch (error) {
        reason = error instanceof Refusal ? error.message : `${name} could not be read: ${(error as Error).message}`;
      }
    }
    return { reason };
  }

  private namesOf(value: unknown): string[] {
    return this.parameters.bindings.names().filter((name) => {
      try {
        return this.valueOf(name) === value;
      } catch {
        return false; // an import that its module does not have
      }
    });
  }

  private valueOf(name: string): unknown {
    return this.parameters.bindings.box(name)[name];
  }

  private write(name: string): CellModule {
    const needs = new Map<string, readonly Part[]>();
    const parts = new Set<Part>();
    const partOf = new Map<Piece, Part>();
    const waiting = [name];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (needs.has(next)) continue;
      const found = this.partsOf(next, partOf);
      needs.set(next, found);
      for (const part of found) {
        parts.add(part);
        waiting.push(...part.uses);
      }
    }
    refuseClashes(parts);
    for (const part of parts) this.refuseOlder(part, needs);
    const ordered = [...parts].sort(
      (one, other) => one.cell.order - other.cell.order || one.piece.position - other.piece.position,
    );
    const texts = [...ordered.filter(isImport), ...ordered.filter((part) => !isImport(part))].map(
      ({ piece }) => piece.text,
    );
    const carried = new Map<string, readonly [expression: string, value: unknown]>();
    for (const part of ordered.filter((each) => !isImport(each))) {
      for (const each of part.piece.names) if (needs.has(each)) this.carry(each, carried);
    }
    const entries = [...carried].map(([key, [expression]]) => `[${JSON.stringify(key)}]: ${expression}`);
    let reader = "$carried";
    while (texts.some((text) => text.includes(reader))) reader += "$";
    const source = [
      ...texts,
      `const ${reader} = () => ({ ${entries.join(", ")} });`,
      `export { ${name} as default, ${reader} as $carried };`,
      "",
    ].join("\n");
    const values = Object.fromEntries([...carried].map(([key, [, value]]) => [key, value]));
    return { source, folder: this.parameters.folder, name, values };
  }

  /** What declares a name. */
  private partsOf(name: string, partOf: Map<Piece, Part>): readonly Part[] {
    const { executed, bindings } = this.parameters;
    const owner = executed.ownerOf(name);
    if (owner === undefined) throw new Refusal(`the cell that declares ${name} is not known any more; run it again`);
    const { cell } = owner;
    const place = `${name} (${cell.title})`;
    if (!Object.hasOwn(bindings.box(name), name)) throw new Refusal(`${place} has no value yet`);
    const pieces = this.piecesFor(name, cell, place);
    for (const each of pieces.flatMap(({ names }) => names)) this.refuseUnreached(each, cell, pieces);
    const assigning = executed.assignmentTo(name);
    if (assigning !== undefined)
      throw new Refusal(`${place} is assigned to in ${assigning}; only its declaration can be carried`);
    return pieces.map((piece) => {
      let part = partOf.get(piece);
      if (part === undefined) {
        if (piece.kind === "import") this.refuseImport(name, piece, place);
        part = { piece, cell, uses: piece.kind === "import" ? [] : this.usesOf(piece, place) };
        partOf.set(piece, part);
      }
      return part;
    });
  }

  private piecesFor(name: string, cell: ExecutedCell, place: string): readonly Piece[] {
    let all = knownPieces.get(cell);
    if (all === undefined) {
      try {
        all = piecesOf(cell.text);
      } catch {
        throw new Refusal(`${place} is in a cell that is not plain TypeScript; JSX cannot be carried`);
      }
      knownPieces.set(cell, all);
    }
    const pieces = all.filter(({ names }) => names.includes(name));
    if (pieces.length === 0)
      throw new Refusal(`${place} is declared inside a block, or in a form that cannot be carried`);
    if (pieces.some(({ hasDecorators }) => hasDecorators))
      throw new Refusal(`${place} has decorators, which cannot be carried`);
    if (pieces.every(({ kind }) => kind === "function")) return pieces.slice(-1);
    const merged = pieces.filter(({ kind }) => kind !== "enum" && kind !== "namespace");
    const isOne =
      merged.length === 0 || (merged.length === 1 && (pieces.length === 1 || merged[0].kind !== "variable"));
    if (!isOne) throw new Refusal(`${place} is declared more than once in its cell`);
    return pieces;
  }

  /** A cell that runs still, or failed, may not have come to a declaration: then the value is an older one's. */
  private refuseUnreached(name: string, cell: ExecutedCell, pieces: readonly Piece[]): void {
    const owner = this.parameters.executed.ownerOf(name);
    if (owner?.cell !== cell || pieces.some(({ kind }) => kind === "import")) return;
    const value = this.valueOf(name);
    const isSameText = owner.since < cell.order;
    const isComparable = value !== Object(value);
    if (isSameText || isComparable || !cell.unreached().includes(name)) return;
    throw new Refusal(
      `${name} (${cell.title}) has not got its value from that cell, which did not run to its end; run it again`,
    );
  }

  private refuseImport(name: string, { specifier = "", exported }: Piece, place: string): void {
    const { importer } = this.parameters;
    if (importer.isProvided(specifier))
      throw new Refusal(`${place} is imported from ${specifier}, which only cells have`);
    if (importer.isCurrent(specifier, exported, this.valueOf(name))) return;
    throw new Refusal(`${place} is imported from ${specifier}, which has changed since; run that cell again`);
  }

  private usesOf(piece: Piece, place: string): readonly string[] {
    const { importer, bindings, addedNames } = this.parameters;
    const { names, properties, imports, hasMeta } = referencesOf(piece.text, importer.settings());
    if (hasMeta) throw new Refusal(`${place} uses import.meta, which is another in another thread`);
    const added = [...properties].find((property) => addedNames.has(property));
    if (added !== undefined) throw new Refusal(`${place} uses .${added}, which this version of Node has only in cells`);
    for (const specifier of imports) {
      if (specifier === undefined) throw new Refusal(`${place} imports a module whose name is computed`);
      if (importer.isProvided(specifier)) throw new Refusal(`${place} imports ${specifier}, which only cells have`);
    }
    return [...names].filter((name) => {
      if (bindings.isDeclared(name)) return true;
      this.refuseGlobal(name, place);
      return false;
    });
  }

  private refuseGlobal(name: string, place: string): void {
    const { standardGlobals } = this.parameters;
    const isThere = name in globalThis;
    if (OWN_GLOBALS.has(name)) throw new Refusal(`${place} uses ${name}, which is another in another thread`);
    if (!isThere) return; // as it will be there
    if (!standardGlobals.has(name)) throw new Refusal(`${place} uses ${name}, a global that only cells have`);
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    const before = standardGlobals.get(name);
    if (before === undefined || descriptor?.value === before) return;
    throw new Refusal(`${place} uses ${name}, a global that a cell has replaced`);
  }

  /** A value is made of what was declared then; functions find what is declared now. */
  private refuseOlder({ piece, cell, uses }: Part, needs: ReadonlyMap<string, readonly Part[]>): void {
    if (piece.isLazy) return;
    const seen = new Set<string>();
    const waiting = [...uses];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const owner = this.parameters.executed.ownerOf(name);
      const parts = needs.get(name) ?? [];
      const isStill = parts.every(({ piece: { kind, isLazy } }) => isLazy && kind !== "class"); // a class run again is another
      const order = isStill ? (owner?.since ?? 0) : (owner?.cell.order ?? 0);
      if (order > cell.order) {
        throw new Refusal(
          `${piece.names.join(", ")} (${cell.title}) was made before ${name} was declared again in ${owner?.cell.title}; run ${cell.title} again`,
        );
      }
      for (const part of parts) waiting.push(...part.uses);
    }
  }

  /** What is to be compared. */
  private carry(name: string, into: Map<string, readonly [expression: string, value: unknown]>): void {
    const value = this.valueOf(name);
    if (typeof value !== "function") {
      into.set(name, [name, value]);
      return;
    }
    const add = (path: string, holder: object) => {
      for (const key of Object.keys(holder)) {
        into.set(`${path}.${key}`, [`${path}?.[${JSON.stringify(key)}]`, (holder as Record<string, unknown>)[key]]);
      }
    };
    add(name, value);
    if (typeof value.prototype === "object" && value.prototype !== null) add(`${name}.prototype`, value.prototype);
  }
}

const knownPieces = new WeakMap<ExecutedCell, readonly Piece[]>();

function isImport({ piece }: Part): boolean {
  return piece.kind === "import";
}

/** A pattern declares all its names, of which a later cell may have declared some again. */
function refuseClashes(parts: ReadonlySet<Part>): void {
  const cells = new Map<string, ExecutedCell>();
  for (const { piece, cell } of parts) {
    for (const name of piece.names) {
      const other = cells.get(name);
      if (other !== undefined && other !== cell) {
        const [older, newer] = other.order < cell.order ? [other, cell] : [cell, other];
        throw new Refusal(
          `${name} is declared in ${older.title} together with others, and again in ${newer.title}; run ${older.title} again`,
        );
      }
      cells.set(name, cell);
    }
  }
}
