/**
 * Rewrite: the JavaScript of a cell into a function of its boxes (bindings.ts), line for line.
 *
 * A name that is not local to a block or function of the cell becomes a property of its box: `count` is `t_count.count`
 * at the cell's top level, where the box is a local, and `c_count.count` inside functions, where it is captured; were
 * the two one, V8 would load the box from memory at every use. In top-level loops a variable is `l_count`, a local,
 * where nobody can tell the difference (loop-variables.ts); that is found out by walking such a cell twice. Top-level
 * `await` goes through `hold`, by which an interrupt can end it; imports are left to the session; the last expression is
 * returned.
 */
import { type AnyNode, type Identifier, type Program, parse } from "acorn";
import { CellDeclarations, type Declaration, type ImportRequest } from "./cell-declarations.ts";
import { Edits } from "./edits.ts";
import { LoopLocals } from "./loop-locals.ts";
import { type ClosureUse, NameUses } from "./loop-variables.ts";
import { ReferenceWalker, type WalkerParameters } from "./reference-walker.ts";

export interface KnownNames {
  isDeclared(name: string): boolean;
  isConstant(name: string): boolean;
  /** Undefined for a name without a value of its own. */
  closureUse(name: string): ClosureUse | undefined;
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
  /** What its functions do with the session's variables. */
  readonly closures: ReadonlyMap<string, "read" | "write">;
  /** Whether a loop keeps variables that an interrupt must save. */
  readonly keepsVariables: boolean;
  /** The place in the code that was rewritten, of a place in the code that runs; lines are the same. */
  columnBefore(line: number, column: number): number;
}

/**
 * Rewrite `code`, the transpiled form of `source`; `halt` is the global variable that tells loops of an interrupt.
 * Throws acorn's SyntaxError, with `loc` in `code`.
 */
export function rewrite(code: string, source: string, known: KnownNames, halt: string): RewrittenCell {
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module", locations: false });
  const marker = unusedMarker(source);
  const edits = new Edits();
  const declarations = new CellDeclarations(program, source);
  const boxes = new Map<string, { top: boolean; captured: boolean }>();
  const isGlobal = (name: string) =>
    declarations.kindOf(name) === undefined && !known.isDeclared(name) && (name in globalThis || name === "arguments");
  const isKnown = (name: string) => declarations.kindOf(name) !== undefined || known.isDeclared(name);

  const uses = new NameUses();
  const loops = new LoopLocals({ uses, declarations, known, marker, halt, isKnown });
  const common: Omit<WalkerParameters, "edits" | "boxOf"> = {
    code,
    marker,
    declarations,
    isKnown,
    regionOf: (loop) => loops.region(loop),
  };
  if (/\b(?:for|while|do)\b/.test(code)) {
    const surveyor = new ReferenceWalker({
      ...common,
      edits: new Edits(),
      boxOf({ name }, { mode, depth, region }) {
        if (isGlobal(name)) return undefined;
        uses.note(name, mode, depth, region?.node);
        return name;
      },
    });
    for (const statement of program.body) surveyor.topLevel(statement);
    loops.decide(program);
  }

  const walker = new ReferenceWalker({
    ...common,
    edits,
    boxOf(identifier: Identifier, { mode, depth, region }) {
      const { name } = identifier;
      if (isGlobal(name)) return undefined;
      const own = declarations.kindOf(name);
      const box = boxes.get(name) ?? { top: false, captured: false };
      boxes.set(name, box);
      uses.note(name, mode, depth, undefined);
      const isConstant = own === undefined ? known.isConstant(name) : own !== "let";
      if (mode.startsWith("write") && isConstant) return `${marker}s.constants.${name}`;
      if (depth === 0) box.top = true;
      else box.captured = true;
      return loops.local(name, mode, region) ?? `${marker}${depth === 0 ? "t" : "c"}_${name}.${name}`;
    },
  });
  for (const statement of program.body) walker.topLevel(statement);
  returnLastValue(program, edits);
  for (const name of declarations.functions) {
    const box = boxes.get(name) ?? { top: false, captured: false };
    box.top = true;
    boxes.set(name, box);
  }

  const names = [...boxes.keys()];
  const captured = names.map((name, index) => `${marker}c_${name}=${marker}b[${index}]`);
  const local = names.filter((name) => boxes.get(name)?.top).map((name) => `${marker}t_${name}=${marker}c_${name}`);
  const hoisted = declarations.functions.map((name) => `${marker}t_${name}.${name}=${name};`);
  const helpers = declarations.helpers.map(({ local: name, helper }) => `${name}=${marker}s.helper("${helper}")`);
  const before =
    `(function(${marker}b,${marker}s){"use strict";${constants([...captured, ...helpers])}` +
    `return ${walker.isAsync ? "async" : ""}()=>{${constants(local)}${loops.definitions()}${hoisted.join("")}`;
  return {
    code: `${before}${edits.apply(code)}\n}})`,
    prefix: before.length,
    boxes: names,
    isAsync: walker.isAsync,
    declarations: declarations.all(),
    imports: declarations.imports,
    closures: uses.closures,
    keepsVariables: loops.keepsVariables,
    columnBefore: (line, column) => edits.columnBefore(code, line, column),
  };
}

/** Error messages quote code; show the names that the cell wrote. */
export function withoutMarkers(text: string): string {
  return text
    .replace(/\(0 , _\$+[ct]_([\w$]+)\.\1\)/g, "$1")
    .replace(/_\$+[ct]_([\w$]+)\.\1/g, "$1")
    .replace(/\(0 , _\$+l_([\w$]+)\)/g, "$1")
    .replace(/_\$+l_([\w$]+)/g, "$1")
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
