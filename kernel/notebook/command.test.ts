import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** What the kernelspec preloads. */
const LIBRARY = "epsilab";
const program = fileURLToPath(new URL("../../bin/epsilab", import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "epsilab-run-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface StoredCell {
  readonly id: string;
  readonly source: readonly string[];
  readonly execution_count: number | null;
  readonly outputs: readonly { readonly text?: readonly string[]; readonly data?: Readonly<Record<string, unknown>> }[];
}

/** Writes a notebook whose cells are given by their source, or by more; gives its path. */
function write(cells: readonly (string | object)[], kernel = "epsilab"): string {
  const path = join(folder, "x.ipynb");
  const whole = cells.map((cell, index) => ({
    ...{ id: `cell-${index}`, metadata: {} },
    ...(typeof cell === "string" || !("cell_type" in cell)
      ? { cell_type: "code", outputs: [], execution_count: null }
      : {}),
    ...(typeof cell === "string" ? { source: cell } : cell),
  }));
  const metadata = { kernelspec: { name: kernel, display_name: kernel, language: "typescript" } };
  writeFileSync(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells: whole }));
  return path;
}

function stored(path: string): readonly StoredCell[] {
  return JSON.parse(readFileSync(path, "utf8")).cells;
}

const texts = (path: string) =>
  stored(path).map(({ outputs }) => outputs.map(({ text = [] }) => text.join("")).join("|"));

function epsilab(...words: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, "notebook", ...words], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

