/**
 * The kernel's program: `node program.cjs front --connection-file FILE [--preload NAME=PATH ...]`, as the kernelspec calls it.
 */
import { dirname, resolve } from "node:path";
import { startRuntime } from "../runtime/runtime-process.ts";
import { type FrontArguments, parseArguments, usage } from "./arguments.ts";
import { runKernel } from "./kernel.ts";

function main(options: FrontArguments): Promise<void> {
  const folder = process.cwd();
  const { preload, heapMegabytes } = options;
  const connectionFolder = dirname(resolve(options.connectionFile));
  const limits = heapMegabytes === undefined ? {} : { heapMegabytes };
  const loadLanguage = async () => {
    const { TypeScriptService } = await import("../language/typescript-service.ts");
    const { ambientDeclarations } = await import("../language/ambient.ts");
    const packages = Object.entries(preload).map(([name, path]) => ({ name, path }));
    const service = new TypeScriptService({ folder, preload: packages, ambient: ambientDeclarations });
    service.start();
    return service;
  };
  return runKernel({
    options,
    startRuntime: (handlers) => startRuntime({ folder, preload, connectionFolder, ...limits, ...handlers }),
    loadLanguage,
  });
}

function fail(error: unknown, advice = ""): never {
  process.stderr.write(`epsilab kernel: ${error instanceof Error ? error.message : error}\n${advice}`);
  process.exit(1);
}

function optionsOf(words: readonly string[]): FrontArguments {
  try {
    return parseArguments(words);
  } catch (error) {
    return fail(error, usage);
  }
}

main(optionsOf(process.argv.slice(2))).then(() => process.exit(0), fail); // whatever timers or sockets are left
