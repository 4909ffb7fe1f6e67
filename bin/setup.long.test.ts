import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProjectCopy } from "./project-copy.ts";

const manifests = ["package.json", "package-lock.json", ".npmrc"];

describe("set-up from a fresh copy, with a python3 that does not run", () => {
  const copy = new ProjectCopy([
    ...manifests,
    ...["bin", "lib", "experiments", "kernel", "bench", "tsconfig.json", "tsconfig.build.json"],
  ]);
  const withoutPython = { VIRTUAL_ENV: undefined, PATH: `${copy.path("stub")}${delimiter}${process.env.PATH}` };

  beforeAll(() => {
    keepLittle(copy);
    mkdirSync(copy.path("stub"));
    for (const name of ["python3", "python", ...[10, 11, 12, 13, 14, 15].map((minor) => `python3.${minor}`)]) {
      writeFileSync(copy.path("stub", name), "#!/bin/sh\nexit 1\n");
      chmodSync(copy.path("stub", name), 0o755);
    }
  });
  afterAll(() => copy.remove());

  it("is not harmed by an interrupt, passes the signal on and leaves no lock", async () => {
    const interrupted = await copy.setup(["packages"], withoutPython, async ({ kill }) => {
      while (!existsSync(copy.path("node_modules"))) await wait(5);
      kill("SIGTERM");
    });
    expect(interrupted).toMatchObject({ code: null, signal: "SIGTERM" });
    expect(existsSync(copy.path("node_modules/.package-lock.json"))).toBe(false);
    expect(readdirSync(copy.path(".cache/locks"))).toEqual([]);
  });

  it("installs the packages and builds without Python, when two do it at the same time as well", async () => {
    const outcomes = await Promise.all([
      copy.setup(["packages", "build", "--", "node", "dist/lib/numerics/requirements.js"], withoutPython),
      copy.setup(["packages", "build", "--", "node", "dist/lib/numerics/requirements.js"], withoutPython),
    ]);
    for (const { code, output } of outcomes) expect(code, output).toBe(0);
    const said = outcomes.map(({ output }) => output).join("");
    for (const deed of ["installing npm packages", "compiling AssemblyScript", "compiling TypeScript"]) {
      expect(said.split(`epsilab: ${deed}`).length - 1, `${deed} once, in:\n${said}`).toBeGreaterThanOrEqual(1);
      expect(said).toMatch(new RegExp(`${deed}[^:]*(\\.\\.\\.|:) done in \\d+\\.\\d s`));
    }
    expect(said).toContain("waiting for another set-up");
    expect(existsSync(copy.path("dist/lib/numerics/requirements.js"))).toBe(true);
  }, 900_000); // only liveness: npm installs and compiles, beside whatever else the machine does

  it("does nothing and says nothing when nothing changed", async () => {
    const { code, output } = await copy.setup(["packages", "build"], withoutPython);
    expect({ code, output }).toEqual({ code: 0, output: "" });
  });

  it("builds again when a source changed, and leaves nothing stale in dist", async () => {
    writeFileSync(copy.path("lib/numerics/added.ts"), "export const added = 1;\n");
    await copy.setup(["build"], withoutPython);
    expect(existsSync(copy.path("dist/lib/numerics/added.js"))).toBe(true);
    expect(readdirSync(copy.path("dist"))).toEqual(["browser", "kernel", "lib"]);
    rmSync(copy.path("lib/numerics/added.ts"));
    const { code, output } = await copy.setup(["build"], withoutPython);
    expect(code, output).toBe(0);
    expect(output).not.toContain("AssemblyScript");
    expect(existsSync(copy.path("dist/lib/numerics/added.js"))).toBe(false);
  });

  it("builds again when a built file is gone or altered", async () => {
    writeFileSync(copy.path("dist/lib/numerics/requirements.js"), "");
    await copy.setup(["build"], withoutPython);
    expect(readFileSync(copy.path("dist/lib/numerics/requirements.js"), "utf8")).not.toBe("");
  });

  it("says what is wrong with a source that does not compile, and tries again the next time", async () => {
    writeFileSync(copy.path("lib/numerics/wrong.ts"), 'export const wrong: number = "text";\n');
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, output } = await copy.setup(["build", "--", "node", "-e", "console.log('ran')"], withoutPython);
      expect(code).toBe(1);
      expect(output).toContain("lib/numerics/wrong.ts(1,14)");
      expect(output).not.toContain("ran");
    }
    rmSync(copy.path("lib/numerics/wrong.ts"));
    expect((await copy.setup(["build"], withoutPython)).code).toBe(0);
  });

  it.each(["jupyter", "jupyter-tests", "peers"])("says at once what %s lacks and how to get it", async (need) => {
    const { code, output } = await copy.setup([need], withoutPython);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^epsilab: \S+.* needs Python/); // and nothing was begun before
    expect(output).toMatch(/needs Python 3\.11 or newer: .*python3 does not run/);
    expect(output).toContain("apt-get install python3 python3-venv");
    expect(output).toContain("EPSILAB_PYTHON");
    expect(existsSync(copy.path(".venv"))).toBe(false);
  });

  it("installs again when the lock file changed, and says so when the registry cannot be reached", async () => {
    const lock = JSON.parse(readFileSync(copy.path("package-lock.json"), "utf8"));
    lock.packages["node_modules/added"] = { version: "1.0.0", integrity: "sha512-none" };
    writeFileSync(copy.path("package-lock.json"), JSON.stringify(lock));
    const nowhere = {
      npm_config_registry: "http://127.0.0.1:9",
      npm_config_cache: copy.path("npm"),
      npm_config_fetch_retries: "0",
    };
    const { code, output } = await copy.setup(["packages"], { ...withoutPython, ...nowhere });
    expect(code).toBe(1);
    expect(output).toContain("installing npm packages");
    expect(output).toContain("The npm registry could not be reached");
  });
});

