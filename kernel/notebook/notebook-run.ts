/**
 * Notebook run: executes the code cells of a document in order, on a kernel of its own, and gives the document with what they put out.
 *
 * It stops at the first cell that fails, unless the cell is tagged `raises-exception`; cells tagged `skip-execution` are passed over,
 * both as nbclient does. The cells behind the last one that ran keep no output: it would be of another run.
 */
import { setTimeout as delay } from "node:timers/promises";
import { kernelspec, ownProgram } from "../kernelspec.ts";
import { KernelClient } from "../protocol/kernel-client.ts";
import { type Cell, type CodeCell, type Document, type ErrorOutput, hasTag, isFields } from "./document.ts";
import { OutputAreas } from "./output-area.ts";

export interface RunSettings {
  /** The folder in which imports and file names begin. */
  readonly folder: string;
  /** How long one cell may take; undefined: as long as it needs. */
  readonly timeoutMilliseconds: number | undefined;
  /** Stops the run when it is aborted; what there is until then is kept. */
  readonly stop: AbortSignal;
  /** Told before each cell that is run, */
  onBegin(index: number): void;
  /** and after it. */
  onCell(cell: { readonly index: number; readonly milliseconds: number; readonly failed: boolean }): void;
}

export type Ending =
  | { readonly kind: "complete" }
  | { readonly kind: "failed"; readonly index: number; readonly error: ErrorOutput }
  | { readonly kind: "timeout"; readonly index: number }
  | { readonly kind: "stopped" };

export interface NotebookRun {
  readonly document: Document;
  readonly ending: Ending;
}

/** After an interrupt the kernel ends the cell within a second, by force if it must; so long we wait for that. */
const GRACE_MILLISECONDS = 5000;

export async function runNotebook(document: Document, settings: RunSettings): Promise<NotebookRun> {
  const areas = new OutputAreas();
  const cells = new Map<string, string>();
  const { argv } = kernelspec(ownProgram());
  const client = await KernelClient.start({
    argv,
    options: ["--type-check", "wait"], // type errors are shown before a cell is idle, so that they are not lost
    folder: settings.folder,
    listener: (request, type, content) => {
      const id = cells.get(request);
      if (id !== undefined) areas.receive(id, type, content);
    },
  });
  try {
    const { language_info: language } = await client.information();
    const counts = new Map<string, number | null>();
    const ending = await runCells({ document, settings, client, areas, cells, counts });
    const done = document.cells.map((cell): Cell => finished(cell, areas, counts));
    const metadata = isFields(language) ? { ...document.metadata, language_info: language } : document.metadata;
    return { document: { metadata, cells: done }, ending };
  } finally {
    await client.stop();
  }
}

interface Work {
  readonly document: Document;
  readonly settings: RunSettings;
  readonly client: KernelClient;
  readonly areas: OutputAreas;
  /** The cell of each request. */
  readonly cells: Map<string, string>;
  /** The execution counts of the cells that were run. */
  readonly counts: Map<string, number | null>;
}

async function runCells(work: Work): Promise<Ending> {
  const { document, settings, areas, counts } = work;
  for (const [index, cell] of document.cells.entries()) {
    if (settings.stop.aborted) return { kind: "stopped" };
    if (!isRunnable(cell)) continue;
    areas.open(cell.id);
    settings.onBegin(index);
    const started = performance.now();
    const { reply, cause } = await runCell(work, cell);
    counts.set(cell.id, typeof reply?.execution_count === "number" ? reply.execution_count : null);
    const failed = reply?.status !== "ok";
    settings.onCell({ index, milliseconds: performance.now() - started, failed });
    if (cause !== undefined) return cause === "stopped" ? { kind: "stopped" } : { kind: "timeout", index };
    if (failed && !hasTag(cell, "raises-exception")) return { kind: "failed", index, error: errorOf(reply) };
  }
  return { kind: "complete" };
}

type Cause = "stopped" | "timeout";

/** Runs one cell; `cause` tells why it was interrupted, if it was. */
async function runCell(
  { client, cells, settings }: Work,
  cell: CodeCell,
): Promise<{ reply: Readonly<Record<string, unknown>> | undefined; cause: Cause | undefined }> {
  const { request, done: answer } = client.execute(cell.source, { cellId: cell.id });
  const done = answer.catch(({ message }: Error) => ({ status: "error", ename: "KernelEnded", evalue: message }));
  cells.set(request, cell.id);
  const over = new AbortController();
  const cause = await Promise.race([done.then(() => undefined), ...reasonsToStop(settings, over.signal)]);
  over.abort();
  if (cause === undefined) return { reply: await done, cause };
  client.interrupt();
  const reply = await Promise.race([done, delay(GRACE_MILLISECONDS, undefined, { ref: false })]);
  return { reply, cause };
}

function reasonsToStop({ stop, timeoutMilliseconds }: RunSettings, over: AbortSignal): Promise<Cause>[] {
  const stopped = new Promise<Cause>((resolve) => {
    if (stop.aborted) resolve("stopped");
    stop.addEventListener("abort", () => resolve("stopped"), { signal: over });
  });
  if (timeoutMilliseconds === undefined) return [stopped];
  const late = new Promise<Cause>((resolve) => {
    const timer = setTimeout(() => resolve("timeout"), timeoutMilliseconds);
    over.addEventListener("abort", () => clearTimeout(timer));
  });
  return [stopped, late];
}

export function isRunnable(cell: Cell): cell is CodeCell {
  return cell.cell_type === "code" && cell.source.trim() !== "" && !hasTag(cell, "skip-execution");
}

function finished(cell: Cell, areas: OutputAreas, counts: ReadonlyMap<string, number | null>): Cell {
  if (cell.cell_type !== "code" || hasTag(cell, "skip-execution")) return cell;
  return { ...cell, outputs: [...areas.outputsOf(cell.id)], execution_count: counts.get(cell.id) ?? null };
}

function errorOf(reply: Readonly<Record<string, unknown>> | undefined): ErrorOutput {
  const { ename = "Error", evalue = "the cell failed", traceback = [] } = reply ?? {};
  const lines = Array.isArray(traceback) ? traceback.map(String) : [];
  return { output_type: "error", ename: String(ename), evalue: String(evalue), traceback: lines };
}
