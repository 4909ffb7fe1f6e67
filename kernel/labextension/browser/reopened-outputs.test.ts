import { describe, expect, it } from "vitest";
import { followControls, type NotebookPanel } from "./reopened-outputs.ts";

class Signal<Value> {
  readonly #slots: ((sender: unknown, value: Value) => void)[] = [];
  connect(slot: (sender: unknown, value: Value) => void): void {
    this.#slots.push(slot);
  }
  emit(value: Value): void {
    for (const slot of this.#slots) slot(this, value);
  }
}

type Output = { readonly metadata: unknown; readonly data?: unknown };

/** A notebook with one cell of these outputs, and one without any. */
function notebook(outputs: Output[]) {
  const iopubMessage = new Signal<{ header: unknown; content: unknown }>();
  const area = {
    length: outputs.length,
    get: (index: number) => outputs[index],
    set: (index: number, output: Readonly<Record<string, unknown>>) => {
      outputs[index] = output as Output;
    },
  };
  const panel: NotebookPanel = {
    sessionContext: { iopubMessage },
    content: { model: { cells: [{}, { outputs: area }] } },
  };
  followControls(panel);
  return (content: unknown, type = "update_display_data") => iopubMessage.emit({ header: { msg_type: type }, content });
}

const mark = (display: string, version: number) => ({ epsilab: { display, version } });

describe("an output of a notebook that was opened anew", () => {
  it("is changed by the message with its mark", () => {
    const outputs: Output[] = [{ metadata: {} }, { metadata: mark("a", 3) }, { metadata: mark("b", 1) }];
    const say = notebook(outputs);
    say({ data: { "text/plain": "new" }, metadata: mark("a", 4), transient: { display_id: "a" } });
    expect(outputs).toEqual([
      { metadata: {} },
      { output_type: "display_data", data: { "text/plain": "new" }, metadata: mark("a", 4) },
      { metadata: mark("b", 1) },
    ]);
  });

  it("is left alone if JupyterLab has changed it already, and by all other messages", () => {
    const outputs: Output[] = [{ metadata: mark("a", 4) }];
    const say = notebook(outputs);
    say({ data: {}, metadata: mark("a", 4) });
    say({ data: {}, metadata: mark("a", 5) }, "display_data");
    for (const metadata of [undefined, 5, {}, { epsilab: 5 }, { epsilab: { display: 5 } }]) say({ data: {}, metadata });
    for (const content of [undefined, null, 5, []]) say(content);
    expect(outputs).toEqual([{ metadata: mark("a", 4) }]);
  });
});
