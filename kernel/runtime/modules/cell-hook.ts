/** Cell hook: what libraries find under `Symbol.for("Jupyter.cell")` (running-cell.ts). */
import { RUNNING_CELL_KEY, type RunningCell } from "../../display/running-cell.ts";
import { currentRun } from "../cells/cell-run.ts";
import { CellModules, type CellModulesParameters } from "./cell-modules.ts";

/** To be called when all globals are there, before cells run; `names` are those from before the kernel added its own. */
export function installCellHook(
  names: readonly string[],
  parameters: Omit<CellModulesParameters, "standardGlobals">,
): void {
  const standardGlobals = new Map<string, unknown>();
  for (const name of names) standardGlobals.set(name, Object.getOwnPropertyDescriptor(globalThis, name)?.value);
  const modules = new CellModules({ ...parameters, standardGlobals });
  const hook: RunningCell = {
    get signal() {
      return currentRun().signal;
    },
    moduleOf: (value) => modules.moduleOf(value),
  };
  Object.defineProperty(globalThis, RUNNING_CELL_KEY, { value: hook, writable: true, configurable: true });
}
