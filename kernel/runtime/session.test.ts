import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "./reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

/** The cells one after the other, and the text of the last one's value. */
async function lastValue(...cells: string[]): Promise<string | undefined> {
  let text: string | undefined;
  for (const cell of cells) {
    const outcome = await notebook.run(cell);
    expect(outcome.errors.map(({ evalue }) => evalue)).toEqual([]);
    text = outcome.text;
  }
  return text;
}

describe("the value of a cell", () => {
  it.each([
    ["1 + 1", "2"],
    ["const unused = 1; unused * 2;", "2"],
    ["'text'", "'text'"],
    ["{ a: 1, b: 2 }", "{ a: 1, b: 2 }"],
    ["({ a: 1 })", "{ a: 1 }"],
    ["null", "null"],
    ["await Promise.resolve(7)", "7"],
    ["(await Promise.resolve(6)) + 1", "7"],
    ["await (0, Promise.resolve(5))", "5"],
    ["export default 3", "3"],
    ["10n ** 20n", "100000000000000000000n"],
    ["typeof neverDeclared", "'undefined'"],
    ["1; function afterwards() {}", "1"],
    ["23; export {}", "23"],
    ["import type { Stats } from 'node:fs'; enum Q1 { A }; 6", "6"],
    ["import type { Stats } from 'node:fs'; const cast = <Stats>{}; ({ cast })", "{ cast: {} }"],
    ["import type { Stats } from 'node:fs'; using r = null; 42", "42"],
    ["export interface Exported {} enum Q2 { A }; 5", "5"],
    ["export type { Stats } from 'node:fs'; 8", "8"],
    ["export namespace Typed { export type T = string } 13", "13"],
    ["export namespace Valued { export const v = 14 } Valued.v", "14"],
    ["15; export function exportedAfterwards() {}", "15"],
    ["const before = 1; import path = require('node:path'); path.sep", "'/'"],
  ])("of %s is %s", async (code, value) => {
    expect(await lastValue(code)).toBe(value);
  });

  it("is not shown for a class with decorators of the older kind", async () => {
    const folder = join(notebook.folder, "older");
    notebook.write("older/tsconfig.json", '{"compilerOptions":{"experimentalDecorators":true}}');
    const older = new Notebook({ folder });
    await older.run("function mark(...of: any[]): any {}");
    for (const code of [
      "class R { constructor(@mark x: string) {} }",
      "@mark class S {}",
      "class T { @mark m() {} }",
    ]) {
      const { status, data } = await older.run(code);
      expect([status, data]).toEqual(["ok", undefined]);
    }
    expect((await older.run("@mark class U {}; 3")).text).toBe("3");
    await older.close();
  });

  it.each([[""], ["// nothing"], ["let silent = 1"], ["undefined"], ["if (true) 1"], ["{ let inner = 1 }"]])(
    "is not shown for %j",
    async (code) => {
      const outcome = await notebook.run(code);
      expect([outcome.status, outcome.data]).toEqual(["ok", undefined]);
    },
  );

  it("is not shown for a silent cell", async () => {
    expect((await notebook.run("5", { silent: true })).data).toBeUndefined();
  });
});

