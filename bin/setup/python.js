/**
 * Pythons: which there are, what they can import, and why one cannot be used.
 */
import { spawnSync } from "node:child_process";
import { programOnPath, SetupError } from "./project.js";

/** The oldest Python that the pinned packages run on. */
const OLDEST = /** @type {const} */ ([3, 11]);
const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
const PROBE_MILLISECONDS = 20_000;

const PROBE = `
import importlib.util, json, sys
missing = [name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]
print(json.dumps({"program": sys.executable, "version": list(sys.version_info[:2]), "missing": missing}))
`;

/** @typedef {{ program: string, version: [number, number], missing: string[] }} Python */

/**
 * Asks a Python what it is and which of some modules it lacks; nothing is imported.
 * @param {string} program
 * @param {readonly string[]} modules
 * @returns {Python | undefined} undefined if it does not run
 */
export function probePython(program, modules) {
  const { status, stdout } = spawnSync(program, ["-c", PROBE, ...modules], {
    encoding: "utf8",
    timeout: PROBE_MILLISECONDS,
  });
  if (status !== 0) return undefined;
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

/**
 * A Python that can make a virtual environment.
 * @param {string} purpose for the message when there is none, such as "JupyterLab"
 * @returns {string} its program
 */
export function findBasePython(purpose) {
  const required = `${purpose} needs Python ${OLDEST.join(".")} or newer`;
  const otherwise = "Or set EPSILAB_PYTHON to a Python that has the packages of bin/setup/requirements already.";
  /** @type {string[]} */
  const refusals = [];
  for (const name of NAMES) {
    const path = programOnPath(name);
    if (path === undefined) continue;
    const python = probePython(path, ["venv", "ensurepip"]);
    if (python === undefined) refusals.push(`${path} does not run`);
    else if (isOlder(python.version)) refusals.push(`${path} is Python ${python.version.join(".")}`);
    else if (python.missing.length > 0) {
      refusals.push(`${path} has no ${python.missing.join(" and ")} (Debian and Ubuntu: apt-get install python3-venv)`);
    } else return python.program;
  }
  const found = refusals.length === 0 ? "there is no python3 on PATH" : refusals.join("; ");
  throw new SetupError(
    `${required}: ${found}.\n` +
      "Get it with: apt-get install python3 python3-venv (Debian, Ubuntu), brew install python (macOS), or from python.org.\n" +
      otherwise,
  );
}

/** @param {readonly [number, number]} version */
function isOlder([major, minor]) {
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
