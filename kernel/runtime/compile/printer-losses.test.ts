import { type Options, parse } from "acorn";
import { describe, expect, it } from "vitest";
import { originalPosition } from "../errors/source-positions.ts";
import { bareSession } from "../reference/bare-session.ts";
import { transpile } from "./transpile.ts";

/** Contexts of an operand, and operands; each pair that is valid without types has to stay what it is. */
const CONTEXTS = [
  ["@ ** 2", "2 ** @", "-@", "@.a", "@?.a", "@[0]", "@()", "@?.()", "@.a()", "@`t`", "@ ? 1 : 2", "@ in y", "() => @"],
  ["new @", "new @()", "new @.a()", "new @().a", "new (@())", "new x(@)", "(class extends @ {})", "f(...@)", "[@, ,]"],
  [
    "async () => @ ** 2",
    "function* g() { @`t` }",
    "() => @()",
    "x => @`t`",
    "@ /* a comment */ ** 2",
    "@ // one\n ** 2",
  ],
  [
    "@ = y",
    "[@] = y",
    "[, @, ,] = y",
    "({ a: @ } = y)",
    "for (@ of y) ;",
    "[a, , /* none */] = @",
    "(@)!",
    "(@ as any)",
  ],
  [
    "(@ as any) ** 2",
    "(<any>@) ** 2",
    "@! ** 2",
    "new (@ as any)()",
    "(@ as any)()",
    "(@)!`t`",
    "(class extends (@!) {})",
  ],
  [
    "@.a?.a",
    "@()?.a",
    "x?.[@.a]",
    "(@ as any).a?.a",
    "(@)!.a?.a",
    "(@)",
    "(@).a",
    "(@)()",
    "(@) + 1",
    "(@)[0] = y",
    "new @`t`",
  ],
].flat();
const OPERANDS = [
  ["x", "-1", "x.y", "x?.y", "x()", "x`t`", "x++", "--x", "-x", "typeof x", "await x", "await x.y", "x ** y", "x ?? y"],
  [
    "() => {}",
    "a => a",
    "async () => {}",
    "function () {}",
    "class {}",
    "class extends x {}",
    "class { static é = 1 }",
  ],
  [
    "new x",
    "new x()",
    "new x.y",
    "new (x())",
    "new (x().y)",
    "import('x')",
    "x, y",
    "x ? y : z",
    "x = y",
    "{}",
    "[, ,]",
  ],
  [
    "[, ,] = y",
    "[x, ,] = y",
    "[x, , ,] = y",
    "[, x] = y",
    "[[x, ,], ,] = y",
    "([x, ,]) => x",
    "([x, ,], [y, ,] = []) => x",
  ],
  [
    "(x?.y).z",
    "(x?.y)()",
    "(x?.y)[0]",
    "x?.[(y?.z).a]",
    "{}`t`",
    "({})`t`",
    "class {}`t`",
    "(class {}`t`)()",
    "function () {}`t`",
  ],
  [
    "(new (() => {}))[0]",
    "(new (() => {})).a",
    "(new (await x)).y",
    "(new (x++))[0]",
    "(new (new x))()",
    "new (new x)`t`",
    "new (x()`t`.y)()",
    "new (x())`t`.y()",
    "new (x()`t`)",
    "new x(x()`t`)",
  ],
].flat();

