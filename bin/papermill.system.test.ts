import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Outcome, run } from "./project-copy.ts";
import { ensurePapermill } from "./setup/papermill.js";
import { inProject } from "./setup/project.js";

const CELLS = [
  { source: "const n: number = 1; // how many\nconst name = 'none';\nconst rest = null;", tags: ["parameters"] },
  { source: "console.log(JSON.stringify([n + 1, name, rest]))", tags: [] },
];

/** The values that papermill takes from YAML, and what the notebook then prints. */
const YAML = `n: 41
name: "quote \\" back \\\\ line\\nend \\u2028 ö"
rest: [true, null, -0.25, 1.0e-7, .inf, {a b: [1], __proto__: 2}, 2026-11-18]
`;
const PRINTED = [
  42,
  'quote " back \\ line\nend \u2028 ö',
  [true, null, -0.25, 1e-7, null, { "a b": [1] }, "2026-11-18"],
];

describe("papermill from PyPI, with our kernel", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-papermill-"));
  const environment = join(place, "environment");
  const python = join(environment, "bin", "python3");
  const variables = {
    JUPYTER_PATH: join(environment, "share", "jupyter"),
    JUPYTER_DATA_DIR: join(place, "user"),
    HOME: place,
  };
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const papermill = (...words: readonly string[]): Promise<Outcome> =>
    run(python, ["-m", "papermill", "x.ipynb", ...words], { folder: place, environment: variables });
  const epsilab = (...words: readonly string[]): Promise<Outcome> =>
    run(process.execPath, [inProject("bin/epsilab"), ...words], { folder: place, environment: variables });
  const printedIn = (name: string): string => {
    // papermill records the values, too, and in Python's JSON.
    const { cells } = JSON.parse(readFileSync(join(place, name), "utf8").replace(/^ *Infinity,$/m, "null,"));
    return cells.at(-1).outputs[0].text.join("").trim();
  };

  beforeAll(async () => {
    const base = await ensurePapermill();
    // An environment of its own that sees the modules of the one with papermill, but for our translator: nothing is installed
    // there, and it may have it. pip is among those modules.
    execFileSync(base, ["-m", "venv", "--without-pip", environment]);
    const ask = ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"];
    const theirs = execFileSync(base, ask, { encoding: "utf8" }).trim();
    const modules = join(place, "modules");
    mkdirSync(modules);
    for (const name of readdirSync(theirs)) {
      if (!name.startsWith("epsilab_papermill")) symlinkSync(join(theirs, name), join(modules, name));
    }
    const own = execFileSync(python, ask, { encoding: "utf8" }).trim();
    writeFileSync(join(own, "papermill.pth"), `${modules}\n`);
    const cells = CELLS.map(({ source, tags }, k) => ({
      ...{ cell_type: "code", id: `cell-${k}`, execution_count: null, outputs: [] },
      ...{ metadata: { tags }, source },
    }));
    const kernelspec = { name: "epsilab", display_name: "TypeScript (Epsilab)", language: "typescript" };
    const notebook = { nbformat: 4, nbformat_minor: 5, metadata: { kernelspec }, cells };
    writeFileSync(join(place, "x.ipynb"), JSON.stringify(notebook));
    writeFileSync(join(place, "values.yaml"), YAML);
  }, 600_000);

  it("cannot set parameters by itself, and can once kernel install was asked to teach it", async () => {
    const before = await papermill("out.ipynb", "-p", "n", "41");
    expect(before.code).not.toBe(0);
    expect(before.output).toContain("No parameter translator functions specified for kernel 'epsilab'");
    const installed = await epsilab("kernel", "install", "--prefix", environment, "--papermill");
    expect(installed.code, installed.output).toBe(0);
    expect(installed.output).toContain(`papermill of ${python} can set its parameters\n`);
    const { code, output } = await papermill("out.ipynb", "-p", "n", "41");
    expect(code, output).toBe(0);
    expect(printedIn("out.ipynb")).toBe('[42,"none",null]');
  });

  it("sets values of every kind, as epsilab notebook run -p does", async () => {
    const { code, output } = await papermill("values.ipynb", "-f", "values.yaml");
    expect(code, output).toBe(0);
    // A field named __proto__ is one of its own: JSON.stringify would leave a prototype out.
    const fields = '{"a b":[1],"__proto__":2}';
    expect(printedIn("values.ipynb")).toContain(fields);
    expect(JSON.parse(printedIn("values.ipynb").replace(fields, '{"a b":[1]}'))).toEqual(PRINTED);
    const own = await epsilab("notebook", "run", "x.ipynb", "-p", "n=41", "-p", "name=ö", "--output", "own.ipynb");
    expect(own.code, own.output).toBe(0);
    const theirs = await papermill("theirs.ipynb", "-p", "n", "41", "-p", "name", "ö");
    expect(theirs.code, theirs.output).toBe(0);
    expect(printedIn("theirs.ipynb")).toBe(printedIn("own.ipynb"));
  });

  it("refuses a whole number that would be rounded, and a name that is none, and lists the parameters", async () => {
    const large = await papermill("out.ipynb", "-p", "n", "9007199254740993");
    expect(large.output).toContain("a whole number must be within 2^53 - 1");
    const named = await papermill("out.ipynb", "-p", "n-1", "1");
    expect(named.output).toContain('the name of a parameter must be an identifier, got "n-1"');
    expect([large.code, named.code]).not.toContain(0);
    const { output } = await papermill("--help-notebook");
    expect(output).toMatch(/n: number \(default 1\) +how many\n +name: Unknown type \(default 'none'\)/);
  });

  it("says which Python could not be taught", async () => {
    const { code, output } = await epsilab(
      "kernel",
      "install",
      "--prefix",
      environment,
      "--papermill",
      join(place, "none"),
    );
    expect(code).toBe(1);
    expect(output).toContain(`${join(place, "none")} could not install the parameters for papermill: `);
  });
});
