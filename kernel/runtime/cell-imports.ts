/** Cell imports: load what a cell imports, and bind its names. */
import type { Bindings } from "./bindings.ts";
import type { ImportRequest } from "./cell-declarations.ts";
import type { Importer } from "./importer.ts";
import type { Namespace } from "./local-modules.ts";

/** One after the other, as their order in the cell says. */
export async function importAll(requests: readonly ImportRequest[], importer: Importer): Promise<Namespace[]> {
  const modules: Namespace[] = [];
  for (const { specifier } of requests) modules.push(await importer.import(specifier));
  return modules;
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
