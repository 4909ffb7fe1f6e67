/** File resolution: which file a path in an import means, and what kind of module it is. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";

const EXTENSIONS = [".ts", ".mts", ".tsx", ".js", ".mjs", ".cjs", ".cts", ".json"];
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

/** The file at `path`, also if the extension was left out, or `.js` was written for `.ts`, or a folder is meant. */
export function findFile(path: string): string | undefined {
  if (isFile(path)) return path;
  const extension = extname(path);
  for (const other of WRITTEN_AS[extension] ?? []) {
    const candidate = path.slice(0, -extension.length) + other;
    if (isFile(candidate)) return candidate;
  }
  for (const other of EXTENSIONS) if (isFile(path + other)) return path + other;
  if (!isFolder(path)) return undefined;
  const described = packageEntry(path);
  if (described !== undefined && isFile(described)) return described;
  for (const other of EXTENSIONS) if (isFile(join(path, `index${other}`))) return join(path, `index${other}`);
  return undefined;
}

/** The file that a package's folder gives for `name/subpath`: what its exports map names, or else the file of that path. */
export function findPackageFile(folder: string, subpath: string): string | undefined {
  const exported = subpath === "" ? undefined : exportsOf(folder)[`./${subpath}`];
  const entry = conditional(exported);
  return entry === undefined ? findFile(join(folder, subpath)) : findFile(resolve(folder, entry));
}

export type ModuleFormat = "typescript" | "module" | "commonjs" | "json" | "other";

export function formatOf(file: string): ModuleFormat {
  switch (extname(file)) {
    case ".ts":
    case ".mts":
    case ".tsx":
    case ".cts":
      return "typescript";
    case ".mjs":
      return "module";
    case ".cjs":
      return "commonjs";
    case ".json":
      return "json";
    case ".js": {
      const { type } = nearestPackage(dirname(file));
      if (type !== undefined) return type === "module" ? "module" : "commonjs";
      return /^\s*(?:import|export)\b/m.test(readFileSync(file, "utf8")) ? "module" : "commonjs";
    }
    default:
      return "other";
  }
}

interface PackageDescription {
  readonly type?: string;
  readonly main?: string;
  readonly exports?: unknown;
}

function nearestPackage(folder: string): PackageDescription {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "package.json");
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as PackageDescription;
    if (dirname(at) === at) return {};
  }
}

/** What the folder's own package.json names as its entry for `import`. */
function packageEntry(folder: string): string | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { exports, main } = JSON.parse(readFileSync(file, "utf8")) as PackageDescription;
  const entry = conditional(isRecord(exports) && "." in exports ? exports["."] : exports) ?? main;
  return entry === undefined ? undefined : resolve(folder, entry);
}

function exportsOf(folder: string): Readonly<Record<string, unknown>> {
  const file = join(folder, "package.json");
  if (!isFile(file)) return {};
  const { exports } = JSON.parse(readFileSync(file, "utf8")) as PackageDescription;
  return isRecord(exports) ? exports : {};
}

function conditional(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (!isRecord(target)) return undefined;
  return conditional(target.node ?? target.import ?? target.default);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
