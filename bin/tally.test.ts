import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "./project-copy.ts";
import { projectFolder } from "./setup/project.js";

describe("the closing line of a test run", () => {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-tally-"));
  symlinkSync(join(projectFolder, "node_modules"), join(folder, "node_modules"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs vitest on one file with the given tests. */
  async function runTests(
    body: string,
    ...words: readonly string[]
  ): Promise<{ code: number | null; last: string | undefined; failed: string[]; longest: string | undefined }> {
    writeFileSync(join(folder, "some.test.ts"), `import { expect, it } from "vitest";\n${body}\n`);
    const args = [join(projectFolder, "node_modules/vitest/vitest.mjs"), "run", "--root", folder, ...words];
    const reporters = ["--reporter=default", `--reporter=${join(projectFolder, "bin/tally.js")}`];
    const { code, output } = await run(process.execPath, [...args, ...reporters], { folder });
    const lines = output.split("\n");
    const last = lines.findLast((line) => /passed, \d+ failed/.test(line));
    const longest = lines.find((line) => line.startsWith("the longest files: "));
    return { code, last, failed: lines.filter((line) => line.startsWith("failed: ")), longest };
  }

  it("counts what passed", async () => {
    expect(await runTests('it("a", () => {}); it("b", () => {});')).toEqual({
      code: 0,
      last: "2 passed, 0 failed",
      failed: [],
    });
  });

  it("counts what failed", async () => {
    const body = 'it("a", () => {}); it("b", () => expect(1).toBe(2));';
    expect(await runTests(body)).toEqual({
      code: 1,
      last: "1 passed, 1 failed",
      failed: ["failed: some.test.ts > b"],
    });
  });

  it("counts a skipped test as failed, and fails the run", async () => {
    const body = `it("a", () => {}); it["skip"]("b", () => {});`;
    const failed = ["failed: some.test.ts > b"];
    expect(await runTests(body)).toEqual({ code: 1, last: "1 passed, 1 failed", failed });
  });

  it("leaves out the tests that were not asked for by name", async () => {
    const body = 'it("a", () => {}); it("b", () => expect(1).toBe(2));';
    expect(await runTests(body, "-t", "a")).toEqual({ code: 0, last: "1 passed, 0 failed", failed: [] });
    expect(await runTests(body, "-t", "b")).toMatchObject({ code: 1, last: "0 passed, 1 failed" });
  });

  it("counts a file that cannot be loaded as failed", async () => {
    expect(await runTests('throw new Error("x");')).toEqual({
      code: 1,
      last: "0 passed, 1 failed",
      failed: ["failed: some.test.ts"],
    });
  });

  it("names the files that took the longest where there are many", async () => {
    for (let index = 0; index < 20; index++)
      writeFileSync(join(folder, `other-${index}.test.ts`), 'import { it } from "vitest"; it("a", () => {});\n');
    const { last, longest } = await runTests(
      'it("a", () => new Promise((done) => setTimeout(done, 3000)));',
      "--no-isolate",
    );
    expect(last).toBe("21 passed, 0 failed");
    const seconds = [...(longest ?? "").matchAll(/(?:other-\d+|some)\.test\.ts (\d+) s/g)].map(([, each]) =>
      Number(each),
    );
    expect(seconds).toHaveLength(15);
    expect(seconds[0]).toBeGreaterThanOrEqual(3);
    expect(seconds).toEqual(seconds.toSorted((one, other) => other - one));
  });
});
