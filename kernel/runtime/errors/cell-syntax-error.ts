/** Cell syntax error: a cell, or a file that it imports, does not parse; `line` and `column` count from one. */
export class CellSyntaxError extends SyntaxError {
  override readonly name = "SyntaxError";
  readonly line: number;
  readonly column: number;
  /** Set by whoever loads the file. */
  file?: string;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
