/** `node build.mjs` writes the page's program into `bundle/`, with the WebAssembly of HiGHS beside it, where it looks for it. */
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

await build({
  entryPoints: ["main.js"],
  outdir: "bundle",
  bundle: true,
  splitting: true,
  format: "esm",
  external: ["node:module"], // which HiGHS asks for in Node alone
});
copyFileSync(fileURLToPath(import.meta.resolve("highs/runtime")), "bundle/highs.wasm");
