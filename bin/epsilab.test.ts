import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProjectCopy, run } from "./project-copy.ts";
import { ensureNode24, node24Path } from "./setup/node24.js";

describe.each([
  ["this Node", process.execPath],
  ["Node 24", node24Path],
])("the epsilab command on %s", (_, node) => {
  const unbuilt = new ProjectCopy(["bin/epsilab", "bin/dispatch.js", "package.json"]);
  const built = new ProjectCopy(["bin/epsilab", "bin/dispatch.js", "package.json"]);
  beforeAll(async () => {
    await ensureNode24();
  });
  afterAll(() => {
    unbuilt.remove();
    built.remove();
  });
  for (const path of ["dist/experiments/battery/command.js"]) {
    mkdirSync(dirname(built.path(path)), { recursive: true });
    writeFileSync(
      built.path(path),
      "export async function run(args) { console.log(JSON.stringify(args)); return args.includes('x') ? args.length : 0; }",
    );
  }
  const epsilab = (copy: ProjectCopy, ...args: readonly string[]) =>
    run(node, [copy.path("bin/epsilab"), ...args], { folder: copy.folder });

  it("prints its version before it is built", async () => {
    const { version } = JSON.parse(readFileSync(unbuilt.path("package.json"), "utf8"));
    expect(await epsilab(unbuilt, "--version")).toMatchObject({ code: 0, output: `${version}\n` });
  });

  it("prints its help before it is built", async () => {
    const { code, output } = await epsilab(unbuilt, "--help");
    expect(code).toBe(0);
    for (const word of ["battery", "start", "--version"]) expect(output).toContain(word);
  });

  it("does not call all errata of the lecture notes mistakes in its help", async () => {
    const { output } = await epsilab(unbuilt, "--help");
    expect(output).toMatch(/^ {2}errata {6}the errata of the lecture notes by kind, with the runs that show them$/m);
  });

  it("says how to build when a command needs it", async () => {
    const { code, output } = await epsilab(unbuilt, "battery");
    expect(code).toBe(1);
    expect(output).toContain("npm run build");
  });

  it("refuses a command it does not know, by name", async () => {
    const { code, output } = await epsilab(unbuilt, "coffee", "--strong");
    expect(code).toBe(2);
    expect(output).toContain('unknown command "coffee"');
  });

  it("prints its help and fails when it is given no command", async () => {
    const { code, output } = await epsilab(unbuilt);
    expect(code).toBe(2);
    expect(output).toContain("Usage: epsilab");
  });

  it("passes the arguments of a command to its module, and its exit code back", async () => {
    expect(await epsilab(built, "battery", "--workers", "2", "x")).toMatchObject({
      code: 3,
      output: '["--workers","2","x"]\n',
    });
  });
});
