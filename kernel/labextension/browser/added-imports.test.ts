import { describe, expect, it } from "vitest";
import { addImports, type Edit, type Editor, type Message, type Panel } from "./added-imports.ts";

class Signal<Value> {
  readonly #slots: ((sender: unknown, value: Value) => void)[] = [];
  connect(slot: (sender: unknown, value: Value) => void): void {
    this.#slots.push(slot);
  }
  emit(value: Value): void {
    for (const slot of this.#slots) slot(this, value);
  }
}

const request = (id: string, code: string): Message => ({
  header: { msg_id: id, msg_type: "complete_request" },
  content: { code },
});
const reply = (id: string, matches: readonly { text: string; edit?: Edit }[]): Message => ({
  header: { msg_id: `${id}-reply`, msg_type: "complete_reply" },
  parent_header: { msg_id: id },
  content: { metadata: { _jupyter_types_experimental: matches } },
});
const head = (name: string): Edit => ({ start: 0, end: 0, text: `import { ${name} } from "workbench";\n` });

/** A page with one notebook, whose list of completions is open as long as the test says so. */
function notebook(code: string) {
  let source = code;
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const anyMessage = new Signal<{ readonly msg: Message }>();
  const kernelChanged = new Signal<{ readonly newValue: { anyMessage: typeof anyMessage } | null }>();
  const selected = new Signal<{ readonly insertText: string }>();
  const editor: Editor = {
    isDisposed: false,
    model: {
      sharedModel: {
        getSource: () => source,
        updateSource: (start, end, text) => {
          source = source.slice(0, start) + text + source.slice(end);
        },
      },
    },
  };
  const panel: Panel = {
    sessionContext: { session: { kernel: { anyMessage } }, kernelChanged },
    content: { activeCell: { editor } },
  };
  addImports({
    selected,
    current: () => panel,
    isListOpen: () => isOpen,
    soon: (act) => void waiting.push(act),
  })(panel);
  return {
    kernelChanged,
    say: (msg: Message) => anyMessage.emit({ msg }),
    open: (open: boolean) => {
      isOpen = open;
    },
    /** Types a text in place of the cell, and takes a match. */
    take: (insertText: string, after: string) => {
      source = after;
      selected.emit({ insertText });
    },
    frame: () => {
      for (const act of waiting.splice(0)) act();
      return source;
    },
  };
}

describe("a completion that is taken", () => {
  it("adds the import that the kernel offered with it", () => {
    const notes = notebook("lapl");
    notes.say(request("1", "lapl"));
    notes.say(
      reply("1", [
        { text: "laplaceLoss", edit: head("laplaceLoss") },
        { text: "laplace", edit: head("laplace") },
      ]),
    );
    notes.take("laplace", "laplace");
    expect(notes.frame()).toBe('import { laplace } from "workbench";\nlaplace');
    expect(notes.frame()).toBe('import { laplace } from "workbench";\nlaplace');
  });

  it("adds nothing where the kernel offered nothing", () => {
    const notes = notebook("disp");
    notes.say(request("1", "disp"));
    notes.say(reply("1", [{ text: "display" }]));
    notes.take("display", "display");
    expect(notes.frame()).toBe("display");
  });

  it("counts UTF-16 units, as the editor does", () => {
    const code = "// @strict 😀\nlapl";
    const notes = notebook(code);
    notes.say(request("1", code));
    notes.say(reply("1", [{ text: "laplace", edit: { start: 14, end: 14, text: "import;\n" } }]));
    notes.take("laplace", "// @strict 😀\nlaplace");
    expect(notes.frame()).toBe("// @strict 😀\nimport;\nlaplace");
  });

  it("waits while the list is open: a common beginning is not yet a choice", () => {
    const notes = notebook("lapl");
    notes.say(request("1", "lapl"));
    notes.say(
      reply("1", [
        { text: "laplace", edit: head("laplace") },
        { text: "laplaceLoss", edit: head("laplaceLoss") },
      ]),
    );
    notes.open(true);
    notes.take("laplace", "laplace");
    expect(notes.frame()).toBe("laplace");
    notes.take("laplaceLoss", "laplaceLoss");
    notes.open(false);
    expect(notes.frame()).toBe('import { laplaceLoss } from "workbench";\nlaplaceLoss');
  });

  it("adds nothing when the name is gone, or the head of the cell is another", () => {
    const notes = notebook("lapl");
    notes.say(request("1", "1;lapl"));
    notes.say(reply("1", [{ text: "laplace", edit: { start: 2, end: 2, text: "import" } }]));
    notes.take("laplace", "1;laplaces");
    expect(notes.frame()).toBe("1;laplaces");
    notes.take("laplace", "2;laplace");
    expect(notes.frame()).toBe("2;laplace");
  });

  it("follows only the latest request, also of a kernel that came later", () => {
    const notes = notebook("lapl");
    const anyMessage = new Signal<{ readonly msg: Message }>();
    notes.kernelChanged.emit({ newValue: { anyMessage } });
    notes.kernelChanged.emit({ newValue: null });
    notes.say(request("1", "la"));
    notes.say(request("2", "lapl"));
    notes.say(reply("1", [{ text: "laplace", edit: head("laplace") }]));
    notes.take("laplace", "laplace");
    expect(notes.frame()).toBe("laplace");
    anyMessage.emit({ msg: request("3", "lapl") });
    anyMessage.emit({ msg: reply("3", [{ text: "laplace", edit: head("laplace") }]) });
    notes.take("laplace", "laplace");
    expect(notes.frame()).toBe('import { laplace } from "workbench";\nlaplace');
  });
});
