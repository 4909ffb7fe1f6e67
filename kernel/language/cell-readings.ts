/**
 * Cell readings: the ways to read a cell, as the runtime tries them: in braces as an object before a block, with JSX only where it
 * is no TypeScript.
 * Limits: of a cell with JSX, later ones know the names, not the types.
 */
import { isBraced, mayHaveMarkup } from "./cell-forms.ts";
import type { ServerDiagnostic } from "./diagnosis.ts";
import type { CellDocument } from "./session-document.ts";

export interface Reading {
  readonly document: CellDocument;
  readonly isMarkup: boolean;
}

/** Undefined without an answer. */
export type Errors = readonly ServerDiagnostic[] | undefined;

interface Cell {
  readonly code: string;
  readonly document: CellDocument;
}

export class CellReadings {
  /** The cells that were found to have JSX. */
  readonly #markup = new Set<string>();

  /** What `ask` finds in the first reading that has no error of syntax; if all have, in the cell as TypeScript. */
  async check({ code, document }: Cell, ask: (reading: Reading) => Promise<Errors>): Promise<Errors> {
    let asWritten: Errors;
    for (const reading of readingsOf(code, document)) {
      const errors = await ask(reading);
      if (errors === undefined) return undefined;
      if (!errors.some(isOfSyntax)) {
        if (reading.isMarkup) this.#markup.add(code);
        return errors;
      }
      if (reading.document === document) asWritten ??= errors;
    }
    return asWritten;
  }

  /** What a cell adds to the session: all that it says, or with JSX its imports and that there are its names. */
  declarationsOf(code: string): string {
    if (!this.#markup.has(code)) return code;
    const imports = code.match(/^import\b[^;]*?\bfrom\s*["'][^"'\n]*["'];?/gm) ?? [];
    const names = code.matchAll(/^(?:export\s+)?(?:const|let|var|(?:async\s+)?function|class)\s+([\w$]+)/gm);
    return [...imports, ...Array.from(names, ([, name]) => `declare const ${name}: any;`)].join("\n");
  }
}

function readingsOf(code: string, document: CellDocument): readonly Reading[] {
  const plain = { document, isMarkup: false };
  if (isBraced(code)) return [{ document: inParentheses(code, document), isMarkup: false }, plain];
  return mayHaveMarkup(code) ? [plain, { document, isMarkup: true }] : [plain];
}

/** The parentheses stand on lines of the document that the cell has not. */
function inParentheses(code: string, document: CellDocument): CellDocument {
  const start = document.text.length - code.length;
  const text = `${document.text.slice(0, start - 1)} (\n${document.text.slice(start)}\n)`;
  return { ...document, text };
}

function isOfSyntax({ code }: ServerDiagnostic): boolean {
  return Number(code) >= 1000 && Number(code) < 2000;
}
