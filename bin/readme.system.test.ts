import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProject } from "./setup/project.js";

const place = mkdtempSync(join(tmpdir(), "epsilab-readme-"));
const readme = readFileSync(inProject("README.md"), "utf8");
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The command lines of a section, in its order, without what is said beside them. */
function commandsOf(section: string): readonly string[] {
  const text = readme.slice(readme.indexOf(`## ${section}`));
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
  return block.split("\n").flatMap((line) => {
    if (!line.startsWith("npx epsilab ")) return [];
    const [commands = ""] = line.split(/ {2,}#| # /);
    return commands.split("&&").map((command) => command.trim().replace(/^npx epsilab /, ""));
  });
}

/** As a shell would cut it; the README quotes one argument. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

function epsilab(command: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const args = [join(place, "bin", "epsilab"), ...wordsOf(command)];
    execFile(process.execPath, args, { cwd: place, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

describe("the README's commands, in its order, in a fresh copy", () => {
  const lines = [...commandsOf("On the command line"), ...commandsOf("Citing")];
  const done = new Map<string, { readonly code: number; readonly output: string }>();

  beforeAll(async () => {
    for (const name of ["bin", "dist", "results", "notebooks", "package.json", "CITATION.cff"]) {
      cpSync(inProject(name), join(place, name), { recursive: true });
    }
    symlinkSync(inProject("node_modules"), join(place, "node_modules"));
    const [, key = ""] = /`\\epsres\{([^}]*)\}`/.exec(readme) ?? [];
    writeFileSync(
      join(place, "main.tex"),
      `\\documentclass{article}\n\\usepackage{epsilab}\n\\input{membership-tradeoff-results}\n\\begin{document}\\epsres{${key}}\\end{document}\n`,
    );
    for (const line of lines) done.set(line, await epsilab(line));
  }, 600_000);

  it("are there", () => {
    const verbs = lines.map((line) => line.split(" ")[0]);
    expect(verbs).toEqual(
      [
        "list",
        "list",
        "show",
        "errata",
        "run",
        "run",
        "verify",
        "run",
        "diff",
        "query",
        "figure",
        "report",
        "notebook",
        "doctor",
      ].concat(["cite", "cite", "paper"]),
    );
  });

  // The quick result differs from the full one by more than chance only where a claim is wrong: 0. The doctor's code is about the machine.
  it.each(lines.filter((line) => line !== "doctor"))("%s", (line) => {
    const { code, output } = done.get(line) ?? { code: -1, output: "" };
    expect(code, output).toBe(0);
  });

  it("mean the full result, also after a quick run", () => {
    const full = /epsilab:membership-tradeoff\/1fd3c071382b#[0-9a-f]{16}/;
    expect(done.get("cite membership-tradeoff")?.output).toMatch(full);
    expect(existsSync(join(place, "membership-tradeoff-curves.svg"))).toBe(true);
    expect(done.get("diff membership-tradeoff")?.output).toMatch(
      new RegExp(`^A ${full.source}\\nB epsilab:membership-tradeoff/`),
    );
    expect(done.get("paper check main.tex")?.output).toMatch(/0 problems/);
    expect(done.get("doctor")?.output).toContain("Epsilab");
  });

  it("leave notebook 02 as it is stored", async () => {
    const { code, output } = await epsilab("notebook run notebooks/02-what-epsilon-means.ipynb --check");
    expect(code, output).toBe(0);
  });
});