describe("variables", () => {
  it("are live in closures of earlier cells", async () => {
    expect(
      await lastValue("let count = 0; function increment() { count++; return count }", "count = 100; increment()"),
    ).toBe("101");
    expect(await lastValue("increment(); count")).toBe("102");
  });

  it("may be redeclared as anything", async () => {
    expect(
      await lastValue(
        "const again = 1",
        "let again = 2",
        "class again {}",
        "enum again { A }",
        "const again = 5; again",
      ),
    ).toBe("5");
    expect(
      await lastValue(
        "type Shape = 1",
        "interface Shape { side: number }",
        "const shape: Shape = { side: 2 }; shape.side",
      ),
    ).toBe("2");
  });

  it("of a redeclared name reach older closures", async () => {
    expect(
      await lastValue("const factor = 2; const scale = (x: number) => x * factor", "const factor = 10", "scale(3)"),
    ).toBe("30");
  });

  it("may be exported, whichever cell they are of and under whatever name, to no effect", async () => {
    expect(await lastValue("const earlier = 1; let rising = 2; interface Written { a: 1 }")).toBeUndefined();
    expect(await lastValue("export { earlier }\nearlier + 10")).toBe("11");
    expect(await lastValue("export { earlier as later, rising }; rising++; export { Written }")).toBe("2");
    expect(
      await lastValue("const own = 4\nexport { own }\nexport { own as default, earlier as 'any text' }\nown"),
    ).toBe("4");
    expect(
      await lastValue("export { sep as separator } from 'node:path'\nexport {}\ntypeof separator + typeof later"),
    ).toBe("'undefinedundefined'");
    const { errors } = await notebook.run("const twice = 1; export { twice }; export { twice }");
    expect(errors.map(({ ename }) => ename)).toEqual(["SyntaxError"]);
  });

  it("that are declared later are found when a function runs", async () => {
    expect(
      await lastValue("function usesLater() { return declaredLater }", "const declaredLater = 8", "usesLater()"),
    ).toBe("8");
  });

  it("declared by var inside blocks are visible in the next cell", async () => {
    expect(await lastValue("for (var index = 0; index < 3; index++) { var nested = index }", "[index, nested]")).toBe(
      "[ 3, 2 ]",
    );
  });

  it("of blocks and functions stay inside", async () => {
    expect(await lastValue("let outer = 1; { let outer = 2 } for (let outer = 5; outer < 6; outer++) {} outer")).toBe(
      "1",
    );
    expect(await lastValue("((outer) => { outer++; return outer })(10) + outer")).toBe("12");
    expect(await lastValue("try { throw 3 } catch (outer) { outer } outer")).toBe("1");
  });

  it("are bound by every kind of pattern", async () => {
    expect(
      await lastValue("const { a, b: [c, ...d], e = a + 1, ...f } = { a: 1, b: [2, 3], g: 4 }", "[a, c, d, e, f]"),
    ).toBe("[ 1, 2, [ 3 ], 2, { g: 4 } ]");
    expect(await lastValue("let left = 1, right = 2", "[left, right] = [right, left]; ({ left, right })")).toBe(
      "{ left: 2, right: 1 }",
    );
    expect(await lastValue("for (var [key, value] of Object.entries({ k: 1 })) {} key + value")).toBe("'k1'");
  });

  it("give their names to anonymous functions and classes", async () => {
    expect(
      await lastValue(
        "const arrow = () => 1; let plain = function () {}; const Klass = class {}; [arrow.name, plain.name, Klass.name].join()",
      ),
    ).toBe("'arrow,plain,Klass'");
  });

  it("do not become the this of functions", async () => {
    expect(await lastValue("function self(this: unknown) { return this }", "self() === undefined")).toBe("true");
    expect(await lastValue("const tagged = (parts: TemplateStringsArray) => parts[0]", "tagged`x`")).toBe("'x'");
  });

  it("that are constant cannot be assigned, in the same cell or a later one", async () => {
    expect((await notebook.run("const fixed = 1; fixed = 2")).errors[0].evalue).toBe(
      "Assignment to constant variable.",
    );
    expect((await notebook.run("fixed++")).errors[0].ename).toBe("TypeError");
    expect(await lastValue("fixed")).toBe("1");
  });

  it("keep what they had when a cell fails half way", async () => {
    await notebook.run("let early = 1; early = 2; throw new Error('stop'); early = 3");
    expect(await lastValue("early")).toBe("2");
  });

  it("that do not exist are reported as such", async () => {
    expect((await notebook.run("missing + 1")).errors[0]).toMatchObject({
      ename: "ReferenceError",
      evalue: "missing is not defined",
    });
    expect((await notebook.run("missing = 1")).errors[0].ename).toBe("ReferenceError");
  });
});

