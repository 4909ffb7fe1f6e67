/**
 * Repository: the commit that a result's program is from, and whether anything of which the program is made differed from it.
 *
 * The program is made of the sources in `lib/` and `experiments/`, of what builds them, and of the installed packages; an experiment
 * of one's own is part of it. Nothing else counts: results, reports, notebooks, documents, the kernel and tests change no number.
 */
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

export interface RepositoryState {
  /** Absent outside a repository. */
  readonly commit?: string;
  /** Whether the program differed from the commit. */
  readonly dirty?: boolean;
}

/** The folders whose code a result can depend on. */
export const PROGRAM_FOLDERS = ["lib", "experiments"];

const PROGRAM = [
  ...PROGRAM_FOLDERS,
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "bin/build-assembly.js",
  "bin/setup/build.js",
  ":(exclude)*.test.ts",
  ":(exclude)*/reference/*",
];

/** The state of the repository whose top is `folder`; `module` is the file of an experiment outside the catalogue. */
export function repositoryState(folder: string, module?: string): RepositoryState {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  const changed = (...args: string[]) => git("status", "--porcelain", "--untracked-files=all", ...args) !== "";
  try {
    const top = realpathSync(git("rev-parse", "--show-toplevel"));
    if (top !== realpathSync(folder)) return {}; // somebody else's repository
    const own = module === undefined ? undefined : relative(top, realpathSync(module));
    const isForeign = own !== undefined && (isAbsolute(own) || own.split(sep)[0] === "..");
    const ownChanged = own !== undefined && (isForeign || changed("--ignored", "--", `:(literal)${own}`));
    return { commit: git("rev-parse", "HEAD"), dirty: ownChanged || changed("--", ...PROGRAM) };
  } catch {
    return {};
  }
}
