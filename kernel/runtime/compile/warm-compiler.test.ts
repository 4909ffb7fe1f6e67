import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../errors/source-positions.ts";
import { haltName } from "../interrupt/halt.ts";
import { warmSteps } from "./warm-compiler.ts";

const settings = () => undefined;

describe("warming the compiler", () => {
  it("leaves nothing behind", () => {
    haltName();
    const before = Object.getOwnPropertyNames(globalThis);
    for (const _ of warmSteps(1, settings));
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before);
    expect(sourceOf("warm.ts")).toBe(undefined);
  });

  it("does not load the transpiler, which a session may never need", () => {
    for (const _ of warmSteps(1, settings));
    const { cache } = createRequire(import.meta.url);
    expect(Object.keys(cache).filter((file) => file.includes("@swc/core"))).toEqual([]);
  });

  it("can be done in steps, as often as asked for", () => {
    const once = [...warmSteps(1, settings)].length;
    expect(once).toBeGreaterThan(2);
    expect([...warmSteps(3, settings)]).toHaveLength(3 * once);
    expect([...warmSteps(0, settings)]).toEqual([]);
  });
});
