/**
 * Cell workers: the worker threads that cells and their files start.
 *
 * `new Worker("./file.ts")` runs the file as an import of a cell would: the thread runs worker-main.ts, whose first argument says what
 * to load. Every thread passes on what it prints at once (worker-start.cts), so that what it had printed when the cell ended comes
 * before its end; Node pipes it to the standard streams, in the async context of the cell. An interrupt of the cell ends its threads.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { Worker, WorkerOptions } from "node:worker_threads";
import { isTypeScript } from "../project/file-resolution.ts";
import { cellStorage, currentRun } from "./cells/cell-run.ts";
import type { WorkerParameters } from "./modules/worker-main.ts";

const start = fileURLToPath(new URL("./output/worker-start.cjs", import.meta.url));
/** Node takes no option of V8 for one thread. */
const OF_THE_PROCESS = /^--(?:max-old-space|stack)-size=/;
const program = new URL("./modules/worker-main.js", import.meta.url);

export function installCellWorkers(parameters: Omit<WorkerParameters, "file">): void {
  const threads = createRequire(import.meta.url)("node:worker_threads") as { Worker: typeof Worker };
  threads.Worker = class Worker extends threads.Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const path = options.eval ? "" : String(file).startsWith("file:") ? fileURLToPath(file) : String(file);
      const flags = (options.execArgv ?? process.execArgv).filter((flag) => !OF_THE_PROCESS.test(flag));
      const execArgv = ["--require", start, ...flags];
      if (!isTypeScript(path)) super(file, { ...options, execArgv });
      else {
        const argv = [JSON.stringify({ ...parameters, file: path }), ...(options.argv ?? [])];
        super(program, { ...options, argv, execArgv });
      }
      const { workers } = currentRun();
      workers.add(this);
      this.once("exit", () => workers.delete(this));
      if (cellStorage.getStore()?.isInterrupted) void this.terminate(); // by a library that goes on all the same
    }
  };
  syncBuiltinESMExports();
}
