import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "./reference/notebook.ts";

const project = join(dirname(fileURLToPath(import.meta.url)), "../..");

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

function write(path: string, text: string): void {
  const file = join(notebook.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function value(code: string): Promise<string | undefined> {
  const outcome = await notebook.run(code);
  expect(outcome.errors.map(({ evalue }) => evalue)).toEqual([]);
  return outcome.text;
}

describe("imports of local files", () => {
  it.each([["./local.ts"], ["./local"], ["./local.js"]])("find TypeScript as %s", async (specifier) => {
    write(
      "local.ts",
      "export enum Unit { Metre = 3 }\nexport const answer: number = Unit.Metre;\nexport default 'main'",
    );
    expect(await value(`import main, { answer as renamed } from "${specifier}"; [main, renamed]`)).toBe(
      "[ 'main', 3 ]",
    );
  });

  it("may be dynamic, at the top level and in functions", async () => {
    write("dynamic.ts", "export const dynamic: number = 8");
    expect(await value('const { dynamic } = await import("./dynamic.ts"); dynamic')).toBe("8");
    expect(await value('const lazily = async () => (await import("./dynamic")).dynamic; await lazily()')).toBe("8");
  });

  it("stay bound in later cells", async () => {
    write("bound.ts", "export const bound = 1");
    await notebook.run('import { bound } from "./bound.ts"');
    expect(await value("bound")).toBe("1");
  });

  it("reach outside the notebook's folder", async () => {
    write("inner/marker.ts", "export const here = 'inner'");
    const inside = new Notebook({ folder: join(notebook.folder, "inner") });
    write("shared/index.ts", "export { helper } from './helper.ts'; export type Nothing = never");
    write(
      "shared/helper.ts",
      "import type { Nothing } from './index.ts'; export const helper = (x: number | Nothing) => x * 2",
    );
    expect((await inside.run('import { helper } from "../shared"; helper(4)')).text).toBe("8");
    await inside.close();
  });

  it("are live: what a module changes is seen", async () => {
    write("counter.ts", "export let counted = 0; export function count() { counted++ }");
    expect(await value('import { counted, count } from "./counter.ts"; count(); count(); counted')).toBe("2");
  });

  it("load anew what was edited, also below the imported file", async () => {
    write("below.ts", "export const depth = 1");
    write("above.ts", "export { depth } from './below.ts'");
    expect(await value('import { depth } from "./above.ts"; depth')).toBe("1");
    write("below.ts", "export const depth = 1 + 100");
    expect(await value('import { depth } from "./above.ts"; depth')).toBe("101");
  });

  it("share a module that was not edited", async () => {
    write("state.ts", "export const state = { n: 0 }");
    await notebook.run('import { state } from "./state.ts"; state.n = 5');
    expect(await value('const again = await import("./state.ts"); again.state.n')).toBe("5");
  });

  it("allow cycles", async () => {
    write(
      "even.ts",
      "import { odd } from './odd.ts'; export const even = (n: number): boolean => n === 0 || odd(n - 1)",
    );
    write(
      "odd.ts",
      "import { even } from './even.ts'; export const odd = (n: number): boolean => n !== 0 && even(n - 1)",
    );
    expect(await value('import { even } from "./even.ts"; even(10)')).toBe("true");
  });

  it("read JSON, CommonJS and modules in JavaScript", async () => {
    write("data.json", '{ "rows": [1, 2] }');
    write("old.cjs", "module.exports = { legacy: 7 }");
    write("plain.mjs", "export const plain = import.meta.url.endsWith('plain.mjs')");
    expect(await value('import data from "./data.json"; data.rows')).toBe("[ 1, 2 ]");
    expect(await value('import { legacy } from "./old.cjs"; legacy')).toBe("7");
    expect(await value('import { plain } from "./plain.mjs"; plain')).toBe("true");
    write("data.json", '{ "rows": [3] }');
    expect(await value('import data from "./data.json"; data.rows')).toBe("[ 3 ]");
  });

  it("follow the paths of the tsconfig", async () => {
    const folder = join(notebook.folder, "mapped");
    write("mapped/tsconfig.json", '{ // a comment\n "compilerOptions": { "paths": { "@own/*": ["./source/*"] }, } }');
    write("mapped/source/part.ts", "export const part = 'mapped'");
    const mapped = new Notebook({ folder });
    expect((await mapped.run('import { part } from "@own/part"; part')).text).toBe("'mapped'");
    await mapped.close();
  });

  it("tell what is missing: the file, or the export where it is used", async () => {
    expect((await notebook.run('import "./nowhere.ts"')).errors[0].evalue).toContain("./nowhere.ts");
    write("few.ts", "export const one = 1");
    const outcome = await notebook.run('import { two } from "./few.ts"; two');
    expect(outcome.errors[0].evalue).toContain("does not provide an export named 'two'");
  });

  it("show the lines of the file in a trace", async () => {
    write(
      "throws.ts",
      "interface Gone {\n  a: number;\n}\n\nexport function fail(_: Gone): never {\n  throw new Error('deep')\n}",
    );
    const [error] = (await notebook.run('import { fail } from "./throws.ts"\n\nfail({ a: 1 })')).errors;
    const trace = error.traceback.join("\n");
    expect(trace).toMatch(/throws\.ts\S*:6:/);
    expect(trace).toMatch(/cell-\d+\.ts\S*:3:/);
  });
});

describe("imports of packages", () => {
  function installPackages(): void {
    const exports = { "./part": { import: "./part.js", types: "./part.d.ts" } };
    write("node_modules/mapped/package.json", JSON.stringify({ name: "mapped", type: "module", exports }));
    write("node_modules/mapped/part.js", "export const part = 'by the exports map'");
    write("node_modules/classic/package.json", JSON.stringify({ name: "classic", main: "main.js" }));
    write("node_modules/classic/main.js", "exports.classic = 'CommonJS'");
    write(
      "node_modules/modern/package.json",
      JSON.stringify({ name: "modern", type: "module", exports: { import: "./m.js" } }),
    );
    write("node_modules/modern/m.js", "export default 'ESM only'; export const top = await Promise.resolve(1)");
  }

  it("work for exports maps, CommonJS and ESM-only packages, in cells and in files", async () => {
    installPackages();
    expect(await value('import { part } from "mapped/part"; part')).toBe("'by the exports map'");
    expect(await value('import { classic } from "classic"; classic')).toBe("'CommonJS'");
    expect(await value('import modern, { top } from "modern"; [modern, top]')).toBe("[ 'ESM only', 1 ]");
    write(
      "uses.ts",
      'import modern from "modern"; import * as path from "node:path"; export const used = path.join(modern, "x")',
    );
    expect(await value('import { used } from "./uses.ts"; used')).toBe("'ESM only/x'");
    expect(await value('require("classic").classic')).toBe("'CommonJS'");
    expect(await value('import old = require("classic"); old.classic')).toBe("'CommonJS'");
  });

  it("give builtin modules with and without prefix, and import.meta", async () => {
    expect(await value('import { sep } from "path"; import fs from "node:fs"; [sep, typeof fs.statSync]')).toBe(
      "[ '/', 'function' ]",
    );
    expect(await value("import.meta.url.startsWith('file://') && import.meta.dirname === process.cwd()")).toBe("true");
  });

  it("find preloaded names anywhere, also those to be compiled", async () => {
    write("library/index.ts", "export const fromSource = 'compiled'");
    write("built/main.js", "export const fromBuild = 'built'");
    write("built/package.json", '{ "type": "module", "exports": { ".": { "default": "./main.js" } } }');
    const preload = { library: join(notebook.folder, "library"), built: join(notebook.folder, "built") };
    const other = new Notebook({ preload });
    expect((await other.run('import { fromSource } from "library"; fromSource')).text).toBe("'compiled'");
    expect((await other.run('import { fromBuild } from "built"; fromBuild')).text).toBe("'built'");
    await other.close();
  });

  it("by require find what the kernel preloads", async () => {
    write("required/main.js", "export const required = 'by name'");
    write("required/package.json", '{ "type": "module", "exports": { ".": { "default": "./main.js" } } }');
    const other = new Notebook({ preload: { required: join(notebook.folder, "required") } });
    expect((await other.run('const { required } = require("required"); required')).text).toBe("'by name'");
    expect((await other.run('typeof require.resolve + typeof require("node:fs").statSync')).text).toBe(
      "'functionfunction'",
    );
    await other.close();
  });

  it("find what the exports map of a preloaded package names, and its files besides", async () => {
    write("built/dist/part.js", "export const part = 'named by the map'");
    write("built/part/index.ts", "export const part = 'a folder of sources'");
    write("built/plain.js", "export const plain = 'a file'");
    write(
      "built/package.json",
      '{ "type": "module", "exports": { "./part": { "types": "./t.d.ts", "default": "./dist/part.js" } } }',
    );
    const other = new Notebook({ preload: { built: join(notebook.folder, "built") } });
    expect((await other.run('import { part } from "built/part"; part')).text).toBe("'named by the map'");
    expect((await other.run('import { plain } from "built/plain.js"; plain')).text).toBe("'a file'");
    await other.close();
  });

  it("work from a folder of the project for its own sources", async () => {
    const inside = new Notebook({ folder: join(project, "bench") });
    expect((await inside.run('import { exp } from "../lib/numerics/exponential.ts"; exp(0)')).text).toBe("1");
    expect((await inside.run('import { mean } from "simple-statistics"; mean([1, 2, 3])')).text).toBe("2");
    await inside.close();
  });
});
