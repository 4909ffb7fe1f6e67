import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TypeScriptService } from "../language/typescript-service.ts";
import { Notebook } from "../runtime/reference/notebook.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "epsilab-agreement-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: object | string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
};

const inherited = {
  strict: true,
  target: "ES2020",
  lib: ["ES2022", "DOM"],
  experimentalDecorators: true,
  jsx: "react",
  jsxFactory: "make",
  paths: { "#own/*": ["../../../src/*"] },
};

/** It needs `paths`, `lib`, `experimentalDecorators` and `jsx`, and its fields are assigned to, as `target` has them. */
const cell = `import { one } from "#own/one";
const seen: string[] = [];
const mark = (target: object, key: string) => void seen.push(key);
class Base {}
Object.defineProperty(Base.prototype, "y", { set: () => seen.push("assigned") });
class Point extends Base { @mark x = one; y = 1; }
new Point();
const idOf = (element: HTMLElement) => element.id;
const make = (name: string) => name;
[one, ...seen, <b />]`;

describe("what a tsconfig extends", () => {
  it.each([
    ["a file of a package", "@base/config/tsconfig.json", { name: "@base/config" }],
    ["a package", "@base/config", { name: "@base/config" }],
    ["a package that names the file", "@base/config", { tsconfig: "./named.json" }],
    ["a file of a package without its ending", "@base/config/named", {}],
    ["what a package exports", "@base/config/strict", { exports: { "./strict": "./named.json" } }],
    ["a path", "./node_modules/@base/config/named", {}],
  ])("counts when cells run and when they are checked: %s", async (_, name, description) => {
    write("node_modules/@base/config/package.json", description);
    const file = "tsconfig" in description || "exports" in description || name.endsWith("named") ? "named" : "tsconfig";
    write(`node_modules/@base/config/${file}.json`, { compilerOptions: inherited });
    write("tsconfig.json", { extends: name });
    write("markup.d.ts", "declare namespace JSX { interface IntrinsicElements { b: object } type Element = string }");
    write("src/one.ts", "export const one: number = 1;");
    write("preloaded/index.ts", "export const two = 2;");
    write("notebooks/data.txt", "");
    const folder = join(root, "notebooks");
    const path = join(root, "preloaded");
    const notebook = new Notebook({ folder, preload: { pre: path } });
    const service = new TypeScriptService({ folder, preload: [{ name: "pre", path }], patience: 60_000 });
    try {
      expect(await notebook.value(cell)).toBe("[ 1, 'x', 'assigned', 'b' ]");
      expect((await service.diagnose(cell)).map(({ message }) => message)).toEqual([]);
    } finally {
      service.stop();
      await notebook.close();
    }
  });
});
