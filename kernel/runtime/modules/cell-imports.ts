/** Cell imports: load what a cell imports, and bind its names. */
import type { Bindings } from "../cells/bindings.ts";
import { currentRun } from "../cells/cell-run.ts";
import type { ImportRequest } from "../compile/cell-declarations.ts";
import { sourceOf } from "../errors/source-positions.ts";
import { noteArrival } from "../errors/traces.ts";
import type { Namespace } from "./common-namespace.ts";
import type { Importer } from "./importer.ts";

/** A statement that loads a module, up to the end of the module's name. */
const IMPORTS = /(?:^|;)[^\S\n\r\u2028\u2029]*(?:import|export)\b(?:(?!\b(?:import|export)\b)[^;'"])*(['"])(.*?)\1/gm;

/** One after the other, as their order in the cell says. */
export async function importAll(requests: readonly ImportRequest[], importer: Importer): Promise<Namespace[]> {
  const { name } = currentRun();
  const modules: Namespace[] = [];
  for (const { specifier } of requests) {
    try {
      modules.push(await importer.import(specifier));
    } catch (error) {
      noteArrival(error, frameOf(specifier, name));
      throw error;
    }
  }
  return modules;
}

/** The import of a cell as a frame of a trace; empty if it cannot be found. */
function frameOf(specifier: string, cell: string): string {
  const source = sourceOf(cell) ?? "";
  for (const { 0: text, 2: found, index } of source.matchAll(IMPORTS)) {
    if (found !== specifier) continue;
    const before = source.slice(0, index + text.length - specifier.length - 2).split("\n");
    return `    at ${cell}:${before.length}:${before[before.length - 1].length + 1}`;
  }
  return "";
}

export function bindImports(
  requests: readonly ImportRequest[],
  modules: readonly Namespace[],
  variables: Bindings,
): void {
  for (const [index, { specifier, bindings }] of requests.entries()) {
    const module = modules[index];
    for (const { local, exported } of bindings) {
      variables.import(local, exported === undefined ? () => module : () => exportOf(module, exported, specifier));
    }
  }
}

function exportOf(module: Namespace, name: string, specifier: string): unknown {
  const value = module[name];
  if (value === undefined && !(name in module)) {
    throw new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'`);
  }
  return value;
}
