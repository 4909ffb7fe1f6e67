/**
 * Notebook run: executes the code cells of a document in order, on a kernel of its own, and gives the document with what they put out.
 *
 * It stops at the first cell that fails, unless the cell is tagged `raises-exception`; cells tagged `skip-execution` are passed over,
 * both as nbclient does. The cells behind the last one that ran keep no output: it would be of another run.
 */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { kernelspec, ownProgram } from "../kernelspec.ts";
import { KernelClient } from "../protocol/kernel-client.ts";
import { type Cell, type CodeCell, type Document, type ErrorOutput, type Fields, hasTag } from "./document.ts";
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

/** What became of a cell. */
interface CellRun {
  /** The request that ran it, under which its outputs are. */
  readonly request: string;
  readonly count: number | null;
}

export async function runNotebook(document: Document, settings: RunSettings): Promise<NotebookRun> {
  const areas = new OutputAreas();
  const client = await KernelClient.start({
    argv: kernelspec(ownProgram()).argv,
    options: ["--type-check", "wait"], // type errors are shown before a cell is idle, so that they are not lost
    folder: settings.folder,
    listener: (request, type, content) => areas.receive(request, type, content),
  });
  try {
    const { language_info: language } = await client.information();
    const runs = new Map<Cell, CellRun>();
    const ending = await runCells(document, { settings, client, areas, runs });
    const cells = document.cells.map((cell): Cell => {
      if (cell.cell_type !== "code" || hasTag(cell, "skip-execution")) return cell;
      const { request = "", count = null } = runs.get(cell) ?? {};
      return { ...cell, outputs: areas.outputsOf(request), execution_count: count };
    });
    return { document: { metadata: { ...document.metadata, language_info: language }, cells }, ending };
  } finally {
    await client.stop();
  }
}

interface Work {
  readonly settings: RunSettings;
  readonly client: KernelClient;
  readonly areas: OutputAreas;
  readonly runs: Map<Cell, CellRun>;
}

async function runCells({ cells }: Document, { settings, client, areas, runs }: Work): Promise<Ending> {
  const { stop, timeoutMilliseconds: limit } = settings;
  for (const [index, cell] of cells.entries()) {
    if (stop.aborted) return { kind: "stopped" };
    if (!isRunnable(cell)) continue;
    settings.onBegin(index);
    const started = performance.now();
    const signal = limit === undefined ? stop : AbortSignal.any([stop, AbortSignal.timeout(limit)]);
    const { request, done } = client.execute(cell.source, { cellId: cell.id });
    areas.open(request);
    const reply = await interruptible(done, client, signal);
    runs.set(cell, { request, count: typeof reply?.execution_count === "number" ? reply.execution_count : null });
    const failed = reply?.status !== "ok";
    settings.onCell({ index, milliseconds: performance.now() - started, failed });
    if (stop.aborted) return { kind: "stopped" };
    if (signal.aborted) return { kind: "timeout", index };
    if (failed && !hasTag(cell, "raises-exception")) return { kind: "failed", index, error: errorOf(reply) };
  }
  return { kind: "complete" };
}

/** The reply to a cell, which is interrupted when the signal says so; undefined if none came even then. */
async function interruptible(done: Promise<Fields>, client: KernelClient, signal: AbortSignal) {
  const reply = done.catch(({ message }: Error): Fields => ({ ename: "KernelEnded", evalue: message }));
  const over = new AbortController();
  const stopped = once(signal, "abort", { signal: over.signal }).catch(() => undefined);
  await Promise.race([reply, stopped]);
  over.abort();
  if (!signal.aborted) return reply;
  client.interrupt();
  return Promise.race([reply, delay(GRACE_MILLISECONDS, undefined, { ref: false })]);
}

export function isRunnable(cell: Cell): cell is CodeCell {
  return cell.cell_type === "code" && cell.source.trim() !== "" && !hasTag(cell, "skip-execution");
}

function errorOf({ ename = "Error", evalue = "the cell failed", traceback = [] }: Fields = {}): ErrorOutput {
  return {
    output_type: "error",
    ename: String(ename),
    evalue: String(evalue),
    traceback: traceback as readonly string[],
  };
}
