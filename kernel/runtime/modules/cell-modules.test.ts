import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeEach(() => {
  notebook = new Notebook();
});
afterEach(() => notebook.close());

const HOOK = 'globalThis[Symbol.for("Jupyter.cell")]';

async function run(...cells: readonly string[]): Promise<void> {
  for (const cell of cells) {
    const { errors } = await notebook.run(cell);
    expect(errors.map(({ evalue }) => evalue)).toEqual([]);
  }
}

/** What the hook says of an expression. */
async function moduleOf(expression: string): Promise<{ source: string; name: string; folder: string; reason: string }> {
  const text = await notebook.value(
    `process.stdout.write(JSON.stringify(${HOOK}.moduleOf(${expression})) + "\\n"); undefined`,
  );
  expect(text).toBeUndefined();
  return JSON.parse(notebook.textOf(notebook.cell, "stdout"));
}

async function reasonOf(expression: string): Promise<string> {
  const { reason } = await moduleOf(expression);
  return reason;
}

/** Bundled, loaded in a thread: what `probe` gives of the variable, and what the module carries. */
async function inThread(source: string, probe: string): Promise<{ probed: string; carried: string }> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: notebook.folder, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "silent",
  });
  const file = join(notebook.folder, `bundle-${notebook.cell}.mjs`);
  writeFileSync(file, outputFiles[0].contents);
  const program = `
    const { inspect } = require("node:util");
    import(${JSON.stringify(pathToFileURL(file).href)}).then(async (module) => {
      const it = module.default;
      const probed = inspect(await (${probe}), { depth: 9 });
      require("node:worker_threads").parentPort.postMessage({ probed, carried: inspect(module.$carried(), { depth: 9 }) });
    });`;
  const worker = new Worker(program, { eval: true });
  return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
}

/** Runs cells that declare `it`; a fresh thread must find the same as the session. Gives the module's text. */
async function expectSame(cells: readonly string[], probe: string): Promise<string> {
  await run(...cells);
  const { source, name, folder, reason } = await moduleOf("it");
  expect(reason).toBeUndefined();
  expect([name, folder]).toEqual(["it", notebook.folder]);
  const inspected = (code: string) =>
    `process.stdout.write((await import("node:util")).inspect(${code}, { depth: 9 })); undefined`;
  await run(inspected(`await (${probe})`));
  const probed = notebook.textOf(notebook.cell, "stdout");
  await run(inspected(`${HOOK}.moduleOf(it).values`));
  const carried = notebook.textOf(notebook.cell, "stdout");
  expect(await inThread(source, probe)).toEqual({ probed, carried });
  return source;
}

