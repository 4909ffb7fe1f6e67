import { symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

const write = (path: string, text: string) => notebook.write(path, text);
const value = (code: string) => notebook.value(code);

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
    await value('const typed = { with: { type: "json" } } as const');
    expect(await value('(await import("./data.json", typed)).default.rows')).toBe("[ 3 ]");
    expect(await value('await (async () => (await import("./data.json", typed)).default.rows)()')).toBe("[ 3 ]");
  });

  it("run modules that await before those that import them, in order", async () => {
    write("order/first.ts", "(globalThis as any).order = ['first']");
    write(
      "order/awaits.ts",
      `import './first.ts'
declare const order: string[]
await (async () => { await null; order.push('awaited') })()
await [1]
export const late = await Promise.resolve('late')`,
    );
    write("order/last.ts", "declare const order: string[]; order.push('last')");
    write("order/all.ts", "import { late } from './awaits'; import './last'; export const all = [late, ...order]");
    write("order/fails.ts", "await null\nthrow new Error('after a while')");
    expect(await value('import { all } from "./order/all.ts"; all')).toBe("[ 'late', 'first', 'awaited', 'last' ]");
    const [error] = (await notebook.run('import "./order/fails.ts"')).errors;
    expect(error.evalue).toBe("after a while");
    expect(error.traceback.join("\n")).toMatch(/fails\.ts\S*:2:/);
    const twice = "const [a, b] = await Promise.all([import('./order/awaits.ts'), import('./order/all.ts')]); a.late";
    expect(await value(twice)).toBe("'late'");
  });

  it("leave the names of CommonJS to modules", async () => {
    write(
      "names.ts",
      `import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
const __filename = fileURLToPath(import.meta.url), __dirname = dirname(__filename)
const require = createRequire(import.meta.url), module = 1, exports = 2
export const told = [__dirname === import.meta.dirname, require('./names.json').n, module + exports, this]
export const lazily = async () => (await import('./names.json')).default.n + " in import.meta and import('x')"`,
    );
    write("names.json", '{ "n": 5 }');
    expect(await value('import { told, lazily } from "./names.ts"; [...told, await lazily()]')).toBe(
      `[ true, 5, 3, undefined, "5 in import.meta and import('x')" ]`,
    );
  });

  it("are shown with their values", async () => {
    write("shown.ts", "export const n = 1; export default function main() {}; export let later: number");
    expect(await value('import * as shown from "./shown.ts"; shown')).toBe(
      "[Module: null prototype] { default: [Function: main], later: undefined, n: 1 }",
    );
  });

  it("allow what is taken from a list of exports to be in the list, too", async () => {
    write("list/index.ts", "export * from './base'; export { derived } from './derived'; export * from './end'");
    write("list/base.ts", "export class Base { n = 1 }");
    write(
      "list/derived.ts",
      "import { Base, end } from './index'; class D extends Base { all = () => this.n + end() }\n" +
        "export const derived = () => new D().all()",
    );
    write("list/end.ts", "export const end = () => 10");
    expect(await value('import { derived } from "./list"; derived()')).toBe("11");
  });

  it("name what is no function as it was written", async () => {
    write("thing.ts", "export const thing: any = 1");
    write("calls.ts", "import { thing } from './thing'\nexport const call = () => thing()");
    expect((await notebook.run('import { call } from "./calls.ts"; call()')).errors[0].evalue).toBe(
      "thing is not a function",
    );
  });

  it("follow the paths of the tsconfig", async () => {
    const folder = join(notebook.folder, "mapped");
    write("mapped/tsconfig.json", '{ // a comment\n "compilerOptions": { "paths": { "@own/*": ["./source/*"] }, } }');
    write("mapped/source/part.ts", "export const part = 'mapped'");
    const mapped = new Notebook({ folder });
    expect((await mapped.run('import { part } from "@own/part"; part')).text).toBe("'mapped'");
    await mapped.close();
  });

  it("of a file load what it does not use only if the tsconfig says so", async () => {
    write("loud/loud.ts", "(globalThis as any).isHeard = true; export const used = 1, unused = 2; export type T = 3");
    write(
      "loud/takes.ts",
      'import { unused } from "./loud.ts"; import { type T } from "./quiet.ts"; export const a: T = 1',
    );
    write("loud/takes.tsx", 'import { unused } from "./loud.ts"; export const b = 1');
    write("loud/quiet.ts", "export type T = 1");
    for (const [isVerbatim, heard] of [
      [false, "[ null, null ]"],
      [true, "[ true, true ]"],
    ] as const) {
      write("loud/tsconfig.json", JSON.stringify({ compilerOptions: { verbatimModuleSyntax: isVerbatim } }));
      const loud = new Notebook({ folder: join(notebook.folder, "loud") });
      const heardFrom = async (file: string) =>
        (await loud.value(`await import("./${file}"); globalThis.isHeard ?? null`)) ?? "";
      expect(`[ ${await heardFrom("takes.ts")}, ${await heardFrom("takes.tsx")} ]`).toBe(heard);
      await loud.close();
    }
  });

  it("follow the paths of a tsconfig that is written or edited later", async () => {
    const folder = join(notebook.folder, "remapped");
    write("remapped/source/part.ts", "export const part = 'mapped'");
    write("remapped/elsewhere/part.ts", "export const part = 'mapped elsewhere'");
    const later = new Notebook({ folder });
    expect((await later.run('import { part } from "@own/part"; part')).errors).toHaveLength(1);
    write("remapped/base.json", '{ "compilerOptions": { "paths": { "@own/*": ["./source/*"] } } }');
    write("remapped/tsconfig.json", '{ "extends": "./base.json" }');
    expect((await later.run('import { part } from "@own/part"; part')).text).toBe("'mapped'");
    write("remapped/base.json", '{ "compilerOptions": { "paths": { "@own/*": ["./elsewhere/*"] } } }');
    expect((await later.run('import { part } from "@own/part"; part')).text).toBe("'mapped elsewhere'");
    await later.close();
  });

  it("make of JSX what the tsconfig says, also when it changes", async () => {
    const folder = join(notebook.folder, "markup");
    write("markup/h.ts", "export const h = (...all: unknown[]) => ['h', ...all]; export const Part = 'part'");
    write(
      "markup/view.tsx",
      `import { h, Part } from './h.ts'

export const outer = <b x='1'><>t</></b>
export const inner = () => <i />
export const fails = () => { throw new Error('fifth') }`,
    );
    write(
      "markup/node_modules/pre/package.json",
      '{ "name": "pre", "type": "module", "exports": { "./jsx-runtime": "./j.js" } }',
    );
    write(
      "markup/node_modules/pre/j.js",
      "export const jsx = (...all) => ['jsx', ...all]; export const jsxs = jsx; export const Fragment = 0",
    );
    const options = { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Part" };
    write("markup/tsconfig.json", JSON.stringify({ compilerOptions: options }));
    const marked = new Notebook({ folder });
    const view = "import { outer, inner, fails } from './view.tsx'; JSON.stringify([outer, inner()])";
    expect((await marked.run(view)).text).toBe(`'[["h","b",{"x":"1"},["h","part",null,"t"]],["h","i",null]]'`);
    expect((await marked.run("fails()")).errors[0].traceback.join("\n")).toMatch(/view\.tsx\S*:5:/);
    write("markup/tsconfig.json", '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "pre" } }');
    expect((await marked.run(view)).text).toBe(
      `'[["jsx","b",{"x":"1","children":["jsx",0,{"children":"t"}]}],["jsx","i",{}]]'`,
    );
    await marked.close();
  });

  it("compile TypeScript that is CommonJS", async () => {
    write("old/names.cts", "import path = require('node:path'); export = { separator: path.sep as string }");
    write(
      "old/both.cts",
      "import names = require('./names.cjs'); export default 'main'; export const n: number = names.separator.length",
    );
    expect(await value("import names from './old/names.cts'; names")).toBe("{ separator: '/' }");
    expect(await value("import main, { n } from './old/both'; [main, n, require('./old/both.cjs').n]")).toBe(
      "[ 'main', 1, 1 ]",
    );
    write("old/part.ts", "import names = require('./names.cjs')\nexport const part = names.separator");
    write("old/sets.ts", "const sets = { n: 1 }\nexport = sets");
    expect(await value("import { part } from './old/part.ts'; import sets from './old/sets.ts'; [part, sets.n]")).toBe(
      "[ '/', 1 ]",
    );
    write("old/wrong.cts", "interface Gone {}\n\nexport const wrong = ;");
    const [error] = (await notebook.run("import './old/wrong.cts'")).errors;
    expect(error.traceback.join("\n")).toMatch(/wrong\.cts\S*:3:22/);
    write("old/names.cts", "export = { separator: 'two' }");
    expect(await value("import { n } from './old/both.cts'; n")).toBe("3");
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

describe("require", () => {
  it("finds local files as import does, and gives the same modules", async () => {
    write("req/one.ts", "import { two } from './two'; export const one: number = two - 1; export default class One {}");
    write("req/two.ts", "export const two: number = 2");
    expect(await value("require('./req/one').one + require('./req/one.ts').one + require('./req/one.js').one")).toBe(
      "3",
    );
    expect(await value("import One from './req/one.ts'; One === require('./req/one').default")).toBe("true");
    write("req/two.ts", "export const two: number = 20");
    expect(await value("import { two } from './req/two.ts'; [two, require('./req/one').one]")).toBe("[ 20, 19 ]");
    expect(await value("require.resolve('./req/two').endsWith('req/two.ts')")).toBe("true");
    expect((await notebook.run("require('./req/none')")).errors[0].evalue).toContain("./req/none");
  });

  it("gives files with JSX and legacy decorators what the tsconfig says, as import does", async () => {
    const compilerOptions = { experimentalDecorators: true, jsx: "react", jsxFactory: "made" };
    write("marked/tsconfig.json", JSON.stringify({ compilerOptions }));
    write("marked/view.tsx", "const made = (...parts: unknown[]) => parts;\nexport const view = <a b={1}>c</a>;");
    write(
      "marked/known.ts",
      "export let told = 0; const mark = (...all: unknown[]) => { told = all.length };\nexport class K { @mark m() {} }",
    );
    const marked = new Notebook({ folder: join(notebook.folder, "marked") });
    const code = "JSON.stringify([require('./view.tsx').view, require('./known.ts').told])";
    expect((await marked.run(code)).text).toBe(`'[["a",{"b":1},"c"],3]'`); // standard decorators get two arguments
    await marked.close();
  });

  it("finds TypeScript from local CommonJS, which may import, too", async () => {
    write("req/state.ts", "export let n = 0; export const up = () => { n++ }; export default 'whole'");
    write(
      "req/plain.cjs",
      "#!/usr/bin/env node\nconst state = require('./state'); state.up(); exports.n = () => state.n; exports.whole = state.default\n" +
        "exports.lazily = async () => (await import('./state.ts')).n; exports.tslab = typeof require('tslab').display",
    );
    expect(
      await value("import { n, lazily, whole, tslab } from './req/plain.cjs'; [n(), await lazily(), whole, tslab]"),
    ).toBe("[ 1, 1, 'whole', 'function' ]");
    expect(await value("import { up, n as seen } from './req/state.ts'; up(); [n(), seen]")).toBe("[ 2, 2 ]");
  });

  it("refuses a module that awaits, unless it was imported", async () => {
    write("req/awaits.ts", "export const awaited = await Promise.resolve(1)");
    expect((await notebook.run("require('./req/awaits.ts')")).errors[0].evalue).toContain("use import");
    expect(await value("import './req/awaits.ts'; require('./req/awaits.ts').awaited")).toBe("1");
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

  it("compile TypeScript that a package, or a name inside the package, leads to", async () => {
    const folder = join(notebook.folder, "workspace/notebooks");
    const imports = {
      "#int": "./source/int.ts",
      "#source/*": "./source/*.ts",
      "#data": "./source/data.json",
      "#dep": "typed",
    };
    write(
      "workspace/package.json",
      JSON.stringify({ name: "workspace", type: "module", imports, exports: "./source/int.ts" }),
    );
    write("workspace/source/int.ts", "export enum Size { Int = 42 }; export const int: number = Size.Int");
    write("workspace/source/data.json", "[1, 2]");
    write("workspace/source/uses.ts", "export { int as again } from '#int'; export { typed } from '#dep'");
    write(
      "workspace/node_modules/typed/package.json",
      '{ "name": "typed", "type": "module", "exports": { ".": { "types": "./t.d.ts", "import": "./src/index.ts" } } }',
    );
    write(
      "workspace/node_modules/typed/src/index.ts",
      "import { n } from './n.js'; export enum Typed { A = 1 }; export const typed: number = Typed.A + n",
    );
    write("workspace/node_modules/typed/src/n.ts", "export const n: number = 1");
    write(
      "workspace/packages/linked/package.json",
      '{ "name": "linked", "type": "module", "exports": { "./*": "./src/*.ts" } }',
    );
    write("workspace/packages/linked/src/part.ts", "export const part: number = 1");
    write("workspace/notebooks/marker.ts", "");
    symlinkSync("../packages/linked", join(notebook.folder, "workspace/node_modules/linked"));
    const inside = new Notebook({ folder });
    const text = async (code: string) => {
      const { errors, text: shown } = await inside.run(code);
      expect(errors.map(({ evalue }) => evalue)).toEqual([]);
      return shown;
    };
    expect(await text("import { int } from '#int'; import { int as two } from '#source/int'; [int, two]")).toBe(
      "[ 42, 42 ]",
    );
    expect(await text("import { int } from 'workspace'; import data from '#data'; [int, data]")).toBe(
      "[ 42, [ 1, 2 ] ]",
    );
    expect(await text("import { typed } from 'typed'; typed")).toBe("2");
    expect(await text("import { again, typed } from '#source/uses'; [again, typed]")).toBe("[ 42, 2 ]");
    expect(await text("[require('#int').int, require('workspace').int, require('linked/part').part]")).toBe(
      "[ 42, 42, 1 ]",
    );
    expect(await text("import.meta.resolve('#int').endsWith('/workspace/source/int.ts')")).toBe("true");
    expect(await text("import { part } from 'linked/part'; part")).toBe("1");
    write("workspace/packages/linked/src/part.ts", "export const part: number = 2");
    write("workspace/node_modules/typed/src/n.ts", "export const n: number = 2");
    expect(await text("import { part } from 'linked/part'; import { typed } from 'typed'; [part, typed]")).toBe(
      "[ 2, 2 ]",
    );
    await inside.close();
  });

  it("read the JSON of a package, with an attribute and without", async () => {
    write(
      "node_modules/described/package.json",
      '{ "name": "described", "version": "1.2.3", "exports": { "./package.json": "./package.json" } }',
    );
    const other = new Notebook({
      folder: notebook.folder,
      preload: { library: join(notebook.folder, "node_modules/described") },
    });
    for (const name of ["described", "library"]) {
      const plain = await other.run(`import own, { version } from "${name}/package.json"; [own.name, version]`);
      expect(plain.text).toBe("[ 'described', '1.2.3' ]");
      const marked = `import own from "${name}/package.json" with { type: "json" }; own.version`;
      expect((await other.run(marked)).text).toBe("'1.2.3'");
      const lazy = `(await import("${name}/package.json", { with: { type: "json" } })).default.version`;
      expect((await other.run(lazy)).text).toBe("'1.2.3'");
    }
    await other.close();
  });

  it("live until they are evaluated, whatever is collected before", async () => {
    write("collects.ts", "globalThis.collect()");
    write("later.ts", 'import "./collects.ts"; import { join } from "node:path"; export const later = join("a", "b")');
    await value("require('node:v8').setFlagsFromString('--expose-gc'); 1");
    await value("globalThis.collect = require('node:vm').runInNewContext('gc')");
    expect(await value('import { later } from "./later.ts"; later')).toBe("'a/b'");
  });

  it("give builtin modules with and without prefix, and import.meta", async () => {
    expect(await value('import { sep } from "path"; import fs from "node:fs"; [sep, typeof fs.statSync]')).toBe(
      "[ '/', 'function' ]",
    );
    expect(await value("import.meta.url.startsWith('file://') && import.meta.dirname === process.cwd()")).toBe("true");
    expect(await value("import.meta.resolve('fs') + import.meta.resolve('node:path')")).toBe("'node:fsnode:path'");
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

  it("find what a preloaded package depends on, unless the folder has one of that name", async () => {
    write("whole/package.json", '{ "name": "whole", "dependencies": { "tiny": "1.0.0", "absent": "1.0.0" } }');
    for (const name of ["tiny", "undeclared"]) {
      write(`whole/node_modules/${name}/main.js`, "exports.whose = 'the package'");
      write(`whole/node_modules/${name}/package.json`, '{ "main": "main.js" }');
    }
    write("apart/readme.txt", "a folder where nothing is installed");
    const folder = join(notebook.folder, "apart");
    const other = new Notebook({ folder, preload: { whole: join(notebook.folder, "whole") } });
    expect((await other.run('import { whose } from "tiny"; whose')).text).toBe("'the package'");
    for (const name of ["undeclared", "absent", "tiny/other.js"])
      expect((await other.run(`import "${name}"`)).errors[0].evalue).toContain(`'${name}'`);
    await other.close();
    write("apart/node_modules/tiny/main.js", "exports.whose = 'the folder'");
    write("apart/node_modules/tiny/package.json", '{ "main": "main.js" }');
    const own = new Notebook({ folder, preload: { whole: join(notebook.folder, "whole") } });
    expect((await own.run('import { whose } from "tiny"; whose')).text).toBe("'the folder'");
    await own.close();
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

  it("find what the exports map of a preloaded package names", async () => {
    write("built/dist/part.js", "export const part = 'named by the map'");
    write("built/part/index.ts", "export const part = 'a folder of sources'");
    write(
      "built/package.json",
      '{ "type": "module", "exports": { "./part": { "types": "./t.d.ts", "default": "./dist/part.js" } } }',
    );
    const other = new Notebook({ preload: { built: join(notebook.folder, "built") } });
    expect((await other.run('import { part } from "built/part"; part')).text).toBe("'named by the map'");
    expect((await other.run('import "built/dist/part.js"')).errors[0].evalue).toContain("built/dist/part.js");
    await other.close();
  });

  it("work from a folder of the project for its own sources", async () => {
    const inside = new Notebook({ folder: join(project, "bench") });
    expect((await inside.run('import { exp } from "../lib/numerics/exponential.ts"; exp(0)')).text).toBe("1");
    expect((await inside.run('import { mean } from "simple-statistics"; mean([1, 2, 3])')).text).toBe("2");
    await inside.close();
  });
});

describe("a module that is a text itself", () => {
  it("is imported, by a statement and by import()", async () => {
    const own = new Notebook();
    expect(await own.value('import one from "data:text/javascript,export default 1"; one')).toBe("1");
    expect(await own.value('(await import("data:text/javascript,export const two = 2")).two')).toBe("2");
    await own.close();
  });

  it("is read if it is JSON, with an attribute and without, by cells and by files", async () => {
    const own = new Notebook();
    const [one, two] = ['"data:application/json,[1]"', '"data:application/json;charset=utf-8;base64,WzJd"'];
    const options = '{ with: { type: "json" } }';
    const lazy = `[(await import(${one}, ${options})).default, (await import(${two})).default]`;
    expect(await own.value(lazy)).toBe("[ [ 1 ], [ 2 ] ]");
    expect(await own.value(`await (async () => ${lazy})()`)).toBe("[ [ 1 ], [ 2 ] ]");
    const named = `import a from ${one} with { type: "json" }; import b from ${two}`;
    expect(await own.value(`${named}; [a, b, a instanceof Array]`)).toBe("[ [ 1 ], [ 2 ], true ]");
    for (const file of ["reads.ts", "reads.mjs"]) {
      writeFileSync(join(own.folder, file), `${named}; export { a, b }; export const lazy = async () => ${lazy}`);
      const code = `await (async () => { const { a, b, lazy } = await import("./${file}"); return [a, b, ...(await lazy())] })()`;
      expect(await own.value(code)).toBe("[ [ 1 ], [ 2 ], [ 1 ], [ 2 ] ]");
    }
    writeFileSync(join(own.folder, "reads.cjs"), `exports.lazy = async () => ${lazy}`);
    expect(await own.value('import { lazy as fromCommon } from "./reads.cjs"; await fromCommon()')).toBe(
      "[ [ 1 ], [ 2 ] ]",
    );
    await own.close();
  });
});
