import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { failureOf } from "../errors/failure.ts";
import { bareSession } from "../reference/bare-session.ts";
import { transpile } from "./transpile.ts";

const older = () => bareSession({ legacyDecorators: true });

const DECORATORS = `const told: any[] = [];
const note = (target: any, key: any, pair?: any): any => void told.push([typeof target, key, Object.keys(pair).join()]);
const plus = (target: any, key: any, pair: any): any => ({ ...pair, get() { return pair.get.call(this) + 100 } });
const replace = (target: any): any => class extends target { static extra = 4 };`;

/** With decorators of the older kind; the values are those after tsc 7.0.2, where it makes code that runs. */
describe("an automatic accessor", () => {
  it.each([
    ["reads and writes", "class A { accessor x = 1 }", "const a = new A(); a.x += 10; [a.x, Object.keys(a)]", [11, []]],
    ["may have a type", "class A { accessor x: { y: number }[] = [{ y: 1 }] }", "new A().x[0].y", 1],
    [
      "may have no value",
      "class A { accessor x; accessor y!: number\n z = 1 }",
      "const { x, y, z } = new A(); [x, y, z]",
      [undefined, undefined, 1],
    ],
    ["may be private", "class A { accessor #x = 1; next() { return ++this.#x } }", "new A().next()", 2],
    [
      "may be private to TypeScript",
      "class A { private accessor x = 1; protected accessor y = 2 }",
      "const a: any = new A(); [a.x, a.y]",
      [1, 2],
    ],
    [
      "may have any name",
      "class A { accessor 'a b' = 4; accessor 7 = 5; accessor accessor = 6 }",
      "const a = new A(); [a['a b'], a[7], a.accessor]",
      [4, 5, 6],
    ],
    [
      "has its name computed once",
      "let n = 0; class A { accessor ['k' + ++n] = 8 }",
      "const a: any = new A(); [a.k1, n, typeof _kept0]",
      [8, 1, "undefined"],
    ],
    ["may be static", "class A { static accessor x = 6 } class B extends A {}", "B.x = 60; [A.x, B.x]", [60, 60]],
    ["may be static in a class without a name", "const A = class { static accessor x = 1 }", "A.x", 1],
    ["may be in a class in another", "class A { accessor B = class { accessor x = 4 } }", "new (new A().B)().x", 4],
    [
      "may be abstract",
      "abstract class A { abstract accessor x: number; accessor y = 2 } class B extends A { override accessor x = 1 }",
      "[new B().x, Object.getOwnPropertyNames(A.prototype)]",
      [1, ["constructor", "y"]],
    ],
    [
      "may stand after other letters",
      "const é = '𝔸'; class A { accessor ñ = é; @note accessor x = é }",
      "const a = new A(); [a.ñ, a.x]",
      ["𝔸", "𝔸"],
    ],
    [
      "may be one of a decorated class",
      "@replace class A { static accessor x = 1; accessor me = () => A }",
      "[A.x, A.extra, new A().me() === A]",
      [1, 4, true],
    ],
    [
      "is told to its decorators",
      "class A { @note accessor x = 1; @note static accessor y = 2 }",
      "told",
      [
        ["object", "x", "get,set,enumerable,configurable"],
        ["function", "y", "get,set,enumerable,configurable"],
      ],
    ],
    [
      "is what its decorators make of it",
      "class A { @plus accessor x = 1; @plus // here\n @plus\n static\n accessor y: number = 2 }",
      "[new A().x, A.y]",
      [101, 202],
    ],
    [
      "is not every word accessor",
      "class A { accessor = 1; static get() { return 'accessor x' } } const accessor = 2;",
      "[new A().accessor, A.get(), accessor]",
      [1, "accessor x", 2],
    ],
  ])("%s", (_, declared, read, value) => {
    const run = older();
    run(DECORATORS);
    expect(run(`${declared}\n${read}`)).toEqual(value);
    const later = older();
    later(DECORATORS);
    expect(later(declared)).toBe(undefined);
    expect(later(read)).toEqual(value);
  });

  it("is told with its type if the tsconfig says so", () => {
    const settings = { keepImports: true, legacyDecorators: true, decoratorMetadata: true };
    const { code } = transpile("class A { @note accessor x: Date = new Date() }", settings);
    expect(code).toMatch(/"design:type", typeof Date === "undefined" \? Object : Date/);
  });

  it.each([
    ["class A {\n  static accessor x: number = null.y\n}", "2:36"],
    ["class A {\n  private static\n  accessor x = null.y; static z = 1\n}", "3:21"],
    ["class A {\n  @note\n  static accessor x = 1\n  static z = null.y\n}", "4:19"],
    ["class A { accessor x = 1 }\nnull.y", "2:6"],
  ])("leaves places in errors right: %s", (code, place) => {
    const run = older();
    run(DECORATORS);
    let trace = "";
    try {
      run(code);
    } catch (error) {
      trace = stripVTControlCharacters(failureOf(error, "cell.ts").traceback.join("\n"));
    }
    expect(/cell\.ts:(\d+:\d+)/.exec(trace)?.[1]).toBe(place);
  });

  it("that does not parse is a syntax error of its place", () => {
    expect(() => older()("class A { accessor x = 1 }\nclass B { accessor y = }")).toThrow(
      expect.objectContaining({ name: "SyntaxError", line: 2, column: 24 }),
    );
  });
});
