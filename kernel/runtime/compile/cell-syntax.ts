/** Cell syntax: the text of a cell, parsed as JavaScript, by the short way if it can be and by the transpiler if not. */
import { isBraced, mayHaveMarkup } from "../../language/cell-forms.ts";
import type { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { parseCell } from "./cell-parser.ts";
import { Edits } from "./edits.ts";
import type { JsxSettings } from "./project-settings.ts";
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

/** What the project says of what cells are made of. */
export interface CellSettings {
  readonly legacyDecorators: boolean;
  readonly decoratorMetadata?: boolean;
  readonly assignsFields?: boolean;
  readonly jsx?: JsxSettings;
}

/** Without the transpiler, which fields that are assigned to need; undefined if it is needed. */
export function parseShort(source: string, settings: () => CellSettings): CellSyntax | undefined {
  const edits = new Edits();
  const code = isBraced(source) ? inParentheses(source) : source;
  const parsed = parseCell(code, edits);
  if (parsed === undefined || (parsed.hasFields && settings().assignsFields)) return undefined;
  const { program, openEnds } = parsed;
  return { code, edits, isWritten: () => true, program, openEnds };
}

/** As an object, if it is in braces; as it is; with JSX, which only a text may have that is no TypeScript otherwise. */
export function transpileCell(source: string, settings: CellSettings): TranspiledCell {
  const { legacyDecorators, decoratorMetadata = false, assignsFields = false, jsx = {} } = settings;
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
      return made(inParentheses(source), parameters);
    } catch {
      // A block, then.
    }
  }
  try {
    return made(source, parameters);
  } catch (error) {
    if (!mayHaveMarkup(source)) throw error;
    try {
      return made(source, { ...parameters, jsx });
    } catch (other) {
      throw isFurther(other as CellSyntaxError, error as CellSyntaxError) ? other : error;
    }
  }
}

function made(text: string, parameters: TranspileParameters): TranspiledCell {
  return { code: transpile(text, parameters).code, text, parameters };
}

/** Of two ways to read a text, the one that fails later is what was meant. */
function isFurther(one: CellSyntaxError, other: CellSyntaxError): boolean {
  return one.line > other.line || (one.line === other.line && one.column > other.column);
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

function inParentheses(source: string): string {
  return `(${source}\n)`;
}