describe("epsilab notebook run", () => {
  it("runs the cells in their folder and writes their outputs, ids kept, a line for each", async () => {
    writeFileSync(join(folder, "near.ts"), "export const near: number = 40;");
    const path = write([
      { cell_type: "markdown", source: "# Title" },
      'import { near } from "./near.ts";\nconsole.log("a");\nconsole.log("b");',
      "",
      "near + 2",
      `import { pure } from "${LIBRARY}";\npure(1).epsilon`,
    ]);
    const { code, output } = await epsilab("run", "x.ipynb");
    expect(code, output).toBe(0);
    expect(output).toMatch(/ s {2}cell 4 of 5: near \+ 2\n/);
    const cells = stored(path);
    expect(cells.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].map((index) => `cell-${index}`));
    expect(cells.map(({ execution_count: count }) => count)).toEqual([undefined, 1, null, 2, 3]);
    expect(cells[1]?.outputs).toEqual([{ output_type: "stream", name: "stdout", text: ["a\n", "b\n"] }]);
    expect(cells[3]?.outputs[0]?.data).toEqual({ "text/plain": ["42"] });
    expect(cells[4]?.outputs[0]?.data).toEqual({ "text/plain": ["1"] });
    expect(JSON.parse(readFileSync(path, "utf8")).metadata.language_info.name).toBe("typescript");
  });

  it("stops at the first error with its traceback, and writes what came before it", async () => {
    const old = [{ output_type: "stream", name: "stdout", text: "of an earlier run" }];
    const path = write([
      "console.log(1)",
      'const x = 2;\nthrow new RangeError("too far")',
      { source: "console.log(3)", outputs: old },
    ]);
    const { code, output } = await epsilab("run", "x.ipynb", "--output", "y.ipynb");
    expect(code).toBe(1);
    expect(output).toMatch(/cell 2 of 3: const x = 2; failed\nRangeError: too far\n.*2 \| throw new RangeError/s);
    const [first, second, third] = stored(join(folder, "y.ipynb"));
    expect(first?.outputs).toHaveLength(1);
    expect(second?.outputs).toMatchObject([{ output_type: "error", ename: "RangeError", evalue: "too far" }]);
    expect(third).toMatchObject({ outputs: [], execution_count: null });
    expect(stored(path)[0]?.outputs).toEqual([]);
  });

  it("goes on behind an error that is expected, and passes over what is to be skipped", async () => {
    const path = write([
      { source: 'throw new Error("as ordered")', metadata: { tags: ["raises-exception"] } },
      { source: 'throw new Error("never")', metadata: { tags: ["skip-execution"] } },
      "console.log(2)",
    ]);
    expect(await epsilab("run", "x.ipynb")).toMatchObject({ code: 0 });
    expect(texts(path)).toEqual(["", "", "2\n"]);
    expect(stored(path)[0]?.outputs).toMatchObject([{ ename: "Error" }]);
  });

  it("sets parameters, declared const or not, and warns of a name that is not declared", async () => {
    const declaring = { source: 'const epsilon = 1;\nlet name: string = "a";', metadata: { tags: ["parameters"] } };
    const path = write([declaring, "console.log(epsilon * 2, name)", "if (epsilon === 3) console.log('three')"]);
    const first = await epsilab("run", "x.ipynb", "-p", "epsilon=3", "-p", "name=x y", "-p", "extra=[1]");
    expect(first.code, first.output).toBe(0);
    expect(first.output).toContain('no cell tagged "parameters" declares extra; it is set all the same');
    expect(texts(path)).toEqual(["", "", "6 x y\n", "three\n"]);
    const second = await epsilab("run", "x.ipynb", "--parameter", "epsilon=4");
    expect(second.output).not.toContain("no cell tagged");
    expect(texts(path)).toEqual(["", "", "8 a\n", ""]);
    expect(stored(path)[1]?.source).toEqual(["// Parameters\n", "let epsilon = 4;"]);
  });

  it("puts parameters first where no cell is tagged, and warns", async () => {
    const path = write([{ cell_type: "markdown", source: "# Title" }, "console.log(size)"]);
    const { code, output } = await epsilab("run", "x.ipynb", "-p", "size=3", "-p", "epsilon=0.1");
    expect(code, output).toBe(0);
    expect(output).toContain('no cell tagged "parameters" declares size; it is set all the same');
    expect(stored(path)[0]).toMatchObject({
      source: ["// Parameters\n", "let size = 3;\n", "let epsilon = 0.1;"],
      metadata: { tags: ["injected-parameters"] },
    });
    expect(stored(path)[2]?.outputs).toMatchObject([{ text: ["3\n"] }]);
  });

  it("checks the outputs against the stored ones, and writes nothing", async () => {
    const path = write(["console.log(1 / 3)", "({ data: [{ y: [1, 2] }], layout: {} })"]);
    await epsilab("run", "x.ipynb");
    const kept = readFileSync(path, "utf8");
    expect(await epsilab("run", "x.ipynb", "--check")).toMatchObject({ code: 0 });
    expect(readFileSync(path, "utf8")).toBe(kept);
    writeFileSync(path, kept.replace("0.333333333333333", "0.333333333333334"));
    expect(await epsilab("run", "x.ipynb", "--check")).toMatchObject({ code: 0 });
    const exact = await epsilab("run", "x.ipynb", "--check", "--tolerance", "0");
    expect(exact.code).toBe(1);
    expect(exact.output).toMatch(/cell 1 of 2: console.log\(1 \/ 3\)\n {2}output 1, line 1: stored "0.33/);
    writeFileSync(path, kept.replace(/("y": \[\s*1,\s*)2/, "$13"));
    const wrong = await epsilab("run", "x.ipynb", "--check");
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.output).toMatch(/^cell 2 of 2: .*\n {2}output 1, .*\.data\[0\]\.y\[1\]: stored 3, now 2\n {3}/);
    writeFileSync(path, kept.replace("0.333333333333333", "0.25").replace(/("y": \[\s*1,\s*)2/, "$13"));
    const both = await epsilab("run", "x.ipynb", "--check");
    expect(both.output).toMatch(/^cell 1 of 2: .*\n.*\ncell 2 of 2: .*\n.*\n {3}/);
  });

  it("changes displays in place and clears outputs when asked, also of earlier cells", async () => {
    const path = write([
      'const shown = display.html === undefined ? display("") : display("first");',
      'shown.update("second");\nconsole.log("gone");\nclearOutput();\nconsole.log("kept");',
    ]);
    const { code, output } = await epsilab("run", "x.ipynb");
    expect(code, output).toBe(0);
    expect(stored(path)[0]?.outputs).toMatchObject([{ data: { "text/plain": ["'second'"] } }]);
    expect(texts(path)[1]).toBe("kept\n");
  });

  it("shows type errors, and refuses a strict cell that has some", async () => {
    const path = write(["let a: number = 'text'", "// @strict\nlet b: number = 'text'"]);
    const { code, output } = await epsilab("run", "x.ipynb");
    expect(code).toBe(1);
    expect(output).toContain("TypeCheckError: the cell is strict and has a type error");
    expect(texts(path)[0]).toContain("TS2322");
  });

  it("writes what there is when it is interrupted, and leaves no process behind", async () => {
    const marker = join(folder, "runtime.txt");
    const path = write([
      "console.log('first')",
      `(await import("node:fs")).writeFileSync(${JSON.stringify(marker)}, String(process.pid));\nwhile (true) {}`,
    ]);
    const child = spawn(process.execPath, [program, "notebook", "run", "x.ipynb"], { cwd: folder, stdio: "pipe" });
    const ended = once(child, "exit");
    await expect.poll(() => pidIn(marker), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
    child.kill("SIGINT");
    expect(await ended).toEqual([130, null]);
    expect(texts(path)[0]).toBe("first\n");
    expect(stored(path)[1]?.outputs).toMatchObject([{ ename: "Interrupted" }]);
    await expect.poll(() => isAlive(pidIn(marker)), { timeout: 10_000 }).toBe(false);
  });

  it.each([
    [["run", "--check", "--output", "y.ipynb", "x.ipynb"], 2, /'--check' cannot be used with option '--output <file>'/],
    [["run", "x.ipynb", "-p", "a-b=1"], 2, /must be an identifier, got "a-b"/],
    [
      ["run", "x.ipynb", "--tolerance", "2"],
      2,
      /'--tolerance <number>' argument '2' is invalid. It must be a number from 0 to 1/,
    ],
    [["run", "absent.ipynb"], 3, /absent\.ipynb/],
    [["run", "x.ipynb", "--output", "nowhere/y.ipynb"], 3, /there is no folder nowhere/],
    [["run"], 2, /missing required argument/],
    [["walk"], 2, /unknown command/],
    [["--help"], 0, /--tolerance/],
    [["run", "--help"], 0, /Exit codes: 0 all cells ran.*130 stopped by Ctrl-C/s],
  ])("answers %j with exit code %i", async (words, code, text) => {
    write(["1"]);
    const outcome = await epsilab(...words);
    expect(outcome.code, outcome.output).toBe(code);
    expect(outcome.output).toMatch(text);
  });

  it.each([
    ["x.ipynb/y.ipynb", /x\.ipynb is no folder to write to/],
    [".", /\. is no file/],
  ])("refuses --output %s, where nothing can be written, before a cell runs", async (output, text) => {
    write(['import { writeFileSync } from "node:fs"; writeFileSync("ran", "");']);
    const outcome = await epsilab("run", "x.ipynb", "--output", output);
    expect(outcome).toMatchObject({ code: 3, output: expect.stringMatching(text) });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  it("refuses the notebook of another kernel, and what is none", async () => {
    write(["1"], "python3");
    const other = await epsilab("run", "x.ipynb");
    expect(other).toMatchObject({ code: 3, output: expect.stringContaining('of the kernel "python3"') });
    writeFileSync(join(folder, "x.ipynb"), "{ nothing");
    expect(await epsilab("run", "x.ipynb")).toMatchObject({ code: 3, output: expect.stringContaining("is not JSON") });
  });
});

function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0) && !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, "utf8"));
  } catch {
    return false;
  }
}
