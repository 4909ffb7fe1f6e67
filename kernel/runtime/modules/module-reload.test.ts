import { rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

const write = (path: string, text: string) => notebook.write(path, text);
const value = (code: string) => notebook.value(code);

async function failure(code: string): Promise<string> {
  const { errors } = await notebook.run(code);
  expect(errors).toHaveLength(1);
  return errors[0].evalue;
}

describe("an edited file", () => {
  it.each([
    [
      "the file, then what imports it",
      "const { two } = await import('./two.ts'); const { one } = await import('./one.ts')",
    ],
    [
      "what imports it, then the file",
      "const { one } = await import('./one.ts'); const { two } = await import('./two.ts')",
    ],
  ])("is new for all that import it, in the order: %s", async (_, imports) => {
    write("two.ts", "export const two = 2");
    write("one.ts", "import { two } from './two.ts'; export const one = two - 1");
    expect(await value(`${imports}; [two, one]`)).toBe("[ 2, 1 ]");
    write("two.ts", "export const two = 300");
    expect(await value(`${imports}; [two, one]`)).toBe("[ 300, 299 ]");
    write("two.ts", "export const two = 400");
    await notebook.run("import './two.ts'");
    expect(await value("import { one } from './one.ts'; one")).toBe("399");
  });

  it("leaves one class of each name, whichever file it comes through", async () => {
    write("shape.ts", "export class Shape { sides = 3 }");
    write("maker.ts", "import { Shape } from './shape.ts'; export { Shape }; export const make = () => new Shape()");
    await notebook.run("import { Shape } from './shape.ts'; import { make } from './maker.ts'");
    write("shape.ts", "export class Shape { sides = 4 }");
    await notebook.run("import { Shape } from './shape.ts'");
    expect(await value("import { make } from './maker.ts'; [make() instanceof Shape, make().sides]")).toBe(
      "[ true, 4 ]",
    );
  });

  it("is new two and three imports above", async () => {
    write("deep/a.ts", "export const a = 1");
    write("deep/b.ts", "export * from './a.ts'");
    write("deep/c.mjs", "export { a as c } from './b.ts'");
    write("deep/d.ts", "export const d = async () => (await import('./c.mjs')).c");
    expect(await value("import { c } from './deep/c.mjs'; import { d } from './deep/d.ts'; [c, await d()]")).toBe(
      "[ 1, 1 ]",
    );
    write("deep/a.ts", "export const a = 2");
    await notebook.run("import './deep/a.ts'");
    expect(await value("import { c } from './deep/c.mjs'; import { d } from './deep/d.ts'; [c, await d()]")).toBe(
      "[ 2, 2 ]",
    );
  });

  it("is noticed in a cycle, once, on either side", async () => {
    write(
      "ring-a.ts",
      "import { b } from './ring-b.ts'; export const a = () => 'a'; export const both = () => a() + b()",
    );
    write(
      "ring-b.ts",
      "import { a } from './ring-a.ts'; export const b = () => 'b'; export const back = () => b() + a()",
    );
    expect(
      await value("import { both } from './ring-a.ts'; import { back } from './ring-b.ts'; [both(), back()]"),
    ).toBe("[ 'ab', 'ba' ]");
    write(
      "ring-b.ts",
      "import { a } from './ring-a.ts'; export const b = () => 'B'; export const back = () => b() + a()",
    );
    expect(
      await value("import { back } from './ring-b.ts'; import { both } from './ring-a.ts'; [both(), back()]"),
    ).toBe("[ 'aB', 'Ba' ]");
  });

  it("is noticed though its time and length stayed the same", async () => {
    write("same.ts", "export const same = 1");
    const time = new Date(1_700_000_000_000);
    utimesSync(join(notebook.folder, "same.ts"), time, time);
    expect(await value("import { same } from './same.ts'; same")).toBe("1");
    write("same.ts", "export const same = 2");
    utimesSync(join(notebook.folder, "same.ts"), time, time);
    expect(await value("import { same } from './same.ts'; same")).toBe("2");
    write("twice.ts", "export const file = (n: number) => 'export default ' + n");
    const twice = `import { file } from './twice.ts'; const seen: number[] = []
      for (const n of [1, 2, 3, 4]) {
        require('fs').writeFileSync('fast.ts', file(n))
        seen.push((await import('./fast.ts')).default)
      }`;
    expect(await value(`${twice} seen`)).toBe("[ 1, 2, 3, 4 ]");
  });

  it("outside the notebook's folder is new, too", async () => {
    write("lab/notebooks/marker.ts", "");
    write("lab/shared/deep.ts", "export const deep = 1");
    write("lab/shared/index.ts", "export * from './deep.ts'");
    const inside = new Notebook({ folder: join(notebook.folder, "lab/notebooks") });
    expect((await inside.run("import { deep } from '../shared'; deep")).text).toBe("1");
    write("lab/shared/deep.ts", "export const deep = 2");
    expect((await inside.run("import '../shared/deep.ts'; import { deep } from '../shared'; deep")).text).toBe("2");
    await inside.close();
  });
});

describe("an unchanged file", () => {
  it("keeps its state and its classes when others are edited, or when it is only written again", async () => {
    write("kept.ts", "export const state = { n: 0 }; export class Kept {}");
    write("other.ts", "export const other = 1");
    write("top.ts", "export * from './kept.ts'; export * from './other.ts'");
    await notebook.run("import { state, Kept } from './top.ts'; state.n = 5; const before = Kept");
    write("other.ts", "export const other = 2");
    write("kept.ts", "export const state = { n: 0 }; export class Kept {}");
    expect(await value("import { state, Kept, other } from './top.ts'; [state.n, Kept === before, other]")).toBe(
      "[ 5, true, 2 ]",
    );
  });
});

describe("a file that fails", () => {
  it.each([
    ["does not parse", "export const part = ;", "Expression expected"],
    ["throws", "export const part: number = (() => { throw new Error('at load') })()", "at load"],
    ["lost its export", "export const other = 1", "part"],
  ])("because it %s fails all that import it, until it is mended", async (_, broken, message) => {
    write("part.ts", "export const part = 1");
    write("whole.ts", "import { part } from './part.ts'; export const whole = part + 1");
    expect(await value("import { whole } from './whole.ts'; whole")).toBe("2");
    write("part.ts", broken);
    expect(await failure("import { part } from './part.ts'; part")).toContain(message);
    expect(await failure("import { whole } from './whole.ts'; whole")).toContain(message);
    write("part.ts", "export const part = 10");
    expect(await value("import { whole } from './whole.ts'; whole")).toBe("11");
    expect(await value("import { part } from './part.ts'; part")).toBe("10");
  });

  it("is tried again, also beside files that did not", async () => {
    write("left.ts", "if (!(globalThis as any).isReady) throw new Error('not ready'); export const left = 1");
    write("right.ts", "import { left } from './left.ts'; export const right = left");
    write("pair.ts", "export * from './left.ts'; export * from './right.ts'");
    expect(await failure("import './pair.ts'")).toBe("not ready");
    await notebook.run("globalThis.isReady = true");
    expect(await value("import { right } from './right.ts'; right")).toBe("1");
    expect(await value("import { left, right } from './pair.ts'; left + right")).toBe("2");
  });

  it("because it was deleted, or is not there yet, is named", async () => {
    write("gone.ts", "export const gone = 1");
    write("needs-gone.ts", "export { gone } from './gone.ts'");
    expect(await value("import { gone } from './needs-gone.ts'; gone")).toBe("1");
    rmSync(join(notebook.folder, "gone.ts"));
    expect(await failure("import { gone } from './needs-gone.ts'; gone")).toContain("./gone.ts");
    write("gone.ts", "export const gone = 2");
    expect(await value("import { gone } from './needs-gone.ts'; gone")).toBe("2");
  });
});

describe("a file that was interrupted", () => {
  it.each([
    ["ts", "export const whole = 1"],
    ["cjs", "exports.whole = 1"],
  ])("is loaded again as .%s, by itself and by what imports it", async (extension, text) => {
    await notebook.run("globalThis.isHurried = false");
    const loop = "if (!globalThis.isHurried) { console.log('go'); for (;;); }";
    write(`loop.${extension}`, `// @ts-nocheck\n${loop}\n${text}`);
    write("looping.ts", `export { whole } from './loop.${extension}'`);
    expect((await notebook.runAndInterrupt("import { whole } from './looping.ts'")).status).toBe("interrupted");
    await notebook.run("globalThis.isHurried = true");
    expect(await value("import { whole } from './looping.ts'; whole")).toBe("1");
    expect(await value(`import { whole } from './loop.${extension}'; whole`)).toBe("1");
  });
});

describe("a symbolic link", () => {
  it("leads to the same module as the file itself, also when that is edited", async () => {
    write("real-1.ts", "export class Real { n = 1 }");
    symlinkSync("real-1.ts", join(notebook.folder, "link.ts"));
    write("through.ts", "export { Real } from './link.ts'");
    const both =
      "import { Real as direct } from './real-1.ts'; import { Real } from './through.ts'; [direct === Real, new Real().n]";
    expect(await value(both)).toBe("[ true, 1 ]");
    write("real-1.ts", "export class Real { n = 11 }");
    expect(await value(both)).toBe("[ true, 11 ]");
  });
});

describe("an edited CommonJS or JSON file", () => {
  const cell = "import { v } from './a.cjs'; import { tv } from './t.ts'; [v, tv, require('./a.cjs').v]";

  it("is new for CommonJS and TypeScript that use it", async () => {
    write("b.cjs", "exports.v = 1");
    write("a.cjs", "const b = require('./b.cjs'); exports.v = b.v");
    write("t.ts", "import { v } from './b.cjs'; export const tv = v");
    expect(await value(cell)).toBe("[ 1, 1, 1 ]");
    write("b.cjs", "exports.v = 2");
    expect(await value(cell)).toBe("[ 2, 2, 2 ]");
    write("b.cjs", "exports.v = 3");
    expect(await value("require('./b.cjs').v")).toBe("3");
    expect(await value(cell)).toBe("[ 3, 3, 3 ]");
    expect(await value("require('./a.cjs') === require('./a.cjs')")).toBe("true");
  });

  it("is new for what reads it as data", async () => {
    write("rows.json", '{ "n": 1 }');
    write("rows.ts", "import rows from './rows.json'; export const n = rows.n");
    write("rows.cjs", "exports.n = require('./rows.json').n");
    write(
      "made.ts",
      "import { createRequire } from 'node:module'; export const n = createRequire(import.meta.url)('./rows.json').n",
    );
    const read =
      "await Promise.all(['./rows.ts', './rows.cjs', './made.ts'].map(async (file) => (await import(file)).n))";
    expect(await value(read)).toBe("[ 1, 1, 1 ]");
    write("rows.json", '{ "n": 22 }');
    expect(await value("require('./rows.json').n")).toBe("22");
    expect(await value(read)).toBe("[ 22, 22, 22 ]");
    expect(await value("import data from './rows.json'; data === require('./rows.json')")).toBe("true");
    const long = (n: number) => JSON.stringify({ n, all: Array.from({ length: 50_000 }, () => 1) });
    write("rows.json", long(3));
    expect(await value(read)).toBe("[ 3, 3, 3 ]");
    write("rows.json", long(4));
    expect(await value(read)).toBe("[ 4, 4, 4 ]");
    write("rows.json", "{ n: 1 }");
    expect(await failure("import './rows.ts'")).toContain("rows.json");
  });

  it("that failed is tried again, also by a file that went on without it", async () => {
    write("optional.cjs", "exports.has = false; try { exports.has = require('./extra.cjs').extra } catch {}");
    write("extra.cjs", "throw new Error('not today')");
    expect(await value("require('./optional.cjs').has")).toBe("false");
    write("extra.cjs", "exports.extra = true");
    expect(await value("require('./optional.cjs').has")).toBe("true");
  });

  it("of an installed package stays as it is", async () => {
    write("node_modules/fixed/package.json", '{ "name": "fixed", "main": "main.js" }');
    write("node_modules/fixed/main.js", "exports.state = require('./part')");
    write("node_modules/fixed/part.js", "exports.n = 1");
    await notebook.run("require('fixed').state.n = 5");
    write("node_modules/fixed/part.js", "exports.n = 2");
    expect(await value("import { state } from 'fixed'; [state.n, require('fixed').state.n]")).toBe("[ 5, 5 ]");
  });
});
