import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../runtime/reference/notebook.ts";
import { ambientDeclarations } from "./ambient.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

describe("the ambient declarations", () => {
  it("name what a cell has, and nothing else", async () => {
    const declared = new Set(
      Array.from(ambientDeclarations.matchAll(/^declare (?:const|function) (\w+)/gm), ([, name]) => name),
    );
    const { text } = await notebook.run(
      "Object.getOwnPropertyNames(globalThis).filter((name) => { const own = Object.getOwnPropertyDescriptor(globalThis, name)!; return typeof own.value === 'function' && !own.enumerable && /^[a-z]/.test(name) && own.value.toString().indexOf('[native code]') < 0 }).join()",
    );
    const installed = new Set(String(text).slice(1, -1).split(","));
    expect([...declared].filter((name) => !installed.has(name))).toEqual([]);
    expect([...installed].filter((name) => !declared.has(name) && name !== "require")).toEqual([]);
  });

  it("name what the module tslab exports", async () => {
    const { text } = await notebook.run('import * as tslab from "tslab"; Object.keys(tslab).sort().join()');
    expect(text).toBe("'display,newDisplay,versions'");
  });
});
