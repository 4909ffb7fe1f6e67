import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kernelspec } from "./kernelspec.ts";
import { keepCode, tryKernel } from "./trial.ts";

const project = join(import.meta.dirname, "..");
let place: string;
let argv: readonly string[];
const file = (...names: readonly string[]) => join(place, "dist", "kernel", ...names);
const kept = () => readdirSync(file("code-cache"));

beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "epsilab-program-")));
  const filter = (path: string) => !path.includes("code-cache");
  cpSync(join(project, "dist", "kernel"), file(), { recursive: true, preserveTimestamps: true, filter });
  cpSync(join(project, "package.json"), join(place, "package.json"));
  symlinkSync(join(project, "node_modules"), join(place, "node_modules"));
  const main = file("program.cjs");
  argv = kernelspec({ node: process.execPath, main, project: place }).argv as readonly string[];
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What a cell of a kernel makes of an expression. */
async function told(expression: string): Promise<unknown> {
  const told = join(place, "told.json");
  rmSync(told, { force: true });
  const cell = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(told)}, JSON.stringify(${expression}))`;
  await tryKernel(argv, { cells: [cell] });
  return JSON.parse(readFileSync(told, "utf8"));
}

const expression =
  '[typeof (await import("node:os")).cpus, require("node:path").sep, new Error("x").stack.split("\\n").length, typeof display]';
const answer = ["function", "/", 2, "function"];

/** The stacks of errors that the kernel is below of, or beside. */
const STACKS = `await Promise.all([
  new Error("here").stack,
  (async () => { await null; return new Error("after an await").stack })(),
  new Promise((resolve) => setTimeout(() => resolve(new Error("of a timer").stack), 1)),
  import("./nothing-there.ts").catch((error) => error.stack),
  (() => {
    try { display({ [Symbol.for("Jupyter.display")]() { throw new Error("shown") } }) } catch (error) { return error.stack }
  })() ?? new Error("x").stack,
  (() => { try { JSON.parse("{") } catch (error) { return error.stack } })(),
])`;

describe("the kernel's program", () => {
  it("keeps the code of both processes, and runs by it as without it", async () => {
    expect(await told(expression)).toEqual(answer);
    await keepCode(argv);
    expect(kept().map((name) => name.split("-")[0])).toEqual(["front", "runtime"]);
    for (const name of kept()) expect(readFileSync(file("code-cache", name)).includes(place)).toBe(false);
    expect(await told(expression)).toEqual(answer);
  });

  it.each(["as it was", "with a space, 100% and #"])(
    "shows no frame of its own wherever its folder went: %s",
    async (name) => {
      const [before, moved] = [place, join(place, "..", `epsilab-moved-${process.pid}`, name)];
      const start = argv;
      cpSync(before, moved, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      try {
        [place, argv] = [moved, start.map((each) => each.replaceAll(before, moved))];
        expect(kept().length).toBe(2);
        const stacks = (await told(STACKS)) as string[];
        expect(stacks).toHaveLength(6);
        for (const stack of stacks) {
          const frames = stack.split("\n").filter((line) => /^ +at /.test(line) && !line.includes("<anonymous>"));
          expect(frames.length).toBeGreaterThan(0);
          for (const frame of frames) expect(frame).toContain("cell-1.ts:");
        }
      } finally {
        [place, argv] = [before, start];
        rmSync(join(moved, ".."), { recursive: true });
      }
    },
  );

  it("does without code that V8 does not know", async () => {
    for (const name of kept()) writeFileSync(file("code-cache", name), "of another V8");
    expect(await told(expression)).toEqual(answer);
  });
});
