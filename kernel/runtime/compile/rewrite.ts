/**
 * Rewrite: a cell into the body of a function of its boxes (bindings.ts), line for line.
 *
 * A name that is not local to a block or function of the cell becomes a property of its box: `count` is `t_count.count`
 * at the top level of the cell, where the box is a local, and `c_count.count` inside functions, where it is captured. With
 * one variable for both, V8 would load the box from memory at every use. A top-level loop may read a variable from a
 * local, `l_count`, if no function assigns to it (loop-variables.ts); to find out, a cell with loops is walked twice.
 * Top-level `await` goes through `hold`, so that an interrupt can end it. Imports are left to the session. The value of
 * the last expression is returned; an asynchronous cell stores it in `last` instead, since a returned promise would be awaited.
 */
import type { AnyNode, Identifier, Program } from "acorn";
import type { Bindings } from "../cells/bindings.ts";
import { CellDeclarations, type Declaration, type ImportRequest } from "./cell-declarations.ts";
import { Edits } from "./edits.ts";
import { LoopVariables } from "./loop-variables.ts";
import { type Initialiser, ReferenceWalker, type WalkerParameters } from "./reference-walker.ts";
import { isDisposal } from "./transpiled-code.ts";

/** A cell as it was parsed. */
export interface CellSyntax {
  readonly code: string;
  readonly program: Program;
  /** Whether the name stands in the cell; if not, the transpiler made it up. */
  readonly isWritten: (name: string) => boolean;
}

export interface RewrittenCell {
  /**
   * The body of a function with the parameters `parameters`: the boxes, the session's operations, and what it calls to initialise.
   * It runs the cell, or, if it is asynchronous, returns the function that does, so that its caller is not in the traces.
   */
  readonly code: string;
  readonly parameters: readonly string[];
  /** How many characters of the first line precede the cell's own. */
  readonly prefix: number;
  /** What leads a place in `code` back to where it was before the rewriting. */
  readonly edits: Edits;
  readonly boxes: readonly string[];
  readonly isAsync: boolean;
  /** Names that are assigned by functions, and must not be before the statement that declares them has run. */
  readonly initialised: readonly string[];
  readonly declarations: readonly Declaration[];
  readonly imports: readonly ImportRequest[];
  /** What its top level gives another value than by its declaration. */
  readonly assigned: ReadonlySet<string>;
  /** What its functions assign to and is not theirs. */
  readonly assignedLater: ReadonlySet<string>;
}

/** The globals that no cell can declare. */
const FIXED: ReadonlySet<string> = new Set(["undefined", "NaN", "Infinity", "eval"]);

export function rewrite(syntax: CellSyntax, known: Bindings): RewrittenCell {
  const { code, program, isWritten } = syntax;
  const edits = new Edits();
  const marker = unusedMarker(code);
  const declarations = new CellDeclarations(program, isWritten);
  /** The names that have a box, at the top level and in functions. */
  const [top, captured] = [new Set(declarations.functions), new Set<string>()];
  const isKnown = (name: string) => declarations.kindOf(name) !== undefined || known.isDeclared(name);
  /** A function outlives its cell, and a later one may declare the name of a global: only what runs now may name it. */
  const isGlobal = (name: string, depth: number) =>
    !isKnown(name) && (FIXED.has(name) || (depth === 0 && name in globalThis));

  const loops = new LoopVariables(declarations, known, marker);
  const common: Omit<WalkerParameters, "edits" | "boxOf"> = {
    code,
    marker,
    declarations,
    isKnown,
    loadsOf: (loop) => loops.loadsOf(loop),
  };
  if (code.includes("for") || code.includes("while") || /\bdo\b/.test(code)) {
    const surveyor = new ReferenceWalker({
      ...common,
      edits: new Edits(),
      boxOf({ name }, { mode, depth, loop }) {
        if (isGlobal(name, depth)) return undefined;
        loops.note(name, mode, depth, loop);
        return name;
      },
    });
    for (const statement of program.body) surveyor.topLevel(statement);
    loops.decide();
  }

  const assigned = new Set<string>();
  const firstWrites = new Map<string, number>();
  const walker = new ReferenceWalker({
    ...common,
    edits,
    boxOf({ name, start }: Identifier, { mode, depth, loop }) {
      if (isGlobal(name, depth)) return undefined;
      const own = declarations.kindOf(name);
      loops.note(name, mode, depth, undefined);
      if (depth === 0 && mode !== "read" && !declarations.extended.has(name)) {
        if (mode.startsWith("write") || (firstWrites.get(name) ?? start) !== start) assigned.add(name);
        firstWrites.set(name, start);
      }
      if (mode === "write" || mode === "write-part") {
        const isConstant = own === undefined ? known.isConstant(name) : own !== "let";
        const isEarly = depth === 0 && start < (declarations.places.get(name) ?? 0) && !known.isDeclared(name);
        if (isConstant || isEarly) return `${marker}s.constants.${name}`;
      }
      (depth === 0 ? top : captured).add(name);
      return loops.local(name, mode, loop) ?? `${marker}${depth === 0 ? "t" : "c"}_${name}.${name}`;
    },
  });
  for (const statement of program.body) walker.topLevel(statement);
  const initialised = markInitialisers(walker.initialisers, marker, edits, (name) => {
    return loops.assignedLater.has(name) || known.isAssignedLater(name);
  });
  keepLastValue(syntax, walker.isAsync ? `${marker}s.last` : undefined, edits);

  const names = [...new Set([...captured, ...top])];
  const places = new Map(names.map((name, place) => [name, place]));
  const boxAt = (name: string) => `${marker}b[${places.get(name)}]`;
  const outer = [...captured].map((name) => `${marker}c_${name}=${boxAt(name)}`);
  const local = [...top].map((name) => `${marker}t_${name}=${captured.has(name) ? `${marker}c_${name}` : boxAt(name)}`);
  const hoisted = declarations.functions.map((name) => `${marker}t_${name}.${name}=${name};`);
  const helpers = declarations.helpers.map(({ local: name, helper }) => `${name}=${marker}s.helper("${helper}")`);
  const { isAsync } = walker;
  const before =
    `"use strict";${constants([...outer, ...helpers])}${isAsync ? "return(async()=>{" : ""}` +
    `${constants(local)}${loops.definitions()}${hoisted.join("")}`;
  return {
    code: `${before}${edits.apply(code)}\n${isAsync ? "})" : ""}`,
    parameters: [`${marker}b`, `${marker}s`, `${marker}i`],
    prefix: before.length,
    edits,
    boxes: names,
    isAsync,
    initialised,
    declarations: declarations.all(),
    imports: declarations.imports,
    assigned,
    assignedLater: loops.assignedLater,
  };
}

