/**
 * Ended controls: the words of a control are shown, and no error, once the kernel that moved it is gone.
 *
 * The package jupyterlab_widgets writes its own sentence into the place of a widget whose kernel has ended. For outputs that our kernel marked as
 * controls it is replaced by their text. Where the sentence is another one, it is left.
 */
import { isRecord, type JsonRecord } from "./json-record.ts";

const WIDGET_VIEW = "application/vnd.jupyter.widget-view+json";
const SENTENCE = "Error displaying widget: model not found";

interface Renderer {
  readonly node: { textContent: string | null; readonly style: Record<string, string> };
  renderModel(model: { readonly data: JsonRecord; readonly metadata: unknown }): Promise<void>;
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
    const mark = isRecord(model.metadata) ? model.metadata.epsilab : undefined;
    const isOurs = isRecord(mark) && mark.isControl === true;
    if (!isOurs || typeof words !== "string" || renderer.node.textContent !== SENTENCE) return;
    renderer.node.textContent = words;
    renderer.node.style.whiteSpace = "pre-line";
  };
}
