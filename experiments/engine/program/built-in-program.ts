/**
 * The program of an experiment of the catalogue: the files that it and the computing part of the engine load, as they run, with their hash.
 *
 * The commands, the report and the other experiments are not among them: what they become changes no number.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { manifestAt, packageFolder } from "./project.ts";

/** What turns a spec into the files of a result. */
const ENGINE = ["execution/runner", "execution/unit", "format/result-files"];

export interface BuiltInProgram {
  /** The sources, relative to the folder of Epsilab. */
  readonly files: readonly string[];
  /** The SHA-256 of the files as they run and of the versions of the packages. */
  readonly hash: string;
}

/** `file` is under `experiments/`, without its ending. */
export async function builtInProgram(file: string): Promise<BuiltInProgram> {
  const { build } = await import("esbuild");
  const engine = join(import.meta.dirname, "..");
  const ending = extname(import.meta.filename); // .ts as the sources, .js as built
  const { metafile } = await build({
    entryPoints: [join("..", file), ...ENGINE].map((name) => join(engine, `${name}${ending}`)),
    absWorkingDir: packageFolder,
    outdir: packageFolder,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const hash = createHash("sha256");
  const names = Object.keys(metafile.inputs).sort();
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(packageFolder, name)));
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  for (const name of [...new Set(imported.map(({ path }) => path))].sort()) hash.update(`${versioned(name)}\n`);
  return { files: names.map(sourceOf).sort(), hash: hash.digest("hex") };
}

function versioned(name: string): string {
  const [first, second] = name.split("/");
  const folder = name.startsWith("@") ? join(first, second) : first;
  return `${name}@${manifestAt(join(packageFolder, "node_modules", folder))?.version ?? ""}`;
}

function sourceOf(name: string): string {
  const path = relative(packageFolder, join(packageFolder, name)).split(sep).join("/");
  return path.replace(/^dist\//, "").replace(/\.js$/, ".ts");
}
