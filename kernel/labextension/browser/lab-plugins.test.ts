import { describe, expect, it } from "vitest";
import { loadExtension } from "./lab-plugins.ts";

const version = (content: unknown) => ({ "1.0.0": { get: async () => () => content } });
const completer = { "@jupyterlab/completer": version({ ICompletionProviderManager: "completions" }) };
const notebook = { "@jupyterlab/notebook": version({ INotebookTracker: "notebooks" }) };

describe("the plugin of notebooks", () => {
  it("asks for notebooks and completions", async () => {
    const { default: found } = await loadExtension({ ...completer, ...notebook });
    expect(found).toMatchObject([{ autoStart: true, requires: ["notebooks", "completions"] }]);
  });

  it.each([{}, completer, notebook])("is none in a page that lacks one of them", async (shared) => {
    expect((await loadExtension(shared)).default).toEqual([]);
  });

  it("reads what is open already and what is opened later", async () => {
    const found = (await loadExtension({ ...completer, ...notebook })).default as {
      readonly activate: (...services: readonly unknown[]) => void;
    }[];
    const watched: string[] = [];
    const signal = (name: string) => ({ connect: () => watched.push(name) });
    const panel = (name: string) => ({
      sessionContext: { session: null, kernelChanged: signal(name), iopubMessage: signal(`outputs of ${name}`) },
      content: { rendermime: { createRenderer: () => undefined } },
    });
    const tracker = (open: string, later: string) => ({
      forEach: (look: (each: unknown) => void) => look(panel(open)),
      widgetAdded: { connect: (slot: (sender: unknown, each: unknown) => void) => slot(undefined, panel(later)) },
    });
    const [plugin] = found;
    plugin.activate({}, tracker("a", "b"), { selected: signal("completions") });
    expect(watched).toEqual(["completions", "a", "outputs of a", "b", "outputs of b"]);
  });
});
