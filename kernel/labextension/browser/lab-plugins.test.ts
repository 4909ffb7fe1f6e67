import { describe, expect, it } from "vitest";
import { loadExtension } from "./lab-plugins.ts";

const version = (content: unknown) => ({ "1.0.0": { get: async () => () => content } });
const completer = { "@jupyterlab/completer": version({ ICompletionProviderManager: "completions" }) };
const notebook = { "@jupyterlab/notebook": version({ INotebookTracker: "notebooks" }) };
const consoles = { "@jupyterlab/console": version({ IConsoleTracker: "consoles" }) };

describe("the plugin of notebooks", () => {
  it("asks for notebooks and completions and, where there are some, for consoles", async () => {
    const [requires, autoStart] = [["notebooks", "completions"], true];
    const found = await loadExtension({ ...completer, ...notebook, ...consoles });
    expect(found.default).toMatchObject([{ autoStart, requires, optional: ["consoles"] }]);
    const alone = await loadExtension({ ...completer, ...notebook });
    expect(alone.default).toMatchObject([{ autoStart, requires, optional: [] }]);
  });

  it.each([{}, completer, notebook])("is none in a page that lacks one of them", async (shared) => {
    expect((await loadExtension(shared)).default).toEqual([]);
  });

  it("reads what is open already and what is opened later", async () => {
    const found = (await loadExtension({ ...completer, ...notebook, ...consoles })).default as {
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
    plugin.activate({}, tracker("a", "b"), { selected: signal("completions") }, tracker("c", "d"));
    expect(watched).toEqual(["completions", "c", "d", "a", "outputs of a", "b", "outputs of b"]);
  });
});
