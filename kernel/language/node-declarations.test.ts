import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { NodeDeclarations } from "./node-declarations.ts";
import { preloadedPaths } from "./preloaded-types.ts";
import { nodeDeclarations } from "./server-location.ts";
import { SessionDocument } from "./session-document.ts";
import { TypeScriptService } from "./typescript-service.ts";

const index = nodeDeclarations(tmpdir()) as string;
const afterCells = (...cells: readonly string[]) => {
  const session = new SessionDocument(["./part-0.ts", "./part-1.ts"]);
  for (const cell of cells) session.add(cell);
  return session.parts;
};

describe("Node's declarations", () => {
  it.each([
    "const total = [1, 2].map((x) => Math.sqrt(x)).reduce((a, b) => a + b);",
    "console.log(performance.now()); const timer = setTimeout(() => {}, 1);",
    'import { display } from "tslab";',
    "const processed = { from: 1, important: 2 };",
  ])("are the few that most cells need for %s", (code) => {
    const node = new NodeDeclarations(index, ["tslab"]);
    expect(node.isFirstFor(code, afterCells(code))).toBe(false);
    expect(node.text).toContain("console.d.ts");
    expect(node.text).not.toContain("fs.d.ts");
    expect(node.text).not.toContain("index.d.ts");
  });

  it.each([
    "process.memoryUsage()",
    "Buffer.from([1])",
    "const { readFileSync } = require('fs')",
    "fetch(address)",
    'import { readFileSync } from "node:fs";',
    'export * from "./local.ts"',
    "const fs = await import(`node:fs`)",
    'import "',
    "let timer: NodeJS.Timeout",
    "import.meta.dirname",
    "__dirname",
  ])("are all of them from %s on", (code) => {
    const node = new NodeDeclarations(index, ["tslab"]);
    expect(node.isFirstFor(code, [])).toBe(true);
    expect(node.text).toBe(`/// <reference path=${JSON.stringify(index)} />\n`);
    expect(node.isFirstFor(code, [])).toBe(false);
  });

  it("are all of them after a cell that ran unasked", () => {
    const node = new NodeDeclarations(index, []);
    expect(node.isFirstFor("1 + 1", afterCells("const plain = 1;"))).toBe(false);
    expect(node.isFirstFor("1 + 1", afterCells("const plain = 1;", "const bytes = Buffer.from([1]);"))).toBe(true);
  });

  it("are all of them after an error that they may mend, and after no other", () => {
    const node = new NodeDeclarations(index, []);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const found = (code: number, severity: number) => [{ range, code, severity, message: "" }];
    for (const code of [1005, 2322, 2345]) expect(node.isFirstAfter(found(code, 1))).toBe(false);
    expect(node.isFirstAfter(found(6133, 4))).toBe(false);
    expect(node.isFirstAfter([])).toBe(false);
    expect(node.isFirstAfter(found(2304, 1))).toBe(true);
    expect(node.isFirstAfter(found(2304, 1))).toBe(false);
  });

  it("are offered by name without loading what Node loads late", () => {
    const late = Object.getOwnPropertyDescriptor(globalThis, "Headers") as PropertyDescriptor;
    let looks = 0;
    Object.defineProperty(globalThis, "Headers", { configurable: true, get: () => ++looks });
    const node = new NodeDeclarations(index, []);
    const kinds = new Map(node.unread([{ label: "globalThis" }]).map(({ label, kind }) => [label, kind]));
    expect(kinds.get("fetch")).toBe(3);
    expect(kinds.get("Buffer")).toBe(7);
    expect(kinds.get("process")).toBe(6);
    expect(kinds.has("console")).toBe(false);
    expect(node.unread([{ label: "x" }])).toEqual([]);
    expect(node.unread([{ label: "globalThis" }, { label: "fetch" }]).map(({ label }) => label)).not.toContain("fetch");
    Object.defineProperty(globalThis, "Headers", late);
    expect(kinds.get("Headers")).toBe(7);
    expect(looks).toBe(0);
  });

  describe("for a preloaded package", () => {
    const folder = mkdtempSync(join(tmpdir(), "epsilab-package-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const needs = (files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const preloaded = { workbench: [join(folder, "index.d.ts")] };
      return new NodeDeclarations(index, ["tslab"], preloaded).isFirstFor("import { a } from 'workbench'", []);
    };

    it.each([
      "export declare const a: Uint8Array;",
      "/** A process, for a Buffer: `import 'node:fs'`. */ export declare const a: 'process' | \"global\"; // fetch",
      "export * from './other.ts'; export * from './other.js'; export * from './other'; import 'tslab'; import 'workbench';",
    ])("are not read if it says %s", (text) => {
      expect(needs({ "index.d.ts": text, "other.d.ts": "export declare const b: AbortSignal;" })).toBe(false);
    });

    it.each([
      "export declare const a: Buffer;",
      "export declare const a: import('node:stream').Readable;",
      "/// <reference types='node' />\nexport {};",
      "import { Buffered } from 'elsewhere';",
      "export * from './missing.ts';",
      "export * from './more.ts';",
    ])("are read if it says %s", (text) => {
      const more = 'export declare const address: "http://x"; export declare const other: URL;';
      expect(needs({ "index.d.ts": text, "more.d.ts": more })).toBe(true);
    });

    it("are not read for the workbench", () => {
      const preloaded = preloadedPaths([{ name: "workbench", path: join(import.meta.dirname, "../..") }]);
      const node = new NodeDeclarations(index, [], preloaded);
      expect(node.wouldReadFor('import { laplace } from "workbench"')).toBe(false);
      expect(node.wouldReadFor('import { laplace } from "workbench"; import "elsewhere"')).toBe(true);
    });
  });

  it("are none where they are not installed", () => {
    const node = new NodeDeclarations(undefined, []);
    expect(node.text).toBe("");
    expect(node.isFirstFor("process", [])).toBe(false);
  });
});

describe("a notebook that has read few of Node's declarations", () => {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-node-"));
  let service: TypeScriptService | undefined;
  const fresh = () => {
    service?.stop();
    service = new TypeScriptService({ folder, preload: [], patience: 20_000 });
    return service;
  };
  const messages = async (code: string) => (await service?.diagnose(code))?.map(({ message }) => message);

  afterEach(() => service?.stop());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("knows the everyday names as well as with all of them", async () => {
    fresh();
    const everyday = `console.log(performance.now(), new AbortController().signal.aborted, new Event("x") instanceof EventTarget);
const timer = setTimeout((word: string) => word, 1, "a"); clearTimeout(timer); clearInterval(setInterval(() => {}, 1));
clearImmediate(setImmediate(() => {})); queueMicrotask(() => {}); new DOMException("x").name; Error.captureStackTrace({});`;
    expect(await messages(everyday)).toEqual([]);
    expect(await messages("const late: string = performance.now()")).toEqual([
      "Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it("offers the names of all, and their members once one is written", async () => {
    const { matches, items } = await fresh().complete("proc", 4);
    expect(matches).toContain("process");
    expect(items.find(({ text }) => text === "process")?.type).toBe("instance");
    expect((await service?.complete("fet", 3))?.matches).toContain("fetch");
    expect((await service?.complete("const a = { x: 1 }; a.", 22))?.matches).toEqual(["x"]);
    expect((await service?.complete("process.ver", 11))?.matches).toEqual(["version", "versions"]);
    expect((await service?.complete("fet", 3))?.matches.filter((name) => name === "fetch")).toEqual(["fetch"]);
  });

  it("reads the others for a cell that speaks of them, and for names that only types have", async () => {
    fresh();
    expect(await messages('const encoding: BufferEncoding = "hex";')).toEqual([]);
    fresh();
    expect(await messages("process.cwd().toFixed()")).toEqual([
      "Property 'toFixed' does not exist on type 'string'. Did you mean 'fixed'?",
    ]);
  });

  it("knows what a cell made of the others that ran unasked", async () => {
    fresh().cellRan("const bytes = Buffer.from([1]);");
    expect(await messages("bytes.nothing")).toEqual([
      expect.stringContaining("Property 'nothing' does not exist on type 'Buffer"),
    ]);
  });
});
