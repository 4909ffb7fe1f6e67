import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installKernel } from "./install.ts";

const project = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");
const python = process.env.EPSILAB_PYTHON ?? join(project, ".venv", "bin", "python");
const place = mkdtempSync(join(tmpdir(), "epsilab-conformance-"));

/** Runs a Python program that knows of no kernel but ours; gives what it printed, with its exit code. */
function run(name: string): Promise<{ code: number; output: string }> {
  const data = { JUPYTER_PATH: place, JUPYTER_DATA_DIR: join(place, "user"), JUPYTER_RUNTIME_DIR: join(place, "run") };
  const env = { ...process.env, ...data, PATH: "/nowhere" }; // Node is not on Jupyter's PATH
  const program = fileURLToPath(new URL(`reference/${name}`, import.meta.url));
  return new Promise((resolve) => {
    execFile(python, [program], { env, cwd: place }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr });
    });
  });
}

describe("the built kernel, started by its kernelspec", () => {
  beforeAll(async () => {
    const main = join(project, "dist", "kernel", "program.cjs");
    installKernel(place, { node: process.execPath, main, project });
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it("passes every test of jupyter_kernel_test, and skips none", async () => {
    const { code, output } = await run("conformance.py");
    expect(code, output).toBe(0);
    expect(output).toMatch(/^Ran 13 tests .*\n\nOK$/m);
  });

  it("serves jupyter_client and nbclient", async () => {
    const { code, output } = await run("clients.py");
    expect(code, output).toBe(0);
    expect(output).toMatch(/^Ran 12 tests .*\n\nOK$/m);
  });

  it("talks with a user of jupyter-console: results, errors, completion, an interrupt", async () => {
    const { code, output } = await run("console.py");
    expect(code, output).toBe(0);
    expect(output).toMatch(/^Ran 1 test .*\n\nOK$/m);
  });
});
