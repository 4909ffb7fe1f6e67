/** Edits: replacements and insertions in a text, gathered in any order of nesting, applied at once. */

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Span {
  readonly text: string;
  /** Orders edits at one place; those of one rank stay in the order in which they came. */
  readonly rank: number;
}

export class Edits {
  private readonly list: Edit[] = [];

  replace({ start, end }: Span, text: string): void {
    this.list.push({ start, end, text, rank: 0 });
  }

  insert(position: number, text: string): void {
    this.list.push({ start: position, end: position, text, rank: 0 });
  }

  /** Insert before everything else at this place. */
  insertFirst(position: number, text: string): void {
    this.list.push({ start: position, end: position, text, rank: -1 });
  }

  /** Take a span out, but keep its line breaks. */
  remove({ start, end }: Span, code: string): void {
    this.replace({ start, end }, code.slice(start, end).replace(/[^\n]+/g, ""));
  }

  apply(code: string): string {
    let result = "";
    let position = 0;
    for (const { start, end, text } of this.ordered()) {
      result += code.slice(position, start) + text;
      position = Math.max(position, end);
    }
    return result + code.slice(position);
  }

  /** The column in `code` of a place in the edited code; edits keep line breaks, so the line is the same. */
  columnBefore(code: string, line: number, column: number): number {
    let lineStart = 0;
    for (let count = 1; count < line; count++) lineStart = code.indexOf("\n", lineStart) + 1;
    let shift = 0;
    for (const { start, end, text } of this.ordered()) {
      if (start < lineStart) continue;
      const from = start - lineStart + shift + 1;
      if (column < from) break;
      if (column < from + text.length) return start - lineStart + 1;
      shift += text.length - (end - start);
    }
    return column - shift;
  }

  private ordered(): Edit[] {
    return [...this.list].sort((a, b) => a.start - b.start || a.rank - b.rank);
  }
}
