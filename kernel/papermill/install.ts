/**
 * Installation of our translator for papermill, `epsilab_papermill.py` beside this file, in the environment of a Python: papermill
 * then writes the parameters of TypeScript notebooks. By pip, from the files of this package alone: nothing is fetched.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PLACE =
  "import importlib.util as util; spec = util.find_spec('epsilab_papermill'); print(spec.origin if spec else '')";
const PIP = ["--no-index", "--no-deps", "--no-input", "--disable-pip-version-check", "--force-reinstall", "--quiet"];

/** The folder of the Python package, in a clone and in an installed package. */
function translatorFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("epsilab/package.json")), "kernel", "papermill");
}

/** Whether the environment of a Python has this very translator. */
export function hasTranslator(python: string): boolean {
  const { status, stdout } = spawnSync(python, ["-c", PLACE], { encoding: "utf8" });
  const path = stdout?.trim() ?? "";
  if (status !== 0 || path === "") return false;
  const own = join(translatorFolder(), "epsilab_papermill.py");
  return readFileSync(path, "utf8") === readFileSync(own, "utf8");
}

/** Installs it, in place of an older one. */
export function installTranslator(python: string): void {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" }; // our folder may be read-only
  const words = ["-m", "pip", "install", ...PIP, translatorFolder()];
  const { status, stderr, error } = spawnSync(python, words, { encoding: "utf8", env });
  if (status === 0) return;
  const [reason = "it does not run"] = error === undefined ? stderr.trim().split("\n") : [error.message];
  throw new Error(
    `${python} could not install the parameters for papermill: ${reason}; "--papermill <python>" names the Python of another environment`,
  );
}
