import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { haltName } from "./halt.ts";
import { sourceOf } from "./source-positions.ts";
import { warmSteps } from "./warm-compiler.ts";

const always = () => true;

describe("warming the compiler", () => {
  it("leaves nothing behind", () => {
    haltName();
    const before = Object.getOwnPropertyNames(globalThis);
    for (const _ of warmSteps(1, always));
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before);
    expect(sourceOf("warm.ts")).toBe(undefined);
  });

  it("does not load the transpiler, which a session may never need", () => {
    for (const _ of warmSteps(1, always));
    const { cache } = createRequire(import.meta.url);
    expect(Object.keys(cache).filter((file) => file.includes("@swc/core"))).toEqual([]);
  });

  it("can be done in steps, as often as asked for", () => {
    const once = [...warmSteps(1, always)].length;
    expect(once).toBeGreaterThan(2);
    expect([...warmSteps(3, always)]).toHaveLength(3 * once);
    expect([...warmSteps(0, always)]).toEqual([]);
  });

  it("runs nothing once cells may have changed what would be called", () => {
    const { filter } = Array.prototype;
    const changed = vi.spyOn(Array.prototype, "filter").mockImplementation(function (this: unknown[], ...words) {
      if (this.join() === "1,4,9") throw new Error("a cell's own");
      return filter.apply(this, words);
    });
    try {
      expect([...warmSteps(1, () => false)]).toHaveLength(4);
      expect([...warmSteps(2, always)], "ended by the one that fails").toHaveLength(2);
    } finally {
      changed.mockRestore();
    }
  });
});
