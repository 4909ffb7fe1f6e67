/**
 * Environment: where and from what code a result was computed. It is kept beside the result and is not part of its hash.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Environment {
  readonly node: string;
  readonly arch: string;
  readonly platform: string;
  readonly package: string;
  /** Absent outside a repository. */
  readonly commit?: string;
  /** Whether anything but `results/` differed from the commit. */
  readonly dirty?: boolean;
  /** The SHA-256 of the built program. */
  readonly code: string;
  readonly threads: number;
  readonly seconds: number;
  /** The date and time, in UTC. */
  readonly finished: string;
}

const ROOT = join(import.meta.dirname, "..", ".."); // dist/ as built
const PACKAGE = dirname(ROOT);

export function environmentOf(known: Pick<Environment, "threads" | "seconds" | "code" | "finished">): Environment {
  const manifest = join(PACKAGE, "package.json");
  const version = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : "source";
  return {
    node: process.version,
    arch: process.arch,
    platform: process.platform,
    package: version,
    ...repository(),
    ...known,
  };
}

function repository(): Pick<Environment, "commit" | "dirty"> {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", PACKAGE, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    if (realpathSync(git("rev-parse", "--show-toplevel")) !== realpathSync(PACKAGE)) return {}; // somebody else's repository
    const commit = git("rev-parse", "HEAD");
    return { commit, dirty: git("status", "--porcelain", "--", ".", ":!results") !== "" };
  } catch {
    return {};
  }
}

/** The SHA-256 of all JavaScript that a result can depend on. */
export function codeDigest(): string {
  const hash = createHash("sha256");
  for (const folder of ["lib", "experiments"]) {
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
