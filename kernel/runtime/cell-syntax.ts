/** Cell syntax: the text of a cell, parsed as JavaScript, by the short way if it can be and by the transpiler if not. */
import { parseCell } from "./cell-parser.ts";
import { Edits } from "./edits.ts";
import type { CellSyntax } from "./rewrite.ts";
import { type TranspileParameters, transpile } from "./transpile.ts";
import { parseTranspiledCode, standsIn } from "./transpiled-code.ts";

/** What the transpiler made of a cell. */
export interface TranspiledCell {
  readonly code: string;
  /** What it was given: the cell, or the cell in parentheses. */
  readonly text: string;
  readonly parameters: TranspileParameters;
}

/** What the project says of classes. */
export interface ClassSettings {
  readonly legacyDecorators: boolean;
  readonly decoratorMetadata?: boolean;
  readonly assignsFields?: boolean;
}

/** Without the transpiler, which fields that are assigned to need; undefined if it is needed. */
export function parseShort(source: string, classes: () => ClassSettings): CellSyntax | undefined {
  const edits = new Edits();
  const code = isBraced(source) ? inParentheses(source) : source;
  const parsed = parseCell(code, edits);
  if (parsed === undefined || (parsed.hasFields && classes().assignsFields)) return undefined;
  const { program, openEnds } = parsed;
  return { code, edits, isWritten: () => true, program, openEnds };
}

export function transpileCell(source: string, classes: ClassSettings): TranspiledCell {
  const { legacyDecorators, decoratorMetadata = false, assignsFields = false } = classes;
  const parameters = {
    isCell: true,
    keepImports: true,
    legacyDecorators,
    decoratorMetadata,
    assignsFields,
    maps: false,
  };
  if (isBraced(source)) {
    try {
      const text = inParentheses(source);
      return { code: transpile(text, parameters).code, text, parameters };
    } catch {
      // A block, then.
    }
  }
  return { code: transpile(source, parameters).code, text: source, parameters };
}

/** Throws acorn's SyntaxError, with `loc` in the transpiled code. */
export function parseTranspiled({ code, text }: TranspiledCell): CellSyntax {
  return {
    code,
    program: parseTranspiledCode(code),
    edits: new Edits(),
    openEnds: new Set(),
    isWritten: (name) => standsIn(text, name),
  };
}

/** A cell that is only braces is an object if it can be, as in Node's own prompt. */
function isBraced(source: string): boolean {
  const cell = source.trim();
  return cell.startsWith("{") && cell.endsWith("}") && cell.slice(1, -1).trim() !== "";
}

function inParentheses(source: string): string {
  return `(${source}\n)`;
}
