/**
 * The need `kernel-peers`: the kernels that ours is measured beside, each an npm package under its own prefix in
 * `.cache/kernel-peers` and never a dependency of the project, whose `tsc` they would replace by their own.
 *
 * A peer that cannot be had is said to be absent, and the benchmark goes on without it. ipykernel comes with `jupyter-tests`.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.js";
import { npmAdvice, npmCall } from "./npm.js";
import { inCache, SetupError } from "./project.js";
import { runTool } from "./tool.js";

const FOLDER = inCache("kernel-peers");

/** @typedef {{ name: string, package: string, version: string }} KernelPeer */

/** The newest of each; Deno's binary package for arm64 is one release behind. @returns {KernelPeer[]} */
function peers() {
  const { platform, arch } = process;
  const binary = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  return [
    { name: "tslab", package: "tslab", version: "1.0.22" },
    { name: "deno", package: binary, version: platform === "linux" && arch === "arm64" ? "2.9.5" : "2.9.6" },
  ];
}

/** Makes sure that the peers are there, as far as they can be had. @returns {Promise<string>} the folder of their prefixes */
export async function ensureKernelPeers() {
  for (const peer of peers()) {
    if (isInstalled(peer)) continue;
    try {
      await withLock("kernel-peers", async () => {
        if (!isInstalled(peer)) await install(peer);
      });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      process.stderr.write(`epsilab: ${peer.name} ${peer.version} is absent from this benchmark: ${error.message}\n`);
    }
  }
  return FOLDER;
}

/** @param {KernelPeer} peer */
async function install({ name, package: packageName, version }) {
  const prefix = join(FOLDER, name);
  rmSync(prefix, { recursive: true, force: true });
  const options = ["--prefix", prefix, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const call = npmCall(["install", ...options, `${packageName}@${version}`]);
  const deed = `installing ${name} ${version} to measure beside`;
  await runTool({ name: `kernel-peer-${name}`, deed, ...call, advise: npmAdvice });
  writeFileSync(stampPath(name), version);
}

/** @param {KernelPeer} peer */
function isInstalled({ name, version }) {
  return existsSync(stampPath(name)) && readFileSync(stampPath(name), "utf8") === version;
}

/** Written last, so that it tells that the installation is complete. @param {string} name */
function stampPath(name) {
  return join(FOLDER, name, "version");
}
