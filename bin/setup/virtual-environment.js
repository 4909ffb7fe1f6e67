/**
 * The project's own Python environment, `.venv`, and the sets of pinned packages in it (`requirements/<set>.txt`).
 *
 * A set has a stamp inside the environment, written after pip has succeeded. A marker stands there while pip works:
 * where one is found, the last installation was interrupted, and the environment is made again.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.js";
import { inCache, inProject } from "./project.js";
import { findBasePython, probePython } from "./python.js";
import { runTool } from "./tool.js";

const FOLDER = inProject(".venv");
const MARKER = join(FOLDER, ".installing");

/** The environment's Python. */
export const environmentPython =
  process.platform === "win32" ? join(FOLDER, "Scripts", "python.exe") : join(FOLDER, "bin", "python");

/** @typedef {{ set: string, purpose: string, modules: readonly string[] }} PythonPackages */

/**
 * Whether the environment has a set of packages, as pinned, and still runs.
 * @param {PythonPackages} packages
 */
export function environmentHas({ set, modules }) {
  if (existsSync(MARKER) || !existsSync(stampPath(set))) return false;
  if (readFileSync(stampPath(set), "utf8") !== pins(set).hash) return false;
  return probePython(environmentPython, modules)?.missing.length === 0;
}

/**
 * Makes sure that the environment exists and has a set of packages.
 * @param {PythonPackages} packages
 */
export async function ensureInEnvironment(packages) {
  if (environmentHas(packages)) return;
  await withLock("python", async () => {
    if (environmentHas(packages)) return;
    const { set, purpose } = packages;
    if (existsSync(MARKER) || probePython(environmentPython, ["pip"])?.missing.length !== 0) {
      const base = findBasePython(purpose);
      rmSync(FOLDER, { recursive: true, force: true });
      const args = ["-m", "venv", FOLDER];
      await runTool({ name: "venv", deed: "making a Python environment in .venv", command: base, args });
      // JupyterLab runs scripts of its own by Node: they are CommonJS, whatever this project is.
      writeFileSync(join(FOLDER, "package.json"), '{ "type": "commonjs" }\n');
    }
    writeFileSync(MARKER, set);
    const options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--retries", "2"];
    await runTool({
      name: `pip-${set}`,
      deed: `installing ${purpose} in .venv`,
      command: environmentPython,
      args: ["-m", "pip", "install", ...options, "--cache-dir", inCache("pip"), "-r", pins(set).path],
      advise: pipAdvice,
    });
    writeFileSync(stampPath(set), pins(set).hash);
    rmSync(MARKER);
  });
}

/** @param {string} set */
function stampPath(set) {
  return join(FOLDER, `.${set}.stamp`);
}

/** @param {string} set */
function pins(set) {
  const path = fileURLToPath(new URL(`requirements/${set}.txt`, import.meta.url));
  return { path, hash: createHash("sha256").update(readFileSync(path)).digest("hex") };
}

/** @param {string} output of pip */
function pipAdvice(output) {
  const unreachable = /connection|network|name resolution|timed out|proxy|No matching distribution/i.test(output);
  const first = unreachable
    ? "PyPI could not be reached, or lacks these versions: check the connection and `pip config list`, then run this again.\n"
    : "";
  return `${first}Or set EPSILAB_PYTHON to a Python that has the packages of bin/setup/requirements already.`;
}
