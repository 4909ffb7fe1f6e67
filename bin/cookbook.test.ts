import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { checkExamples } from "./checked-examples.ts";
import { type Example, recipesOf } from "./docs/examples.js";
import { inCache, inProject } from "./setup/project.js";

const run = promisify(execFile);
const STATED = /\S.*\/\/ => \S/;

/** The recipes of the cookbook: each section that asks something, with its fenced code. */
async function recipes(): Promise<readonly (Example & { readonly blocks: number })[]> {
  const text = await readFile(inProject("docs/cookbook.md"), "utf8");
  return recipesOf(text).map(({ title, ...recipe }) => ({ place: `docs/cookbook.md: ${title}`, ...recipe }));
}

describe("the cookbook", () => {
  it("has twenty recipes or more, numbered, each with one short program that states a value", async () => {
    const all = await recipes();
    expect(all.length).toBeGreaterThanOrEqual(20);
    for (const [k, { place, code, blocks }] of all.entries()) {
      expect(place).toMatch(new RegExp(`^docs/cookbook.md: ${k + 1}\\. How do I .*\\?$`));
      expect(blocks, `${place}: programs`).toBe(1);
      expect(code, place).toMatch(/^import .* from "epsilab/m);
      expect(code, place).toMatch(STATED);
      expect(code.split("\n").length, `${place}: lines`).toBeLessThanOrEqual(25);
    }
  });

  it("has programs that run on the built package and give the values that they state", async () => {
    const all = await recipes();
    const lines = all.flatMap(({ code }) => code.split("\n")).filter((line) => STATED.test(line));
    expect(await checkExamples(all)).toEqual({ stated: lines.length, wrong: [] });
  });

  it("has programs without type errors", async () => {
    await mkdir(inCache(), { recursive: true });
    const folder = await mkdtemp(inCache("cookbook-")); // inside the project, where "epsilab" is the project itself
    try {
      const files = await Promise.all(
        (await recipes()).map(async ({ code }, k) => {
          const file = join(folder, `recipe-${k + 1}.mts`);
          await writeFile(file, code);
          return file;
        }),
      );
      const compiler = inProject("node_modules/typescript/bin/tsc");
      const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"];
      const modules = ["--module", "nodenext", "--types", "node"];
      const { stdout } = await run(process.execPath, [compiler, ...options, ...modules, ...files]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
