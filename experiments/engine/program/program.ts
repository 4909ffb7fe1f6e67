/**
 * Program: an experiment of one's own, with all that it imports of its project, as one module that any thread can load.
 *
 * TypeScript needs no build: esbuild strips the types, follows the imports and says what it read. Packages are not taken in: they
 * are imported from where they are installed, `epsilab` from the installation that runs. So the program is the files that were
 * read, and its hash covers these, the version of each package and that of Epsilab, and nothing else.
 * Limits: data that an experiment reads by itself is not part of its program; import it as JSON, which is.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildFailure, Loader, Plugin, PluginBuild } from "esbuild";
import { doorFile, explainImport } from "./doors.ts";
import { folderOfManifest, manifestAt, packageFolder } from "./project.ts";

export interface Program {
  /** The text of the module. */
  readonly code: string;
  /** The files that it is made of, relative to the project's folder. */
  readonly files: readonly string[];
  /** `name@version` of the packages that it imports. */
  readonly packages: readonly string[];
  /** The SHA-256 of all that. */
  readonly hash: string;
}

/** What a program is made from: a file, or the text of a module, such as the cells of a notebook, with the folder of its imports. */
type ProgramEntry =
  | { readonly file: string }
  | { readonly source: string; readonly folder: string; readonly name: string };

/** A program that cannot be made: the text does not compile, or what it imports is missing. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}

export async function programOf(entry: ProgramEntry, project: string): Promise<Program> {
  const { build } = await import("esbuild");
  const packages = new Set<string>();
  const input =
    "file" in entry
      ? { entryPoints: [entry.file] }
      : { stdin: { contents: entry.source, resolveDir: entry.folder, sourcefile: entry.name, loader: "ts" as const } };
  try {
    const { outputFiles, metafile } = await build({
      ...input,
      absWorkingDir: project,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      target: "node20",
      conditions: ["node"],
      logLevel: "silent",
      sourcemap: "inline",
      tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } }, // so that nobody's settings change what it computes
      plugins: [packagesOutside(packages), ownAddress],
    });
    const files = Object.keys(metafile.inputs)
      .filter((name) => !("source" in entry && name.endsWith(entry.name)))
      .map((name) => relative(project, join(project, name)).split(sep).join("/"))
      .sort();
    const hash = createHash("sha256").update(`epsilab@${manifestAt(packageFolder)?.version ?? ""}\n`);
    for (const name of [...packages].sort()) hash.update(`${name}\n`);
    for (const name of files) hash.update(`${name} ${sha256(readFileSync(join(project, name)))}\n`);
    if ("source" in entry) hash.update(entry.source);
    return { code: outputFiles[0].text, files, packages: [...packages].sort(), hash: hash.digest("hex") };
  } catch (error) {
    throw new ProgramError(sentence(error as BuildFailure), { cause: error });
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The first error, as file:line:column: text. */
function sentence(failure: BuildFailure): string {
  const [first] = failure.errors ?? [];
  if (first === undefined) return failure.message;
  const { location, text } = first;
  const place = location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
  const more = failure.errors.length === 1 ? "" : ` (and ${failure.errors.length - 1} more)`;
  return `${place}${text}${more}`;
}

/** Packages stay where they are installed; what is not in a node_modules folder is the project's own. */
function packagesOutside(packages: Set<string>): Plugin {
  return {
    name: "packages",
    setup: (build) => {
      // Epsilab's own files by a path: a second copy of them would not know the first one's streams.
      build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path);
        const isOurs = kind !== "entry-point" && file.startsWith(join(packageFolder, "dist") + sep);
        return isOurs ? { path: pathToFileURL(file).href, external: true } : undefined;
      });
      build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (pluginData === "asked" || isBuiltin(path) || /^[A-Za-z]:[\\/]/.test(path)) return undefined;
        const door = doorFile(path);
        if (door !== undefined) return { path: pathToFileURL(door).href, external: true };
        if (/^[a-z]+:/.test(path)) return { path, external: true }; // data:, file:, https:
        const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: "asked" });
        if (found.errors.length > 0) return (await lent(build, path, kind, packages)) ?? found;
        return outside(found.path, packages) ?? { path: found.path };
      });
    },
  };
}

/** A package that the project has not installed and Epsilab has, as zod. */
async function lent(build: PluginBuild, path: string, kind: "import-statement" | string, packages: Set<string>) {
  const own = { kind, resolveDir: packageFolder, pluginData: "asked" } as Parameters<PluginBuild["resolve"]>[1];
  const found = path === "zod" ? await build.resolve(path, own) : undefined;
  return found === undefined || found.errors.length > 0 ? undefined : outside(found.path, packages);
}

function outside(file: string, packages: Set<string>): { readonly path: string; readonly external: true } | undefined {
  if (!file.includes(`${sep}node_modules${sep}`)) return undefined;
  packages.add(packageOf(file));
  return { path: pathToFileURL(file).href, external: true };
}

/** `name@version` of the package that a file is from; a package.json inside of it, which only says how modules are written, has neither. */
function packageOf(file: string): string {
  let folder = folderOfManifest(dirname(file));
  while (folder !== undefined) {
    const { name, version } = manifestAt(folder) ?? {};
    if (name !== undefined && version !== undefined) return `${name}@${version}`;
    folder = dirname(folder) === folder ? undefined : folderOfManifest(dirname(folder));
  }
  return basename(file);
}

const LOADERS: Readonly<Record<string, Loader>> = { ".ts": "ts", ".mts": "ts", ".js": "js", ".mjs": "js" };

/** `import.meta` of a file is that of the file, not of the module that it becomes a part of. */
const ownAddress: Plugin = {
  name: "own-address",
  setup: (build) => {
    build.onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => {
      const text = readFileSync(path, "utf8");
      const loader = LOADERS[extname(path)];
      if (!text.includes("import.meta") || loader === undefined) return undefined;
      const { transform } = await import("esbuild");
      const define = {
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dirname": JSON.stringify(dirname(path)),
        "import.meta.filename": JSON.stringify(path),
      };
      const { code } = await transform(text, { loader, define, sourcemap: "inline", sourcefile: path });
      return { contents: code, loader: "js" };
    });
  },
};

let loading = 0;

/** Whether a program is being loaded: what it declares may not run experiments, in every thread once more. */
export function isLoading(): boolean {
  return loading > 0;
}

/** Loads the text of a module. */
export function importCode(code: string): Promise<Readonly<Record<string, unknown>>> {
  return withProgramFile(code, importProgram);
}

/** Loads a module that stands in a file. */
export async function importProgram(file: string): Promise<Readonly<Record<string, unknown>>> {
  loading++;
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    throw await explainImport(error);
  } finally {
    loading--;
  }
}

/** The text of a module stands in a file of its own folder for a moment, since an address made of the text would fill every stack trace. */
export async function withProgramFile<Value>(code: string, use: (file: string) => Promise<Value>): Promise<Value> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "epsilab-program-")));
  try {
    const file = join(folder, "program.mjs");
    writeFileSync(file, code);
    return await use(file);
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
