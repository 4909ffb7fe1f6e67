import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

/** Builds its exports at run time, as lodash does: nothing of them can be read in the text. */
const UMD = `;(function () {
  var root = this
  function main(value) { return value }
  main.chunk = function () { return 'chunk' }
  main.count = 0
  main.up = function () { main.count++ }
  var free = typeof module == 'object' && module
  if (free) (free.exports = main)._ = main
  else root._ = main
}).call(this)`;

const LEGACY = `"use strict"; Object.defineProperty(exports, "__esModule", { value: true })
exports.default = class Legacy { hi() { return 'hi' } }
exports.helper = () => 'helped'`;

/** Has parts that are loaded when they are asked for, one of which fails. */
const LAZY = `globalThis.asked ??= []
const parts = {}
for (const name of ['first', 'second', 'broken']) {
  Object.defineProperty(parts, name, { enumerable: true, get() {
    globalThis.asked.push(name)
    if (name === 'broken') throw new Error('no such part')
    return name
  } })
}
parts.plain = 'plain'
module.exports = parts`;

const folder = mkdtempSync(join(tmpdir(), "epsilab-common-"));
let notebook: Notebook;

const write = (path: string, text: string) => notebook.write(path, text);
const value = (code: string) => notebook.value(code);

function install(name: string, main: string, description: object = {}): void {
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "main.js", ...description }));
  write(`node_modules/${name}/main.js`, main);
}

beforeAll(() => {
  notebook = new Notebook({ folder });
  install("umd", UMD);
  install("legacy", LEGACY);
  install("lazy", LAZY);
});
afterAll(async () => {
  await notebook.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a CommonJS package, to a cell", () => {
  it("has the names that are only there at run time", async () => {
    expect(await value("import { chunk } from 'umd'; chunk()")).toBe("'chunk'");
    expect(await value("import * as all from 'umd'; [all.chunk(), all.default('main')]")).toBe("[ 'chunk', 'main' ]");
    expect(await value("(await import('umd')).chunk()")).toBe("'chunk'");
    expect(await value("import umd from 'umd'; [umd.chunk(), umd('main')]")).toBe("[ 'chunk', 'main' ]");
  });

  it("has its own default if it was a module, by any kind of import", async () => {
    expect(await value("import Legacy, { helper } from 'legacy'; [new Legacy().hi(), helper()]")).toBe(
      "[ 'hi', 'helped' ]",
    );
    expect(await value("import * as spaced from 'legacy'; new spaced.default().hi()")).toBe("'hi'");
    expect(await value("const { default: Lazily } = await import('legacy'); new Lazily().hi()")).toBe("'hi'");
    expect(await value("await (async () => new (await import('legacy')).default().hi())()")).toBe("'hi'");
  });

  it("is its exports by default if it was a module that has no default, or was none", async () => {
    install("nameless", "exports.__esModule = true; exports.named = 1");
    install("plain", "exports.default = 'a name as others'; exports.other = 1");
    expect(await value("import nameless from 'nameless'; nameless.named")).toBe("1");
    expect(await value("import plain from 'plain'; [plain.default, plain.other]")).toBe("[ 'a name as others', 1 ]");
  });

  it("is the same however it is asked for, and to require what it exports", async () => {
    expect(await value("import * as one from 'umd'; import * as two from 'umd'; one === two")).toBe("true");
    expect(await value("import whole from 'umd'; [whole === require('umd'), one.chunk === whole.chunk]")).toBe(
      "[ true, true ]",
    );
    expect(await value("import Own from 'legacy'; [Own === require('legacy').default, typeof Own]")).toBe(
      "[ true, 'function' ]",
    );
  });

  it("is live, and has the names that were added before the import", async () => {
    expect(await value("import { count, up } from 'umd'; up(); up(); count")).toBe("2");
    await value("require('umd').added = 'later'");
    expect(await value("import { added } from 'umd'; added")).toBe("'later'");
  });

  it("is asked for what a getter has when that is used", async () => {
    expect(await value("import * as lazy from 'lazy'; [lazy.plain, globalThis.asked]")).toBe("[ 'plain', [] ]");
    expect(await value("import { second, broken } from 'lazy'; [second, globalThis.asked]")).toBe(
      "[ 'second', [ 'second' ] ]",
    );
    expect((await notebook.run("broken")).errors[0].evalue).toContain("no such part");
  });

  it("may export what is no object", async () => {
    install("number", "module.exports = 42");
    install("list", "module.exports = ['a', 'b']");
    install("nothing", "module.exports = null");
    expect(await value("import number from 'number'; import list from 'list'; [number, list]")).toBe(
      "[ 42, [ 'a', 'b' ] ]",
    );
    expect(await value("import nothing from 'nothing'; import * as items from 'list'; [nothing, items[0]]")).toBe(
      "[ null, undefined ]",
    );
  });

  it("is shown with its values and without asking its getters", async () => {
    await value("globalThis.asked.length = 0");
    const shown = await value("import * as drawn from 'lazy'; drawn");
    expect(shown).toContain("plain: 'plain'");
    expect(shown).toContain("first: [Getter]");
    expect(await value("globalThis.asked")).toBe("[]");
  });

  it("has parts that are named without an extension, or by their folder", async () => {
    write("node_modules/umd/part.js", "module.exports = () => 'part'");
    write("node_modules/umd/folder/index.js", "exports.inner = 'inner'");
    const imports = "import part from 'umd/part'; import { inner } from 'umd/folder'";
    write("parts.ts", `${imports}; export const parts = [part(), inner]`);
    expect(await value(`${imports}; [part(), inner]`)).toBe("[ 'part', 'inner' ]");
    expect(await value("import { parts } from './parts.ts'; parts")).toBe("[ 'part', 'inner' ]");
    expect((await notebook.run("import 'umd/none'")).errors[0].evalue).toContain("umd/none");
  });

  it("may be preloaded, also through a link", async () => {
    symlinkSync(join(folder, "node_modules/legacy"), join(folder, "linked"));
    const other = new Notebook({ folder, preload: { library: join(folder, "linked") } });
    expect(await other.value("import Library from 'library'; new Library().hi()")).toBe("'hi'");
    await other.close();
  });

  it("still misses what it does not have", async () => {
    const { errors } = await notebook.run("import { absent } from 'umd'; absent");
    expect(errors[0].evalue).toContain("does not provide an export named 'absent'");
  });
});

