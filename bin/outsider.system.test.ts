import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { installPackage, npm } from "./installed-package.ts";
import { type Outcome, run } from "./project-copy.ts";
import { ensureJupyterTests } from "./setup/jupyter.js";

/** Somebody who has the package alone: packed, installed in an empty folder, with a project of their own beside it. */
const place = mkdtempSync(join(tmpdir(), "epsilab-outsider-"));
const nodes: Readonly<Record<string, string | undefined>> = {
  "Node 20": process.execPath,
  "Node 24": process.env.EPSILAB_NODE24,
};
const ids = new Map<string, string | undefined>();
let made: Outcome;
afterAll(() => rmSync(place, { recursive: true, force: true }));

beforeAll(async () => {
  const folder = join(place, "installed");
  await installPackage(place, folder, {});
  made = await run(process.execPath, [join(folder, "node_modules/epsilab/bin/epsilab"), "init", "my-study"], {
    folder,
  });
  const study = join(folder, "my-study");
  const installed = await npm(study, "install", "--prefer-offline", "--no-audit", "--no-fund");
  expect(installed.code, installed.output).toBe(0);
}, 600_000);

describe.each(Object.keys(nodes))("an outsider on %s", (name) => {
  const node = nodes[name] ?? "";
  const study = join(place, name.replace(" ", "-"), "my-study");
  const epsilab = (...words: readonly string[]) =>
    run(node, [join(study, "node_modules/epsilab/bin/epsilab"), ...words], { folder: study });
  const citation = (text: string) => /epsilab:noisy-count\/[0-9a-f]{12}#[0-9a-f]{16}/.exec(text)?.[0];

  beforeAll(async () => {
    if (node === "") throw new Error("EPSILAB_NODE24 is not set: run the tests by npm run test:system");
    expect(made.code, made.output).toBe(0);
    mkdirSync(join(study, ".."));
    // As npm left it: the file that the package was installed from is one folder up from the original.
    cpSync(join(place, "installed", "my-study"), study, { recursive: true });
    const git = (...words: readonly string[]) =>
      run("git", ["-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.org", ...words], { folder: study });
    await git("init", "--quiet");
    await git("add", "--all");
    await git("commit", "--quiet", "--message", "begin");
    const first = await epsilab("run", "noisy-count", "--types");
    expect(first.code, first.output).toBe(0);
    ids.set(name, citation(first.output));
  });

  it("runs, tests, verifies and lists the project", async () => {
    const [test, verify, list, doctor] = [
      await npmIn("test"),
      await epsilab("verify"),
      await epsilab("list", "own"),
      await epsilab("doctor"),
    ];
    for (const { code, output } of [test, verify, list, doctor]) expect(code, output).toBe(0);
    expect(verify.output).toContain("1 of 1 result verified");
    expect(list.output).toMatch(/^counts +noisy-count +holds/m);
    expect(doctor.output).toMatch(/^experiments +found +.*noisy-count/m);
  });

  /** A script of the project, by this Node. */
  async function npmIn(script: string): Promise<Outcome> {
    const { scripts } = JSON.parse(readFileSync(join(study, "package.json"), "utf8"));
    const [program, ...words] = String(scripts[script]).split(" ");
    expect(program).toBe("epsilab");
    return epsilab(...words);
  }

  it("finds Epsilab's own results, and computes one of its experiments", async () => {
    const cited = await epsilab("cite", "membership-tradeoff");
    expect(cited.output).toContain("epsilab:membership-tradeoff/1fd3c071382b");
    const computed = await epsilab("run", "noise", "epsilon=0.7", "--parts", "discrete-laplace,float-attack");
    expect(computed.code, computed.output).toBe(0);
    expect(existsSync(join(study, "results", "noise"))).toBe(true);
  });

  it("runs the notebook in the kernel that it installed, from Jupyter and from the command", async () => {
    const prefix = join(study, "..", "prefix");
    const installed = await epsilab("kernel", "install", "--prefix", prefix);
    expect(installed.code, installed.output).toBe(0);
    const notebook = join(study, "notebooks", "01-first-look.ipynb");
    const python = await ensureJupyterTests();
    const program = fileURLToPath(new URL("reference/notebooks.py", import.meta.url));
    const environment = {
      JUPYTER_PATH: join(prefix, "share", "jupyter"),
      JUPYTER_DATA_DIR: join(prefix, "user"),
      JUPYTER_RUNTIME_DIR: join(prefix, "run"),
    };
    const out = join(study, "..", "executed");
    mkdirSync(out);
    const byJupyter = await run(python, [program, out, notebook], { folder: study, environment });
    expect(byJupyter.code, byJupyter.output).toBe(0);
    const byCommand = await epsilab("notebook", "run", notebook, "--output", join(out, "by-command.ipynb"));
    expect(byCommand.code, byCommand.output).toBe(0);
    for (const file of readdirSync(out)) {
      const text = JSON.stringify(readNotebook(join(out, file)).cells);
      expect(citation(text), file).toBe(ids.get(name));
      expect(text).toContain("The Epsilab developers");
    }
  });

  it("cites the result in a paper, which LaTeX sets and paper check confirms", async () => {
    const cited = await epsilab("cite", "noisy-count", "--quick"); // the notebook has run others since
    expect(citation(cited.output)).toBe(ids.get(name));
    expect(cited.output).toMatch(/commit [0-9a-f]{40}\./);
    const paper = join(study, "paper");
    mkdirSync(paper);
    expect((await epsilab("cite", "noisy-count", "--quick", "--latex", "--output", paper)).code).toBe(0);
    const lines = [
      "\\documentclass{article}\\usepackage{epsilab}\\input{noisy-count-results}",
      "\\begin{document}Off by more than two: \\epsres{noisy-count/accuracy/distance=2/epsilon=1/share}, " +
        "\\epsverdict{noisy-count/privacy}.\\end{document}",
    ];
    writeFileSync(join(paper, "main.tex"), lines.join("\n"));
    const set = await run("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "main.tex"], { folder: paper });
    expect(set.code, set.output).toBe(0);
    const checked = await epsilab("paper", "check", join(paper, "main.tex"));
    expect(checked.output).toMatch(/2 citations in \d files against epsilab:noisy-count.*: 0 problems/);
  });
});

describe("the results", () => {
  it("are the same on both", () => {
    const [first, second] = Object.keys(nodes).map((name) => ids.get(name));
    expect(first).toMatch(/^epsilab:noisy-count/);
    expect(second).toBe(first);
  });
});
