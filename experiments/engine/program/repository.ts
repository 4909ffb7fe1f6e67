/**
 * Repository: the commit that a program is from, and whether any of its files differed from it.
 *
 * Only the files that the program is made of count: a notebook, a report or a result beside them changes no number.
 */
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

export interface RepositoryState {
  /** Absent outside a repository. */
  readonly commit?: string;
  /** Whether the program differed from the commit. */
  readonly dirty?: boolean;
}

/**
 * The state of the repository that `folder` is in, by files relative to it; a file outside of the repository is never that of its
 * commit.
 */
export function repositoryState(folder: string, files: readonly string[]): RepositoryState {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const top = realpathSync(git("rev-parse", "--show-toplevel"));
    const commit = git("rev-parse", "HEAD");
    const places = files.map((file) => relative(top, resolved(join(folder, file))));
    const foreign = places.some((place) => isAbsolute(place) || place.split(sep)[0] === "..");
    const paths = places.map((place) => `:(top,literal)${place.split(sep).join("/")}`);
    const changed = () => git("status", "--porcelain", "--untracked-files=all", "--ignored", "--", ...paths) !== "";
    return { commit, dirty: files.length > 0 && (foreign || changed()) };
  } catch {
    return {};
  }
}

/** Whether `folder` is the top of its repository: otherwise it is inside somebody else's. */
export function isTop(folder: string): boolean {
  try {
    const top = execFileSync("git", ["-C", folder, "rev-parse", "--show-toplevel"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return realpathSync(top.trim()) === realpathSync(folder);
  } catch {
    return false;
  }
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // deleted
  }
}