/** Takes out of a copy what its build can do without, so that building it again and again is quick. */
function keepLittle(copy: ProjectCopy): void {
  for (const folder of ["bench", "experiments", "kernel"]) rmSync(copy.path(folder), { recursive: true });
  for (const name of readdirSync(copy.path("lib")))
    if (name !== "assembly" && name !== "numerics") rmSync(copy.path("lib", name), { recursive: true });
  const pages = ["remote-entry.ts", "exported-page.ts"].map((name) => `labextension/browser/${name}`);
  for (const path of ["front/main.ts", "runtime/main.ts", ...pages, "labextension/export-template/conf.json"]) {
    mkdirSync(dirname(copy.path("kernel", path)), { recursive: true });
    writeFileSync(copy.path("kernel", path), "export {};\n");
  }
}

describe("the command after set-up", () => {
  const copy = new ProjectCopy(["bin", "package.json"]);
  afterAll(() => copy.remove());

  it("has its exit code passed on", async () => {
    expect((await copy.setup(["--", "node", "-e", "process.exit(7)"])).code).toBe(7);
  });

  it("has the signal that ended it passed on", async () => {
    const { signal } = await copy.setup(["--", "node", "-e", "process.kill(process.pid, 'SIGKILL')"]);
    expect(signal).toBe("SIGKILL");
  });

  it("gets the signals that set-up gets", async () => {
    const program =
      "process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); require('fs').writeFileSync('ready', '')";
    const { code } = await copy.setup(["--", "node", "-e", program], {}, async ({ kill }) => {
      while (!existsSync(copy.path("ready"))) await wait(5);
      kill("SIGTERM");
    });
    expect(code).toBe(9);
  });

  it("is not run when a need is unknown", async () => {
    const { code, output } = await copy.setup(["coffee", "--", "node", "-e", "console.log('ran')"]);
    expect(code).toBe(2);
    expect(output).toContain('unknown need "coffee"');
    expect(output).not.toContain("ran");
  });
});

