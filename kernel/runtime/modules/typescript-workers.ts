/**
 * TypeScript workers: `new Worker("./file.ts")` in a cell, or in a file of the user, runs the file as an import of a cell would.
 *
 * Method: the thread runs a line that loads worker-main.ts. Node itself refuses TypeScript, or runs only a part of it.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { Worker, WorkerOptions } from "node:worker_threads";
import { isTypeScript } from "../../project/file-resolution.ts";
import type { WorkerParameters } from "./worker-main.ts";

const load = createRequire(import.meta.url);
const program = new URL("./worker-main.js", import.meta.url).href;

export function installTypeScriptWorkers(parameters: Omit<WorkerParameters, "file">): void {
  const threads = load("node:worker_threads") as { Worker: typeof Worker };
  const NodeWorker = threads.Worker;
  const startOf = (file: string) => {
    const given: WorkerParameters = { ...parameters, file };
    return `import(${JSON.stringify(program)}).then(({ runFile }) => runFile(${JSON.stringify(given)}))`;
  };
  threads.Worker = class Worker extends NodeWorker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const path = options.eval ? "" : pathOf(file);
      if (!isTypeScript(path)) super(file, options);
      else {
        const execArgv = [...(options.execArgv ?? process.execArgv), "--experimental-vm-modules"];
        super(startOf(path), { ...options, eval: true, execArgv });
      }
    }
  };
  syncBuiltinESMExports();
}

function pathOf(file: unknown): string {
  if (file instanceof URL) return file.protocol === "file:" ? fileURLToPath(file) : "";
  return String(file);
}
