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

/**
 * Of each edit: its start and end, the length of its text, and of what follows its line breaks, which are last; and one if
 * it stands for the function of a call, `(0,box.name)`, because V8 then places the call right after it.
 */
const SPAN = 5;

/** Edited columns: where a place in the edited code was before; edits keep line breaks, so the line is the same. */
export class EditedColumns {
  private readonly spans: Int32Array;

  constructor(spans: Int32Array) {
    this.spans = spans;
  }

  before(code: string, line: number, column: number): number {
    const { spans } = this;
    let lineStart = 0;
    for (let count = 1; count < line; count++) lineStart = code.indexOf("\n", lineStart) + 1;
    let shift = 0;
    for (let index = 0; index < spans.length; index += SPAN) {
      const [start, end] = [spans[index], spans[index + 1]];
      const isEarlier = start < lineStart;
      if (isEarlier && end <= lineStart) continue;
      // Of a span that begins on an earlier line, what stands on this one.
      const from = isEarlier ? lineStart : start;
      const shown = isEarlier ? spans[index + 3] : spans[index + 2];
      const place = from - lineStart + shift + 1;
      if (column < place) break;
      if (column < place + shown + spans[index + 4]) return from - lineStart + 1;
      shift += shown - (end - from);
    }
    return column - shift;
  }
}

export class Edits {
  private readonly list: Edit[] = [];
  private isOrdered = true;

  replace({ start, end }: Span, text: string): void {
    this.add({ start, end, text, rank: 0 });
  }

  insert(position: number, text: string): void {
    this.add({ start: position, end: position, text, rank: 0 });
  }

  /** Insert before everything else that begins at this place. */
  insertFirst(position: number, text: string): void {
    this.add({ start: position, end: position, text, rank: -1 });
  }

  /** Insert at the end of what ends at this place. */
  append(position: number, text: string): void {
    this.add({ start: position, end: position, text, rank: -2 });
  }

  /** Take a span out, but keep its line breaks. */
  remove({ start, end }: Span, code: string): void {
    this.replaceLines({ start, end }, "", code);
  }

  /** Replace a span, but keep its line breaks, after the text. */
  replaceLines({ start, end }: Span, text: string, code: string): void {
    let breaks = "";
    for (let at = code.indexOf("\n", start); at !== -1 && at < end; at = code.indexOf("\n", at + 1)) breaks += "\n";
    this.add({ start, end, text: text + breaks, rank: 0 });
  }

  apply(code: string): string {
    let result = "";
    let position = 0;
    for (const { start, end, text } of this.ordered()) {
      if (start > position) result += code.slice(position, start);
      result += text;
      if (end > position) position = end;
    }
    return result + code.slice(position);
  }

  /** The column in `code` of a place in the edited code. */
  columnBefore(code: string, line: number, column: number): number {
    return this.columns().before(code, line, column);
  }

  /** What is needed to lead columns back, in little memory. */
  columns(): EditedColumns {
    const spans = new Int32Array(this.list.length * SPAN);
    let index = 0;
    for (const { start, end, text } of this.ordered()) {
      spans[index] = start;
      spans[index + 1] = end;
      spans[index + 2] = text.length;
      spans[index + 3] = text.endsWith("\n") ? 0 : text.length;
      spans[index + 4] = text.startsWith("(0,") ? 1 : 0;
      index += SPAN;
    }
    return new EditedColumns(spans);
  }

  private add(edit: Edit): void {
    const { list } = this;
    if (this.isOrdered && list.length > 0) this.isOrdered = compare(list[list.length - 1], edit) <= 0;
    list.push(edit);
  }

  private ordered(): readonly Edit[] {
    if (!this.isOrdered) this.list.sort(compare);
    this.isOrdered = true;
    return this.list;
  }
}

function compare(a: Edit, b: Edit): number {
  return a.start - b.start || a.rank - b.rank;
}
