/**
 * Widget declarations: those of the module `epsilab/widgets` as globals of every cell, so that they are written once.
 *
 * They are read from the compiled module: beside this file once that is compiled too, and in dist/ while it runs as TypeScript.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function widgetDeclarations(): string {
  const own = fileURLToPath(import.meta.url);
  const folder = own.endsWith(".js") ? dirname(own) : join(dirname(own), "../../dist/kernel/widgets");
  return asGlobals(readFileSync(join(folder, "index.d.ts"), "utf8"));
}

/** The declarations of a module that imports nothing, as those of a script. */
export function asGlobals(declarations: string): string {
  return declarations.replaceAll(/^export \{\};\n?/gm, "").replaceAll(/^export (?=declare|interface|type)/gm, "");
}
