/**
 * Loop variables: the session's variables that a top-level loop keeps in locals, so that it runs as fast as in a function.
 *
 * A box costs a load and a store in every turn. Three cases, told apart by who else could look at the box meanwhile:
 * - *kept*: no function of the session mentions the variable and the loop calls nothing. It lives in a local, is saved
 *   in a `finally`, and also when an interrupt comes (halt.ts), so no value is lost.
 * - *through*: functions may read it, or the loop calls some. It is read from a local, and every write also goes to the box.
 * - otherwise (some function writes it, or it may have no value yet) it stays in its box.
 * Limits: a function that writes a variable counts from the day its cell was compiled, also if it is gone since. In a
 * loop that calls nothing a getter or a `valueOf` is not seen; an interrupt inside one finds the values before the loop.
 */
import type { AnyNode, AssignmentExpression } from "acorn";
import type { ClosureUse } from "../cells/bindings.ts";
import { childrenOf } from "./transpiled-code.ts";

export type ReferenceMode = "read" | "write" | "declare" | "write-part" | "declare-part";

/** In a pattern a name is written, but nothing can be written beside it. */
export function partOf(mode: ReferenceMode): ReferenceMode {
  return mode === "write" || mode === "declare" ? `${mode}-part` : mode;
}

export type Keeping = "kept" | "through";

export interface LoopVariables {
  readonly keeping: ReadonlyMap<string, Keeping>;
  /** The kept ones that the loop changes. */
  readonly saved: readonly string[];
}

interface Uses {
  isWritten: boolean;
  /** By a pattern or the head of a loop, where no second target can be named. */
  isPartWritten: boolean;
}

/** What functions and top-level loops of one cell do with names that are not theirs. */
export class NameUses {
  readonly closures = new Map<string, "read" | "write">();
  private readonly loops = new Map<AnyNode, Map<string, Uses>>();

  note(name: string, mode: ReferenceMode, depth: number, loop: AnyNode | undefined): void {
    if (depth > 0) {
      if (mode !== "read" || !this.closures.has(name)) this.closures.set(name, mode === "read" ? "read" : "write");
    } else if (loop !== undefined) {
      const names = this.loops.get(loop) ?? new Map<string, Uses>();
      this.loops.set(loop, names);
      const uses = names.get(name) ?? { isWritten: false, isPartWritten: false };
      names.set(name, uses);
      if (mode !== "read") uses.isWritten = true;
      if (mode.endsWith("part")) uses.isPartWritten = true;
    }
  }

  /** `closureUse` is undefined for a variable that must stay in its box. */
  variablesOf(
    loop: AnyNode,
    closureUse: (name: string) => ClosureUse | undefined,
    isKnown: (name: string) => boolean,
  ): LoopVariables {
    const keeping = new Map<string, Keeping>();
    const saved: string[] = [];
    const isCallFree = callsNothing(loop, isKnown);
    for (const [name, { isWritten, isPartWritten }] of this.loops.get(loop) ?? []) {
      const use = closureUse(name);
      if (use === undefined || use === "write") continue;
      const isKept = isCallFree && use === "none";
      if (isPartWritten && !isKept) continue;
      keeping.set(name, isKept ? "kept" : "through");
      if (isKept && isWritten) saved.push(name);
    }
    return { keeping, saved };
  }
}

const CALLING = new Set([
  "NewExpression",
  "TaggedTemplateExpression",
  "ImportExpression",
  "AwaitExpression",
  "YieldExpression",
  "ForOfStatement",
  "SpreadElement",
  "ArrayPattern",
  "ClassDeclaration",
  "ClassExpression",
]);

/** Whether a loop runs no other code; functions that it only makes do not count, nor do those of `Math`. */
function callsNothing(node: AnyNode, isKnown: (name: string) => boolean): boolean {
  const waiting: AnyNode[] = [node];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (/Function/.test(each.type)) continue;
    if (each.type === "CallExpression" && !isMathematics(each.callee, isKnown)) return false;
    if (CALLING.has(each.type)) return false;
    for (const child of each.type === "AssignmentExpression" ? assigned(each) : childrenOf(each)) waiting.push(child);
  }
  return true;
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
