import { describe, expect, it } from "vitest";
import { BUILT_IN_FILES } from "../../experiments/engine/program/built-in-files.ts";
import { computingFiles, hostUses, reachedFrom } from "./host-free.ts";
import { isTest, typeScriptUnder } from "./project-files.ts";

describe("what computes results", () => {
  const sources = typeScriptUnder(["lib", "experiments"]).filter(({ path }) => !isTest(path));
  const files = new Map(sources.map(({ path, text }) => [path, text]));
  const library = sources.filter(({ path }) => path.startsWith("lib/") && !path.startsWith("lib/assembly/source/"));
  const experiments = Object.values(BUILT_IN_FILES).map((path) => `experiments/${path}.ts`);
  const starts = [...library.map(({ path }) => path), ...computingFiles, ...experiments];

  it("asks nothing of Node, the library and the experiments with it", () => {
    expect(starts.filter((path) => !files.has(path))).toEqual([]);
    const reached = reachedFrom(starts, files);
    expect(reached.length).toBeGreaterThan(500);
    expect(reached.flatMap((path) => hostUses({ path, text: files.get(path) as string }))).toEqual([]);
  });

  it.each([
    ['import { createHash } from "node:crypto";', "node:crypto"],
    ['import { join } from "path";', "path"],
    ['const fs = await import("node:fs");', "node:fs"],
    ["const bytes = Buffer.alloc(8);", "Buffer"],
    ["if (process.env.A) f();", "process"],
    ['const f = require("f");', "require"],
  ])("would not do with %s", (text, name) => {
    expect(hostUses({ path: "lib/a.ts", text })).toEqual([`lib/a.ts uses ${name}`]);
  });

  it.each([
    ['import type { Readable } from "node:stream";'],
    ["// Buffer.from is Node's\nconst a = 1;"],
    ["const view = new DataView(new ArrayBuffer(8));"],
    ["parameter.require(value, name);"],
    ['const text = "process.stdin.on()";'],
  ])("may have %s", (text) => {
    expect(hostUses({ path: "lib/a.ts", text })).toEqual([]);
  });

  it("is followed through imports of values, not of types", () => {
    const some = new Map([
      ["lib/a.ts", 'import { b } from "./b.ts"; import type { C } from "./c.ts";'],
      ["lib/b.ts", 'export * from "../experiments/d.ts";'],
      ["lib/c.ts", ""],
      ["experiments/d.ts", ""],
    ]);
    expect(reachedFrom(["lib/a.ts"], some)).toEqual(["experiments/d.ts", "lib/a.ts", "lib/b.ts"]);
  });
});
