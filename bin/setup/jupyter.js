/**
 * The needs `jupyter` (JupyterLab, to work in) and `jupyter-tests` (the clients that drive it, as well).
 *
 * A Jupyter that is there is used: of EPSILAB_PYTHON if it is set (and then of no other), of an active virtual
 * environment, of the project's `.venv`, of the python3 on PATH. Only without one is `.venv` made.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { programOnPath, SetupError } from "./project.js";
import { probePython } from "./python.js";
import { ensureInEnvironment, environmentHas, environmentPython } from "./virtual-environment.js";

/** JupyterLab, and what draws widgets in it. */
const LAB = ["jupyterlab", "jupyterlab_widgets", "anywidget"];
const CLIENTS = [
  ...LAB,
  ...["notebook", "jupyter_client", "nbclient", "jupyter_console", "jupyter_kernel_test", "ipykernel"],
];
const PINNED = { set: "jupyter", purpose: "JupyterLab", modules: CLIENTS };

/** Makes sure that there is a JupyterLab. @returns {Promise<string>} the Python that has it */
export function ensureJupyter() {
  return ensureModules(LAB);
}

/** Makes sure that there is a JupyterLab with its test clients. @returns {Promise<string>} the Python that has them */
export function ensureJupyterTests() {
  return ensureModules(CLIENTS);
}

/**
 * @param {readonly string[]} modules
 * @returns {Promise<string>}
 */
async function ensureModules(modules) {
  const existing = chosenPython(modules) ?? activePython(modules);
  if (existing !== undefined) return existing;
  if (!environmentHas(PINNED)) {
    const onPath = programOnPath("python3");
    const usable = onPath === undefined ? undefined : probePython(onPath, modules);
    if (usable?.missing.length === 0) return usable.program;
    await ensureInEnvironment(PINNED);
  }
  return environmentPython;
}

/** @param {readonly string[]} modules */
function chosenPython(modules) {
  const chosen = process.env.EPSILAB_PYTHON;
  if (chosen === undefined || chosen === "") return undefined;
  const python = probePython(chosen, modules);
  if (python === undefined) throw new SetupError(`EPSILAB_PYTHON is ${chosen}, which does not run`);
  if (python.missing.length === 0) return python.program;
  const names = python.missing.join(" ");
  throw new SetupError(
    `EPSILAB_PYTHON is ${chosen}, which lacks: ${names}\nTo add them: ${chosen} -m pip install ${names}`,
  );
}

/** @param {readonly string[]} modules */
function activePython(modules) {
  const folder = process.env.VIRTUAL_ENV;
  if (folder === undefined || folder === "") return undefined;
  const program = process.platform === "win32" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
  if (!existsSync(program)) return undefined;
  return probePython(program, modules)?.missing.length === 0 ? program : undefined;
}