describe("needs of which none waits for another", () => {
  const copy = new ProjectCopy(["bin", "package.json"]);
  afterAll(() => copy.remove());

  // Each of the two tools ends when the other has begun.
  it("are met at the same time, each with lines of its own", async () => {
    mkdirSync(copy.path("stub"));
    const [began, other] = [copy.path("npm-began"), copy.path("python-began")];
    const node = copy.path(".cache/node24/node_modules", `node-linux-${process.arch}`, "bin");
    writeFileSync(
      copy.path("stub", "npm-cli.js"),
      `import { existsSync, mkdirSync, writeFileSync } from "node:fs";
writeFileSync("${began}", "");
while (!existsSync("${other}")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
mkdirSync("${node}", { recursive: true });
writeFileSync("${node}/node", "");
`,
    );
    const python = `#!/bin/sh
case "$*" in *jupyterlab*) missing='["jupyterlab"]' ;; *) missing='[]' ;; esac
case "$1 $2" in
  "-m venv") touch ${other}; while [ ! -e ${began} ]; do sleep 0.02; done; mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
  -c*) echo "{\\"program\\": \\"$0\\", \\"version\\": [3, 12], \\"missing\\": $missing}" ;;
esac
`;
    writeFileSync(copy.path("stub", "python3"), python, { mode: 0o755 });
    const { code, output } = await copy.setup(["node24", "jupyter", "--", "node", "-p", "process.env.EPSILAB_NODE24"], {
      EPSILAB_SETUP_SECONDS: "60",
      VIRTUAL_ENV: undefined,
      npm_execpath: copy.path("stub", "npm-cli.js"),
      PATH: `${copy.path("stub")}${delimiter}${process.env.PATH}`,
    });
    expect(code, output).toBe(0);
    expect(output).toMatch(/^epsilab: installing Node \S+ beside this one: done in \S+ s$/m);
    expect(output).toMatch(/^epsilab: making a Python environment in \.venv(: | \.\.\. )done in \S+ s$/m);
    expect(output).toContain(copy.path(".cache/node24/node"));
  });

  it("end first where one of them fails, and its reason comes last", async () => {
    writeFileSync(copy.path("stub", "python3"), "#!/bin/sh\nexit 1\n");
    rmSync(copy.path(".venv"), { recursive: true });
    rmSync(copy.path(".cache/node24"), { recursive: true });
    const { code, output } = await copy.setup(["jupyter", "node24", "--", "node", "-p", "'ran'"], {
      VIRTUAL_ENV: undefined,
      npm_execpath: copy.path("stub", "npm-cli.js"),
      PATH: copy.path("stub"), // where no other Python is
    });
    expect(code).toBe(1);
    expect(output).toMatch(/installing Node .* done in .*\n\nepsilab: JupyterLab needs Python/s);
    expect(existsSync(copy.path(".cache/node24/node"))).toBe(true);
    expect(output).not.toContain("ran\n");
  });
});

describe("Python for set-up", () => {
  const copy = new ProjectCopy(["bin", "package.json"]);
  const nowhere = { VIRTUAL_ENV: undefined, PIP_FIND_LINKS: undefined, PIP_CONFIG_FILE: "/dev/null" };
  afterAll(() => copy.remove());

  it("is refused by name when EPSILAB_PYTHON does not run", async () => {
    const { code, output } = await copy.setup(["jupyter"], { EPSILAB_PYTHON: "/nowhere/python" });
    expect(code).toBe(1);
    expect(output).toContain("EPSILAB_PYTHON is /nowhere/python, which does not run");
  });

  it("without PyPI ends soon, with the reason and the way on", async () => {
    const environment = { ...nowhere, PIP_INDEX_URL: "http://127.0.0.1:9/simple" };
    const { code, output } = await copy.setup(["peers"], environment);
    expect(code).toBe(1);
    expect(output).toContain("PyPI could not be reached");
    expect(output).toContain("EPSILAB_PYTHON");
    expect(existsSync(copy.path(".venv/.installing"))).toBe(true);
  });

  it("is stopped at the time limit", async () => {
    const { code, output } = await copy.setup(["peers"], { ...nowhere, EPSILAB_SETUP_SECONDS: "0.01" });
    expect(code).toBe(1);
    expect(output).toContain("stopped after the time limit of 0.01 s");
  });
});
