/**
 * Reopened outputs: the results of `interact` go on following their controls after the page is reloaded.
 *
 * JupyterLab finds the output that a message changes by its display id, which is not saved with the notebook. The kernel writes the id, and a number
 * that grows, into the metadata of these outputs, which is saved. A message that JupyterLab has put into its place itself is left alone.
 */
import { isRecord, type JsonRecord } from "./json-record.ts";
import type { Signal } from "./shared-packages.ts";

interface Outputs {
  readonly length: number;
  get(index: number): { readonly metadata: unknown };
  set(index: number, output: JsonRecord): void;
}

export interface NotebookPanel {
  readonly sessionContext: { readonly iopubMessage: Signal<{ readonly header: unknown; readonly content: unknown }> };
  readonly content: { readonly model: { readonly cells: Iterable<{ readonly outputs?: Outputs }> } | null };
}

export function followControls({ sessionContext, content: notebook }: NotebookPanel): void {
  sessionContext.iopubMessage.connect((_, { header, content }) => {
    const isUpdate = isRecord(header) && header.msg_type === "update_display_data";
    if (isUpdate && isRecord(content)) update(notebook.model?.cells ?? [], content);
  });
}

function update(cells: Iterable<{ readonly outputs?: Outputs }>, { data, metadata }: JsonRecord): void {
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

function markOf(metadata: unknown): JsonRecord {
  return isRecord(metadata) && isRecord(metadata.epsilab) ? metadata.epsilab : {};
}
