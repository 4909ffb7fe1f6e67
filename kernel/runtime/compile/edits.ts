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
  readonly #list: Edit[] = [];

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  replace({ start, end }: Span, text: string): void {
    this.#list.push({ start, end, text, rank: 0 });
  }

  insert(position: number, text: string): void {
    this.#list.push({ start: position, end: position, text, rank: 0 });
  }

  /** Insert before everything else that begins at this place. */
  insertFirst(position: number, text: string): void {
    this.#list.push({ start: position, end: position, text, rank: -1 });
  }

  /** Insert at the end of what ends at this place. */
  append(position: number, text: string): void {
    this.#list.push({ start: position, end: position, text, rank: -2 });
  }

  /** Take a span out, but keep its line breaks. */
  remove(span: Span, code: string): void {
    this.replaceLines(span, "", code);
  }

  /** Replace a span, but keep its line breaks, after the text. */
  replaceLines({ start, end }: Span, text: string, code: string): void {
    this.replace({ start, end }, text + code.slice(start, end).replace(/[^\n]/g, ""));
  }

  apply(code: string): string {
    let result = "";
    let position = 0;
    for (const { start, end, text } of this.#ordered()) {
      if (start > position) result += code.slice(position, start);
      result += text;
      if (end > position) position = end;
    }
    return result + code.slice(position);
  }

  /** The column in `code` of a place in the edited code; edits keep line breaks, so the line is the same. */
  columnBefore(code: string, line: number, column: number): number {
    let lineStart = 0;
    for (let count = 1; count < line; count++) lineStart = code.indexOf("\n", lineStart) + 1;
    let shift = 0;
    for (const { start, end, text } of this.#ordered()) {
      if (start < lineStart && end <= lineStart) continue;
      // Of a span that begins on an earlier line, what stands on this one.
      const from = Math.max(start, lineStart);
      const shown = start < lineStart && text.endsWith("\n") ? 0 : text.length;
      const place = from - lineStart + shift + 1;
      if (column < place) break;
      const isCallee = text.startsWith("(0,"); // V8 places the call right after it
      if (column < place + shown + (isCallee ? 1 : 0)) return from - lineStart + 1;
      shift += shown - (end - from);
    }
    return column - shift;
  }

  #ordered(): readonly Edit[] {
    return this.#list.sort((a, b) => a.start - b.start || a.rank - b.rank);
  }
}