describe("a CommonJS package, to a file", () => {
  it("is to TypeScript what it is to a cell", async () => {
    write(
      "uses.ts",
      `import { chunk } from 'umd'; import * as all from 'umd'; import Legacy, { helper } from 'legacy'
export { chunk as passed } from 'umd'
export const used = () => [chunk(), all.chunk(), new Legacy().hi(), helper()].join()
export const later = async () => [(await import('umd')).chunk(), new (await import('legacy')).default().hi()].join()
export const isSame = async () => (await import('umd')) === (await import('umd'))`,
    );
    const names = "import { used, later, passed, isSame } from './uses.ts'";
    expect(await value(`${names}; [used(), await later(), passed(), await isSame()]`)).toBe(
      "[ 'chunk,chunk,hi,helped', 'chunk,hi', 'chunk', true ]",
    );
  });

  it("is read again by a file that is edited", async () => {
    write("edited.ts", "import { chunk } from 'umd'; export const said = chunk()");
    expect(await value("import { said } from './edited.ts'; said")).toBe("'chunk'");
    write("edited.ts", "import { chunk } from 'umd'; export const said = chunk() + '!'");
    expect(await value("import { said } from './edited.ts'; said")).toBe("'chunk!'");
  });

  it("is asked for what a getter has when that is used", async () => {
    write("takes.ts", "import { second } from 'lazy'; export * from 'lazy'; export const got = () => second");
    await value("globalThis.asked.length = 0");
    expect(await value("import { first, plain, broken, got } from './takes.ts'; [plain, globalThis.asked]")).toBe(
      "[ 'plain', [] ]",
    );
    expect(await value("[first, got()]")).toBe("[ 'first', 'second' ]");
    expect((await notebook.run("broken")).errors[0].evalue).toContain("no such part");
  });

  it("is to JavaScript what Node makes of it", async () => {
    write(
      "node.mjs",
      "import legacy, { helper } from 'legacy'; export const made = [new legacy.default().hi(), helper()]",
    );
    expect(await value("import { made } from './node.mjs'; made")).toBe("[ 'hi', 'helped' ]");
  });

  it("is to another package what Node makes of it", async () => {
    install("asks", "import legacy from 'legacy'; export const hi = new legacy.default().hi()", { type: "module" });
    expect(await value("import { hi } from 'asks'; hi")).toBe("'hi'");
  });
});

describe("a CommonJS file of the user", () => {
  it("has the default that TypeScript gives it", async () => {
    write("own.cjs", LEGACY);
    write("own-uses.ts", "import Legacy from './own.cjs'; export const said = new Legacy().hi()");
    write("own-uses.mjs", "import own from './own.cjs'; export const said = new own.default().hi()");
    expect(await value("import Own2, { helper as h } from './own.cjs'; [new Own2().hi(), h()]")).toBe(
      "[ 'hi', 'helped' ]",
    );
    expect(await value("import { said as typed } from './own-uses.ts'; typed")).toBe("'hi'");
    expect(await value("import { said as plainly } from './own-uses.mjs'; plainly")).toBe("'hi'");
  });

  it("is loaded again when it changed, with its getters unasked", async () => {
    write("changing.cjs", "module.exports = { n: 1, get bad() { throw new Error('asked') } }");
    expect(await value("import { n } from './changing.cjs'; import * as kept from './changing.cjs'; n")).toBe("1");
    write("changing.cjs", "module.exports = { n: 200 }");
    expect(await value("import { n } from './changing.cjs'; [n, kept.n]")).toBe("[ 200, 1 ]");
  });
});

describe("a package that is no CommonJS", () => {
  it("is given as it is, also if it passes CommonJS on", async () => {
    const exports = { import: "./main.mjs", require: "./main.cjs" };
    install("dual", "", { exports });
    write("node_modules/dual/main.cjs", "exports.__esModule = true; exports.default = 'old'; exports.hidden = 1");
    write("node_modules/dual/main.mjs", "import old from './main.cjs'; export default old; export const kind = 'new'");
    expect(await value("import dual, { kind } from 'dual'; [dual.default, kind, require('dual').default]")).toBe(
      "[ 'old', 'new', 'old' ]",
    );
    expect(await value("import * as given from 'dual'; Object.keys(given)")).toBe("[ 'default', 'kind' ]");
    expect(await value("require('node:util').types.isModuleNamespaceObject(given)")).toBe("true");
    expect(
      await value("import * as path from 'node:path'; require('node:util').types.isModuleNamespaceObject(path)"),
    ).toBe("true");
  });
});
