/**
 * Cell readings: the ways to read a cell, as the runtime tries them: in braces as an object before a block, with JSX only where it
 * is no TypeScript.
 */
import { isBraced, mayHaveMarkup } from "./cell-forms.ts";
import type { DeclaredName } from "./declared-names.ts";
import type { ServerDiagnostic } from "./diagnosis.ts";
import type { CellDocument } from "./session.ts";

export interface Reading {
  readonly document: CellDocument;
  readonly text: string;
  readonly isMarkup: boolean;
}

export interface Examined extends Reading {
  /** Each undefined without an answer. */
  readonly errors: readonly ServerDiagnostic[] | undefined;
  readonly names: readonly DeclaredName[] | undefined;
}

/** The first reading that has no error of syntax; if all have, the cell as TypeScript. */
export async function examine(document: CellDocument, ask: (reading: Reading) => Promise<Examined>): Promise<Examined> {
  let asWritten: Examined | undefined;
  for (const reading of readingsOf(document)) {
    const examined = await ask(reading);
    if (examined.errors === undefined || !examined.errors.some(isOfSyntax)) return examined;
    if (reading.text === document.text) asWritten ??= examined;
  }
  return asWritten as Examined; // which is among the readings
}

function readingsOf(document: CellDocument): readonly Reading[] {
  const { code, cell, text } = document;
  const plain = { document, text, isMarkup: false };
  // The parentheses stand on lines of the document that the cell has not.
  const start = text.length - cell.length;
  const inParentheses = `${text.slice(0, start - 1)} (\n${cell}\n)`;
  if (isBraced(code)) return [{ document, text: inParentheses, isMarkup: false }, plain];
  return mayHaveMarkup(code) ? [plain, { document, text, isMarkup: true }] : [plain];
}

function isOfSyntax({ code }: ServerDiagnostic): boolean {
  return Number(code) >= 1000 && Number(code) < 2000;
}
