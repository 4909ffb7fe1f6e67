import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serverLocation } from "./server-location.ts";
import { TypeScriptService } from "./typescript-service.ts";

/** A project away from this one, with a notebook folder, a local module and a package named by its `exports` map. */
const project = mkdtempSync(join(tmpdir(), "epsilab-language-"));
const folder = join(project, "notebooks");
const write = (path: string, text: string) => {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), text);
};
let service: TypeScriptService;
beforeAll(() => {
  write(
    "tsconfig.json",
    "{ // comments\n" +
      ' "compilerOptions": { "strict": true, "noUnusedLocals": true, "erasableSyntaxOnly": true, "jsx": "preserve", ' +
      '"types": [], "paths": { "@local/*": ["./lib/*"] }, }, }',
  );
  write("notebooks/local.ts", "/** The local answer. */\nexport const answer = 42;\n");
  write("lib/index.ts", "export * from './greeting.ts';\n");
  write(
    "lib/greeting.ts",
    "/**\n" +
      " * Greeting: say hello.\n" +
      " *\n" +
      " * Theorem: it is polite.\n" +
      " */\n\n" +
      "import { sep } from 'node:path';\n" +
      "export function greet(name: string): string { return name + sep; }\n",
  );
  write(
    "preloaded/package.json",
    '{ "name": "workbench", "exports": { ".": { "types": "./types/index.d.ts", "default": "./index.js" } } }',
  );
  write(
    "preloaded/types/index.d.ts",
    "/** Adds noise. Theorem: epsilon is kept. */\n" +
      "export declare function noisy(value: number, options: { readonly epsilon: number; " +
      "readonly scale?: number }): number;\n",
  );
  write(
    "node_modules/mapped/package.json",
    '{ "name": "mapped", "exports": { ".": { "types": "./deep/types.d.ts", "default": "./x.js" } } }',
  );
  write("node_modules/mapped/deep/types.d.ts", "export declare const mapped: { readonly inside: string };\n");
  service = new TypeScriptService({
    folder,
    ambient:
      "/** Shows a value. */\ndeclare function show(value: unknown): void;\ndeclare module 'screen' { export const width: number }",
    preload: [{ name: "workbench", path: join(project, "preloaded") }],
    patience: 60_000,
  });
  service.start();
});
beforeEach(() => service.reset());
afterAll(() => {
  service.stop();
  rmSync(project, { recursive: true, force: true });
});

const at = (marked: string) => ({ code: marked.replace("|", ""), cursor: marked.indexOf("|") });
const complete = (marked: string) => service.complete(at(marked).code, at(marked).cursor);
const inspect = (marked: string, detail: 0 | 1 = 0) => service.inspect(at(marked).code, at(marked).cursor, detail);
const errors = async (code: string) =>
  (await service.diagnose(code)).map(({ code: number, start }) => [number, start.line, start.column]);

