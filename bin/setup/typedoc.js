/**
 * TypeDoc, which writes the API reference, under its own prefix, `.cache/typedoc`: it needs a TypeScript with the programming interface
 * that the project's own, written in Go, does not have. The versions are those of `bin/docs/typedoc/package-lock.json`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.js";
import { npmAdvice, npmCall } from "./npm.js";
import { inCache, inProject } from "./project.js";
import { fingerprint } from "./stamp.js";
import { runTool } from "./tool.js";

/** The files that say which versions. */
export const TYPEDOC_MANIFESTS = ["package.json", "package-lock.json"].map((name) => `bin/docs/typedoc/${name}`);

const PREFIX = inCache("typedoc");
const STAMP = join(PREFIX, "installed"); // written last, so that it says that the installation is complete

/** Makes sure that TypeDoc is there. @returns {Promise<string>} the folder of the package */
export async function ensureTypeDoc() {
  if (!isInstalled()) {
    await withLock("typedoc", async () => {
      if (isInstalled()) return;
      rmSync(PREFIX, { recursive: true, force: true });
      mkdirSync(PREFIX, { recursive: true });
      for (const path of TYPEDOC_MANIFESTS)
        cpSync(inProject(path), join(PREFIX, path.slice(path.lastIndexOf("/") + 1)));
      const call = npmCall(["ci", "--prefix", PREFIX, "--ignore-scripts", "--no-audit", "--no-fund"]);
      await runTool({ name: "typedoc", deed: "installing TypeDoc", ...call, advise: npmAdvice });
      writeFileSync(STAMP, fingerprint(TYPEDOC_MANIFESTS));
    });
  }
  return join(PREFIX, "node_modules", "typedoc");
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint(TYPEDOC_MANIFESTS);
}
