/** File resolution: which file a path in an import means when it runs and which for its types, and what kind of module it is. */
import { readFileSync, statSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { nearestPackage, packageAt, packageTarget } from "./package-map.ts";

/** In the order in which they are tried where the extension was left out. */
const EXTENSIONS = [".ts", ".mts", ".tsx", ".js", ".mjs", ".cjs", ".cts", ".json"];
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

/** What TypeScript has for CommonJS alone: `import a = require("a")` and `export = a`. */
const COMMON_FORMS = /^(?:import\s+[\w$]+\s*=\s*require\b|export\s*=)/m;

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
  const target = packageTarget(packageAt(path), ".", "import");
  const described = target === undefined || target === path ? undefined : findFile(target);
  return described ?? EXTENSIONS.map((other) => join(path, `index${other}`)).find(isFile);
}

/** The file that has the types of what is at `path`, as TypeScript finds it. */
export function findTypes(path: string): string | undefined {
  return typedFiles(path).find(isFile);
}

/** In the order in which TypeScript looks. */
function typedFiles(path: string): readonly string[] {
  if (/\.(?:d\.[cm]?ts|json)$/.test(path)) return [path];
  const [, base = "", kind = "", language] = /^(.*)\.([cm]?)([jt])sx?$/.exec(path) ?? [];
  if (language === "t") return [path, `${base}.d.${kind}ts`];
  if (language === "j")
    return [`${base}.${kind}ts`, ...(kind === "" ? [`${base}.tsx`] : []), `${base}.d.${kind}ts`, path];
  const endings = [".ts", ".tsx", ".d.ts", ".js", ".jsx"];
  return [...endings, ...endings.map((ending) => `/index${ending}`)].map((ending) => path + ending);
}

type ModuleFormat = "module" | "commonjs" | "json" | "other";

export function formatOf(file: string): ModuleFormat {
  switch (extname(file)) {
    case ".ts":
    case ".tsx":
      return COMMON_FORMS.test(readFileSync(file, "utf8")) ? "commonjs" : "module";
    case ".mts":
    case ".mjs":
      return "module";
    case ".cts":
    case ".cjs":
      return "commonjs";
    case ".json":
      return "json";
    case ".js": {
      const type = nearestPackage(dirname(file))?.description.type;
      if (type !== undefined) return type === "module" ? "module" : "commonjs";
      return /^[^\S\n\r\u2028\u2029]*(?:import|export)\b/m.test(readFileSync(file, "utf8")) ? "module" : "commonjs";
    }
    default:
      return "other";
  }
}

export function isTypeScript(file: string): boolean {
  return /\.(?:[cm]?ts|tsx)$/.test(file);
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
