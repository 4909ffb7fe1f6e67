/**
 * Type check: the types of an own experiment, by the compiler that Epsilab brings, with the settings of the project where it has a
 * tsconfig.json.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Loaded } from "./catalogue.ts";
import { doorTypes } from "./doors.ts";
import { ProgramError } from "./program.ts";
import { type Project, packageFolder } from "./project.ts";

const DEFAULTS = { strict: true, target: "es2023", module: "nodenext", moduleResolution: "nodenext" };

/** Refuses an experiment whose types are wrong, by the compiler's lines. The catalogue's were checked when they were built. */
export async function requireTypes({ origin }: Loaded, { folder }: Project): Promise<void> {
  if (origin.kind !== "own" || origin.file === undefined || /\.m?js$/.test(origin.file)) return;
  const place = mkdtempSync(join(tmpdir(), "epsilab-types-"));
  try {
    const settings = join(folder, "tsconfig.json");
    const types = createRequire(join(packageFolder, "package.json")).resolve("@types/node/package.json");
    const config = {
      ...(existsSync(settings) ? { extends: settings } : {}),
      compilerOptions: {
        ...(existsSync(settings) ? {} : DEFAULTS),
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        typeRoots: [dirname(dirname(types))],
        paths: doorTypes(), // those of the installation that runs
      },
      files: [origin.file],
      include: [],
    };
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config));
    const compiler = createRequire(join(packageFolder, "package.json")).resolve("typescript/package.json");
    const args = [join(dirname(compiler), "bin", "tsc"), "--pretty", "false", "-p", place];
    await promisify(execFile)(process.execPath, args, { cwd: folder, encoding: "utf8" });
  } catch (error) {
    const { stdout = "" } = error as { readonly stdout?: string };
    if (stdout.trim() === "") throw error;
    throw new ProgramError(`the types must fit:\n${stdout.trimEnd()}`, { cause: error });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
