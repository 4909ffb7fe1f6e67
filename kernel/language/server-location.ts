/**
 * Where the TypeScript 7 server is: the native program that the installed package `typescript` brings for this machine,
 * and the declarations of Node that cells see.
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const ours = createRequire(import.meta.url);

/** The path of the program; undefined where its package is not installed for this platform. */
export function serverLocation(): string | undefined {
  const { platform, arch } = process;
  try {
    const typescript = createRequire(ours.resolve("typescript/package.json"));
    const folder = dirname(typescript.resolve(`@typescript/typescript-${platform}-${arch}/package.json`));
    const program = join(folder, "lib", platform === "win32" ? "tsc.exe" : "tsc");
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** The entry of @types/node, if there is one: the notebook's own where its folder has one, else the kernel's. */
export function nodeDeclarations(folder: string): readonly string[] {
  for (const origin of [createRequire(join(folder, "cell.ts")), ours]) {
    try {
      return [join(dirname(origin.resolve("@types/node/package.json")), "index.d.ts")];
    } catch {
      // Not installed there: the next place.
    }
  }
  return [];
}
