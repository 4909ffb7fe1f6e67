import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageFolder as project } from "./project.ts";
import { isTop, repositoryState } from "./repository.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "epsilab-repository-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function git(...args: readonly string[]): string {
  const person = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
  return execFileSync("git", [...person, "-C", folder, ...args], { encoding: "utf8" }).trim();
}

function commitAll(): string {
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  return git("rev-parse", "HEAD");
}

describe("the state of the repository", () => {
  const program = ["lib/a.ts", "experiments/b.ts"];
  const others = ["README.md", "notebooks/d.ipynb", "lib/other.ts"];
  let commit: string;
  beforeEach(() => {
    for (const name of [...program, ...others]) write(name, "as committed");
    write(".gitignore", "dist/\n");
    commit = commitAll();
  });

  it("is the commit, clean, where nothing was changed", () => {
    expect(repositoryState(folder, program)).toEqual({ commit, dirty: false });
  });

  it.each(["epsilab-report.html", "Untitled.ipynb", "results/x/1/MANIFEST", "lib/new.ts", ...others])(
    "stays clean with another %s, which is not of the program",
    (name) => {
      write(name, "changed");
      expect(repositoryState(folder, program)).toEqual({ commit, dirty: false });
    },
  );

  it.each(program)("is dirty with another %s", (name) => {
    write(name, "changed");
    expect(repositoryState(folder, program)).toEqual({ commit, dirty: true });
  });

  it("is dirty when a file is gone, was never committed, is ignored or lies outside", () => {
    write("lib/new.ts", "");
    write("dist/own.js", "");
    for (const file of ["lib/new.ts", "dist/own.js", "../elsewhere.ts"]) {
      expect(repositoryState(folder, [...program, file]), file).toEqual({ commit, dirty: true });
    }
    git("config", "status.showUntrackedFiles", "no");
    expect(repositoryState(folder, ["lib/new.ts"]).dirty).toBe(true);
    git("rm", "--quiet", "lib/a.ts");
    expect(repositoryState(folder, program).dirty).toBe(true);
  });

  it("is that of a project in a folder of a larger repository, and none outside of any", () => {
    expect(repositoryState(join(folder, "lib"), ["a.ts"])).toEqual({ commit, dirty: false });
    expect([isTop(folder), isTop(join(folder, "lib"))]).toEqual([true, false]);
    const none = mkdtempSync(join(tmpdir(), "epsilab-none-"));
    expect(repositoryState(none, ["a.ts"])).toEqual({});
    rmSync(none, { recursive: true });
  });
});

describe("a result that is computed beside a report and new notebooks", () => {
  it("can be cited", () => {
    for (const name of ["bin", "dist", "package.json", "CITATION.cff"])
      cpSync(join(project, name), join(folder, name), { recursive: true });
    symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
    write(".gitignore", "dist/\nnode_modules\n.cache/\n");
    const commit = commitAll();
    const epsilab = (...args: readonly string[]) =>
      execFileSync(process.execPath, [join(folder, "bin", "epsilab"), ...args], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    epsilab("report", "--no-recompute");
    write("Untitled.ipynb", "{}");
    write("notebooks/mine.ipynb", "{}");
    const small = ["randomized-response", "epsilon=1", "share=0.5", "respondents=100"];
    const [, stored = ""] = /Stored in (\S+)/.exec(epsilab("run", ...small)) ?? [];
    expect(JSON.parse(readFileSync(join(stored, "env.json"), "utf8"))).toMatchObject({ commit, dirty: false });
    expect(epsilab("cite", "randomized-response")).toContain(`commit ${commit}`);
  });
});
