/**
 * Rewrite: the JavaScript of a cell into a function of its boxes (bindings.ts), line for line.
 *
 * A name that is not local to a block or function of the cell becomes a property of its box: `count` is `t_count.count`
 * at the cell's top level, where the box is a local, and `c_count.count` inside functions, where it is captured; were
 * the two one, V8 would load the box from memory in every turn of a top-level loop. Top-level `await` goes through
 * `hold`, by which an interrupt can end it; imports are left to the session; the last expression is returned.
 */
import { type AnyNode, type Identifier, type Program, parse } from "acorn";
import { CellDeclarations, type Declaration, type ImportRequest } from "./cell-declarations.ts";
import { Edits } from "./edits.ts";
import { ReferenceWalker } from "./reference-walker.ts";

export interface KnownNames {
  isDeclared(name: string): boolean;
  isConstant(name: string): boolean;
}

export interface RewrittenCell {
  /** A function of the boxes and of the session's operations, which returns the cell as a function. */
  readonly code: string;
  /** How many characters of the first line precede the cell's own. */
  readonly prefix: number;
  readonly boxes: readonly string[];
  readonly isAsync: boolean;
  readonly declarations: readonly Declaration[];
  readonly imports: readonly ImportRequest[];
  /** The place in the code that was rewritten, of a place in the code that runs; lines are the same. */
  columnBefore(line: number, column: number): number;
}

/** Rewrite `code`, the transpiled form of `source`. Throws acorn's SyntaxError, with `loc` in `code`. */
export function rewrite(code: string, source: string, known: KnownNames): RewrittenCell {
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module", locations: false });
  const marker = unusedMarker(source);
  const edits = new Edits();
  const declarations = new CellDeclarations(program, source);
  const boxes = new Map<string, { top: boolean; captured: boolean }>();

  const walker = new ReferenceWalker({
    code,
    edits,
    marker,
    declarations,
    boxOf(identifier: Identifier, context) {
      const { name } = identifier;
      const own = declarations.kindOf(name);
      if (own === undefined && !known.isDeclared(name) && (name in globalThis || name === "arguments"))
        return undefined;
      const uses = boxes.get(name) ?? { top: false, captured: false };
      boxes.set(name, uses);
      const isConstant = own === undefined ? known.isConstant(name) : own !== "let";
      if (context.mode === "write" && isConstant) return `${marker}s.constants.${name}`;
      if (context.depth === 0) uses.top = true;
      else uses.captured = true;
      return `${marker}${context.depth === 0 ? "t" : "c"}_${name}.${name}`;
    },
    isKnown: (name) => declarations.kindOf(name) !== undefined || known.isDeclared(name),
  });
  for (const statement of program.body) walker.topLevel(statement);
  returnLastValue(program, edits);
  for (const name of declarations.functions) {
    const uses = boxes.get(name) ?? { top: false, captured: false };
    uses.top = true;
    boxes.set(name, uses);
  }

  const names = [...boxes.keys()];
  const captured = names.map((name, index) => `${marker}c_${name}=${marker}b[${index}]`);
  const local = names.filter((name) => boxes.get(name)?.top).map((name) => `${marker}t_${name}=${marker}c_${name}`);
  const hoisted = declarations.functions.map((name) => `${marker}t_${name}.${name}=${name};`);
  const helpers = declarations.helpers.map(({ local: name, helper }) => `${name}=${marker}s.helper("${helper}")`);
  const before =
    `(function(${marker}b,${marker}s){"use strict";${constants([...captured, ...helpers])}` +
    `return ${walker.isAsync ? "async" : ""}()=>{${constants(local)}${hoisted.join("")}`;
  return {
    code: `${before}${edits.apply(code)}\n}})`,
    prefix: before.length,
    boxes: names,
    isAsync: walker.isAsync,
    declarations: declarations.all(),
    imports: declarations.imports,
    columnBefore: (line, column) => edits.columnBefore(code, line, column),
  };
}

/** Error messages quote code; show the names that the cell wrote. */
export function withoutMarkers(text: string): string {
  return text
    .replace(/\(0 , _\$+[ct]_([\w$]+)\.\1\)/g, "$1")
    .replace(/_\$+[ct]_([\w$]+)\.\1/g, "$1")
    .replace(/_\$+s\.constants\./g, "");
}

function constants(definitions: readonly string[]): string {
  return definitions.length > 0 ? `const ${definitions.join()};` : "";
}

function unusedMarker(source: string): string {
  let marker = "_$";
  while (source.includes(marker)) marker += "$";
  return marker;
}

/** The last statement, if it is an expression, also inside the block that `using` declarations are turned into. */
function returnLastValue(program: Program, edits: Edits): void {
  let statements: readonly AnyNode[] = program.body.filter(({ type }) => type !== "ImportDeclaration");
  for (;;) {
    const last = statements.findLast((statement) => !isSilent(statement));
    if (last?.type === "TryStatement" && isDisposal(last.finalizer)) statements = last.block.body;
    else {
      const isExport = last?.type === "ExportDefaultDeclaration" && !last.declaration.type.endsWith("Declaration");
      if (last?.type === "ExpressionStatement" || isExport) edits.insertFirst(last.start, "return ");
      return;
    }
  }
}

/** Statements that may follow the last value; the transpiler puts the variable of a namespace at the end. */
function isSilent(statement: AnyNode): boolean {
  if (statement.type === "VariableDeclaration") return statement.kind === "var" && !statement.declarations[0].init;
  return statement.type === "EmptyStatement" || statement.type === "FunctionDeclaration";
}

function isDisposal(finalizer: AnyNode | null | undefined): boolean {
  return finalizer?.type === "BlockStatement" && JSON.stringify(finalizer).includes("_ts_dispose_resources");
}
