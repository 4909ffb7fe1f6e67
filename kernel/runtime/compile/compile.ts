/** Compile: the text of a cell to a function that runs it. */
import { compileFunction } from "node:vm";
import type { Bindings, Box } from "../cells/bindings.ts";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { orMagic } from "../errors/magics.ts";
import { type Origin, originalPosition, rememberSource } from "../errors/source-positions.ts";
import { haltName } from "../interrupt/halt.ts";
import { type CellSettings, parseTranspiled, type TranspiledCell, transpileCell } from "./cell-syntax.ts";
import type { Edits } from "./edits.ts";
import { type RewrittenCell, rewrite } from "./rewrite.ts";

export interface CompiledCell extends RewrittenCell {
  /** `operations` is what the code calls besides its variables (cell-operations.ts). */
  start(operations: object): unknown;
}

export interface CompileParameters {
  /** The file name in traces. */
  readonly name: string;
  readonly bindings: Bindings;
  /** Asked only for a cell that needs to know: files are looked at for it. */
  readonly settings: () => CellSettings;
}

export function compileCell(written: string, parameters: CompileParameters): CompiledCell {
  const { name, bindings, settings } = parameters;
  const remembered = rememberSource(name, written, "");
  const source = written.startsWith("#!") ? `//${written.slice(2)}` : written; // the line that names a script's program
  const transpiled = transpileOrTell(source, settings);
  remembered.origin = originOf(source, transpiled);
  const syntax = inOwnLines(name, () => parseTranspiled(transpiled));
  const cell = rewrite(syntax, bindings, haltName());
  remembered.origin = originOf(source, transpiled, cell.edits);
  const run = inOwnLines(name, () => functionOf(cell, name));
  bindings.noteClosures(cell.closures);
  return {
    ...cell,
    start(operations) {
      const boxes = cell.boxes.map((box) => bindings.box(box));
      const begun = run(boxes, operations);
      return cell.isAsync ? (begun as () => Promise<unknown>)() : begun;
    },
  };
}

function transpileOrTell(source: string, settings: () => CellSettings): TranspiledCell {
  try {
    return transpileCell(source, settings);
  } catch (error) {
    throw orMagic(error, source);
  }
}

type CellFunction = (boxes: readonly Box[], operations: object) => unknown;

/** V8 keeps no such function for the next of the same text, as it does a script, so that a session does not grow. */
function functionOf({ code, parameters, prefix }: RewrittenCell, name: string): CellFunction {
  return compileFunction(code, parameters, { filename: name, columnOffset: -prefix }) as CellFunction;
}

function originOf(source: string, { code, map, text }: TranspiledCell, edits?: Edits): Origin {
  const columnBefore = (line: number, column: number) => edits?.columnBefore(code, line, column) ?? column;
  return { map, lead: text === source ? 0 : 1, columnBefore };
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
