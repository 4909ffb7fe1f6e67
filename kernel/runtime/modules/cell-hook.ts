/** Cell hook: what libraries find under `Symbol.for("Jupyter.cell")` (running-cell.ts). */
import { createRequire } from "node:module";
import { extname } from "node:path";
import { RUNNING_CELL_KEY, type RunningCell } from "../../display/running-cell.ts";
import { currentRun } from "../cells/cell-run.ts";
import type { CellModules, CellModulesParameters } from "./cell-modules.ts";

const EXTENSION = extname(import.meta.filename);
const load = createRequire(import.meta.url);

/** The names of the globals before the kernel adds its own. */
export function standardNames(): readonly string[] {
  return Object.getOwnPropertyNames(globalThis);
}

/** To be called when all globals are there, before cells run. */
export function installCellHook(
  names: readonly string[],
  parameters: Omit<CellModulesParameters, "standardGlobals">,
): void {
  const standardGlobals = new Map<string, unknown>();
  for (const name of names) standardGlobals.set(name, Object.getOwnPropertyDescriptor(globalThis, name)?.value);
  let modules: CellModules | undefined;
  const hook: RunningCell = {
    get signal() {
      return currentRun().signal;
    },
    moduleOf(value) {
      if (modules === undefined) {
        const loaded = load(`./cell-modules${EXTENSION}`) as typeof import("./cell-modules.ts");
        modules = new loaded.CellModules({ ...parameters, standardGlobals });
      }
      return modules.moduleOf(value);
    },
  };
  Object.defineProperty(globalThis, RUNNING_CELL_KEY, { value: hook, writable: true, configurable: true });
}
