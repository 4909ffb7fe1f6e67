/**
 * The programs of a site: what its pages and their workers run, bundled from the code that stands here, own experiments with the rest.
 *
 * Why esbuild: it is there for the kernel and for own experiments, and keeps each experiment in a file of its own, loaded when asked for.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILT_IN_FILES } from "../program/built-in-files.ts";
import { packageFolder } from "../program/project.ts";

/** Texts by name, to lie in one folder; the page's program is `page.js`. */
export async function sitePrograms(own: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import("esbuild");
  const built = join(packageFolder, "dist", "experiments");
  const files = {
    ...Object.fromEntries(Object.entries(BUILT_IN_FILES).map(([id, file]) => [id, join(built, `${file}.js`)])),
    ...own,
  };
  const engine = (name: string) => JSON.stringify(join(built, "engine", "browser", `${name}.js`));
  const lines = Object.entries(files).map(
    ([id, file]) => `${JSON.stringify(id)}: () => import(${JSON.stringify(file)})`,
  );
  const experiments = `const experiments = { ${lines.join(", ")} };`;
  const texts: Readonly<Record<string, string>> = {
    page: `import { open } from ${engine("site-page")}; ${experiments} open(experiments, new URL("worker.js", import.meta.url).href);`,
    worker: `import { serve } from ${engine("page-worker")}; ${experiments} serve(experiments);`,
  };
  const { outputFiles } = await build({
    entryPoints: ["page", "worker"],
    outdir: "/",
    absWorkingDir: packageFolder,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    platform: "browser",
    format: "esm",
    target: "es2022",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]",
    external: ["node:module"],
    legalComments: "none",
    logLevel: "error",
    plugins: [
      {
        name: "entries",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^(?:page|worker)$/ }, ({ path }) => ({ path, namespace: "entry" }));
          onLoad({ filter: /./, namespace: "entry" }, ({ path }) => ({
            contents: texts[path],
            resolveDir: packageFolder,
          }));
        },
      },
    ],
  });
  const solver = fileURLToPath(import.meta.resolve("highs/runtime"));
  const { readFileSync } = await import("node:fs");
  return new Map<string, Uint8Array>([
    ...outputFiles.map(({ path, contents }): [string, Uint8Array] => [path.replace(/^.*[\\/]/, ""), contents]),
    ["highs.wasm", readFileSync(solver)],
  ]);
}
