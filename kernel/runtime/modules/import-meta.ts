/** `import.meta` of a cell or of a file of the user. */
import { createRequire, isBuiltin } from "node:module";
import { dirname, isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { resolvePackage } from "../../project/package-resolution.ts";
import type { Namespace, Resolution } from "./resolution.ts";

export function importMeta(file: string, resolution: Resolution): Namespace {
  return {
    url: pathToFileURL(file).href,
    filename: file,
    dirname: dirname(file),
    resolve(specifier: string) {
      if (specifier.startsWith("file:")) return pathToFileURL(fileURLToPath(specifier)).href;
      if (isBuiltin(specifier)) return specifier.startsWith("node:") ? specifier : `node:${specifier}`;
      const target = resolution.resolve(specifier, file, "import");
      if (target.kind === "file") return pathToFileURL(target.file).href;
      if (target.kind === "node" && isAbsolute(target.specifier)) return pathToFileURL(target.specifier).href;
      const found = resolvePackage(specifier, dirname(file), "import") ?? createRequire(file).resolve(specifier);
      return pathToFileURL(found).href;
    },
  };
}
