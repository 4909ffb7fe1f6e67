/** Cell syntax: the text of a cell as the transpiler's JavaScript, parsed. */
import { isBraced, mayHaveMarkup } from "../../language/cell-forms.ts";
import type { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import type { CellSyntax } from "./rewrite.ts";
import { type Transpiled, type TranspileParameters, transpile } from "./transpile.ts";
import { parseTranspiledCode, wordsOf } from "./transpiled-code.ts";

/** What first cells are made of. */
const SAMPLE = 'class A { constructor(readonly a: number) {} }\nconst f = (a: A): number => a.a + Number("1");';

/**
 * Reads a sample before the first cell, which might replace builtins that loading needs, and of which a declaring one would have to
 * wait (7 ms).
 */
export function loadReaders(): void {
  try {
    parseTranspiled(transpileCell(SAMPLE, () => ({})));
  } catch {
    // The first cell says why.
  }
}

/** What the transpiler made of a cell. */
export interface TranspiledCell extends Transpiled {
  /** What it was given: the cell, or the cell in parentheses. */
  readonly text: string;
}

/** What the project says of what cells are made of. */
export type CellSettings = Pick<
  TranspileParameters,
  "legacyDecorators" | "decoratorMetadata" | "assignsFields" | "jsx"
>;

/**
 * As an object, if it is in braces; as it is; with JSX, which only a text may have that is no TypeScript otherwise. The settings
 * are asked for only if it has classes or JSX: files are looked at for them.
 */
export function transpileCell(source: string, settings: () => CellSettings): TranspiledCell {
  const asked = /\bclass\b/.test(source) ? settings() : {};
  const parameters = { ...asked, jsx: undefined, isCell: true, keepImports: true };
  if (isBraced(source)) {
    try {
      return made(`(${source}\n)`, parameters);
    } catch {
      // A block, then.
    }
  }
  try {
    return made(source, parameters);
  } catch (error) {
    if (!mayHaveMarkup(source)) throw error;
    try {
      return made(source, { ...parameters, jsx: settings().jsx ?? {} });
    } catch (other) {
      throw isFurther(other as CellSyntaxError, error as CellSyntaxError) ? other : error;
    }
  }
}

function made(text: string, parameters: TranspileParameters): TranspiledCell {
  return { ...transpile(text, parameters), text };
}

/** Of two ways to read a text, the one that fails later is what was meant. */
function isFurther(one: CellSyntaxError, other: CellSyntaxError): boolean {
  return one.line > other.line || (one.line === other.line && one.column > other.column);
}

/** Throws acorn's SyntaxError, with `loc` in the transpiled code. */
export function parseTranspiled({ code, text }: TranspiledCell): CellSyntax {
  const written = wordsOf(text);
  return { code, program: parseTranspiledCode(code), isWritten: (name) => written.has(name) };
}
