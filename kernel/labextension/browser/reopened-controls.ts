/**
 * Reopened controls: what controls and their results show after the page is reloaded, or the kernel has ended.
 *
 * JupyterLab finds the output that a message changes by its display id, which is not saved with the notebook. The kernel writes the
 * id, and a number that grows, into the metadata of the results of `interact`, which is saved. A message that JupyterLab has put
 * into its place itself is left alone. The package jupyterlab_widgets writes its own sentence into the place of a widget whose
 * kernel has ended. It is replaced by the words of the control, which are known by how they end. Where the sentence is another one,
 * it is left.
 */
import { isJsonObject, type JsonObject } from "../../protocol/json-object.ts";
import type { Signal } from "./shared-packages.ts";

interface Outputs {
  readonly length: number;
  get(index: number): { readonly metadata: unknown };
  set(index: number, output: JsonObject): void;
}

export interface NotebookPanel {
  readonly sessionContext: { readonly iopubMessage: Signal<{ readonly header: unknown; readonly content: unknown }> };
  readonly content: { readonly model: { readonly cells: Iterable<{ readonly outputs?: Outputs }> } | null };
}

export function followControls({ sessionContext, content: notebook }: NotebookPanel): void {
  sessionContext.iopubMessage.connect((_, { header, content }) => {
    const isUpdate = isJsonObject(header) && header.msg_type === "update_display_data";
    if (isUpdate && isJsonObject(content)) update(notebook.model?.cells ?? [], content);
  });
}

function update(cells: Iterable<{ readonly outputs?: Outputs }>, { data, metadata }: JsonObject): void {
  const { display, version } = markOf(metadata);
  if (typeof display !== "string") return;
  for (const { outputs } of cells) {
    for (let index = 0; index < (outputs?.length ?? 0); index++) {
      const own = markOf(outputs?.get(index).metadata);
      if (own.display !== display || own.version === version) continue;
      outputs?.set(index, { output_type: "display_data", data, metadata });
    }
  }
}

function markOf(metadata: unknown): JsonObject {
  return isJsonObject(metadata) && isJsonObject(metadata.epsilab) ? metadata.epsilab : {};
}

const WIDGET_VIEW = "application/vnd.jupyter.widget-view+json";
const SENTENCE = "Error displaying widget: model not found";

interface Renderer {
  readonly node: { textContent: string | null; readonly style: Record<string, string> };
  renderModel(model: { readonly data: JsonObject }): Promise<void>;
}

/** What makes the renderers of a notebook. */
export interface Renderers {
  createRenderer(type: string, ...others: readonly unknown[]): Renderer;
}

export function showWords(renderers: Renderers): void {
  const create = renderers.createRenderer.bind(renderers);
  renderers.createRenderer = (type, ...others) => {
    const renderer = create(type, ...others);
    if (type === WIDGET_VIEW) withWords(renderer);
    return renderer;
  };
}

function withWords(renderer: Renderer): void {
  const render = renderer.renderModel.bind(renderer);
  renderer.renderModel = async (model) => {
    await render(model);
    const words = model.data["text/plain"];
    if (renderer.node.textContent !== SENTENCE || !isOurs(words)) return;
    renderer.node.textContent = words;
    renderer.node.style.whiteSpace = "pre-line";
  };
}

function isOurs(words: unknown): words is string {
  return typeof words === "string" && words.endsWith("(works while the kernel runs)");
}
