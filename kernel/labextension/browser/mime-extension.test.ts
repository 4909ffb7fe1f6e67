import { describe, expect, it } from "vitest";
import { TextElement } from "../reference/text-element.ts";
import { loadExtension } from "./mime-extension.ts";
import type { SharedPackages } from "./shared-packages.ts";

/** The part of a renderer of JupyterLab that draws: into its element, which is emptied before, unless asked to keep it. */
class Renderer {
  readonly mimeType: string;
  readonly node = new TextElement();

  constructor({ mimeType }: { readonly mimeType: string }) {
    this.mimeType = mimeType;
  }

  async renderModel(model: Model, keepExisting = false): Promise<void> {
    if (!keepExisting) this.node.replaceChildren();
    await this.render(model);
  }

  async render({ data }: Model): Promise<void> {
    this.node.append(`${data[this.mimeType]}`);
  }

  dispose(): void {}
}

interface Model {
  readonly data: Readonly<Record<string, unknown>>;
}

interface Extension {
  readonly id: string;
  readonly rank: number;
  readonly rendererFactory: {
    readonly mimeTypes: readonly string[];
    readonly createRenderer: (options: { readonly mimeType: string }) => Renderer;
  };
}

const draw = async ({ host, source }: { readonly host: TextElement; readonly source: string }) => host.append(source);
const rendermime = { RenderedText: Renderer, RenderedError: Renderer, renderText: draw, renderError: draw };

const version = (content: unknown) => ({ "1.0.0": { get: async () => () => content } });
const widgets = { "@lumino/widgets": version({ Widget: class {} }) };

async function extensions(shared: SharedPackages): Promise<Extension[]> {
  return (await loadExtension(shared)).default as Extension[];
}

describe("what JupyterLab is given", () => {
  it("shows figures, and what is printed in place of JupyterLab's renderers and with their ranks", async () => {
    const given = await extensions({ ...widgets, "@jupyterlab/rendermime": version(rendermime) });
    expect(given.map(({ rank, rendererFactory }) => [...rendererFactory.mimeTypes, rank])).toEqual([
      ["application/vnd.plotly.v1+json", 0],
      ["application/vnd.jupyter.stdout", 120],
      ["application/vnd.jupyter.stderr", 110],
    ]);
    expect(new Set(given.map(({ id }) => id)).size).toBe(3);
  });

  it.each<[string, SharedPackages]>([
    ["shares no renderers", widgets],
    [
      "shares the renderers of JupyterLab 4.0",
      { ...widgets, "@jupyterlab/rendermime": version({ RenderedText: Renderer, renderText: draw }) },
    ],
  ])("shows figures alone in a page that %s", async (_, shared) => {
    expect((await extensions(shared)).map(({ id }) => id)).toEqual(["@epsilab/plotly:renderer"]);
  });

  it("is nothing in a page without widgets", async () => {
    await expect(loadExtension({})).rejects.toThrow("@lumino/widgets");
  });

  it.each(["stdout", "stderr"])(
    "draws a short %s at once and a long one in parts, and may change between them",
    async (stream) => {
      const mimeType = `application/vnd.jupyter.${stream}`;
      const given = await extensions({ ...widgets, "@jupyterlab/rendermime": version(rendermime) });
      const own = given.find(({ rendererFactory }) => rendererFactory.mimeTypes.includes(mimeType));
      const renderer = own?.rendererFactory.createRenderer({ mimeType }) as Renderer;
      const show = async (text: string) => {
        await renderer.renderModel({ data: { [mimeType]: text } });
        expect(renderer.node.textContent).toBe(text);
        return [...renderer.node.children];
      };
      const long = "a line\n".repeat(40_000);
      expect(await show("a line\n")).toEqual(["a line\n"]);
      expect((await show(long)).length).toBeGreaterThan(10);
      expect((await show(`${long}and more`)).length).toBeGreaterThan(10);
      expect(await show("cleared")).toEqual(["cleared"]);
    },
  );
});