const SYNTAX: Options = { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true };
const TYPES = /<any>| as any|!(?=$|\)| \*\*|[`.])/g;

/** What a program says, without where; undefined if it is invalid. Names of parameters may be numbered. */
function meaning(code: string): string | undefined {
  const without = new Set(["start", "end", "raw"]);
  const plain = (key: string, value: unknown) => {
    if (without.has(key)) return undefined;
    return key === "name" ? String(value).replace(/\d$/, "") : value;
  };
  try {
    return JSON.stringify(parse(code, SYNTAX), plain);
  } catch {
    return undefined;
  }
}

describe("an operand in parentheses stays one", () => {
  it.each(CONTEXTS)("in %s", (context) => {
    const kept: string[] = [];
    for (const operand of OPERANDS) {
      const source = context.replaceAll("@", () => `(${operand})`);
      const wanted = meaning(context.replaceAll("@", () => `(${operand})`).replace(TYPES, ""));
      if (wanted === undefined) continue;
      for (const isCell of [true, false]) {
        if (!isCell && source.includes("import")) continue;
        const { code } = transpile(source, { isCell, keepImports: true });
        const body = code.replace(/^"use strict";\s*(?:Object\.defineProperty\(exports[^;]*;)?/, "");
        expect(meaning(body), source).toBe(wanted);
      }
      kept.push(operand);
    }
    expect(kept.length).toBeGreaterThan(1);
  });
});

describe("in a cell", () => {
  it.each([
    ["(await 3) ** 2", 9],
    ["const square = async (x: any) => (await x) ** 2; await square(4)", 16],
    ["(<number>await 2) ** 2 + ((await 1) as number) ** 2", 5],
    ["class Maker { constructor() { return () => 5 } } (new Maker as any)()", 5],
    ["(new (class { [0] = 'own' } as any))[0]", "own"],
    [
      "let thrown; const none: any = null; try { (none?.a).b?.c } catch (error: any) { thrown = error.name } thrown",
      "TypeError",
    ],
    ["let thrown; const t = 1; try { ({}`t`) } catch (error: any) { thrown = error.name } thrown", "TypeError"],
    ["const tag = (texts: any) => texts[0]; (await tag)`six`", "six"],
    ["let é = 2; é; (await é /* squared */) // here\n ** 2", 4],
    ["let taken = 0; function* gen() { for (;;) yield taken++; } [, ,] = gen(); taken", 2],
    ["let taken = 0; function* gen() { for (;;) yield taken++; } for ([, , ,] of [gen(), gen()]); taken", 6],
    ["let taken = 0; function* gen() { for (;;) yield taken++; } (([, ,]) => 0)(gen()); taken", 2],
    ["let taken = 0, a; function* gen() { for (;;) yield taken++; } [a, ,] = gen(); [a, taken]", [0, 2]],
    [
      "let taken = 0, a; function* gen() { for (;;) yield taken++; } ({ a: [a, , ,] } = { a: gen() }); [a, taken]",
      [0, 3],
    ],
  ])("%s", async (code, value) => {
    expect(await bareSession()(code)).toEqual(value);
  });

  it.each([
    ["new (() => {})", "(intermediate value) is not a constructor"],
    ["class A extends (() => {}) {}", "Class extends value ()=>{} is not a constructor or null"],
  ])("it is V8 that says what is wrong: %s", (code, message) => {
    expect(() => bareSession()(code)).toThrow(new TypeError(message));
  });

  it.each([
    "export default (class {})",
    "export default ((function () {}))",
    "export /* the */ default // value\n (class {} as any)",
    "export default (class { static a = 1 }) satisfies unknown",
    "export default <any>(function* () {})",
    "export default (class {} as any); function later() {}",
  ])("a nameless class or function in parentheses is the last value: %s", async (code) => {
    expect(await bareSession()(code)).toBeInstanceOf(Function);
  });

  it("an error keeps its place", async () => {
    const code = "0;\n(await 3) ** 2; [, ,] = [(await 1) ** 2]; missing()";
    const thrown = await (bareSession()(code) as Promise<unknown>).catch((error: unknown) => error as Error);
    const [, line, column] = /cell\.ts:(\d+):(\d+)/.exec(String((thrown as Error).stack)) ?? [];
    const place = originalPosition("cell.ts", { line: Number(line), column: Number(column) });
    expect(place).toEqual({ line: 2, column: code.indexOf("missing") - code.indexOf("\n") });
  });
});
