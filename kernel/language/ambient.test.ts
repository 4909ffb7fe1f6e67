import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../runtime/reference/notebook.ts";
import { ambientDeclarations } from "./ambient.ts";
import { TypeScriptService } from "./typescript-service.ts";

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
      "Object.getOwnPropertyNames(globalThis).filter((name) => { " +
        "const own = Object.getOwnPropertyDescriptor(globalThis, name)!; " +
        "return typeof own.value === 'function' && !own.enumerable && /^[a-z]/.test(name) && " +
        "own.value.toString().indexOf('[native code]') < 0 }).join()",
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

describe("the checker of types", () => {
  let service: TypeScriptService;
  beforeAll(() => {
    service = new TypeScriptService({
      folder: notebook.folder,
      ambient: ambientDeclarations,
      preload: [],
      patience: 60_000,
    });
  });
  afterAll(() => service.stop());

  it("knows every global that a cell has", async () => {
    const names = await notebook.value(
      "Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Za-z]\\w*$/.test(name)).join()",
    );
    const cell = String(names)
      .slice(1, -1)
      .split(",")
      .map((name) => `void ${name};`)
      .join("\n");
    expect((await service.diagnose(cell)).map(({ message }) => message)).toEqual([]);
  });

  it.each([
    'html("<b/>"); md("x"); tex("x"); svg("<svg/>"); html`<b>1</b>`',
    "const memory = new WebAssembly.Memory({ initial: 1 }); memory.buffer.byteLength + memory.grow(1)",
    "const bytes = new Uint8Array(8); (await WebAssembly.instantiate(bytes, { env: { f: () => 1 } })).instance.exports.f()",
    "new WebAssembly.Instance(new WebAssembly.Module(new ArrayBuffer(8))).exports.main()",
    "WebAssembly.validate(new Uint8Array(1)) || new WebAssembly.CompileError('x').message",
  ])("accepts %s", async (code) => {
    expect((await service.diagnose(code)).map(({ message }) => message)).toEqual([]);
  });

  it("refuses what WebAssembly does not have", async () => {
    expect((await service.diagnose("new WebAssembly.Memory(1)")).map(({ code }) => code)).toEqual([2345]);
  });
});