/** Of names that a function may assign to before: the statement says when it initialises them. Gives these names. */
function markInitialisers(
  initialisers: readonly Initialiser[],
  marker: string,
  edits: Edits,
  isAssignedLater: (name: string) => boolean,
): string[] {
  return initialisers.flatMap(({ names, start, value }) => {
    const early = names.filter(isAssignedLater);
    const call = `${marker}i("${early.join(" ")}"`;
    if (early.length > 0 && value !== undefined) {
      edits.insertFirst(value.start, `${call},(`);
      edits.append(value.end, "))");
    } else if (early.length > 0) edits.insertFirst(start, `${call}),`);
    return early;
  });
}

function constants(definitions: readonly string[]): string {
  return definitions.length > 0 ? `const ${definitions.join()};` : "";
}

function unusedMarker(code: string): string {
  let marker = "_$";
  while (code.includes(marker)) marker += "$";
  return marker;
}

/** `Class = _ts_decorate([...], Class)`, which ends a class with decorators of the older kind. */
const DECORATION = /^(?:[\p{ID_Continue}$]+ = )?_ts_decorate\d*\(/u;

type Sequence = AnyNode & { readonly expressions: readonly AnyNode[] };

/** The last statement, if it is an expression, also inside the block that `using` declarations are turned into. */
function keepLastValue({ code, program }: CellSyntax, kept: string | undefined, edits: Edits): void {
  let statements: readonly AnyNode[] = program.body;
  for (;;) {
    const last = statements.findLast((statement) => !isSilent(statement));
    if (last?.type === "TryStatement" && isDisposal(last.finalizer)) statements = last.block.body;
    else {
      const isExport = last?.type === "ExportDefaultDeclaration" && !last.declaration.type.endsWith("Declaration");
      if ((last?.type !== "ExpressionStatement" && !isExport) || DECORATION.test(code.slice(last.start, last.end)))
        return;
      const { type, start, expressions } = (last.type === "ExpressionStatement" ? last.expression : last) as Sequence;
      const isSequence = type === "SequenceExpression" && start === last.start; // not one in parentheses
      if (kept === undefined) edits.insertFirst(last.start, "return ");
      else edits.insertFirst((isSequence ? expressions.at(-1) : last)?.start ?? last.start, `${kept}=`);
      return;
    }
  }
}

/** Statements that may follow the last value; the transpiler puts the variable of a namespace at the end. */
function isSilent(statement: AnyNode): boolean {
  if (statement.type === "VariableDeclaration") return statement.kind === "var" && !statement.declarations[0].init;
  if (statement.type === "ExportNamedDeclaration") return !statement.declaration || isSilent(statement.declaration);
  if (statement.type === "ExportDefaultDeclaration") return statement.declaration.type === "FunctionDeclaration";
  const { type } = statement;
  return type === "EmptyStatement" || type === "FunctionDeclaration" || type === "ImportDeclaration";
}
