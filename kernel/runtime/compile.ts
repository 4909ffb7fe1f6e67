/** Compile: the text of a cell to a function that runs it. */
import type { Script } from "node:vm";
import type { Bindings, Box } from "./bindings.ts";
import type { Declaration, ImportRequest } from "./cell-declarations.ts";
import { haltName } from "./halt.ts";
import { type RewrittenCell, rewrite } from "./rewrite.ts";
import { originalPosition, rememberSource } from "./source-positions.ts";
import { CellSyntaxError, type Transpiled, transpile } from "./transpile.ts";
import { uncachedScript } from "./uncached-script.ts";

/** What the code of a cell calls besides its variables. */
export interface CellOperations {
  readonly constants: Box;
  hold(value: unknown): unknown;
  each(iterable: unknown): AsyncIterable<unknown>;
  /** `await x` inside a function is `resumed(await x, goesOn() || await reenter())`. */
  resumed(value: unknown): unknown;
  goesOn(): boolean;
  reenter(): Promise<void>;
  import(specifier: string): Promise<unknown>;
  readonly meta: object;
  /** The value of a name that may not exist, for `typeof`. */
  peek(name: string): unknown;
  helper(name: string): unknown;
  /** Wait for the interrupt that was announced. */
  halt(): never;
}

export interface CompiledCell {
  readonly imports: readonly ImportRequest[];
  readonly declarations: readonly Declaration[];
  readonly isAsync: boolean;
  readonly keepsVariables: boolean;
  start(operations: CellOperations): unknown;
}

export interface CompileParameters {
  /** The file name in traces. */
  readonly name: string;
  readonly bindings: Bindings;
  readonly legacyDecorators: boolean;
}

export function compileCell(source: string, { name, bindings, legacyDecorators }: CompileParameters): CompiledCell {
  rememberSource(name, source, "");
  const { text, code, map } = transpileCell(source, name, legacyDecorators);
  rememberSource(name, source, map);
  const cell = inOwnLines(name, () => rewrite(code, text, bindings, haltName()));
  rememberSource(name, source, map, cell.columnBefore);
  const script = inOwnLines(name, () => uncachedScript(cell.code, { filename: name, columnOffset: -cell.prefix }));
  bindings.noteClosures(cell.closures);
  return {
    imports: cell.imports,
    declarations: cell.declarations,
    isAsync: cell.isAsync,
    keepsVariables: cell.keepsVariables,
    start: (operations) => instantiate(script, cell, bindings, operations)(),
  };
}

function instantiate(
  script: Script,
  cell: RewrittenCell,
  bindings: Bindings,
  operations: CellOperations,
): () => unknown {
  const boxes = cell.boxes.map((box) => bindings.box(box));
  const make = script.runInThisContext() as (boxes: readonly Box[], operations: CellOperations) => () => unknown;
  return make(boxes, operations);
}

/** A cell that is only braces is an object if it can be, as in Node's own prompt. */
function transpileCell(source: string, name: string, legacyDecorators: boolean): Transpiled & { text: string } {
  const parameters = { name, keepImports: true, legacyDecorators };
  if (/^\s*\{[\s\S]*\}\s*$/.test(source) && !/^\s*\{\s*\}\s*$/.test(source)) {
    try {
      const text = `(${source}\n)`;
      return { ...transpile(text, parameters), text };
    } catch {
      // A block, then.
    }
  }
  return { ...transpile(source, parameters), text: source };
}

/** Errors of acorn and of V8 tell places in the code that runs. */
function inOwnLines<Result>(name: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    const { message, stack = "", loc } = error as SyntaxError & { loc?: { line: number; column: number } };
    const line = loc?.line ?? Number(/^.*:(\d+)\n/.exec(stack)?.[1] ?? 1);
    const place = originalPosition(name, { line, column: (loc?.column ?? 0) + 1 });
    throw new CellSyntaxError(message.replace(/ \(\d+:\d+\)$/, ""), place.line, place.column);
  }
}
