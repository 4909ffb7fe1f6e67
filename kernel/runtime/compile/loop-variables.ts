/**
 * Loop variables: the session's variables that a top-level loop reads from locals, so that it runs nearly as fast as in a function.
 *
 * A box costs a load in every iteration. A variable that no function assigns to is loaded once, before the loop; what the
 * loop assigns to it goes to the local and to the box, where functions and an interrupt find it.
 * Limits: a function that assigns to a variable counts once its cell was compiled, even if nothing refers to it any more.
 */
import type { AnyNode, DoWhileStatement, ForInStatement, ForOfStatement, ForStatement, WhileStatement } from "acorn";
import type { Bindings } from "../cells/bindings.ts";
import type { CellDeclarations } from "./cell-declarations.ts";

export type Loop = ForStatement | ForInStatement | ForOfStatement | WhileStatement | DoWhileStatement;

/** In a `part`, a pattern or the head of a loop, a name is written, but no second target can be named. */
export type ReferenceMode = "read" | "write" | "declare" | "write-part" | "declare-part";

export function partOf(mode: ReferenceMode): ReferenceMode {
  return mode === "write" || mode === "declare" ? `${mode}-part` : mode;
}

export class LoopVariables {
  /** The names that functions of the cell assign to and that are not theirs. */
  readonly assignedLater = new Set<string>();
  /** The names in each loop, and whether one is written as a part. */
  readonly #uses = new Map<AnyNode, Map<string, boolean>>();
  readonly #kept = new Map<AnyNode, ReadonlySet<string>>();
  readonly #declarations: CellDeclarations;
  readonly #known: Bindings;
  readonly #marker: string;

  constructor(declarations: CellDeclarations, known: Bindings, marker: string) {
    this.#declarations = declarations;
    this.#known = known;
    this.#marker = marker;
  }

  note(name: string, mode: ReferenceMode, depth: number, loop: AnyNode | undefined): void {
    if (depth > 0) {
      if (mode !== "read") this.assignedLater.add(name);
    } else if (loop !== undefined) {
      const names = this.#uses.get(loop) ?? new Map<string, boolean>();
      this.#uses.set(loop, names);
      names.set(name, names.get(name) === true || mode.endsWith("part"));
    }
  }

  /** All uses of names are noted: settle what every loop keeps. */
  decide(): void {
    for (const [loop, names] of this.#uses) {
      const kept = [...names.keys()].filter((name) => names.get(name) === false && this.#mayKeep(name, loop));
      if (kept.length > 0) this.#kept.set(loop, new Set(kept));
    }
  }

  /** The code before a loop, empty if it keeps nothing. */
  loadsOf(loop: AnyNode): string {
    const marker = this.#marker;
    return [...(this.#kept.get(loop) ?? [])].map((name) => `${marker}l_${name}=${marker}t_${name}.${name};`).join("");
  }

  /** What stands for a name inside a loop that keeps it. */
  local(name: string, mode: ReferenceMode, loop: AnyNode | undefined): string | undefined {
    const marker = this.#marker;
    if (loop === undefined || !this.#kept.get(loop)?.has(name)) return undefined;
    return mode === "read" ? `${marker}l_${name}` : `${marker}t_${name}.${name}=${marker}l_${name}`;
  }

  /** Declares the locals. */
  definitions(): string {
    const marker = this.#marker;
    const names = new Set([...this.#kept.values()].flatMap((kept) => [...kept]));
    return names.size === 0 ? "" : `let ${marker}p,${[...names].map((name) => `${marker}l_${name}`).join()};`;
  }

  /** A variable of this cell has its value once its declaration is behind. */
  #mayKeep(name: string, loop: AnyNode): boolean {
    const own = this.#declarations.kindOf(name);
    if (this.#known.isAssignedLater(name) || (own !== "const" && this.assignedLater.has(name))) return false;
    if (own === undefined) return this.#known.hasValue(name);
    return own !== "import" && (this.#declarations.places.get(name) ?? -1) < loop.start;
  }
}
