/**
 * The need `node24`: a second Node, to show that results do not depend on its version. It is an npm package under its
 * own prefix, `.cache/node24`, and never a dependency of the project.
 */
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { withLock } from "./lock.js";
import { npmAdvice, npmCall } from "./npm.js";
import { inCache, SetupError } from "./project.js";
import { runTool } from "./tool.js";

export const NODE24_VERSION = "24.21.0";

/** The second Node's program: a link, made last, so that its existence says that the installation is complete. */
export const node24Path = inCache("node24", "node");

/** Makes sure that the second Node is there. @returns {Promise<string>} its program */
export async function ensureNode24() {
  if (isInstalled()) return node24Path;
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new SetupError(
      `The second Node (${NODE24_VERSION}) comes as an npm package for Linux on x64 and arm64 alone, ` +
        `and this is ${process.platform} on ${process.arch}.\n` +
        `Get Node ${NODE24_VERSION} from nodejs.org and link its program as ${node24Path}.`,
    );
  }
  await withLock("node24", async () => {
    if (isInstalled()) return;
    const prefix = inCache("node24");
    rmSync(prefix, { recursive: true, force: true });
    const packageName = `node-linux-${process.arch}`;
    const options = ["--prefix", prefix, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
    const call = npmCall(["install", ...options, `${packageName}@${NODE24_VERSION}`]);
    await runTool({
      name: "node24",
      deed: `installing Node ${NODE24_VERSION} beside this one`,
      ...call,
      advise: npmAdvice,
    });
    symlinkSync(`node_modules/${packageName}/bin/node`, node24Path);
  });
  return node24Path;
}

function isInstalled() {
  if (!existsSync(node24Path)) return false;
  const manifest = inCache("node24", "node_modules", `node-linux-${process.arch}`, "package.json");
  return !existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version === NODE24_VERSION;
}
