/** Reference walk: what the forms of a cell's code, each in a file of its own, ask of the walker that visits them (reference-walker.ts). */
import type { AnyNode, Identifier } from "acorn";
import type { CellDeclarations } from "./cell-declarations.ts";
import type { Edits } from "./edits.ts";
import type { LoopVariables, ReferenceMode } from "./loop-variables.ts";

/** Names that a block or function binds, inside another. */
export interface Scope {
  readonly names: ReadonlySet<string>;
  readonly parent: Scope | undefined;
  /** How many functions deep. */
  readonly depth: number;
}

export function inner(scope: Scope, names: ReadonlySet<string>): Scope {
  return { names, parent: scope, depth: scope.depth };
}

/** A loop with the variables that it keeps, and the code that saves them. */
export interface LoopRegion extends LoopVariables {
  readonly node: AnyNode;
  readonly before: string;
  readonly after: string;
  readonly check: string;
}

export interface ReferenceContext {
  /** How many functions deep. */
  readonly depth: number;
  readonly mode: ReferenceMode;
  /** The outermost loop around, at the top level. */
  readonly region: LoopRegion | undefined;
}

export interface WalkerParameters {
  readonly code: string;
  readonly edits: Edits;
  readonly marker: string;
  readonly declarations: CellDeclarations;
  /** What to write instead of a name, or undefined to leave it: a global. */
  readonly boxOf: (identifier: Identifier, context: ReferenceContext) => string | undefined;
  readonly isKnown: (name: string) => boolean;
  readonly regionOf: (loop: AnyNode) => LoopRegion;
}

export interface ReferenceWalk {
  readonly parameters: WalkerParameters;
  /** The scope of the top level. */
  readonly root: Scope;
  /** Whether something at the top level is awaited. */
  isAsync: boolean;
  /** The outermost loop of the top level that is being visited. */
  region: LoopRegion | undefined;
  visit(node: AnyNode | null | undefined, scope: Scope, mode?: ReferenceMode): void;
  visitAll(nodes: readonly (AnyNode | null | undefined)[], scope: Scope): void;
  /** The value of an assignment, which may name a function. */
  visitNamed(target: AnyNode, value: AnyNode, scope: Scope): void;
  /** What stands for a name; undefined if it stays as it is. */
  box(identifier: Identifier, scope: Scope, mode: ReferenceMode): string | undefined;
}
