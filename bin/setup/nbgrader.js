/**
 * nbgrader, for the tests: in an environment of its own, `.cache/nbgrader`, since it adds to JupyterLab what others do not expect there.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.js";
import { inCache } from "./project.js";
import { findBasePython } from "./python.js";
import { runTool } from "./tool.js";

const FOLDER = inCache("nbgrader");
const PYTHON = join(FOLDER, "bin", "python");
const PINS = fileURLToPath(new URL("requirements/nbgrader.txt", import.meta.url));

/** Written last, so that its existence says that the installation is complete. */
const STAMP = join(FOLDER, ".installed");

/** Makes sure that there is an nbgrader. @returns {Promise<string>} the Python that has it */
export async function ensureNbgrader() {
  if (existsSync(STAMP)) return PYTHON;
  await withLock("nbgrader", async () => {
    if (existsSync(STAMP)) return;
    rmSync(FOLDER, { recursive: true, force: true });
    const base = findBasePython("nbgrader");
    await runTool({
      name: "nbgrader-venv",
      deed: "making a Python environment for nbgrader",
      command: base,
      args: ["-m", "venv", FOLDER],
    });
    const options = [
      "--disable-pip-version-check",
      "--no-input",
      "--progress-bar",
      "off",
      "--cache-dir",
      inCache("pip"),
    ];
    await runTool({
      name: "nbgrader",
      deed: "installing nbgrader",
      command: PYTHON,
      args: ["-m", "pip", "install", ...options, "-r", PINS],
    });
    writeFileSync(STAMP, "");
  });
  return PYTHON;
}
