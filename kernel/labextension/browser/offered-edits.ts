/**
 * Offered edits: what the kernel wants changed in a cell when one of its latest completions is taken.
 *
 * JupyterLab drops what it does not know of a completion, so the messages themselves are read: the request for the code that was
 * completed, and its answer for the edits. Positions in messages count code points, those of an editor UTF-16 units.
 */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A message of the Jupyter protocol, as far as it is read. */
export interface Message {
  readonly header: { readonly msg_id: string; readonly msg_type: string };
  readonly parent_header?: { readonly msg_id?: string };
  readonly content: object;
}

interface Match {
  readonly text?: unknown;
  readonly edit?: Partial<TextEdit>;
}

export class OfferedEdits {
  #asked: { readonly id: string; readonly code: string } | undefined;
  #edits: ReadonlyMap<string, TextEdit> = new Map();

  /** Reads a message that went to the kernel or came from it. */
  note({ header, parent_header: parent, content }: Message): void {
    if (header.msg_type === "complete_request") {
      const { code } = content as { readonly code?: unknown };
      this.#asked = { id: header.msg_id, code: String(code ?? "") };
      this.#edits = new Map();
    } else if (header.msg_type === "complete_reply" && this.#asked !== undefined && parent?.msg_id === this.#asked.id)
      this.#edits = editsIn(content, this.#asked.code);
  }

  /** The edit that belongs to a name, if the cell is still as it was where the edit is made. */
  editFor(name: string, source: string): TextEdit | undefined {
    const edit = this.#edits.get(name);
    if (edit === undefined || this.#asked === undefined) return undefined;
    return source.slice(0, edit.end) === this.#asked.code.slice(0, edit.end) ? edit : undefined;
  }
}

function editsIn(content: object, code: string): ReadonlyMap<string, TextEdit> {
  const { metadata } = content as { readonly metadata?: { readonly _jupyter_types_experimental?: unknown } };
  const matches = metadata?._jupyter_types_experimental;
  const edits = new Map<string, TextEdit>();
  for (const { text: name, edit } of Array.isArray(matches) ? (matches as readonly Match[]) : []) {
    const { start, end, text } = edit ?? {};
    if (typeof name !== "string" || typeof start !== "number" || typeof end !== "number") continue;
    edits.set(name, { start: units(code, start), end: units(code, end), text: String(text) });
  }
  return edits;
}

function units(code: string, codePoints: number): number {
  return [...code].slice(0, codePoints).join("").length;
}
