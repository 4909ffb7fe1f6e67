/**
 * The need `docs`: `docs/api` holds the API reference, made by TypeDoc from the sources, the claims, the stored results and `docs/*.md`.
 * It is written beside `docs/api` and takes its place when complete.
 */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { inCache, inProject } from "./project.js";
import { filesUnder } from "./stamp.js";
import { ensureSteps } from "./step.js";
import { runTool } from "./tool.js";
import { ensureTypeDoc, TYPEDOC_MANIFESTS } from "./typedoc.js";

const WRITER = "bin/docs/write.js";
const TEST = /\.test\.ts$|\/reference\//;

/** Makes sure that the API reference is up to date. Needs the packages and the build. @returns {Promise<string>} its first page */
export async function ensureDocs() {
  const typeDoc = await ensureTypeDoc();
  await ensureSteps("docs", [
    {
      name: "docs",
      inputs: () => [
        ...filesUnder(["lib", "experiments"], (path) => path.endsWith(".ts") && !TEST.test(path)),
        ...filesUnder(["bin/docs"], (path) => /\.(js|css)$/.test(path)),
        ...filesUnder(["docs"], (path) => /^docs\/[^/]+\.md$/.test(path)),
        ...filesUnder(["results"], (path) => path.endsWith("/MANIFEST")),
        ...TYPEDOC_MANIFESTS,
        ...["package.json", "tsconfig.json", "tsconfig.build.json"],
      ],
      outputs: () => filesUnder(["docs/api"], () => true),
      async make() {
        const next = inCache(`docs-${process.pid}`);
        try {
          await runTool({
            name: "docs",
            deed: "writing the API reference",
            command: process.execPath,
            args: [inProject(WRITER), typeDoc, next],
          });
          rmSync(inProject("docs/api"), { recursive: true, force: true });
          mkdirSync(inProject("docs"), { recursive: true });
          renameSync(next, inProject("docs/api"));
        } finally {
          rmSync(next, { recursive: true, force: true });
        }
      },
    },
  ]);
  return inProject("docs", "api", "index.html");
}
