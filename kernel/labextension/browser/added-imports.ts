/**
 * Added imports: when the completion of a name is taken that no cell has imported, the import is added to the cell.
 *
 * JupyterLab drops what it does not know of a completion, so the messages themselves are read: the request for the code that was
 * completed, and its answer for the edits. JupyterLab says which text was taken, also for a mere common beginning of all matches while its
 * list stays open: the import is added when the list is closed and the name stands in the cell.
 */
import { browser } from "./dom.ts";
import type { Signal } from "./shared-packages.ts";

/** A message of the Jupyter protocol, as far as it is read. */
export interface Message {
  readonly header: { readonly msg_id: string; readonly msg_type: string };
  readonly parent_header?: { readonly msg_id?: string };
  readonly content: object;
}

/** What the kernel wants changed in the cell, in UTF-16 units as in its editor. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Completed {
  readonly code?: string;
  readonly metadata?: { readonly _jupyter_types_experimental?: readonly { text: string; edit?: Edit }[] };
}

interface Kernel {
  readonly anyMessage: Signal<{ readonly msg: Message }>;
}

export interface Editor {
  readonly isDisposed: boolean;
  readonly model: {
    readonly sharedModel: { getSource(): string; updateSource(start: number, end: number, text: string): void };
  };
}

/** A notebook. */
export interface Panel {
  readonly sessionContext: {
    readonly session: { readonly kernel: Kernel | null } | null;
    readonly kernelChanged: Signal<{ readonly newValue: Kernel | null }>;
  };
  readonly content?: { readonly activeCell?: { readonly editor: Editor | null } | null };
}

interface CompletionPage {
  readonly selected: Signal<{ readonly insertText: string }>;
  /** What has the focus. */
  readonly current: () => Panel | null;
  readonly isListOpen?: () => boolean;
  readonly soon?: (act: () => void) => void;
}

/** Gives a function by which the messages of a panel are read. */
export function addImports(page: CompletionPage): (panel: Panel) => void {
  const { selected, current, isListOpen = isCompleterOpen, soon = nextFrame } = page;
  let asked = { id: "", code: "" };
  let edits = new Map<string, Edit>();
  const read = ({ header, parent_header: parent, content }: Message) => {
    const { code = "", metadata } = content as Completed;
    if (header.msg_type === "complete_request") {
      asked = { id: header.msg_id, code };
      edits = new Map();
    } else if (header.msg_type === "complete_reply" && parent?.msg_id === asked.id) {
      const matches = metadata?._jupyter_types_experimental ?? [];
      edits = new Map(matches.flatMap(({ text, edit }) => (edit === undefined ? [] : [[text, edit]])));
    }
  };
  let taken: object | undefined;
  selected.connect((_, choice) => {
    taken = choice;
    const editor = current()?.content?.activeCell?.editor;
    const add = () => {
      if (taken !== choice || !editor || editor.isDisposed) return;
      if (isListOpen()) return soon(add);
      const { sharedModel } = editor.model;
      const source = sharedModel.getSource();
      const edit = edits.get(choice.insertText);
      const isNamed = source.split(/[^\p{ID_Continue}$]+/u).includes(choice.insertText);
      const isAsCompleted = source.slice(0, edit?.end) === asked.code.slice(0, edit?.end);
      if (edit && isNamed && isAsCompleted) sharedModel.updateSource(edit.start, edit.end, edit.text);
    };
    soon(add);
  });
  return ({ sessionContext: { session, kernelChanged } }) => {
    const listen = (kernel: Kernel | null | undefined) => kernel?.anyMessage.connect((_, { msg }) => read(msg));
    listen(session?.kernel);
    kernelChanged.connect((_, { newValue }) => listen(newValue));
  };
}

function isCompleterOpen(): boolean {
  return Boolean(browser.document?.querySelector(".jp-Completer:not(.lm-mod-hidden)"));
}

function nextFrame(act: () => void): void {
  browser.requestAnimationFrame(act);
}
