/**
 * TypeScript workers: `new Worker("./file.ts")` in a cell, or in a file of the user, runs the file as an import of a cell would.
 *
 * Method: the thread runs worker-main.ts, whose first argument says what to load. Node itself refuses TypeScript, or runs only a
 * part of it.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { Worker, WorkerOptions } from "node:worker_threads";
import { isTypeScript } from "../../project/file-resolution.ts";
import type { WorkerParameters } from "./worker-main.ts";

const load = createRequire(import.meta.url);
const program = new URL("./worker-main.js", import.meta.url);

export function installTypeScriptWorkers(parameters: Omit<WorkerParameters, "file">): void {
  const threads = load("node:worker_threads") as { Worker: typeof Worker };
  threads.Worker = class Worker extends threads.Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const path = options.eval ? "" : String(file).startsWith("file:") ? fileURLToPath(file) : String(file);
      if (!isTypeScript(path)) super(file, options);
      else {
        const argv = [JSON.stringify({ ...parameters, file: path }), ...(options.argv ?? [])];
        super(program, { ...options, argv });
      }
    }
  };
  syncBuiltinESMExports();
}