describe("TypeScript and new JavaScript", () => {
  it.each([
    ["enums", "enum Colour { Red, Green = 5, Blue }\n[Colour.Blue, Colour[5]]", "[ 6, 'Green' ]"],
    ["const enums", "const enum Small { A = 3 }\nSmall.A", "3"],
    ["namespaces", "namespace Area { export const unit = 4 }\nArea.unit", "4"],
    [
      "parameter properties",
      "class Point { constructor(readonly x: number, private y = 2) {} sum() { return this.x + this.y } }\nnew Point(1).sum()",
      "3",
    ],
    [
      "abstract classes",
      "abstract class Base { abstract area(): number }\nclass Square extends Base { area() { return 9 } }\nnew Square().area()",
      "9",
    ],
    [
      "generics and assertions",
      "const same = <T,>(x: T): T => x; (same(1) as unknown as number)! satisfies number",
      "1",
    ],
    [
      "overloads",
      "function over(x: number): number; function over(x: string): string; function over(x: any) { return x }\nover(2)",
      "2",
    ],
    [
      "private fields and static blocks",
      "class Hidden { static #n = 1; static { Hidden.#n = 7 } static get n() { return Hidden.#n } }\nHidden.n",
      "7",
    ],
    ["generators", "function* numbers() { yield 1; yield* [2, 3] }\n[...numbers()]", "[ 1, 2, 3 ]"],
    ["newer library functions", "[3, 1, 2].toSorted().findLast((x) => x < 3)", "2"],
    ["the v flag", "/[\\p{L}--[a-z]]/v.test('A')", "true"],
    [
      "labels",
      "let labelled = 0; outerLoop: for (const i of [1, 2]) { for (const j of [1, 2]) { " +
        "if (j === 2) continue outerLoop; labelled += i * j } } labelled",
      "3",
    ],
  ])("%s run", async (_, code, value) => {
    expect(await lastValue(code)).toBe(value);
  });

  it("using declarations are disposed at the end of the cell", async () => {
    const outcome = await notebook.run(
      "const order: string[] = []; using resource = { [Symbol.dispose]() { console.log('disposed') } }; console.log('used'); 3",
    );
    expect([outcome.text, outcome.stdout]).toEqual(["3", "used\ndisposed\n"]);
  });

  it("decorators of the older kind get types if the tsconfig says so, and imports of types are no values", async () => {
    notebook.write("told/types.ts", "export interface Shape {}\nexport class Real {}");
    const body = "const told = () => {}; class A { @told x!: Shape; @told y!: Real; @told z!: string }";
    const file = `import { Shape, Real } from "./types.ts";\n${body}\nexport const n = seen.length`;
    notebook.write("told/file.ts", `const seen: any[] = (globalThis as any).seen;\n${file}`);
    const note =
      "const seen: any[] = (globalThis as any).seen = []; " +
      "(Reflect as any).metadata = (_: string, type: any) => () => void seen.push(type.name); undefined";
    const cells = [
      note,
      `import { Shape, Real } from "./types.ts";\n${body}\nseen.join()`,
      "import { n } from './file.ts'; n",
    ];
    for (const [isTold, ...expected] of [
      [true, undefined, "'Object,Real,String'", "6"],
      [false, undefined, "''", "0"],
    ]) {
      const options = { experimentalDecorators: true, emitDecoratorMetadata: isTold };
      notebook.write("told/tsconfig.json", JSON.stringify({ compilerOptions: options }));
      const older = new Notebook({ folder: join(notebook.folder, "told") });
      const texts: unknown[] = [];
      for (const cell of cells) texts.push((await older.run(cell)).text);
      expect(texts).toEqual(expected);
      await older.close();
    }
  });

  it("standard decorators are applied in the order of TypeScript, fields last", async () => {
    const note =
      "const order: string[] = []; const note = (v: unknown, c: DecoratorContext) => void order.push(String(c.name))";
    const noted =
      "@note class Noted { @note m() {} @note static f = 1; @note accessor a = 3; @note g = 2; @note static s() {} }";
    expect(await lastValue(`${note}\n${noted}\norder.join()`)).toBe("'s,m,a,f,g,Noted'");
    const late =
      "const late: any = (v: unknown, c: DecoratorContext) => c.addInitializer(function (this: any) { this.keys = Object.keys(this) })";
    expect(await lastValue(`${late}\nclass Late { @late x = 1; y = 2 }\n(new Late() as any).keys`)).toBe("[ 'x' ]");
  });

  it("decorators note things of a class in its metadata", async () => {
    const cell =
      "function noting(v: any, c: DecoratorContext) { c.metadata[String(c.name)] = c.kind }\n" +
      "@noting class Base { @noting x = 1 }\n" +
      "class Derived extends Base { @noting m() {} }\n";
    const read = "JSON.stringify([Base, Derived].map((each) => each[Symbol.metadata]))";
    expect(await lastValue(cell + read)).toBe(`'[{"x":"field","Base":"class"},{"m":"method"}]'`);
  });

  it("standard decorators replace classes and wrap methods", async () => {
    const twice =
      "const twice = (method: (...values: any[]) => number, _: unknown) => function (this: any) { return 2 * method.call(this) }";
    const sealed = "const replaced = (target: any, _: unknown) => class extends target { extra = 1 }";
    expect(
      await lastValue(twice, sealed, "@replaced class Worker3 { @twice value() { return 21 } }\nnew Worker3().value()"),
    ).toBe("42");
    expect(await lastValue("(new Worker3() as any).extra")).toBe("1");
  });

  it("an enum that is declared again forgets its old members", async () => {
    expect(await lastValue("enum Kind { Old }", "enum Kind { New }", "Object.keys(Kind)")).toBe("[ '0', 'New' ]");
  });

  it("top-level for await takes asynchronous and plain iterables", async () => {
    expect(
      await lastValue(
        "let total = 0; for await (const x of (async function* () { yield 1; yield 2 })()) total += x; " +
          "for await (const x of [Promise.resolve(3)]) total += x; total",
      ),
    ).toBe("6");
  });

  it("await inside functions resumes after files and timers", async () => {
    const code =
      "import { readFile } from 'node:fs/promises'; const later = async () => { " +
      "await readFile(process.execPath.slice(0, 1) === '/' ? '/dev/null' : 'NUL'); " +
      "await new Promise((resolve) => setTimeout(resolve, 1)); return 4 }; await later()";
    expect(await lastValue(code)).toBe("4");
  });
});

