import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./project-copy.ts";
import { ensureJupyterTests } from "./setup/jupyter.js";
import { projectFolder } from "./setup/project.js";

describe("the Jupyter environment", () => {
  const home = mkdtempSync(join(tmpdir(), "epsilab-home-"));
  let python: string;
  beforeAll(async () => {
    python = await ensureJupyterTests();
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("has a JupyterLab 4 that says its version, and the clients that drive kernels", async () => {
    const clients = "jupyter_client, nbclient, jupyter_kernel_test, ipykernel";
    const program = `import ${clients}; from jupyterlab.labapp import main; main(["--version"])`;
    const { code, output } = await run(python, ["-c", program], { folder: home });
    expect(code, output).toBe(0);
    expect(output).toMatch(/^4\.\d+\.\d+/m);
  });

  it("serves notebooks/ through npm run lab's program, with our kernel, without news or update checks", async () => {
    const environment = { ...process.env, EPSILAB_PYTHON: python, HOME: home, JUPYTER_CONFIG_DIR: home };
    const options = ["--no-browser", "--ServerApp.port=0", "--IdentityProvider.token=secret"];
    const lab = spawn(process.execPath, [join(projectFolder, "bin/lab.js"), ...options], {
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise((resolve) => lab.on("close", resolve));
    let log = "";
    try {
      const address = await new Promise<string>((resolve, reject) => {
        createInterface(lab.stderr).on("line", (line) => {
          log += `${line}\n`;
          const found = /(http:\/\/(?:localhost|127\.0\.0\.1):\d+)\/lab/.exec(line);
          if (found?.[1] !== undefined) resolve(found[1]);
        });
        lab.on("close", () => reject(new Error(`JupyterLab ended early:\n${log}`)));
      });
      const ask = async (path: string) => (await fetch(`${address}${path}?token=secret`)).json();
      expect(await ask("/api/status")).toHaveProperty("started");
      expect(await ask("/api/kernelspecs")).toMatchObject({
        default: "epsilab",
        kernelspecs: { epsilab: { spec: { display_name: "TypeScript (Epsilab)", interrupt_mode: "message" } } },
      });
      expect(await ask("/lab/api/news")).toEqual({ news: [] });
      expect(await ask("/lab/api/update")).toMatchObject({ notification: null });
    } finally {
      lab.kill("SIGTERM");
      await ended;
    }
    expect(log).toContain(`Serving notebooks from local directory: ${join(projectFolder, "notebooks")}`);
    const doctor = [join(projectFolder, "bin/epsilab"), "kernel", "doctor"];
    // A user whose own Jupyter does not know the kernel.
    const env = { HOME: home, PATH: "/nowhere" };
    const { stdout } = await promisify(execFile)(process.execPath, doctor, { env });
    expect(stdout).toMatch(/^kernelspec .*, for "npm run lab" alone\n[\s\S]*6 \* 7 = 42/);
  });

  it("is set to drop no output and to export interactive figures, and the kernels to send output without delay", async () => {
    const witness = join(home, "python");
    writeFileSync(witness, `#!/bin/sh\necho "rate $EPSILAB_OUTPUT_RATE"\nexec "${python}" "$@"\n`, { mode: 0o755 });
    const env = { ...process.env, EPSILAB_PYTHON: witness, HOME: home, JUPYTER_CONFIG_DIR: home };
    const words = [join(projectFolder, "bin/lab.js"), "--show-config-json"];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    expect(stdout).toContain("rate unlimited\n");
    const config = JSON.parse(stdout.slice(stdout.indexOf("{")));
    expect(config).toHaveProperty(["ZMQChannelsWebsocketConnection", "limit_rate"], false);
    expect(config).toHaveProperty(["HTMLExporter", "template_name"], "epsilab");
  });
});
