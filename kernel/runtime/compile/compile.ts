/** Compile: the text of a cell to a function that runs it. */
import { compileFunction } from "node:vm";
import type { Bindings, Box } from "../cells/bindings.ts";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { orMagic } from "../errors/magics.ts";
import { type Origin, originalPosition, rememberSource, sourceOf } from "../errors/source-positions.ts";
import { type CellSettings, parseTranspiled, type TranspiledCell, transpileCell } from "./cell-syntax.ts";
import type { Edits } from "./edits.ts";
import { type RewrittenCell, rewrite } from "./rewrite.ts";

export interface CompiledCell extends RewrittenCell {
  /** `operations` is what the code calls besides its variables (cell-operations.ts). */
  start(operations: object): unknown;
}

interface CompileParameters {
  /** The file name in traces. */
  readonly name: string;
  readonly bindings: Bindings;
  /** Asked only for a cell that needs to know: files are looked at for it. */
  readonly settings: () => CellSettings;
}

export function compileCell(written: string, parameters: CompileParameters): CompiledCell {
  const { name, bindings, settings } = parameters;
  const remembered = rememberSource(name, written);
  const source = written.startsWith("#!") ? `//${written.slice(2)}` : written; // the line that names a script's program
  const transpiled = inOwnLines(name, () => transpileCell(source, settings));
  remembered.origin = originOf(source, transpiled);
  const syntax = inOwnLines(name, () => parseTranspiled(transpiled));
  const cell = inOwnLines(name, () => rewrite(syntax, bindings));
  remembered.origin = originOf(source, transpiled, cell.edits);
  // V8 keeps no such function for the next of the same text, as it does a script, so that a session does not grow.
  const place = { filename: name, columnOffset: -cell.prefix };
  const run = inOwnLines(name, () => compileFunction(cell.code, cell.parameters, place) as CellFunction);
  bindings.noteAssignedLater(cell.assignedLater);
  return {
    ...cell,
    start(operations) {
      const boxes = cell.boxes.map((box) => bindings.box(box));
      bindings.expect(cell.initialised);
      const begun = run(boxes, operations, bindings.initialise);
      return cell.isAsync ? (begun as () => Promise<unknown>)() : begun;
    },
  };
}

type CellFunction = (boxes: readonly Box[], operations: object, initialise: Bindings["initialise"]) => unknown;

function originOf(source: string, { code, map, text, marks }: TranspiledCell, edits?: Edits): Origin {
  const columnBefore = (line: number, column: number) => edits?.columnBefore(code, line, column) ?? column;
  const unmarked = (line: number, column: number) => marks?.columnBefore(text, line, column) ?? column;
  return { map, lead: text === source ? 0 : 1, columnBefore, unmarked };
}

/** Errors of acorn and of V8 tell places in the code that runs; the transpiler's, those of the cell. */
function inOwnLines<Result>(name: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (isStackOverflow(error)) throw new CellSyntaxError("the code is nested deeper than it can be read", 1, 1);
    const isPlaced = error instanceof CellSyntaxError || (error as Error).name !== "SyntaxError";
    if (isPlaced) throw orMagic(error, sourceOf(name) ?? "");
    const { message, stack = "", loc } = error as SyntaxError & { loc?: { line: number; column: number } };
    const line = loc?.line ?? Number(/^.*:(\d+)\n/.exec(stack)?.[1] ?? 1);
    const place = originalPosition(name, { line, column: (loc?.column ?? 0) + 1 });
    throw new CellSyntaxError(message.replace(/ \(\d+:\d+\)$/, ""), place.line, place.column);
  }
}

/** What a parser, the kernel's or V8's, throws at code that is nested too deep for it. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /Maximum call stack size|Not enough stack space/.test(error.message);
}
