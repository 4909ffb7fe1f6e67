/**
 * Environment: where and from what code a result was computed. It is kept beside the result and is not part of its hash.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROGRAM_FOLDERS, type RepositoryState, repositoryState } from "./repository.ts";

export interface Environment extends RepositoryState {
  readonly node: string;
  readonly arch: string;
  readonly platform: string;
  readonly package: string;
  /** The SHA-256 of the built program. */
  readonly code: string;
  readonly threads: number;
  readonly seconds: number;
  /** The date and time, in UTC. */
  readonly finished: string;
}

const ROOT = join(import.meta.dirname, "..", ".."); // dist/ as built
const PACKAGE = dirname(ROOT);

/** `module` is the file of an experiment outside the catalogue. */
export function environmentOf(
  known: Pick<Environment, "threads" | "seconds" | "code" | "finished">,
  module?: string,
): Environment {
  const manifest = join(PACKAGE, "package.json");
  const version = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : "source";
  return {
    node: process.version,
    arch: process.arch,
    platform: process.platform,
    package: version,
    ...repositoryState(PACKAGE, module),
    ...known,
  };
}

/** The SHA-256 of all JavaScript that a result can depend on. */
export function codeDigest(): string {
  const hash = createHash("sha256");
  for (const folder of PROGRAM_FOLDERS) {
    const at = join(ROOT, folder);
    if (!existsSync(at)) continue;
    for (const name of (readdirSync(at, { recursive: true }) as string[])
      .filter((file) => /\.[jt]s$/.test(file))
      .sort()) {
      if (name.endsWith(".d.ts")) continue;
      hash.update(`${folder}/${name}\n`).update(readFileSync(join(at, name)));
    }
  }
  return hash.digest("hex");
}