describe("a module of cells", () => {
  it.each<[what: string, cells: string[], probe: string]>([
    ["a constant", ["const it = { a: 1 }"], "it"],
    [
      "what other cells declare",
      ["const n = 2", "function double(x: number) { return x * n }", "const it = { f: double }"],
      "it.f(4)",
    ],
    ["one cell among statements", ["console.log('x'); const it = [1]; if (it) console.log(it)\nit"], "it"],
    [
      "destructuring",
      [
        "const { a, b: [c = 5, ...d], ...e } = { a: 1, b: [undefined, 2, 3], f: 6 } as any",
        "const it = () => [a, c, d, e]",
      ],
      "it()",
    ],
    [
      "several variables of one statement",
      ["const a = 1, unused = console.log('no'), b = a + 1; const it = () => b"],
      "it()",
    ],
    [
      "default and named imports",
      [
        "import path, { sep as s, type ParsedPath } from 'node:path'",
        "const it = (): ParsedPath => path.parse('/a/b' + s)",
      ],
      "it()",
    ],
    [
      "namespace imports",
      [
        "import * as path from 'node:path'",
        "import type { Stats } from 'node:fs'",
        "const it = (x?: Stats) => path.join('a', 'b')",
      ],
      "it()",
    ],
    [
      "recursive functions",
      [
        "const even = (n: number): boolean => n === 0 || odd(n - 1)",
        "function odd(n: number): boolean { return n !== 0 && even(n - 1) }",
        "const it = (n: number) => even(n)",
      ],
      "it(10)",
    ],
    [
      "classes with static blocks",
      [
        "const start = 3",
        "class A { static count = start; static { A.count++ } #x = 1; get x() { return this.#x } }",
        "class it extends A { y = super.x }",
      ],
      "[new it().y, it.count]",
    ],
    [
      "enums",
      [
        "enum Color { Red, Green = 'g' as any, Blue = 1 << 3 }",
        "const enum Side { Left = 4 }",
        "const it = { c: Color.Blue, s: Side.Left, Color }",
      ],
      "it",
    ],
    [
      "namespaces",
      ["namespace N { export const a = 1; export const b = a + 1 }", "const it = () => N.a + N.b"],
      "it()",
    ],
    [
      "generics and casts",
      [
        "function first<T extends unknown[]>(xs: T): T[0] { return xs[0]! }",
        "const it = { v: first<[number]>([7]) as number satisfies number }",
      ],
      "it",
    ],
    [
      "overloads",
      [
        "function f(a: string): string; function f(a: number): number; function f(a: any) { return a }",
        "const it = () => f(3)",
      ],
      "it()",
    ],
    ["shorthand properties", ["const a = 1; const b = 2", "const it = { a, b, nested: { a } }"], "it"],
    [
      "template literals",
      [
        "const who = 'x'; const tag = (s: TemplateStringsArray, ...v: unknown[]) => s.raw.join() + v",
        "const it = () => tag`a$" + "{who}b$" + "{`$" + "{who}`}`",
      ],
      "it()",
    ],
    [
      "names that only types use",
      [
        "class Shape { side = 1 }; const wide = 5",
        "type Wide = typeof wide; interface Has { s: Shape }",
        "const it = (x?: Has, y?: Wide): number => 4",
      ],
      "it()",
    ],
    [
      "asynchronous functions",
      [
        "const wait = async (x: number) => { await null; return x }",
        "const it = async () => { for await (const v of [wait(1)]) return v }",
      ],
      "it()",
    ],
    ["await at the top level", ["const rows = await Promise.resolve([1, 2])", "const it = () => rows.length"], "it()"],
    [
      "exported declarations",
      [
        "export const a = 2; export function f() { return a }",
        "export default function g() { return f() }",
        "export const it = () => g()",
      ],
      "it()",
    ],
    [
      "text beyond ASCII",
      ["const größe = '日本 𝕏 é'; /* 𝕏𝕏 */ const größer = größe + '!'", "const it = () => größer"],
      "it()",
    ],
    [
      "loops and labels in functions",
      [
        "const limit = 3",
        "function it() { let n = 0; outer: for (let limit2 = 0; ; limit2++) { " +
          "for (const x of [1, 2]) { if (n >= limit) break outer; n += x } } return n }",
      ],
      "it()",
    ],
    ["a function that asks for a name nobody has", ["const it = () => typeof nowhere"], "it()"],
    [
      "generators and getters",
      ["function* count() { yield* [1, 2] }", "const it = { get all() { return [...count()] } }"],
      "[it.all]",
    ],
    ["dynamic imports", ["const it = async () => (await import('node:path')).sep"], "it()"],
    ["a name of the module's own exports", ["const $carried = 4", "const it = () => $carried"], "it()"],
    [
      "a name of three cells, each run again",
      ["const n = 1", "const n = 2", "const it = () => n", "const n = 2"],
      "it()",
    ],
    [
      "a call of what Node has",
      ["const it = () => structuredClone([Math.sqrt(4), typeof setTimeout, new URL('a:b').href])"],
      "it()",
    ],
    ["properties put on a function", ["const it = Object.assign(() => 1, { limit: 4 })"], "it.limit"],
    [
      "functions and classes that name themselves",
      [
        "const outer = 3; const g = 1; const f = function g(this: unknown, x = outer): number { return x > 0 ? g.call(null, x - 1) : x }",
        "class A { static make() { return new A() } n = <number>f() } const B = class C extends A { same() { return C } }",
        "const it = () => [A.make().n, new B().same() === B, f.name, B.name]",
      ],
      "it()",
    ],
    [
      "a helper that is run again as it was",
      [
        "import { join } from 'node:path'; function helper() { return join('a', 'b') }",
        "const it = { made: helper() }",
        "import { join } from 'node:path'; function helper() { return join('a', 'b') }",
      ],
      "it",
    ],
    ["a script's first line", ["#!/usr/bin/env node\nconst it = [1]"], "it"],
  ])("declares again: %s", async (_, cells, probe) => {
    await expectSame(cells, probe);
  });

  it("has only what is needed, in the order in which it was run", async () => {
    const source = await expectSame(
      [
        "import { join, sep } from 'node:path'; import 'node:fs'; const other = 1; let n = 2;",
        "console.log('effect'); const name = (part: string) => join('a', part) + n",
        "const it = { of: name }; it",
      ],
      "it.of('b')",
    );
    expect(source).toBe(
      [
        "import { join } from 'node:path';",
        "let n = 2;",
        "const name = (part: string) => join('a', part) + n;",
        "const it = { of: name };",
        'const $carried = () => ({ ["n"]: n, ["it"]: it });',
        "export { it as default, $carried as $carried };",
        "",
      ].join("\n"),
    );
  });

  it("leaves out what only looks like a use", async () => {
    const source = await expectSame(
      [
        "const inner = 1, prop = 2, label = 3, param = 4, caught = 5, own = 6, part = 7, member = 8, key = 9",
        `function it(param: number, { key: renamed, part = 1 } = {} as any) {
          const inner = 10; label: for (;;) break label;
          try { throw 1 } catch (caught) { inner + (caught as number) }
          class own { member() { return own } }
          return { prop: inner, x: ({ prop: 3 }).prop, y: new own().member().name, renamed, part }
        }`,
      ],
      "it(1)",
    );
    for (const name of ["inner", "prop", "label", "param", "caught", "own", "part", "member", "key"]) {
      expect(source).not.toContain(`const ${name} = ${"1"};`);
      expect(source).not.toMatch(new RegExp(`^const ${name} =`, "m"));
    }
  });

  it("imports files of the notebook's folder", async () => {
    notebook.write("part.ts", "export const four: number = 4; export default class Part { n = four }");
    await expectSame(["import Part, { four } from './part.ts'", "const it = () => [new Part().n, four]"], "it()");
    expect((await moduleOf("Part")).source).toContain("import Part from './part.ts';");
  });

  it("finds the later declaration in functions, as the session does", async () => {
    const source = await expectSame(
      ["const helper = () => 1", "function it() { return helper() }", "const helper = () => 2"],
      "it()",
    );
    expect(source).not.toContain("() => 1");
  });

  it("takes a name that is declared again with what was declared beside it", async () => {
    await expectSame(["const a = 1, b = 2", "const b = 3; const it = () => [a, b]"], "it()");
  });

  it("is made in the cell that declares its variable, also when that is run again", async () => {
    const cell = `
      const { sqrt } = Math; const table = [sqrt(4)]; const it = { f: () => table };
      process.stdout.write(String("source" in ${HOOK}.moduleOf(it)))`;
    for (const _ of [1, 2]) {
      await run(cell);
      expect(notebook.textOf(notebook.cell, "stdout")).toBe("true");
    }
  });

  it("reports the values as they are now, for a comparison", async () => {
    await run("const list = [1]; class K { static n = 1 }; function f() {}", "const it = () => [list, K, f]");
    await run("list.push(2); K.n = 5; (f as any).extra = 3; (K.prototype as any).added = 4");
    const text = await notebook.value(`${HOOK}.moduleOf(it).values`);
    expect(text).toBe("{ list: [ 1, 2 ], 'K.n': 5, 'K.prototype.added': 4, 'f.extra': 3 }");
  });

  it("learns of a variable in a cell that was interrupted after it", async () => {
    await notebook.runAndInterrupt("const n = 3; const it = { f: () => n }; console.log('go'); while (true);");
    const { source } = await moduleOf("it");
    expect(await inThread(source, "it.f()")).toMatchObject({ probed: "3" });
  });
});

