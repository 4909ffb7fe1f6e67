/**
 * Loop variables: the session's variables that a top-level loop keeps in locals, so that it runs as fast as in a function.
 *
 * A box costs a load and a store in every iteration. Three cases, by who else could use the box during the loop:
 * - *kept*: no function of the session mentions the variable and the loop calls nothing. It lives in a local, is saved
 *   in a `finally`, and also when an interrupt comes (halt.ts), so no value is lost.
 * - *through*: functions may read it, or the loop calls some. It is read from a local, and every write also goes to the box.
 * - otherwise (some function writes it, or it may have no value yet) it stays in its box.
 * Limits: a function that writes a variable counts once its cell was compiled, even if nothing refers to it any more. Getters
 * and `valueOf` do not count as calls; an interrupt inside one finds the values from before the loop.
 */
import type {
  AnyNode,
  AssignmentExpression,
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  WhileStatement,
} from "acorn";
import type { ClosureUse } from "../cells/bindings.ts";
import type { CellDeclarations } from "./cell-declarations.ts";
import { childrenOf } from "./transpiled-code.ts";

export type Loop = ForStatement | ForInStatement | ForOfStatement | WhileStatement | DoWhileStatement;

export type ReferenceMode = "read" | "write" | "declare" | "write-part" | "declare-part";

/** In a pattern a name is written, but nothing can be written beside it. */
export function partOf(mode: ReferenceMode): ReferenceMode {
  return mode === "write" || mode === "declare" ? `${mode}-part` : mode;
}

/** A loop with the variables that it keeps, and the code around it and in each turn that loads and saves them. */
export interface LoopRegion {
  readonly node: AnyNode;
  readonly keeping: ReadonlyMap<string, "kept" | "through">;
  readonly before: string;
  readonly after: string;
  readonly check: string;
}

/** Of a loop that keeps nothing. */
export function emptyRegion(node: AnyNode): LoopRegion {
  return { node, keeping: new Map(), before: "", after: "", check: "" };
}

interface Uses {
  isWritten: boolean;
  /** By a pattern or the head of a loop, where no second target can be named. */
  isPartWritten: boolean;
}

export interface LoopVariablesParameters {
  readonly declarations: CellDeclarations;
  readonly known: { closureUse(name: string): ClosureUse | undefined };
  readonly marker: string;
  /** The global variable that tells of an interrupt. */
  readonly halt: string;
  readonly isKnown: (name: string) => boolean;
}

export class LoopVariables {
  /** What functions of the cell do with names that are not theirs. */
  readonly closures = new Map<string, "read" | "write">();
  /** Whether a loop keeps variables that an interrupt must save. */
  keepsVariables = false;
  private readonly uses = new Map<AnyNode, Map<string, Uses>>();
  private readonly regions = new Map<AnyNode, LoopRegion>();
  private readonly parameters: LoopVariablesParameters;

  constructor(parameters: LoopVariablesParameters) {
    this.parameters = parameters;
  }

  note(name: string, mode: ReferenceMode, depth: number, loop: AnyNode | undefined): void {
    if (depth > 0) {
      if (mode !== "read" || !this.closures.has(name)) this.closures.set(name, mode === "read" ? "read" : "write");
    } else if (loop !== undefined) {
      const names = this.uses.get(loop) ?? new Map<string, Uses>();
      this.uses.set(loop, names);
      const uses = names.get(name) ?? { isWritten: false, isPartWritten: false };
      names.set(name, uses);
      if (mode !== "read") uses.isWritten = true;
      if (mode.endsWith("part")) uses.isPartWritten = true;
    }
  }

  region(node: AnyNode): LoopRegion {
    return this.regions.get(node) ?? emptyRegion(node);
  }

  /** All uses of names are noted: settle what every loop keeps. */
  decide(): void {
    const { marker, halt, isKnown } = this.parameters;
    for (const [node, names] of this.uses) {
      const keeping = new Map<string, "kept" | "through">();
      const isCallFree = callsNothing(node, isKnown);
      let saves = "";
      for (const [name, { isWritten, isPartWritten }] of names) {
        const use = this.closureUse(name, node);
        const isKept = isCallFree && use === "none";
        if (use === undefined || use === "write" || (isPartWritten && !isKept)) continue;
        keeping.set(name, isKept ? "kept" : "through");
        if (isKept && isWritten) saves += `${marker}t_${name}.${name}=${marker}l_${name};`;
      }
      if (keeping.size === 0) continue;
      const loads = [...keeping.keys()].map((name) => `${marker}l_${name}=${marker}t_${name}.${name};`).join("");
      const isSaving = saves !== "";
      if (isSaving) this.keepsVariables = true;
      this.regions.set(node, {
        node,
        keeping,
        before: `{${loads}${isSaving ? "try{" : ""}`,
        after: isSaving ? `}finally{${saves}}}` : "}",
        check: isSaving ? `if(${halt}){${saves}${marker}s.halt()}` : "",
      });
    }
  }

  /** What stands for a name inside a loop that keeps it. */
  local(name: string, mode: ReferenceMode, region: LoopRegion | undefined): string | undefined {
    const { marker } = this.parameters;
    const keeping = region?.keeping.get(name);
    if (keeping === undefined) return undefined;
    const isThrough = keeping === "through" && mode !== "read";
    return isThrough ? `${marker}t_${name}.${name}=${marker}l_${name}` : `${marker}l_${name}`;
  }

  /** Declares the locals. */
  definitions(): string {
    const { marker } = this.parameters;
    const names = new Set([...this.regions.values()].flatMap(({ keeping }) => [...keeping.keys()]));
    return names.size === 0 ? "" : `let ${marker}p,${[...names].map((name) => `${marker}l_${name}`).join()};`;
  }

  /** Undefined for a variable that must stay in its box: one of this cell has its value once its declaration is behind. */
  private closureUse(name: string, loop: AnyNode): ClosureUse | undefined {
    const { declarations, known } = this.parameters;
    const own = declarations.kindOf(name);
    const place = declarations.places.get(name);
    const hasValue = own !== undefined && own !== "import" && (place === undefined || place < loop.start);
    const session = known.closureUse(name);
    if (own === undefined ? session === undefined : !hasValue) return undefined;
    const cell = own === "const" ? "none" : this.closures.get(name);
    return cell === "write" || session === "write" ? "write" : (cell ?? session ?? "none");
  }
}

const CALLING =
  /^(?:(?:New|TaggedTemplate|Import|Await|Yield|Class)Expression|ClassDeclaration|ForOfStatement|SpreadElement|ArrayPattern)$/;

/** Whether a loop runs no other code; functions that it only makes do not count, nor do those of `Math`. */
function callsNothing(node: AnyNode, isKnown: (name: string) => boolean): boolean {
  if (/Function/.test(node.type)) return true;
  if (CALLING.test(node.type) || (node.type === "CallExpression" && !isMathematics(node.callee, isKnown))) return false;
  const children = node.type === "AssignmentExpression" ? assigned(node) : childrenOf(node);
  return children.every((child) => callsNothing(child, isKnown));
}

function isMathematics(callee: AnyNode, isKnown: (name: string) => boolean): boolean {
  if (callee.type !== "MemberExpression" || callee.computed || callee.object.type !== "Identifier") return false;
  return callee.object.name === "Math" && !isKnown("Math");
}

/** Of `[a, b] = [b, a]` the elements: it calls nothing. */
function assigned({ left, right }: AssignmentExpression): AnyNode[] {
  const isExchange = left.type === "ArrayPattern" && right.type === "ArrayExpression";
  return isExchange ? [...childrenOf(left), ...childrenOf(right)] : [left, right];
}
