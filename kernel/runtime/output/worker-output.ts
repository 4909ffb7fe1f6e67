/**
 * Worker output: the worker threads of a cell pass on what they print at once (worker-start.cts), so that what they had printed when
 * the cell ended comes before its end. Node pipes it to the standard streams, in the async context of the cell.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { Worker, WorkerOptions } from "node:worker_threads";
import { cellStorage, currentRun } from "../cells/cell-run.ts";

const start = fileURLToPath(new URL("./worker-start.cjs", import.meta.url));

export function installWorkerOutput(): void {
  const threads = createRequire(import.meta.url)("node:worker_threads") as { Worker: typeof Worker };
  const NodeWorker = threads.Worker;
  threads.Worker = class Worker extends NodeWorker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const flags = (options.execArgv ?? process.execArgv).filter((flag) => !isOfProcess(flag));
      super(file, { ...options, execArgv: ["--require", start, ...flags] });
      const { workers } = currentRun();
      workers.add(this);
      this.once("exit", () => workers.delete(this));
      if (cellStorage.getStore()?.isInterrupted) void this.terminate(); // by a library that goes on all the same
    }
  };
  syncBuiltinESMExports();
}

/** Node takes no option of V8 for one thread. */
function isOfProcess(flag: string): boolean {
  return flag.startsWith("--max-old-space-size=");
}
