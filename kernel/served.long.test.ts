import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installKernel } from "./install.ts";
import { pythonOfTests } from "./labextension/reference/lab.ts";

const project = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");
const main = join(project, "dist", "kernel", "program.cjs");

describe("the kernel behind a Jupyter server with its default settings", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-served-"));
  beforeAll(() => installKernel(place, { node: process.execPath, main, project }));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it("loses no output to its limits, answers meanwhile, and can be stopped", { timeout: 300_000 }, async () => {
    const { EPSILAB_OUTPUT_RATE: _, ...inherited } = process.env;
    const folders = { JUPYTER_PATH: place, JUPYTER_RUNTIME_DIR: join(place, "run"), JUPYTER_CONFIG_DIR: place };
    const env = { ...inherited, ...folders, JUPYTER_NO_CONFIG: "1", HOME: place };
    const program = fileURLToPath(new URL("reference/served.py", import.meta.url));
    const { stderr } = await promisify(execFile)(pythonOfTests(), [program], { env, cwd: place });
    expect(stderr).toMatch(/^Ran 5 tests .*\n\nOK$/m);
  });
});
