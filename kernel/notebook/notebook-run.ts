/**
 * Notebook run: executes the code cells of a document in order, on a kernel of its own, and gives the document with what they put out.
 *
 * It stops at the first cell that fails, unless the cell is tagged `raises-exception`; cells tagged `skip-execution` are passed over,
 * both as nbclient does. The cells behind the last one that ran keep no output: it would be of another run.
 */
import { kernelspec, ownProgram } from "../kernelspec.ts";
import type { JsonObject } from "../protocol/json-object.ts";
import { KernelClient } from "../protocol/kernel-client.ts";
import { type Cell, type CodeCell, type Document, hasTag } from "./document.ts";
import { OutputAreas } from "./output-area.ts";

interface RunSettings {
  /** The folder in which imports and file names begin. */
  readonly folder: string;
  /** Stops the run when it is aborted; what there is until then is kept. */
  readonly stop: AbortSignal;
  /** Called before each cell that is run, */
  onBegin(index: number): void;
  /** and after it. */
  onCell(cell: { readonly index: number; readonly milliseconds: number; readonly failed: boolean }): void;
}

export type Ending =
  | { readonly kind: "complete" }
  | { readonly kind: "failed"; readonly index: number; readonly reply: JsonObject }
  | { readonly kind: "stopped" };

export async function runNotebook(
  document: Document,
  settings: RunSettings,
): Promise<{ readonly document: Document; readonly ending: Ending }> {
  const areas = new OutputAreas();
  const client = await KernelClient.start({
    argv: kernelspec(ownProgram()).argv,
    options: ["--type-check", "wait"], // type errors are shown before a cell is idle, so that they are not lost
    folder: settings.folder,
    listener: (request, type, content) => areas.receive(request, type, content),
  });
  try {
    const { language_info: language } = await client.information();
    const cells = document.cells.map((cell): Cell => {
      if (cell.cell_type !== "code" || hasTag(cell, "skip-execution")) return cell;
      return { ...cell, outputs: [], execution_count: null };
    });
    const ending = await runCells(cells, { settings, client, areas });
    return { document: { metadata: { ...document.metadata, language_info: language }, cells }, ending };
  } finally {
    await client.stop();
  }
}

interface Work {
  readonly settings: RunSettings;
  readonly client: KernelClient;
  readonly areas: OutputAreas;
}

/** Puts cells with their outputs in the place of those that it runs. */
async function runCells(cells: Cell[], { settings, client, areas }: Work): Promise<Ending> {
  const { stop } = settings;
  stop.addEventListener("abort", () => client.interrupt());
  for (const [index, cell] of cells.entries()) {
    if (stop.aborted) return { kind: "stopped" };
    if (!isRunnable(cell)) continue;
    settings.onBegin(index);
    const started = performance.now();
    const { request, done } = client.execute(cell.source, { cellId: cell.id });
    const outputs = areas.open(request);
    const reply = await done.catch(({ message }: Error): JsonObject => ({ ename: "KernelEnded", evalue: message }));
    const count = typeof reply.execution_count === "number" ? reply.execution_count : null;
    cells[index] = { ...cell, outputs, execution_count: count };
    const failed = reply.status !== "ok";
    settings.onCell({ index, milliseconds: performance.now() - started, failed });
    if (stop.aborted) return { kind: "stopped" };
    if (failed && !hasTag(cell, "raises-exception")) return { kind: "failed", index, reply };
  }
  return { kind: "complete" };
}

export function isRunnable(cell: Cell): cell is CodeCell {
  return cell.cell_type === "code" && cell.source.trim() !== "" && !hasTag(cell, "skip-execution");
}
