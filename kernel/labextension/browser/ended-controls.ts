/**
 * Ended controls: a JupyterLab plugin that shows the words of a control, and no error, once the kernel that moved it is gone.
 *
 * The package jupyterlab_widgets writes its own sentence into the place of a widget whose kernel has ended. For outputs that our kernel marked as
 * controls it is replaced by their text. Where the sentence is another one, it is left.
 */
import { isRecord, type JsonRecord } from "./json-record.ts";
import { loadShared, type SharedPackages } from "./shared-packages.ts";

const WIDGET_VIEW = "application/vnd.jupyter.widget-view+json";
const SENTENCE = "Error displaying widget: model not found";

interface Output {
  readonly data: JsonRecord;
  readonly metadata: unknown;
}

interface Renderer {
  readonly node: { textContent: string | null; readonly style: Record<string, string> };
  renderModel(model: Output): Promise<void>;
}

interface Renderers {
  createRenderer(type: string, ...others: readonly unknown[]): Renderer;
}

export interface RenderingPanel {
  readonly content: { readonly rendermime: Renderers };
}

export interface RenderingTracker {
  readonly widgetAdded: { connect(slot: (sender: unknown, panel: RenderingPanel) => void): unknown };
  forEach(look: (panel: RenderingPanel) => void): void;
}

/** The plugin as a list; an empty one in a page without notebooks. */
export async function endedControls(shared: SharedPackages): Promise<unknown[]> {
  const notebook = await loadShared<{ INotebookTracker?: unknown }>(shared, "@jupyterlab/notebook");
  if (notebook?.INotebookTracker === undefined) return [];
  return [
    {
      id: "@epsilab/plotly:ended-controls",
      description: "Shows the words of controls whose kernel has ended.",
      autoStart: true,
      requires: [notebook.INotebookTracker],
      activate: (_: unknown, tracker: RenderingTracker) => showWords(tracker),
    },
  ];
}

export function showWords(tracker: RenderingTracker): void {
  const watch = ({ content: { rendermime } }: RenderingPanel) => {
    const create = rendermime.createRenderer;
    rendermime.createRenderer = (type, ...others) => {
      const renderer = create.call(rendermime, type, ...others);
      if (type === WIDGET_VIEW) withWords(renderer);
      return renderer;
    };
  };
  tracker.forEach(watch);
  tracker.widgetAdded.connect((_, panel) => watch(panel));
}

function withWords(renderer: Renderer): void {
  const { renderModel } = renderer;
  renderer.renderModel = async (model) => {
    await renderModel.call(renderer, model);
    const words = model.data["text/plain"];
    const mark = isRecord(model.metadata) ? model.metadata.epsilab : undefined;
    const isOurs = isRecord(mark) && mark.isControl === true;
    if (!isOurs || typeof words !== "string" || renderer.node.textContent !== SENTENCE) return;
    renderer.node.textContent = words;
    renderer.node.style.whiteSpace = "pre-line";
  };
}
