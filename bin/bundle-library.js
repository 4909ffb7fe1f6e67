/**
 * Writes the doors of the library as modules that a page loads without a bundler: `node bin/bundle-library.js DIST`, into `browser/` of it.
 *
 * One file for each door, named as it is imported, and what they share in files beside them. HiGHS, which few functions ask for, stays
 * a package of its own, with its WebAssembly beside it.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { inProject } from "./setup/project.js";

const dist = process.argv[2] ?? inProject("dist");
const { exports: doors } = JSON.parse(await readFile(inProject("package.json"), "utf8"));
const library = Object.entries(doors)
  .filter(([, { default: file } = {}]) => file?.startsWith("./dist/lib/"))
  .map(([door, { default: file }]) => [
    door === "." ? "index" : door.slice("./".length),
    join(dist, file.slice("./dist/".length)),
  ])
  .filter(([, path]) => existsSync(path));

if (library.length > 0) {
  await build({
    entryPoints: Object.fromEntries(library),
    outdir: join(dist, "browser"),
    absWorkingDir: inProject(),
    bundle: true,
    splitting: true,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    chunkNames: "shared/[hash]",
    external: ["highs", "@resvg/resvg-js"],
    logLevel: "warning",
  });
}
