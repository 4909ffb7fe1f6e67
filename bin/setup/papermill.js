/**
 * papermill, for the tests: of EPSILAB_PYTHON or of an active environment where that has it, else in the project's `.venv`.
 */
import { probePython } from "./python.js";
import { ensureInEnvironment, environmentPython } from "./virtual-environment.js";

const MODULES = ["papermill"];

/** Makes sure that there is a papermill. @returns {Promise<string>} the Python that has it */
export async function ensurePapermill() {
  const chosen = process.env.EPSILAB_PYTHON;
  if (chosen && probePython(chosen, MODULES)?.missing.length === 0) return chosen;
  await ensureInEnvironment({ set: "papermill", purpose: "papermill", modules: MODULES });
  return environmentPython;
}
