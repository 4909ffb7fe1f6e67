import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandsOf, wordsOf } from "./document-commands.ts";
import { inProject } from "./setup/project.js";

const place = mkdtempSync(join(tmpdir(), "epsilab-documents-"));
const page = (name: string) => readFileSync(inProject("docs", name), "utf8");
afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Answer {
  readonly code: number;
  readonly output: string;
}

function epsilab(command: string, folder = place, environment: NodeJS.ProcessEnv = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const args = [join(place, "bin", "epsilab"), ...wordsOf(command)];
    const circumstances = { cwd: folder, maxBuffer: 1 << 26, env: { ...process.env, ...environment } };
    execFile(process.execPath, args, circumstances, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

/** The results that the commands name, and one more; all of them are verified by experiments/stored-results.test.ts. */
const RESULTS = ["membership-tradeoff", "randomized-response", "definitions"];

const NOTICES = "THIRD-PARTY-NOTICES.md";

beforeAll(() => {
  const results = RESULTS.map((id) => join("results", id));
  for (const name of ["bin", "dist", ...results, "notebooks", "template", "package.json", "CITATION.cff", NOTICES]) {
    cpSync(inProject(name), join(place, name), { recursive: true });
  }
  symlinkSync(inProject("node_modules"), join(place, "node_modules"));
});

describe("the commands of docs/command.md and docs/citing.md, in their order, in a fresh copy", () => {
  const lines = [...commandsOf(page("command.md")), ...commandsOf(page("citing.md"))];
  const done = new Map<string, Answer>();

  beforeAll(async () => {
    const [, key = ""] = /`\\epsres\{([^}]*)\}`/.exec(page("citing.md")) ?? [];
    writeFileSync(
      join(place, "main.tex"),
      "\\documentclass{article}\n" +
        "\\usepackage{epsilab}\n" +
        "\\input{membership-tradeoff-results}\n" +
        `\\begin{document}\\epsres{${key}}\\end{document}\n`,
    );
    for (const line of new Set(lines)) done.set(line, await epsilab(line)); // a run that two examples begin with is made once
  }, 1_800_000);

  it("are there", () => {
    const verbs = lines.map((line) => line.split(" ")[0]);
    const looked = ["list", "list", "show", "errata", "lectures", "run", "run", "verify", "run", "diff", "query"];
    expect(verbs).toEqual([
      ...looked,
      "figure",
      "report",
      "site",
      "init",
      "notebook",
      "doctor",
      "cite",
      "cite",
      "paper",
    ]);
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

describe("docs/kernels.md", () => {
  it("has commands that make the kernel known to a user's Jupyter, and try it", async () => {
    const home = join(place, "home");
    mkdirSync(home);
    const lines = commandsOf(page("kernels.md"));
    expect(lines).toEqual(["kernel install", "kernel doctor"]);
    for (const line of lines) {
      const { code, output } = await epsilab(line, home, { HOME: home, JUPYTER_DATA_DIR: join(home, "jupyter") });
      expect(code, output).toBe(0);
    }
    expect(existsSync(join(home, "jupyter", "kernels"))).toBe(true);
  });

  it("has a cell that runs an experiment and shows it", async () => {
    const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(page("kernels.md")) ?? [];
    const cell = { cell_type: "code", id: "a", metadata: {}, outputs: [], execution_count: null, source: code };
    const kernelspec = { name: "epsilab", display_name: "TypeScript (Epsilab)", language: "typescript" };
    const notebook = { cells: [cell], metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
    writeFileSync(join(place, "cell.ipynb"), JSON.stringify(notebook));
    const { code: exit, output } = await epsilab("notebook run cell.ipynb --output ran.ipynb");
    expect(exit, output).toBe(0);
    expect(readFileSync(join(place, "ran.ipynb"), "utf8")).toContain("epsilab:membership-tradeoff/");
  });
});

describe("docs/own-experiments.md", () => {
  const study = join(place, "my-study");
  const [init = "", ...lines] = commandsOf(page("own-experiments.md"));

  beforeAll(async () => {
    expect(await epsilab(init)).toMatchObject({ code: 0 });
    mkdirSync(join(study, "node_modules"), { recursive: true });
    symlinkSync(place, join(study, "node_modules", "epsilab")); // in place of npm install, which bin/package.system.test.ts does
    const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(page("own-experiments.md")) ?? [];
    writeFileSync(join(study, "experiments", "halves.ts"), code);
  });

  it("has commands that write a project, run its experiment and cite it", async () => {
    expect([init, ...lines]).toEqual(["init my-study", "run noisy-count", "list own", "cite noisy-count"]);
    for (const line of lines) {
      const { code, output } = await epsilab(line, study);
      expect(code, output).toBe(0);
    }
  });

  it("has an experiment that runs, with its types checked, and whose control is caught", async () => {
    const { code, output } = await epsilab("run halves --types", study);
    expect(code, output).toBe(0);
    expect(output).toContain("passed: 1 of 1 control caught");
  });
});
