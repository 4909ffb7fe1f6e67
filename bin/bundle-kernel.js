/**
 * Writes each process of the kernel into one file: `node bin/bundle-kernel.js DIST`, for `kernel/program.cts` to run.
 *
 * Modules keep their places: what a file asks of its own address is answered as if it stood alone, and what it loads late of
 * the kernel's own is in the bundle too, so that nothing is there twice, but for what it imports as `apart`. Functions of Node
 * are taken when the process starts: a cell that replaces one does not reach the kernel. A dynamic import would not work in code
 * that comes from V8's cache (it forgets who imports), so the program does it. Why esbuild: it is there for the tests, and
 * keeps late modules late. The programs of pages are one file each too: a page on disk loads no modules, and JupyterLab loads one script.
 */
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { inProject } from "./setup/project.js";

const dist = process.argv[2] ?? inProject("dist");
const kernel = join(realpathSync(dist), "kernel");

/** @param {string} names of an import statement, with what they are called */
const asPattern = (names) => names.replaceAll(/\s+as\s+/g, ": ");

/** @param {string} text @param {string} path */
function inItsPlace(text, path) {
  const place = `__place(${JSON.stringify(relative(kernel, path).split(sep).join("/"))})`;
  return text
    .replaceAll("import.meta.url", place)
    .replaceAll("import.meta.filename", place)
    .replaceAll(/\bload\(`(\.\/[\w/-]+)\$\{EXTENSION\}`\)/g, 'require("$1.js")')
    .replaceAll(/\bimport\(\/\* apart \*\/ ("[^"]+")\)/g, `__import(new URL($1, ${place}).href)`)
    .replaceAll(/\breturn import\((?=\w)/g, "return __import(")
    .replaceAll(/^import \* as (\w+) from "(node:[\w/]+)";$/gm, 'const $1 = require("$2");')
    .replaceAll(/^import (\w+) from "(node:[\w/]+)";$/gm, 'const $1 = require("$2");')
    .replaceAll(/^import (?:(\w+), )?\{([^}]*)\} from "(node:[\w/]+)";$/gm, (_, whole, names, module) => {
      const first = whole === undefined ? "" : `const ${whole} = require("${module}"); `;
      return `${first}const {${asPattern(names)}} = require("${module}");`;
    });
}

/** @type {import("esbuild").Plugin} */
const places = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined;
      if (relative(kernel, path).startsWith("..")) throw new Error(`${path} is not of the kernel`);
      const contents = inItsPlace(await readFile(path, "utf8"), path);
      if (/\bimport\.meta\.\w|^import .*"node:|^[^"'`]*(?:=>|=|return|await) import\((?!")/m.test(contents))
        throw new Error(`${path} asks something of its place that is not known here`);
      return { contents, loader: "js" };
    });
  },
};

for (const name of ["front", "runtime"]) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(kernel, name, "main.js")],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    plugins: [places],
    logLevel: "warning",
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  const licences = await Promise.all(
    [...packages].map(
      async (each) => `/*! ${each}\n${await readFile(inProject("node_modules", each, "LICENSE"), "utf8")}*/\n`,
    ),
  );
  const body = `${licences.join("")}(function (require, __place, __import) {\n${outputFiles[0].text}\n})`;
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 16);
  const file = join(kernel, `${name}.bundle.cjs`);
  await writeFile(`${file}.new`, `// ${digest}\n${body}`);
  await rename(`${file}.new`, file);
}

for (const name of ["remote-entry", "exported-page"]) {
  const { outputFiles } = await build({
    entryPoints: [join(kernel, "labextension", "browser", `${name}.js`)],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
  await writeFile(join(kernel, "labextension", `${name}.bundle.js`), outputFiles[0].text);
}
const template = join("kernel", "labextension", "export-template");
await cp(inProject(template), join(realpathSync(dist), template), { recursive: true });
