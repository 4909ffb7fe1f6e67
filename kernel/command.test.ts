import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installKernel } from "./install.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-command-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const project = fileURLToPath(new URL("..", import.meta.url));

/** Runs `epsilab kernel ...` for a user whose Jupyter keeps its data in our place, and who has no Python. */
function epsilab(...words: readonly string[]): Promise<{ code: number; output: string }> {
  return epsilabOf(project, place, ...words);
}

/** The same, of another copy of the project or in another folder. */
function epsilabOf(
  copy: string,
  folder: string,
  ...words: readonly string[]
): Promise<{ code: number; output: string }> {
  const program = join(copy, "bin", "epsilab");
  const { VIRTUAL_ENV: _, CONDA_PREFIX: __, JUPYTER_PATH: ___, ...environment } = process.env;
  const env = { ...environment, JUPYTER_DATA_DIR: place, PATH: "/nowhere" };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, "kernel", ...words], { env, cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

describe("epsilab kernel", () => {
  it("installs for the user, tries what it installed, and removes it", async () => {
    const spec = join(place, "kernels", "epsilab", "kernel.json");
    expect(await epsilab("install", "--user")).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(spec, "utf8")).argv[0]).toBe(process.execPath);
    const { code, output } = await epsilab("doctor");
    expect(code, output).toBe(0);
    expect(output).toMatch(/TypeScript \d.*\n.*6 \* 7 = 42, \d+ ms/);
    const extension = (name: string) => join(place, "labextensions", name);
    for (const [missing, added] of [
      ["jupyterlab_widgets and anywidget not found", "@jupyter-widgets/jupyterlab-manager"],
      ["anywidget not found", "anywidget"],
    ] as const) {
      expect((await epsilab("doctor")).output).toContain(`widgets      ${missing}; "pip install`);
      mkdirSync(extension(added), { recursive: true });
      writeFileSync(join(extension(added), "package.json"), "{}");
    }
    expect((await epsilab("doctor")).output).toContain("widgets      jupyterlab_widgets and anywidget are there\n");
    expect(await epsilab("uninstall")).toMatchObject({ code: 0 });
    expect(existsSync(spec)).toBe(false);
  });

  it("installs under a prefix", async () => {
    expect(await epsilab("install", "--prefix", join(place, "environment"))).toMatchObject({ code: 0 });
    expect(existsSync(join(place, "environment", "share", "jupyter", "kernels", "epsilab", "kernel.json"))).toBe(true);
  });

  it("finds the kernel that npm run lab has installed, where no other Jupyter has one", async () => {
    const clone = join(place, "clone");
    for (const name of ["package.json", "bin/epsilab", "bin/dispatch.js", "dist/kernel"])
      cpSync(join(project, name), join(clone, name), { recursive: true });
    symlinkSync(join(project, "node_modules"), join(clone, "node_modules"));
    const missing = await epsilabOf(clone, place, "doctor");
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining("epsilab kernel install") });
    for (const folder of [join(clone, ".cache", "jupyter"), join(clone, ".venv", "share", "jupyter")]) {
      expect(missing.output).toContain(folder);
      installKernel(folder, { node: process.execPath, main: join(clone, "dist/kernel/program.cjs"), project: clone });
      const { code, output } = await epsilabOf(clone, place, "doctor");
      expect(code, output).toBe(0);
      expect(output).toContain(`kernelspec   ${join(folder, "kernels", "epsilab")}, for "npm run lab" alone\n`);
      expect(output).toContain("6 * 7 = 42");
    }
  });

  it("finds the kernel in the environment of the folder that one works in, or of one above, as the template installs it", async () => {
    const [own, inner] = [join(place, "study"), join(place, "study", "notebooks")];
    mkdirSync(inner, { recursive: true });
    mkdirSync(join(own, ".venv"));
    const missing = await epsilabOf(project, inner, "doctor");
    expect(missing.output).toContain(`\n  ${join(own, ".venv", "share", "jupyter", "kernels", "epsilab")}`);
    expect(missing.code).toBe(1);
    expect(await epsilabOf(project, own, "install", "--prefix", ".venv")).toMatchObject({ code: 0 });
    for (const folder of [own, inner]) {
      const { code, output } = await epsilabOf(project, folder, "doctor");
      expect(code, output).toBe(0);
      expect(output).toContain(
        `kernelspec   ${join(own, ".venv", "share", "jupyter", "kernels", "epsilab")}, for the Jupyter of `,
      );
    }
  });

  it("says what is wrong with an installation, and what mends it", async () => {
    await epsilab("install");
    const spec = join(place, "kernels", "epsilab", "kernel.json");
    writeFileSync(spec, JSON.stringify({ argv: ["/gone/node", "/gone/main.js"] }));
    expect(await epsilab("doctor")).toMatchObject({ code: 1, output: expect.stringContaining("/gone/node") });
  });

  it("tells the kernel that it tries whose child it is, so that the kernel ends with it", async () => {
    await epsilab("install");
    const [spec, script] = [join(place, "kernels", "epsilab", "kernel.json"), join(place, "kernel.cjs")];
    writeFileSync(script, "console.error(process.env.JPY_PARENT_PID === String(process.ppid)); process.exit(1);");
    writeFileSync(spec, JSON.stringify({ argv: [process.execPath, script, "{connection_file}"] }));
    expect(await epsilab("doctor")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^epsilab: the kernel ended \(exit code 1\)\ntrue$/m),
    });
  });

  it.each([
    [["install", "--user", "--prefix", "x"], 2, /only one of/],
    [["install", "--prefix", ""], 2, /--prefix must name a folder/],
    [["install", "--prefix", "/dev/null/x"], 3, /ENOTDIR/],
    [["install", "--sys-prefix"], 1, /no Python is on the PATH/],
    [["brew"], 2, /unknown command/],
    [[], 2, /Usage: epsilab kernel/],
    [["--help"], 0, /install.*doctor/s],
  ])("answers %j with exit code %i", async (words, code, text) => {
    const outcome = await epsilab(...words);
    expect(outcome.code, outcome.output).toBe(code);
    expect(outcome.output).toMatch(text);
  });
});
