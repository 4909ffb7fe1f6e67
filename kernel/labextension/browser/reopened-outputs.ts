/**
 * Reopened outputs: a JupyterLab plugin by which the results of `interact` go on following their controls after the page was loaded anew.
 *
 * JupyterLab finds the output that a message changes by its display id, which is not saved with the notebook. The kernel writes the id, and a number
 * that grows, into the metadata of these outputs, which is saved. A message that JupyterLab has put into its place itself is left alone.
 */
import { isRecord, type JsonRecord } from "./json-record.ts";
import { loadShared, type SharedPackages } from "./shared-packages.ts";

interface Signal<Value> {
  connect(slot: (sender: unknown, value: Value) => void): unknown;
}

interface Outputs {
  readonly length: number;
  get(index: number): { readonly metadata: unknown };
  set(index: number, output: JsonRecord): void;
}

export interface NotebookPanel {
  readonly sessionContext: { readonly iopubMessage: Signal<{ readonly header: unknown; readonly content: unknown }> };
  readonly content: { readonly model: { readonly cells: Iterable<{ readonly outputs?: Outputs }> } | null };
}

export interface NotebookTracker {
  readonly widgetAdded: Signal<NotebookPanel>;
  forEach(look: (panel: NotebookPanel) => void): void;
}

/** The plugin as a list; an empty one in a page without notebooks. */
export async function reopenedOutputs(shared: SharedPackages): Promise<unknown[]> {
  const notebook = await loadShared<{ INotebookTracker?: unknown }>(shared, "@jupyterlab/notebook");
  if (notebook?.INotebookTracker === undefined) return [];
  return [
    {
      id: "@epsilab/plotly:reopened-outputs",
      description: "Lets results follow their controls after the page was loaded anew.",
      autoStart: true,
      requires: [notebook.INotebookTracker],
      activate: (_: unknown, tracker: NotebookTracker) => followControls(tracker),
    },
  ];
}

export function followControls(tracker: NotebookTracker): void {
  const watch = ({ sessionContext, content }: NotebookPanel) =>
    sessionContext.iopubMessage.connect((_, message) => {
      const isUpdate = isRecord(message.header) && message.header.msg_type === "update_display_data";
      if (isUpdate && isRecord(message.content)) update(content.model?.cells ?? [], message.content);
    });
  tracker.forEach(watch);
  tracker.widgetAdded.connect((_, panel) => watch(panel));
}

function update(cells: Iterable<{ readonly outputs?: Outputs }>, { data, metadata }: JsonRecord): void {
  const mark = markOf(metadata);
  if (mark === undefined) return;
  for (const { outputs } of cells) {
    for (let index = 0; index < (outputs?.length ?? 0); index++) {
      const own = markOf(outputs?.get(index).metadata);
      if (own?.display !== mark.display || own.version === mark.version) continue;
      outputs?.set(index, { output_type: "display_data", data, metadata });
    }
  }
}

function markOf(metadata: unknown): { readonly display: string; readonly version: unknown } | undefined {
  const mark = isRecord(metadata) ? metadata.epsilab : undefined;
  if (!isRecord(mark) || typeof mark.display !== "string") return undefined;
  return { display: mark.display, version: mark.version };
}
