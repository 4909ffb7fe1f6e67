import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectFolder } from "./doctor-checks.ts";
import { repositoryState } from "./repository.ts";

const project = projectFolder();
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
  const sources = ["lib/a.ts", "experiments/b.ts", "package.json", "package-lock.json", "tsconfig.json"];
  const others = ["README.md", "kernel/c.ts", "notebooks/d.ipynb", "bin/lab.js", "lib/a.test.ts", "lib/reference/e.ts"];
  let commit: string;
  beforeEach(() => {
    for (const name of [...sources, ...others]) write(name, "as committed");
    write(".gitignore", "dist/\n");
    commit = commitAll();
  });

  it("is the commit, clean, where nothing was changed", () => {
    expect(repositoryState(folder)).toEqual({ commit, dirty: false });
  });

  it.each(["epsilab-report.html", "notes.txt", "results/x/1/MANIFEST", "notebooks/mine.ipynb", ...others])(
    "stays clean with another %s, on which no result depends",
    (name) => {
      write(name, "changed");
      expect(repositoryState(folder)).toEqual({ commit, dirty: false });
    },
  );

  it.each([...sources, "lib/new.ts", "experiments/new/new.ts", "lib/assembly/source/new.ts", "tsconfig.build.json"])(
    "is dirty with another %s",
    (name) => {
      write(name, "changed");
      expect(repositoryState(folder)).toEqual({ commit, dirty: true });
    },
  );

  it("is dirty when a source is gone, and whatever the user set git to show", () => {
    git("rm", "--quiet", "lib/a.ts");
    expect(repositoryState(folder).dirty).toBe(true);
    git("reset", "--quiet", "--hard");
    git("config", "status.showUntrackedFiles", "no");
    write("lib/new.ts", "");
    expect(repositoryState(folder).dirty).toBe(true);
  });

  it("counts an experiment of one's own: it must be committed as it is", () => {
    write("mine/own.js", "1");
    write("dist/own.js", "1");
    const outside = mkdtempSync(join(tmpdir(), "epsilab-own-"));
    try {
      writeFileSync(join(outside, "own.js"), "1");
      for (const module of [join(folder, "mine/own.js"), join(folder, "dist/own.js"), join(outside, "own.js")]) {
        expect(repositoryState(folder, module), module).toEqual({ commit, dirty: true });
      }
      const later = commitAll();
      expect(repositoryState(folder, join(folder, "mine/own.js"))).toEqual({ commit: later, dirty: false });
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it("is not told inside somebody else's repository, nor outside of any", () => {
    expect(repositoryState(join(folder, "lib"))).toEqual({});
    const none = mkdtempSync(join(tmpdir(), "epsilab-none-"));
    expect(repositoryState(none)).toEqual({});
    rmSync(none, { recursive: true });
  });
});

describe("a result that is computed after a report was written", () => {
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
    epsilab("report");
    const small = ["randomized-response", "epsilon=1", "share=0.5", "respondents=100"];
    const [, stored = ""] = /Stored in (\S+)/.exec(epsilab("run", ...small)) ?? [];
    expect(JSON.parse(readFileSync(join(stored, "env.json"), "utf8"))).toMatchObject({ commit, dirty: false });
    expect(epsilab("cite", "randomized-response")).toContain(`commit ${commit}`);
  });
});
