import { describe, expect, it } from "vitest";
import { followControls, type NotebookPanel, showWords } from "./reopened-controls.ts";

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

describe("an output of a notebook that was opened again", () => {
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

const VIEW = "application/vnd.jupyter.widget-view+json";
const SENTENCE = "Error displaying widget: model not found";
const WORDS = "slider from 0 to 1 (works while the kernel runs)";

/** What stands in the place of an output that jupyterlab_widgets would show so. */
async function shown(text: string, data: object, type: string = VIEW) {
  const rendermime = {
    createRenderer: () => {
      const node: { textContent: string | null; style: Record<string, string> } = { textContent: "", style: {} };
      return {
        node,
        async renderModel() {
          node.textContent = text;
        },
      };
    },
  };
  showWords(rendermime);
  const renderer = (rendermime.createRenderer as (type: string) => ReturnType<typeof rendermime.createRenderer>)(type);
  await (renderer.renderModel as (model: unknown) => Promise<void>)({ data });
  return renderer.node.textContent;
}

describe("a control whose kernel has ended", () => {
  it("is shown by its words", async () => {
    expect(await shown(SENTENCE, { "text/plain": WORDS })).toBe(WORDS);
  });

  it("is left as it is if it lives, if it is not ours, or if it has no words", async () => {
    expect(await shown("a slider", { "text/plain": WORDS })).toBe("a slider");
    for (const data of [{}, { "text/plain": 5 }, { "text/plain": "IntSlider(value=0)" }])
      expect(await shown(SENTENCE, data)).toBe(SENTENCE);
    expect(await shown(SENTENCE, { "text/plain": WORDS }, "text/plain")).toBe(SENTENCE);
  });
});
