/** Module syntax: errors of a file that does not parse, with the file's name and the place as it was written. */
import { parse } from "acorn";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { originalPosition, type Position } from "../errors/source-positions.ts";

/** What `work` makes of the code of a file. */
export function parsing<Result>(file: string, code: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof SyntaxError ? placed(error, file, code) : error;
  }
}

function placed(error: SyntaxError, file: string, code: string): CellSyntaxError {
  let named: CellSyntaxError;
  if (error instanceof CellSyntaxError) named = error;
  else {
    const { line, column } = originalPosition(file, placeIn(code));
    named = new CellSyntaxError(error.message, line, column);
  }
  named.file = file;
  return named;
}

/** V8 keeps the place in a module to itself, so it is parsed once more; the first line if that finds no fault. */
function placeIn(code: string): Position {
  try {
    parse(code, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true });
  } catch (error) {
    const { loc } = error as { readonly loc?: Position };
    if (loc !== undefined) return { line: loc.line, column: loc.column + 1 };
  }
  return { line: 1, column: 1 };
}