describe("a module of cells is refused, with the reason,", () => {
  it.each<[what: string, cells: string[], reason: string]>([
    [
      "for a `let` that is assigned again",
      ["let n = 1", "const it = () => n", "n = 2"],
      "n (cell 1) is assigned to in cell 3; only its declaration can be carried",
    ],
    [
      "for one that its own cell assigns to",
      ["let n = 1; n += 1; const it = () => n"],
      "n (cell 1) is assigned to in cell 1; only its declaration can be carried",
    ],
    [
      "for one that a function assigns to",
      ["let n = 1", "const it = () => n++"],
      "n (cell 1) is assigned to in cell 2; only its declaration can be carried",
    ],
    [
      "for one that a pattern assigns to",
      ["let n = 1; const it = () => n", "[n] = [3]"],
      "n (cell 1) is assigned to in cell 2; only its declaration can be carried",
    ],
    [
      "for one that a loop assigns to",
      ["var n = 1; const it = () => n", "for (n of [1, 2]);"],
      "n (cell 1) is assigned to in cell 2; only its declaration can be carried",
    ],
    [
      "for a `var` that is given two values",
      ["var n = 1; { var n = 2 } const it = () => n"],
      "n (cell 1) is assigned to in cell 1; only its declaration can be carried",
    ],
    [
      "for two declarations in a cell",
      ["var n = 1; var n = 1; const it = () => n"],
      "n (cell 1) is declared more than once in its cell",
    ],
    [
      "for declarations that are merged",
      ["class K {} namespace K { export const z = 3 }", "const it = () => K.z"],
      "K (cell 1) is declared more than once in its cell",
    ],
    [
      "for what a callback assigns to",
      ["let n = 1; const it = () => n", "process.once('epsilab-never' as any, () => { n = 2 })"],
      "n (cell 1) is assigned to in cell 2; only its declaration can be carried",
    ],
    [
      "for what only cells have",
      ["const it = () => display(1)"],
      "it (cell 1) uses display, a global that only cells have",
    ],
    [
      "for the question to the user",
      ["const ask = () => prompt('x')", "const it = () => ask()"],
      "ask (cell 1) uses prompt, a global that only cells have",
    ],
    [
      "for a property of the global object",
      ["(globalThis as any).shared = 1", "const it = () => shared"],
      "it (cell 2) uses shared, a global that only cells have",
    ],
    [
      "for the global object",
      ["const it = () => (globalThis as any).shared"],
      "it (cell 1) uses globalThis, which is another in another thread",
    ],
    [
      "for a global that was replaced",
      ["const it = () => queueMicrotask", "globalThis.queueMicrotask = () => {}"],
      "it (cell 1) uses queueMicrotask, a global that a cell has replaced",
    ],
    [
      "for `require`",
      ["const it = () => require('node:fs')"],
      "it (cell 1) uses require, which is another in another thread",
    ],
    [
      "for `import = require`",
      ["import path = require('node:path'); const it = () => path.sep"],
      "path (cell 1) is declared inside a block, or in a form that cannot be carried",
    ],
    [
      "for `import.meta`",
      ["const it = () => import.meta.url"],
      "it (cell 1) uses import.meta, which is another in another thread",
    ],
    [
      "for a module of the kernel",
      ["import * as tslab from 'tslab'", "const it = () => tslab.versions"],
      "tslab (cell 1) is imported from tslab, which only cells have",
    ],
    [
      "for a module of the kernel, later",
      ["const it = () => import('tslab')"],
      "it (cell 1) imports tslab, which only cells have",
    ],
    [
      "for a computed import",
      ["const it = (name: string) => import(name)"],
      "it (cell 1) imports a module whose name is computed",
    ],
    [
      "for JSX",
      ["const React = { createElement: () => 1 }; const it = () => <p>text</p>"],
      "it (cell 1) is in a cell that is not plain TypeScript; JSX cannot be carried",
    ],
    [
      "for decorators",
      ["const mark = (of: any, c: any) => {}; class A { @mark m() {} }", "const it = () => new A()"],
      "A (cell 1) has decorators, which cannot be carried",
    ],
    [
      "for a resource",
      ["using r = { [Symbol.dispose]() {} }; const it = () => r"],
      "r (cell 1) is declared inside a block, or in a form that cannot be carried",
    ],
    [
      "for a variable of a block",
      ["if (true) { var n = 1 }", "const it = () => n"],
      "n (cell 1) is declared inside a block, or in a form that cannot be carried",
    ],
    [
      "for a value that was made of an older declaration",
      [
        "function helper() { return 1 }",
        "const made = [helper()]; const it = () => made",
        "function helper() { return 2 }",
      ],
      "made (cell 2) was made before helper was declared again in cell 3; run cell 2 again",
    ],
    [
      "for one that was made so by another function",
      ["const n = 1", "function helper() { return () => n }", "const it = { f: helper() }", "const n = 2"],
      "it (cell 3) was made before n was declared again in cell 4; run cell 3 again",
    ],
    [
      "for a pattern of which one name was declared again",
      ["const [a, b] = [1, 2]", "const b = 3; const it = () => a"],
      "b is declared in cell 1 together with others, and again in cell 2; run cell 1 again",
    ],
  ])("%s", async (_, cells, reason) => {
    await run(...cells);
    expect(await reasonOf("it")).toBe(reason);
  });

  it("for what has no name, and for what is no object", async () => {
    await run("const list = [{}]");
    expect(await reasonOf("({ a: 1 })")).toBe("it has no name: declare it in a cell, as in const mine = ...");
    expect(await reasonOf("list[0]")).toBe("it has no name: declare it in a cell, as in const mine = ...");
    expect(await reasonOf("3")).toBe(
      "only objects and functions can be found among the variables, and this is a number",
    );
    expect(await reasonOf("null")).toBe(
      "only objects and functions can be found among the variables, and this is null",
    );
  });

  it("for a declaration that its cell did not come to", async () => {
    await run("const f = () => 1", "const it = () => f()");
    expect((await notebook.run("throw new Error('half-way'); const f = () => 2")).status).toBe("error");
    const reason = "f (cell 3) has not got its value from that cell, which did not run to its end; run it again";
    expect(await reasonOf("it")).toBe(reason);
    await run("const f = () => 3");
    expect((await moduleOf("it")).source).toContain("() => 3");
    await run(`const before = ${HOOK}.moduleOf(it); const f = () => 4`);
    expect(await notebook.value("before.reason")).toBe(
      `'f (cell ${notebook.cell - 1}) has not got its value from that cell, which did not run to its end; run it again'`,
    );
  });

  it("for a name that has no value yet", async () => {
    expect((await notebook.run("const it = () => later; throw 1; const later = 2")).status).toBe("error");
    expect(await reasonOf("it")).toBe("later (cell 1) has no value yet");
  });

  it("for a file that has changed since it was imported", async () => {
    notebook.write("below.ts", "export const n = 1");
    notebook.write("part.ts", "export { n } from './below.ts'");
    await run("import { n } from './part.ts'; const it = () => n");
    expect(await reasonOf("it")).toBeUndefined();
    notebook.write("below.ts", "export const n = 2");
    const reason = "n (cell 1) is imported from ./part.ts, which has changed since; run that cell again";
    expect(await reasonOf("it")).toBe(reason);
    await run("import { n as other } from './part.ts'");
    expect(await reasonOf("it")).toBe(reason);
    await run("import { n } from './part.ts'");
    expect(await reasonOf("it")).toBeUndefined();
  });

  it("for a method that this Node has only in cells", async () => {
    await run("const it = () => new Set([1]).union(new Set([2]))", "const other = () => new Set([1]).has(1)");
    const isAdded = (await notebook.value("process.versions.node"))?.startsWith("'20.");
    const reason = "it (cell 1) uses .union, which this version of Node has only in cells";
    expect(await reasonOf("it")).toBe(isAdded ? reason : undefined);
    expect(await reasonOf("other")).toBeUndefined();
  });

  it("until it no longer holds", async () => {
    await run("let n = 1; function bump() { n++ }", "const it = () => n");
    expect(await reasonOf("it")).toContain("n (cell 1) is assigned to in cell 1");
    await run("let n = 1; function bump() {}");
    expect(await reasonOf("it")).toBeUndefined();
  });
});

describe("the hook", () => {
  it("is not seen among the globals", async () => {
    expect(
      await notebook.value('Object.getOwnPropertyDescriptor(globalThis, Symbol.for("Jupyter.cell"))!.enumerable'),
    ).toBe("false");
  });
});
