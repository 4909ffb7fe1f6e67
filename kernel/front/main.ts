/**
 * The kernel's program: `node program.cjs front --connection-file FILE [--preload NAME=PATH ...]`, as the kernelspec calls it.
 *
 * The runtime is started before anything else is loaded, since a user waits for both.
 */
import { dirname, resolve } from "node:path";
import { startRuntime } from "../runtime/runtime-process.ts";
import { type FrontArguments, parseArguments, usage } from "./arguments.ts";
import { startEarly } from "./early-start.ts";

async function main(options: FrontArguments): Promise<void> {
  const folder = process.cwd();
  const { preload, heapMegabytes } = options;
  const connectionFolder = dirname(resolve(options.connectionFile));
  const limits = heapMegabytes === undefined ? {} : { heapMegabytes };
  const start = startEarly((handlers) => startRuntime({ folder, preload, connectionFolder, ...limits, ...handlers }));
  const { runKernel } = await import("./kernel.ts");
  const loadLanguage = async () => {
    const { TypeScriptService } = await import("../language/typescript-service.ts");
    const { ambientDeclarations } = await import("../language/ambient.ts");
    const packages = Object.entries(preload).map(([name, path]) => ({ name, path }));
    const service = new TypeScriptService({ folder, preload: packages, ambient: ambientDeclarations });
    service.start();
    return service;
  };
  await runKernel({ options, startRuntime: start, loadLanguage });
}

/** Whatever timers or sockets are left. */
function end(error?: unknown): never {
  if (error === undefined) process.exit(0);
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`epsilab kernel: ${reason}\n${error instanceof RangeError ? usage : ""}`);
  process.exit(1);
}

try {
  main(parseArguments(process.argv.slice(2))).then(() => end(), end);
} catch (error) {
  end(error);
}
