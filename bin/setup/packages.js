/**
 * The need `packages`: node_modules is what package-lock.json says.
 *
 * npm keeps its own account of an installation in node_modules/.package-lock.json and writes it last, so an interrupted
 * installation has none. The need is met if that account lists every package of package-lock.json with the same version
 * and content hash (packages for other platforms apart), lists no other, and their folders exist.
 */
import { existsSync, readFileSync } from "node:fs";
import { withLock } from "./lock.js";
import { npmAdvice, npmCall } from "./npm.js";
import { inProject } from "./project.js";
import { runTool } from "./tool.js";

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>} LockedPackages */

/** Makes sure that the npm packages are installed. */
export async function ensurePackages() {
  if (packagesInstalled()) return;
  await withLock("packages", async () => {
    if (packagesInstalled()) return;
    // No package of ours needs its install script, and a script is where a stolen package strikes first.
    const call = npmCall(["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]);
    await runTool({ name: "packages", deed: "installing npm packages", ...call, advise: npmAdvice });
  });
}

/** Whether node_modules is complete and up to date. */
export function packagesInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (wanted === undefined || present === undefined) return false;
  const paths = Object.keys(wanted).filter((path) => path !== "");
  const complete = paths.every((path) => {
    const there = present[path];
    if (there === undefined) return wanted[path]?.optional === true;
    const same = there.version === wanted[path]?.version && there.integrity === wanted[path]?.integrity;
    return same && existsSync(inProject(path, "package.json"));
  });
  return complete && Object.keys(present).every((path) => path in wanted);
}

/**
 * @param {string} path of a lock file
 * @returns {LockedPackages | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(inProject(path), "utf8")).packages;
  } catch {
    return undefined;
  }
}
