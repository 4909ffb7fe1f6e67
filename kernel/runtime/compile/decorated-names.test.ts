import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";

const NOTHING = "const same = (value: any, context: any): any => {};";
const REPLACING = "const replace = (value: any, context: any): any => class extends value { static extra = 4 };";

describe("a class with standard decorators", () => {
  it.each([
    ["nothing static", "@same class A { me = A }", "new A().me === A"],
    ["a static field", "@same class A { static s = 2 }", "A.s === 2"],
    ["a static field with a decorator", "@same class A { @same static s = 2 }", "A.s === 2"],
    ["a static method", "@same class A { static m() { return A } }", "A.m() === A"],
    ["a static private field", "@same class A { static #p = 1; static g() { return A.#p } }", "A.g() === 1"],
    ["a static accessor", "@same class A { static accessor x = 1 }", "A.x === 1"],
    ["a static block", "@same class A { static { this.prototype.y = 3 } [y: string]: any }", "new A().y === 3"],
    ["an instance of itself", "@same class A { static one = new A() }", "A.one instanceof A"],
    ["an export", "@same export class A { static s = 2 }", "A.s === 2"],
    ["an export before its decorators", "export @same class A { static s = 2 }", "A.s === 2"],
    ["the default export", "@same export default class A { static s = 2 }", "A.s === 2"],
    ["a static field without a value", "@same abstract class A { static s: number }", "typeof A === 'function'"],
    ["a comment before it", "/* first */ @same /* then */ class A { static s = 2 }", "A.s === 2"],
    ["a resource before it", "using r = { [Symbol.dispose]() {} }; @same class A { static s = 2 }", "A.s === 2"],
    ["a property of the transpiler's name", "@same class A { _A = 3; static s = 2 }", "new A()._A === 3 && A.s === 2"],
  ])("and %s is the variable of its name in later cells, and no value of its cell", (_, declared, holds) => {
    const run = bareSession();
    run(`${NOTHING} class A { static s = 1 }`);
    expect(run(declared)).toBe(undefined);
    expect(run(holds)).toBe(true);
    expect(run(`${declared}; ${holds}`)).toBe(true);
  });

  it("after an asynchronous resource is found, too", async () => {
    const run = bareSession();
    const resource = "await using r = { async [Symbol.asyncDispose]() {} };";
    expect(await run(`${resource} ${NOTHING} @same class A { static s = 2 }; A.s`)).toBe(2);
    expect(run("A.s")).toBe(2);
  });

  it.each(["x = 1", "static s = 1"])("is what they made of it: %s", (member) => {
    const run = bareSession();
    expect(run(`${REPLACING} @replace class A { ${member}; me() { return A } }; A.extra`)).toBe(4);
    expect(run("[A.extra, new A().me() === A]")).toEqual([4, true]);
  });

  it.each(["x = 1", "static s = 1"])("is what its name means to functions of its cell: %s", (member) => {
    const run = bareSession();
    const functions = "const made = () => A; const typed = () => typeof A; const held = () => ({ A });";
    run(`${NOTHING} @same class A { ${member}; me() { return A } } ${functions} const first = A`);
    expect(run("[made() === first, typed(), held().A === first]")).toEqual([true, "function", true]);
    expect(run("var A: any = 5; [made(), new first().me()].every((one) => one === first)")).toBe(true);
  });

  it("leaves classes of the same name in functions theirs", () => {
    const run = bareSession();
    const inner = "const inner = () => { @same class A { static s = 2 } return A.s };";
    expect(
      run(`${NOTHING} @same class A { static s = 1 } ${inner} const outer = () => A.s; [inner(), outer()]`),
    ).toEqual([2, 1]);
    expect(run("[A.s, inner(), outer()]")).toEqual([1, 2, 1]);
  });

  it("leaves the class that it extends alone", () => {
    const run = bareSession();
    run(`${NOTHING} class Base { static s = 1 } @same class A extends Base { static t = 2 }`);
    expect(run("[Base.s, A.s, A.t]")).toEqual([1, 1, 2]);
    run("@same class First { static s = 1 }\n@same class Second extends First { static t = 2 }");
    expect(run("[First.s, Second.s, Second.t]")).toEqual([1, 1, 2]);
  });

  it("may be the default export without a name, of which nothing is left", () => {
    const run = bareSession();
    expect(run(`${NOTHING} export default @same class { static s = 1 }`)).toBe(undefined);
    expect(run("typeof _default")).toBe("undefined");
  });
});