describe("a promise as the last value", () => {
  it("is shown as it is, whether the cell awaits something else or not", async () => {
    expect(await lastValue("Promise.resolve(5)")).toBe("Promise { 5 }");
    expect(await lastValue("await 0; Promise.resolve(5)")).toBe("Promise { 5 }");
    expect(await lastValue("await 0; (new Promise(() => {})); // pending\n")).toBe("Promise { <pending> }");
    expect(await lastValue("await 0; 1, ({ then() {} })")).toBe("{ then: [Function: then] }");
    expect(await lastValue("await 0\nawait Promise.resolve(6) // six\n;")).toBe("6");
    expect(await lastValue("await 0; export default (7)")).toBe("7");
    expect((await notebook.run("await 0; let quiet = 8")).text).toBeUndefined();
  });
});

describe("user expressions", () => {
  it("are evaluated after the cell, in its session", async () => {
    const { expressions } = await notebook.run("let seen = 20", {
      userExpressions: { good: "seen * 2 + 2", bad: "nowhere", waits: "await Promise.resolve('x')" },
    });
    expect(expressions.good).toEqual({ status: "ok", data: { "text/plain": "42" }, metadata: {} });
    expect(expressions.bad).toMatchObject({
      status: "error",
      ename: "ReferenceError",
      evalue: "nowhere is not defined",
    });
    expect(expressions.waits).toMatchObject({ status: "ok", data: { "text/plain": "'x'" } });
  });

  it("are not evaluated if the cell failed", async () => {
    expect((await notebook.run("throw 1", { userExpressions: { any: "1" } })).expressions).toEqual({});
  });
});

describe("a cell that throws what cannot be shown", () => {
  it("fails and ends, and the next one runs", async () => {
    const { status } = await notebook.run("throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })");
    expect(status).toBe("error");
    const cause = "const odd = new Error('x'); Object.defineProperty(odd, 'cause', { get() { throw 3 } }); throw odd";
    expect((await notebook.run(cause)).status).toBe("error");
    expect(await lastValue("40 + 2")).toBe("42");
  });
});

describe("a clock that a cell has made its own", () => {
  it.each([
    ["throws", 'performance.now = () => { throw new Error("no time") }'],
    ["is gone", "Object.defineProperty(globalThis, 'performance', { value: undefined, configurable: true })"],
  ])("and that %s is the cells' alone", async (_, code) => {
    const other = new Notebook();
    try {
      await other.run(code);
      expect((await other.run("console.log('printed'); 6 * 7")).text).toBe("42");
    } finally {
      await other.close();
    }
  });
});

describe("the last value", () => {
  it("is _, also in functions, until a cell declares that name", async () => {
    const own = new Notebook();
    expect(await own.value("6 * 7")).toBe("42");
    expect(await own.value("_ + 1")).toBe("43");
    expect(await own.value("const last = () => _; last()")).toBe("43");
    await own.run("let nothing = 5");
    expect(await own.value("await 0; _")).toBe("43");
    expect(await own.value('const _ = "mine"; 7')).toBe("7");
    expect(await own.value("[_, last()]")).toBe("[ 'mine', 'mine' ]");
    await own.close();
  });
});
