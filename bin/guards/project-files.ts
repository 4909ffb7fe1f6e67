/**
 * The project's own files, for the guards to read.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

/** One source file: its path relative to the project, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The files under some top-level folders whose names end so: AssemblyScript included, generated ones not. */
export function sourcesUnder(folders: readonly string[], endings: readonly string[]): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(projectFolder, folder))) // git keeps no empty folder
    .flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => !path.endsWith(".generated.ts") && !path.includes("node_modules/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(projectFolder, path), "utf8") }));
}

export function typeScriptUnder(folders: readonly string[]): SourceFile[] {
  return sourcesUnder(folders, [".ts"]);
}

/** Whether a file is there for tests alone and is not shipped: a test, or in a folder of reference values. */
export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.includes("/reference/");
}