describe("complete", () => {
  it("finds members, with their types and signatures, before any cell ran", async () => {
    const found = await complete("[1,2].redu|");
    expect(found).toMatchObject({ matches: ["reduce", "reduceRight"], start: 6, end: 10 });
    expect(found.items[0]).toMatchObject({ text: "reduce", type: "function", start: 6, end: 10 });
    expect(found.items[0]?.signature).toMatch(/^\(callbackfn: .*\): number$/);
  });

  it("counts in UTF-16 behind an emoji and on later lines", async () => {
    expect(await complete("const s = '😀'; s.toUpp|")).toMatchObject({ matches: ["toUpperCase"], start: 18, end: 23 });
    expect(await complete("const s = 1\n/* 😀 */ s.toFix| + 1")).toMatchObject({
      matches: ["toFixed"],
      start: 23,
      end: 28,
    });
  });

  it("offers names that could be imported, with the edit that imports them, and their documentation", async () => {
    const found = await complete("const a = noi|");
    expect(found).toMatchObject({ matches: ["noisy"], start: 10, end: 13 });
    expect(found.items).toEqual([
      {
        text: "noisy",
        type: 'import\u00a0from\u00a0"workbench"',
        signature: "",
        start: 10,
        end: 13,
        edit: { start: 0, end: 0, text: 'import { noisy } from "workbench";\n' },
      },
    ]);
    const told = await inspect("const a = noisy|");
    expect(told?.text).toMatch(/function noisy\(value: number[\s\S]*Adds noise[\s\S]*To use it: import \{ noisy \}/);
    expect(await inspect("const a = Math.noisy|")).toBeUndefined();
    expect((await inspect('parseInt("noisy|")'))?.text).toMatch(/^parseInt\(/);
  });

  it("offers them after the names in scope, and not at all once they are imported", async () => {
    expect((await complete("const noise = 1; NOI|")).matches).toEqual(["noise", "noisy"]);
    expect((await complete("const denoise = 1; noi|")).matches).toEqual(["denoise", "noisy"]);
    expect((await complete("const denoise = 1; ois|")).matches).toEqual(["denoise"]);
    expect((await complete("ois|")).matches).toEqual(["noisy"]);
    expect((await complete("[...noi|]")).matches).toEqual(["noisy"]);
    const own = await complete("import { noisy } from 'workbench'; noi|");
    expect([own.matches, own.items[0]?.edit]).toEqual([["noisy"], undefined]);
    service.cellRan("import { noisy } from 'workbench'");
    const earlier = await complete("noi|");
    expect([earlier.matches, earlier.items[0]?.edit]).toEqual([["noisy"], undefined]);
  });

  it.each([
    "n|",
    "Math.noi|",
    "Math\n  ?. noi|",
    "const s = 'noi|'",
    "`noi|`",
    "// noi|",
    "/noi|/",
    "let a: noi|",
    "const noi|",
    "function f(noi|) {}",
    "class A { noi| }",
    "import { noi| } from 'node:path'",
  ])("offers none of them at %s", async (marked) => {
    expect((await complete(marked)).matches).not.toContain("noisy");
  });

  it("knows what earlier cells declared, best first", async () => {
    service.cellRan("const measurement = { depth: 1, width: 'a' }\nfunction measure() {}\nclass Meadow { grass() {} }");
    expect((await complete("mea|")).matches.slice(0, 3)).toEqual(["measure", "measurement", "Meadow"]);
    expect((await complete("measurement.|")).matches).toEqual(["depth", "width"]);
    service.cellRan("const nest = { plain: { one: 1, two: { three: 3 } }, 'a-b': 4 }");
    const signatures = [...(await complete("nest.|")).items, ...(await complete("nest['|']")).items];
    expect(signatures.find(({ text }) => text === "plain")?.signature).toBe(
      "{ one: number; two: { three: number; }; }",
    );
    expect(signatures.find(({ text }) => text.includes("a-b"))?.signature).toBe("number");
    service.cellRan("const a = 1; enum E { A = 'x' }");
    expect((await complete("a|")).items[0]).toMatchObject({ text: "a", type: "instance", signature: "1" });
    expect((await complete("E.|")).items[0]).toMatchObject({ text: "A", signature: '"x"' });
    expect((await complete("new Meadow().|")).items).toMatchObject([
      { text: "grass", type: "function", signature: "(): void" },
    ]);
  });

  it("completes object literals, imported names, import paths and quoted keys", async () => {
    expect((await complete("const o: { alpha: 1; beta?: 2 } = { |}")).matches).toEqual(["alpha", "beta"]);
    expect((await complete("import { ans| } from './local.ts'")).matches).toEqual(["answer"]);
    expect((await complete("import { x } from './lo|'")).matches).toEqual(["local.ts"]);
    expect((await complete("import { x } from '../lib/gr|'")).matches).toEqual(["greeting.ts"]);
    expect((await complete("const o = { 'a-b': 1 }; o['|']")).matches).toEqual(["a-b"]);
    expect((await complete("import { readFile } from 'node:fs/pro|'")).matches).toEqual(["promises"]);
  });

  it("completes a preloaded package by name", async () => {
    const found = await complete("import { noi| } from 'workbench'");
    expect(found.items).toMatchObject([{ text: "noisy", type: "function" }]);
    expect((await complete("import { noisy } from 'workbench'\nnoisy(1, { ep|")).matches).toEqual(["epsilon"]);
    expect((await complete("import { noisy } from 'workb|'")).matches).toEqual(["workbench"]);
  });

  it("finds nothing without failing in comments, strings and rubbish", async () => {
    for (const code of ["// abc|", "'abc|'", "}}} ((|", "|"])
      expect(await complete(code), code).toHaveProperty("matches");
    expect((await complete("'abc.xyz|'")).matches).toEqual([]);
    expect(await service.complete("Math.hy", 99)).toMatchObject({ matches: ["hypot"], start: 5, end: 7 });
    expect(await service.complete("Math.hy", -1)).toMatchObject({ start: 0, end: 0 });
  });

  it("never offers the names the session uses for itself", async () => {
    service.cellRan("let total = 1; const data = [1]");
    service.cellRan("const data = data.map(String)");
    const { matches } = await complete("|");
    expect(matches).toEqual(expect.arrayContaining(["total", "data"]));
    expect(matches.filter((match) => /[\uA000-\uA3FF]/.test(match))).toEqual([]);
  });
});

describe("inspect", () => {
  it("shows a signature and its documentation at the end of and inside a name", async () => {
    for (const code of ["Math.hypot|", "Math.hy|pot(1)", "Math.|hypot"]) {
      const found = await inspect(code);
      expect(found?.markdown).toContain("```typescript\n(method) Math.hypot(...values: number[]): number\n```");
      expect(found?.text).toMatch(/^\(method\) Math\.hypot\(.*\): number\nReturns the square root/);
    }
  });

  it("shows the call and its parameter inside parentheses", async () => {
    const found = await inspect("Math.atan2(1, |)");
    expect(found?.markdown).toMatch(/atan2\(y: number, x: number\): number[\s\S]*\*\*x: number\*\*/);
    expect((await inspect("[1].reduce(|"))?.text).toContain("and 2 more overloads");
    expect((await inspect("[1].reduce(|", 1))?.text.match(/^reduce/gm)).toHaveLength(3);
  });

  it("shows the doc comment of a call, also of a function that is the value of a variable", async () => {
    service.cellRan("/** Made of *two*. */\nconst pair = <T>(one: T, other: T): T[] => [one, other]");
    for (const code of ["pair(|", "pair<number>(1, |)", "`${pair(|", "[pair?.(1, |"]) {
      expect([code, (await inspect(code))?.markdown]).toEqual([code, expect.stringContaining("Made of *two*.")]);
    }
    expect((await inspect("pair(Math.atan2(1, |"))?.markdown).not.toContain("Made of *two*.");
  });

  it("counts the overloads of an earlier cell without their implementation", async () => {
    service.cellRan("function over(a: 1): 1\nfunction over(a: 2): 2;\nfunction over(a: any) { return a }");
    expect((await inspect("over(|"))?.text).toContain("and 1 more overload");
    expect(await errors("over(1); over(3)")).toEqual([[2769, 0, 14]]);
  });

  it("shows doc comments of earlier cells, local modules and preloaded packages", async () => {
    service.cellRan("/** Twice the *value*. */\nfunction twice(value: number) { return 2 * value }\nlet count = 1");
    expect((await inspect("twi|ce"))?.markdown).toBe(
      "```typescript\nfunction twice(value: number): number\n```\nTwice the *value*.",
    );
    expect((await inspect("count|"))?.text).toBe("let count: number");
    expect((await inspect("import { answer| } from './local.ts'"))?.markdown).toContain("The local answer.");
    expect((await inspect("import { noisy } from 'workbench'; noisy|(1)"))?.text).toContain(
      "Theorem: epsilon is kept.",
    );
  });

  it("shows the doc comment of a variable of an earlier cell, whatever declared it", async () => {
    service.cellRan(
      "// plain\n/** Not this. */\n/**\n * Rises.\n *\n * Theorem: it does.\n */\n// nor this\n" +
        "let rising = 1, other = 2, /** Third. */ third = 3\n" +
        "/** Exported. */ export let shown = 1;\n/** Old. */ var old = 'a';\n/** Fixed. */ const fixed = 1; let bare = 2\n" +
        "for (const one of [1]) {\n  /** Leaks. */ var leaking = one }\n/** Of the pattern. */ let { part } = { part: 1 }",
    );
    const text = async (name: string) => (await inspect(`${name}|`))?.text;
    expect(await text("rising")).toBe("let rising: number\nRises.\n\nTheorem: it does.");
    expect(await text("third")).toBe("let third: number\nThird.");
    expect(await text("shown")).toBe("let shown: number\nExported.");
    expect(await text("old")).toBe("var old: string\nOld.");
    expect(await text("fixed")).toBe("const fixed: 1\nFixed.");
    expect(await text("leaking")).toBe("var leaking: number\nLeaks.");
    for (const name of ["other", "bare", "part"]) expect(await text(name)).toBe(`let ${name}: number`);
    // The lines of the comment move no other.
    expect(await inspect("1\nrising + thi|rd")).toMatchObject({ text: "let third: number\nThird." });
    expect(await complete("rising;\nthi|")).toMatchObject({ start: 8, end: 11 });
    expect(await errors("rising = 2\nthird = 'a'")).toEqual([[2322, 1, 0]]);
    service.cellRan("rising = 3;\n/** Falls. */ let third = 1");
    expect(await text("rising")).toContain("Theorem: it does.");
    expect(await text("third")).toBe("let third: number\nFalls.");
  });

  it("falls back on the header of the file where the name has no comment", async () => {
    expect((await inspect("import { greet| } from '../lib/index.ts'"))?.markdown).toContain("Theorem: it is polite.");
  });

  it("shows the theorem of a mechanism of the workbench, imported by the name it is preloaded under", async () => {
    const workbench = new TypeScriptService({
      folder,
      preload: [{ name: "privacy", path: join(import.meta.dirname, "../..") }],
      patience: 60_000,
    });
    try {
      const code = "import { laplace } from 'privacy'";
      expect((await workbench.complete("import { lapl } from 'privacy'", 13)).matches).toContain("laplace");
      for (const detail of [0, 1] as const) {
        const shown = (await workbench.inspect(code, 12, detail))?.markdown ?? "";
        expect(shown).toMatch(/function laplace[\s\S]*Theorem: /);
        expect(shown.split("Theorem: "), "shown once").toHaveLength(2);
      }
      for (const call of ["laplace(", "laplace({ epsilon: 1, ", "(await [laplace(Math.max(1, 2), "]) {
        const text = `${code}; ${call}`;
        expect((await workbench.inspect(text, text.length, 0))?.markdown).toMatch(/laplace\([\s\S]*Theorem: /);
      }
      expect(await workbench.diagnose(code)).toEqual([]);
    } finally {
      workbench.stop();
    }
  });

  it("knows nothing of numbers, keywords in the void and blanks", async () => {
    expect(await inspect("1 + |1")).toBeUndefined();
    expect(await inspect("undeclared|")).toBeUndefined();
    expect(await inspect("|")).toBeUndefined();
  });
});

describe("diagnose", () => {
  it("knows the libraries and the declarations of the project", async () => {
    write("typed/tsconfig.json", '{ "compilerOptions": { "lib": ["ES2022", "DOM"], "strict": true } }');
    write("typed/own.d.ts", "declare const ambient: number;\ndeclare module 'virtual' { export const real: string }\n");
    write("typed/notebooks/note.md", "");
    const typed = new TypeScriptService({ folder: join(project, "typed/notebooks"), preload: [], patience: 60_000 });
    try {
      const code =
        "import { real } from 'virtual'; document.title = real; ambient.toFixed(); Object.groupBy([1], String)";
      expect(await typed.diagnose(code)).toEqual([]);
      expect((await typed.diagnose("ambient.length"))[0]?.code).toBe(2339);
    } finally {
      typed.stop();
    }
  });

  it("lets a cell silence its errors, line by line or as a whole", async () => {
    service.cellRan("let number = 1 // @ts-nocheck");
    const wrong = "number = 'a'";
    expect(await errors(wrong)).toEqual([[2322, 0, 0]]);
    expect(await errors(`// @ts-nocheck\n${wrong}`)).toEqual([]);
    expect(await errors(`// mine\n// @ts-nocheck: yet\n\nmissing.name; ${wrong}`)).toEqual([]);
    expect(await errors(`${wrong}\n// @ts-nocheck`)).toEqual([[2322, 0, 0]]);
    expect(await errors("// @ts-nocheck\nconst a = 1\nconst b = ;")).toEqual([[1109, 2, 10]]);
    service.cellRan(`// @ts-nocheck\nconst silent: string = 1; ${wrong}`);
    expect(await errors("silent.length; silent.missing")).toEqual([[2339, 0, 22]]);
    for (const word of ["ignore", "expect-error"]) {
      expect(await errors(`// @ts-${word}\n${wrong}`)).toEqual([]);
      expect(await errors(`1\n// @ts-${word}: known\n${wrong}\n${wrong}`)).toEqual([[2322, 3, 0]]);
    }
    expect(await errors("// @ts-ignore\nnumber = 2")).toEqual([]);
    expect(await errors("1\n// @ts-expect-error\nnumber.toFixed()")).toEqual([[2578, 1, 0]]);
  });

  it("accepts exports of earlier cells, as the runtime does", async () => {
    service.cellRan("const earlier = 1; let rising = 2; interface Written { a: 1 }");
    expect(await errors("export { earlier, rising as risen }; export { type Written }")).toEqual([]);
    expect(await errors("const own = 1\nexport { own as 'a name', earlier as default }")).toEqual([]);
    expect(await errors("export { missing }")).toEqual([[2304, 0, 9]]);
  });

  it("places errors on the cell's own lines", async () => {
    service.cellRan("const size = 3");
    const [error] = await service.diagnose("const one = 1\n  const two: string = size // 😀\n");
    expect(error).toMatchObject({
      category: "error",
      code: 2322,
      start: { line: 1, column: 8 },
      end: { line: 1, column: 11 },
    });
  });

  it("takes redeclarations of every kind for what they are in a notebook", async () => {
    const cells = [
      "const a = 1; let b = 2; class C { x = 1 } ; enum E { A } ; interface I { p: 1 } ; type T = 1; function f() {}",
      "const a = 'x'; let b = 'y'; class C { y = 1 } ; enum E { B } ; interface I { q: 1 } ; type T = 'z'; function f(n: number) {}",
    ];
    service.cellRan(cells[0] as string);
    expect(await errors(cells[1] as string)).toEqual([]);
    service.cellRan(cells[1] as string);
    expect(await errors("a.length; b.length; new C().y; E.B; ({ q: 1 }) satisfies I; const t: T = 'z'; f(1)")).toEqual(
      [],
    );
    expect(await errors("new C().x\nE.A")).toEqual([
      [2339, 0, 8],
      [2339, 1, 2],
    ]);
    expect(await errors("class a {}; const E = 1; function b() {}")).toEqual([]);
  });

  it("checks assignments to variables of earlier cells, and refuses those to constants", async () => {
    service.cellRan("let n = 1; var v: string | undefined; const k = 1");
    expect(await errors("n = 2; v = 'x'; v.length; n++")).toEqual([]);
    expect(await errors("n = 'x'")).toEqual([[2322, 0, 0]]);
    expect((await service.diagnose("k = 2"))[0]).toMatchObject({
      code: 2588,
      message: "Cannot assign to 'k' because it is a constant.",
    });
  });

  it.each([
    "({ n } = { n: 2 })",
    "({ n = 3 } = {})",
    "({ n, ...rest } = { n: 1, a: 'x' })",
    "({ a: n } = { a: 2 })",
    "({ a: { n } } = { a: { n: 2 } })",
    "({ a: n = 3 } = {})",
    "[n, v] = [2, 'x']",
    "[n = 3] = []",
    "for (n of [1]);",
    "for ({ n } of [{ n: 1 }]);",
    "for (v in { a: 1 });",
    "n ||= 2; n += 1",
    "function f() { ({ n } = { n: 2 }) }",
  ])("takes %s for an assignment to a variable of an earlier cell", async (code) => {
    service.cellRan("let n = 1; var v: string | undefined; let rest: { a: string }; const k = 1");
    expect(await errors(code)).toEqual([]);
    expect(
      (await errors(code.replaceAll(/\bn\b/g, "k").replaceAll(/\bv\b/g, "k"))).map(([number]) => number),
    ).toContain(2588);
  });

  it("refuses assignments to what the cell itself imports, whatever an earlier cell declared", async () => {
    service.cellRan("let answer = 1");
    expect(await errors("import { answer } from './local.ts'; ({ answer } = { answer: 2 })")).toEqual([[2588, 0, 40]]);
  });

  it("lets a declaration use the earlier variable of its name", async () => {
    service.cellRan("const data = [{ x: 1 }]");
    expect(await errors("const data = data.map(({ x }) => x)")).toEqual([]);
    expect((await service.diagnose("const data = data.foo"))[0]?.message).toContain(
      "'foo' does not exist on type '{ x: number; }[]'",
    );
    service.cellRan("const data = data.map(({ x }) => x)");
    expect(await errors("const check: number[] = data")).toEqual([]);
    expect(await errors("const check: string[] = data")).toEqual([[2322, 0, 6]]);
  });

  it("allows await, for await, using, decorators, enums and unused results at the top level", async () => {
    const code = [
      "await Promise.resolve(1)",
      "for await (const x of [1]) x",
      "enum E { A }; namespace N { export const x = 1 }",
      "{ using d = { [Symbol.dispose]() {} } }",
      "function logged(value: unknown, context: ClassMethodDecoratorContext) {}",
      "class C { @logged m() {} }",
      "[3, 1].toSorted().at(-1); new Set([1]).union(new Set([2])); Object.groupBy([1], String)",
      "process.pid; console.log(import.meta.url); const unused = 1; setTimeout(() => {}, 1); fetch",
    ];
    expect(await errors(code.join("\n"))).toEqual([]);
  });

  it("resolves local modules, folders above, paths, exports maps, preloaded packages and Node", async () => {
    const code = [
      "import { answer } from './local.ts'; import { greet } from '../lib/index.ts'; import { greet as g2 } from '@local/greeting.ts'",
      "import { mapped } from 'mapped'; import { noisy } from 'workbench'; import { readFile } from 'node:fs/promises'",
      "const l = await import('./local.ts')",
      "mapped.inside.length + greet('x').length + g2('y').length + noisy(answer, { epsilon: 1 }) + l.answer",
    ];
    expect(await errors(code.join("\n"))).toEqual([]);
    service.cellRan(code.join("\n"));
    expect(await errors("noisy(greet('x'))")).toEqual([[2554, 0, 0]]);
    expect(await errors("import { x } from './missing.ts'")).toEqual([[2307, 0, 18]]);
  });

  it("goes on checking after an import that names a file of another kind, in a cell or in a module", async () => {
    write("notebooks/notes.txt", "text");
    write("notebooks/styled.ts", "// like import './notes.txt'\nexport const styled = 1;\n");
    for (const name of ["./notes.txt", `./${"long".repeat(100)}`]) {
      const cell = `import notes from '${name}'; import { styled } from './styled.ts'; styled.toFixed()`;
      expect(await errors(cell)).toEqual([[2307, 0, 18]]);
      service.cellRan(cell);
      expect(await errors("const text: string = styled")).toEqual([[2322, 0, 6]]);
      expect((await complete("styled.toFi|")).matches).toContain("toFixed");
    }
  });

  it("does not stop over long words and long blanks", async () => {
    const start = performance.now();
    const image = `const image = "${"QUJD".repeat(30_000)}";\n`;
    expect((await complete(`${image}ima|`)).matches).toContain("image");
    expect(await errors(`let a = 1; // from${" ".repeat(100_000)}x`)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(20_000); // it was minutes
  });

  it("knows what the kernel itself provides, and lets cells have its names", async () => {
    expect(await errors("show(1); import { width } from 'screen'; width.toFixed()")).toEqual([]);
    expect(await errors("show()")).toEqual([[2554, 0, 0]]);
    expect((await complete("sho|")).matches).toContain("show");
    service.cellRan("const show = 'mine'");
    expect(await errors("show.length")).toEqual([]);
  });

  it("lets cells declare names that are always there, as values and as types", async () => {
    service.cellRan("const parseInt = { mine: 1 }; interface Response { score: number }\nlet show = 5");
    service.cellRan("function twice() { return parseInt.mine * 2 }");
    expect(await errors("parseInt.mine.toFixed(); const r: Response = { score: 1 }; show.toFixed()")).toEqual([]);
    expect(await errors("twice().toFixed(); parseInt.other; show.other")).toEqual([
      [2339, 0, 28],
      [2339, 0, 40],
    ]);
    expect(await errors("show = 6; show = 'x'")).toEqual([[2322, 0, 10]]);
    expect(await errors("let show = 'own'; show.length; const parseInt = 1; parseInt.toFixed()")).toEqual([]);
    expect(await errors("import { answer as parseInt } from './local.ts'; parseInt.toFixed()")).toEqual([]);
    service.cellRan("const parseInt = { mine: 'text' }");
    expect(await errors("parseInt.mine.length; Number.parseInt('1').toFixed()")).toEqual([]);
    expect((await complete("pars|")).matches).toContain("parseInt");
    service.reset();
    expect(await errors("parseInt('1').toFixed(); show(1)")).toEqual([]);
  });

  it("knows what is left of a cell of which a name is declared again", async () => {
    service.cellRan("function inner() { return 1 }\nexport default class Kept { one = 1 }");
    service.cellRan("function outer() { return inner() }");
    service.cellRan("function inner() { return 'text' }");
    expect(await errors("outer().length; inner().length; new Kept().one.toFixed(); new Kept().two")).toEqual([
      [2339, 0, 69],
    ]);
  });

  it("reports syntax errors and names that no cell declared", async () => {
    expect(await errors("const x = ;\n")).toEqual([[1109, 0, 10]]);
    expect(await errors("nowhere")).toEqual([[2304, 0, 0]]);
    service.cellRan("const nowhere = 1");
    expect(await errors("nowhere")).toEqual([]);
    service.reset();
    expect(await errors("nowhere")).toEqual([[2304, 0, 0]]);
  });

  it("judges each cell by those that had run when it was asked about, however many questions are open", async () => {
    const first = [
      service.diagnose("x"),
      service.diagnose("y"),
      complete("[1].redu|"),
      service.diagnose("const z: string = 1"),
    ];
    service.cellRan("const x = 1");
    const second = [service.diagnose("x"), service.diagnose("x.length"), inspect("x|")];
    const codes = (found: unknown) => (found as { code: number }[]).map(({ code }) => code);
    const [x, y, reduce, z] = await Promise.all(first);
    expect([codes(x), codes(y), codes(z)]).toEqual([[2304], [2304], [2322]]);
    expect(reduce).toMatchObject({ matches: ["reduce", "reduceRight"] });
    const [fine, length, about] = await Promise.all(second);
    expect([codes(fine), codes(length)]).toEqual([[], [2339]]);
    expect(about).toMatchObject({ text: "const x: 1" });
  });

  it("judges a cell that runs again as it was by what it depends on now, also through others", async () => {
    const codes = async (cell: string) => (await service.diagnose(cell)).map(({ code }) => code);
    service.cellRan("const breadth = 5;");
    service.cellRan("function size() { return breadth; }");
    for (const _ of [1, 2]) expect(await codes("size().wide; breadth.wide")).toEqual([2339, 2339]);
    service.cellRan("const unrelated = 1;");
    expect(await codes("size().wide; breadth.wide")).toEqual([2339, 2339]);
    service.cellRan("const breadth = { wide: 5 };");
    expect(await codes("size().wide; breadth.wide")).toEqual([]);
    service.cellRan("interface Array<T> { odd: T } declare global { interface Array<T> { rare: T } }");
    expect(await codes("[1].rare")).toEqual([]);
    service.reset();
    expect(await codes("[1].rare")).toEqual([2339]);
    expect(await codes("size().wide; breadth.wide")).toEqual([2304, 2304]);
  });

  it("sees a local module as it is now, also when somebody else asked in between", async () => {
    const cell = "import { length } from './measured.ts'; length.toFixed()";
    write("notebooks/measured.ts", "export const length = 1;\n");
    expect(await errors(cell)).toEqual([]);
    write("notebooks/measured.ts", "export const length = 'now a text';\n");
    expect((await complete(cell.replace("toFixed()", "toU|"))).matches).toContain("toUpperCase");
    expect(await errors(cell)).toEqual([[2551, 0, 47]]);
  });

  it("knows the names of Node, the values and those that only types have", async () => {
    expect((await complete("proc|")).matches).toContain("process");
    expect((await complete("fet|")).matches).toContain("fetch");
    expect(await errors('const encoding: BufferEncoding = "hex"; console.log(performance.now())')).toEqual([]);
    expect(await errors("process.cwd().toFixed()")).toEqual([[2551, 0, 14]]);
  });

  it("is warm soon after its start, and so is the next server after some checks", async () => {
    const fresh = new TypeScriptService({ folder, preload: [], patience: 60_000 });
    expect(fresh.isQuick).toBe(false);
    fresh.start();
    await vi.waitFor(() => expect(fresh.isQuick).toBe(true), { timeout: 60_000, interval: 100 });
    const { pid } = fresh;
    process.kill(pid as number, "SIGKILL");
    await vi.waitFor(() => expect(fresh.pid).not.toBe(pid), { timeout: 60_000 });
    expect(fresh.isQuick).toBe(false);
    let cells = 0;
    await vi.waitFor(
      async () => {
        expect(await fresh.diagnose(`const a${cells++}: string = 1`)).toHaveLength(1);
        expect(fresh.isQuick).toBe(true);
      },
      { timeout: 60_000 },
    );
    fresh.stop();
  });

  it("sees a local module as it is now", async () => {
    write("notebooks/edited.ts", "export const value = 1;\n");
    expect(await errors("import { value } from './edited.ts'; value.toFixed()")).toEqual([]);
    write("notebooks/edited.ts", "export const value = 'now a text';\n");
    expect(await errors("import { value } from './edited.ts'; value.toFixed()")).toEqual([[2551, 0, 43]]);
    expect(await errors("import { late } from './late.ts'")).toEqual([[2307, 0, 21]]);
    write("notebooks/late.ts", "export const late = 1;\n");
    expect(await errors("import { late } from './late.ts'")).toEqual([]);
  });
});

describe("isComplete", () => {
  it.each([
    ["1", "complete"],
    ["", "complete"],
    ["console.log('hello')\n", "complete"],
    ["function f(x: number) {\n  return x * 2\n}", "complete"],
    ["const m = new Map<string, number>()", "complete"],
    ["const t = x as Map<string, Set<number>>", "complete"],
    [`\`a \${b} c\``, "complete"],
    ["await f(); for await (const x of y) {}", "complete"],
    ["@dec class A { @dec m() {} }", "complete"],
    ["a!", "complete"],
    ["i++", "complete"],
    ["return", "complete"],
    ["const a: number = 'semantic errors are no syntax errors'", "complete"],
    ["x = /[/]'`/", "complete"],
    ["type A = { a: 1 }\n  | { b: 2 }", "complete"],
    ["// a comment `", "complete"],
    ["enum E { A }\nnamespace N {}", "complete"],
    ["export const a = 1; export default a", "complete"],
    ["using x = y; await using z = w", "complete"],
    ["function f(x: number) {", "incomplete"],
    ["function f(x: number)", "incomplete"],
    ["if (x)", "incomplete"],
    ["if (x) {} else", "incomplete"],
    ["for (const a of b)", "incomplete"],
    [`\`open \${1}\n template`, "incomplete"],
    [`\`hole \${a`, "incomplete"],
    ["/* open\n comment", "incomplete"],
    ["f(1,\n", "incomplete"],
    ["[1, 2", "incomplete"],
    ["a +", "incomplete"],
    ["const x =", "incomplete"],
    ["a.", "incomplete"],
    ["xs.map(x =>", "incomplete"],
    ["@dec", "incomplete"],
    ["@dec({ a: 1 })", "incomplete"],
    ["class A", "incomplete"],
    ["class A extends", "incomplete"],
    ["import { a } from", "incomplete"],
    ["a ? b :", "incomplete"],
    ["try {}", "incomplete"],
    ["'continued \\", "incomplete"],
    ["do x++", "incomplete"],
    ["import = 7q", "invalid"],
    ["f(]", "invalid"],
    ["}", "invalid"],
    ["const 1 = 2", "invalid"],
    ["'open string", "invalid"],
    ["a b c", "invalid"],
    ["let x = 1 2", "invalid"],
    ["if (x) }", "invalid"],
  ])("says of %j that it is %s", async (code, status) => {
    expect(await service.isComplete(code)).toMatchObject({ status });
  });

  it.each([
    ["if (x) {", "  "],
    ["if (x) {\n  for (;;) {\n    f()\n", "    "],
    ["if (x) {\n\tf(", "\t\t"],
    ["  a +", "  "],
    ["`text", ""],
  ])("proposes an indent after %j", async (code, indent) => {
    expect(await service.isComplete(code)).toEqual({ status: "incomplete", indent });
  });
});

describe("a service in trouble", () => {
  let other: TypeScriptService | undefined;
  afterEach(() => {
    other?.stop();
    other = undefined;
  });

  it("ends with the process that started it, even a killed one", async () => {
    const program = [
      'const { spawn } = require("node:child_process");',
      'const child = spawn(process.argv[1], ["--lsp", "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });',
      "console.log(child.pid); setInterval(() => {}, 1000);",
    ].join("\n");
    const parent = spawn(process.execPath, ["-e", program, serverLocation() ?? ""], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
    expect(alive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => alive(pid), { timeout: 60_000 }).toBe(false);
  });

  it("needs neither a project nor a folder of its own", async () => {
    const bare = mkdtempSync(join(tmpdir(), "epsilab-bare-"));
    other = new TypeScriptService({
      folder: bare,
      preload: [{ name: "workbench", path: join(project, "preloaded") }],
      patience: 60_000,
    });
    const code =
      "import { noisy } from 'workbench'; import fs from 'node:fs'; process.pid; Buffer.from('x'); " +
      "noisy(1, { epsilon: 1 }).toFixed(); [1].map((x) => x)";
    expect(await other.diagnose(code)).toEqual([]);
    expect(readdirSync(bare)).toEqual([]);
    rmSync(bare, { recursive: true });
  });

  it("offers every name and stays as small after 300 declaring cells that half repeat each other", async () => {
    other = new TypeScriptService({ folder, preload: [], patience: 60_000 });
    const cell = (index: number) =>
      `interface P${index} { a: number }\n` +
      `class K${index} implements P${index} { a = 1; m() { return [this.a] } }\n` +
      `function f${index}(k = new K${index}()) { return k.m().map(String) }\n` +
      `const v${index} = f${index}()`;
    for (let run = 0; run < 300; run++) other.cellRan(cell(run % 150));
    expect((await other.complete("v149[0].toUpp", 13)).matches).toEqual(["toUpperCase"]);
    expect((await other.complete("v14", 3)).matches).toEqual([
      "v14",
      ...Array.from({ length: 10 }, (_, digit) => `v14${digit}`),
    ]);
    expect((await other.complete("v", 1)).matches.filter((match) => /^v\d+$/.test(match))).toHaveLength(150);
    expect((await other.complete("v0.v", 4)).matches).toEqual(["values"]);
    const before = residentMegabytes(other.pid);
    for (let run = 0; run < 150; run++) {
      other.cellRan(cell(run % 150));
      if (run % 10 === 0) expect(await other.diagnose(`const check: string[] = v${run % 150}`)).toEqual([]);
    }
    expect(residentMegabytes(other.pid)).toBeLessThan(before + 40);
  });

  it("goes on with its session when the server was killed", async () => {
    other = new TypeScriptService({ folder, preload: [], patience: 60_000 });
    other.cellRan("const survivor = { inside: 1 }");
    expect((await other.complete("survivor.", 9)).matches).toEqual(["inside"]);
    const first = other.pid as number;
    const pending = other.diagnose("survivor.missing");
    process.kill(first, "SIGKILL");
    await pending;
    expect((await other.complete("survivor.", 9)).matches).toEqual(["inside"]);
    expect(other.pid).not.toBe(first);
  });

  it("learns the names of a cell late if the server does not answer", async () => {
    const patience = 1000;
    other = new TypeScriptService({ folder, preload: [], patience });
    const service = other;
    await expect.poll(() => service.complete("Math.hy", 7), { timeout: 60_000 }).toMatchObject({ matches: ["hypot"] });
    process.kill(service.pid as number, "SIGSTOP");
    service.cellRan("const late = { inside: 1 }");
    service.cellRan("const later = [late]");
    expect((await service.complete("later.", 6)).matches).toEqual([]);
    process.kill(service.pid as number, "SIGCONT");
    const inside = async () => (await service.complete("later[0].", 9)).matches;
    await expect.poll(inside, { timeout: 60_000 }).toEqual(["inside"]);
  });

  it("completes the names that cells declared, and globals, while the server does not answer", async () => {
    other = new TypeScriptService({ folder, preload: [], patience: 1000 });
    const service = other;
    await expect.poll(() => service.complete("Math.hy", 7), { timeout: 60_000 }).toMatchObject({ matches: ["hypot"] });
    process.kill(service.pid as number, "SIGSTOP");
    service.cellRan("const parseable = 1; const { parsed } = { parsed: 2 }; class ParseUnreached {}", [
      "ParseUnreached",
    ]);
    const found = service.complete("1 + parse", 9);
    expect(await found.finally(() => process.kill(service.pid as number, "SIGCONT"))).toMatchObject({
      matches: ["parseable", "parsed", "parseFloat", "parseInt"],
      start: 4,
      end: 9,
    });
  });

  it("finds no errors in a cell while the names of one that ran are not known", async () => {
    const patience = 100;
    other = new TypeScriptService({ folder, preload: [], patience });
    const service = other;
    const wrong = async () => (await service.diagnose("const a: number = 'x'")).map(({ code }) => code);
    await expect.poll(wrong, { timeout: 60_000 }).toEqual([2322]);
    process.kill(service.pid as number, "SIGSTOP");
    service.cellRan("const late = 1");
    const found = service.diagnose("late.toFixed(1)");
    await delay(11 * patience); // both questions for its names are given up
    process.kill(service.pid as number, "SIGCONT");
    expect(await found).toEqual([]);
  });

  it("gives empty answers when out of patience and after it was stopped", async () => {
    other = new TypeScriptService({ folder, preload: [], patience: 1 });
    expect(await other.complete("Math.hy", 7)).toEqual({ matches: [], start: 7, end: 7, items: [] });
    expect(await other.inspect("Math", 4, 0)).toBeUndefined();
    expect(await other.isComplete("a b c")).toEqual({ status: "unknown" });
    const pid = other.pid as number;
    other.stop();
    expect(await other.diagnose("a b c")).toEqual([]);
    await expect.poll(() => alive(pid)).toBe(false);
  });
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function residentMegabytes(pid: number | undefined): number {
  if (process.platform !== "linux") return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

describe("a cell that is read as the runtime reads it", () => {
  const codes = async (code: string) => (await service.diagnose(code)).map(({ code: number }) => number);

  it.each([
    "#!/usr/bin/env node\nconst a: number = 1; a",
    "const o = { \\u0069f: 1 }; o.\\u0069f.toFixed(o.if)",
    "const { \\u0069f: q } = { if: 1 }; q.toFixed()",
    "class A { \\u0069f = 1; cl\\u0061ss() { return this.if } } new A().class().toFixed()",
  ])("has no errors where a script names its program or a property is an escaped keyword: %s", async (code) => {
    expect(await codes(code)).toEqual([]);
  });

  it.each(["{a: 1, b: 2}", "{ a: 1, f() { return 2 }, ...{} }", "\n{ 'x': [1, 2] }\n", "{ let q = 1; q }", "{ a: 1 }"])(
    "has no errors of syntax in braces: %s",
    async (code) => {
      expect(await codes(code)).toEqual([]);
      expect(await service.isComplete(code)).toEqual({ status: "complete" });
    },
  );

  it("has its other errors where they are", async () => {
    expect(await errors("{a: 1,\n b: nowhere}")).toEqual([[2304, 1, 4]]);
    expect(await errors("{ let q = 1; q.nothing }")).toEqual([[2339, 0, 15]]);
    expect((await errors("{ a: 1, b c }"))[0]?.[0]).toBe(1005);
  });

  it("may have JSX, which later cells know the names of", async () => {
    const App = "declare global { namespace JSX { interface IntrinsicElements { b: { id?: string } } } }";
    service.cellRan(App);
    const code = "const view = (name: string) => <b id={name}>don't</b>;\nview(1)";
    expect(await errors(code)).toEqual([[2345, 1, 5]]);
    service.cellRan(code);
    expect(await codes("view('x'); const after: number = 1; view(2)")).toEqual([2345]);
    expect(await codes("const wrong = <b id={1}/>")).toEqual([2322]);
  });

  it("is not called invalid for its JSX", async () => {
    expect(await service.isComplete("const view = <b>don't</b>")).toEqual({ status: "unknown" });
  });

  it("has its errors as TypeScript if it is neither", async () => {
    expect((await codes("const t = '</b>'; const = 1"))[0]).toBe(1134);
  });
});
