/**
 * The need `debian`: the Debian packages that the system tests use. Installed when we are root, otherwise asked for.
 */
import { existsSync } from "node:fs";
import { withLock } from "./lock.js";
import { programOnPath, SetupError } from "./project.js";
import { runTool } from "./tool.js";

/**
 * @typedef {object} DebianPackage
 * @property {string} name
 * @property {() => boolean} present whether it is installed already
 */

/** Makes sure that the Debian packages of the system tests are installed. */
export function ensureDebian() {
  return ensureDebianPackages([
    { name: "dieharder", present: () => programOnPath("dieharder") !== undefined },
    { name: "texlive-latex-base", present: () => programOnPath("pdflatex") !== undefined },
    { name: "zsh", present: () => programOnPath("zsh") !== undefined },
    { name: "fish", present: () => programOnPath("fish") !== undefined },
    { name: "poppler-utils", present: () => programOnPath("pdftotext") !== undefined },
    { name: "chromium", present: () => programOnPath("chromium") !== undefined }, // the tests in JupyterLab
    { name: "firefox-esr", present: () => programOnPath("firefox-esr") !== undefined }, // results in other engines
    { name: "libjavascriptcoregtk-4.0-bin", present: () => programOnPath("jsc") !== undefined },
    { name: "slurmctld", present: () => hasDaemon("slurmctld") }, // the tests on a cluster start a Slurm of their own
    { name: "slurmd", present: () => hasDaemon("slurmd") },
    { name: "slurm-client", present: () => programOnPath("sbatch") !== undefined },
    { name: "munge", present: () => hasDaemon("munged") },
    { name: "parallel", present: () => programOnPath("env_parallel") !== undefined }, // moreutils has a "parallel" too
  ]);
}

/**
 * Whether a daemon is installed; the PATH of a plain user may lack the folder of daemons.
 * @param {string} name
 */
function hasDaemon(name) {
  return programOnPath(name) !== undefined || existsSync(`/usr/sbin/${name}`);
}

/**
 * Makes sure that these packages are installed.
 * @param {readonly DebianPackage[]} packages
 */
export async function ensureDebianPackages(packages) {
  const missing = () => packages.filter(({ present }) => !present()).map(({ name }) => name);
  if (missing().length === 0) return;
  const install = ["install", "-y", "--no-install-recommends"];
  const aptGet = programOnPath("apt-get");
  if (aptGet === undefined) {
    throw new SetupError(`These tests need Debian packages, and this system has no apt-get: ${missing().join(" ")}`);
  }
  if (process.getuid?.() !== 0) {
    throw new SetupError(
      `These tests need Debian packages that are not installed. To install them:\n  sudo apt-get ${[...install, ...missing()].join(" ")}`,
    );
  }
  await withLock("debian", async () => {
    const names = missing();
    if (names.length === 0) return;
    const environment = { DEBIAN_FRONTEND: "noninteractive" };
    await runTool({
      name: "apt-update",
      deed: "reading Debian's package lists",
      command: aptGet,
      args: ["update"],
      environment,
    });
    const args = [...install, ...names];
    await runTool({ name: "apt-install", deed: `installing ${names.join(", ")}`, command: aptGet, args, environment });
  });
}
