/** Project settings: what the nearest tsconfig.json says that matters when code runs. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface ProjectSettings {
  readonly legacyDecorators: boolean;
  /** The files that a specifier may mean by `paths`, in order. */
  mapped(specifier: string): string[];
}

interface CompilerOptions {
  readonly experimentalDecorators?: boolean;
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
}

export function readProjectSettings(folder: string): ProjectSettings {
  const file = nearest(folder);
  const { options, base } = file === undefined ? { options: {}, base: folder } : readOptions(file, 0);
  const { paths = {}, baseUrl } = options;
  const root = baseUrl === undefined ? base : resolve(base, baseUrl);
  return {
    legacyDecorators: options.experimentalDecorators ?? false,
    mapped(specifier) {
      for (const [pattern, targets] of Object.entries(paths)) {
        const [before, after] = pattern.split("*");
        if (after === undefined && specifier === pattern) return targets.map((target) => resolve(root, target));
        if (after === undefined || !specifier.startsWith(before) || !specifier.endsWith(after)) continue;
        const middle = specifier.slice(before.length, specifier.length - after.length);
        return targets.map((target) =>
          resolve(
            root,
            target.replace("*", () => middle),
          ),
        );
      }
      return [];
    },
  };
}

function nearest(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "tsconfig.json");
    if (existsSync(file)) return file;
    if (dirname(at) === at) return undefined;
  }
}

/** Options with those of the relative files they extend; one that cannot be read counts as empty. */
function readOptions(file: string, depth: number): { options: CompilerOptions; base: string } {
  const folder = dirname(file);
  try {
    const { compilerOptions = {}, extends: parent } = parseWithComments(readFileSync(file, "utf8"));
    if (typeof parent !== "string" || !parent.startsWith(".") || depth > 8)
      return { options: compilerOptions, base: folder };
    const inherited = readOptions(resolve(folder, parent.endsWith(".json") ? parent : `${parent}.json`), depth + 1);
    const base = compilerOptions.paths === undefined ? inherited.base : folder;
    return { options: { ...inherited.options, ...compilerOptions }, base };
  } catch {
    return { options: {}, base: folder };
  }
}

function parseWithComments(text: string): { compilerOptions?: CompilerOptions; extends?: unknown } {
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? "");
  return JSON.parse(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? ""));
}
