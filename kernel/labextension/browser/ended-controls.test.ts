import { describe, expect, it } from "vitest";
import { showWords } from "./ended-controls.ts";

const VIEW = "application/vnd.jupyter.widget-view+json";
const SENTENCE = "Error displaying widget: model not found";
const OURS = { epsilab: { isControl: true } };

/** What stands in the place of an output that jupyterlab_widgets would show so. */
async function shown(
  text: string,
  metadata: unknown,
  { type = VIEW, data = { "text/plain": "words" } as object } = {},
) {
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
  await (renderer.renderModel as (model: unknown) => Promise<void>)({ data, metadata });
  return renderer.node.textContent;
}

describe("a control whose kernel has ended", () => {
  it("is shown by its words", async () => {
    expect(await shown(SENTENCE, OURS)).toBe("words");
  });

  it("is left as it is if it lives, if it is not ours, or if it has no words", async () => {
    expect(await shown("a slider", OURS)).toBe("a slider");
    for (const metadata of [undefined, {}, { epsilab: 5 }]) expect(await shown(SENTENCE, metadata)).toBe(SENTENCE);
    expect(await shown(SENTENCE, OURS, { data: {} })).toBe(SENTENCE);
    expect(await shown(SENTENCE, OURS, { type: "text/plain" })).toBe(SENTENCE);
  });
});
