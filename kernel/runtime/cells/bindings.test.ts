import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";

describe("a variable before its declaration", () => {
  it.each([
    "x; let x = 1",
    "typeof x; const x = 1",
    "x = 5; let x = 1",
    "x = 5; const x = 1",
    "x++; let x: number = 1",
    "[x] = [5]; let x = 1",
    "for (x of [1]); let x = 1",
    "f(); let x = 1; function f() { x = 5 }",
    "const f = () => { ({ x } = { x: 5 }) }; f(); let x",
    "f(); let [y, { x }] = [1, { x: 2 }]; function f() { x = 5 }",
    "f(); class x {} function f() { x = class {} as never }",
    "let x = (f(), 1); function f() { x = 5 }",
    "let y = 2, x = f(); function f() { return (x ??= y) }",
    "const f = () => x; f(); const x = 1",
    "let x = x",
    "new x(); class x {}",
    "class A extends x {}; class x {}",
    "const { a = x } = {} as any; const x = 1",
    "x; enum E { A } const x = E.A",
  ])("cannot be used: %s", (code) => {
    expect(() => bareSession()(code)).toThrow(new ReferenceError("Cannot access 'x' before initialization"));
  });

  it("that is the name of a global cannot be assigned by a function", () => {
    const error = new ReferenceError("Cannot access 'parseInt' before initialization");
    expect(() => bareSession()("f(); let parseInt: unknown = 1; function f() { parseInt = 5 }")).toThrow(error);
  });

  it("cannot be assigned by a function of an earlier cell", () => {
    const run = bareSession();
    run("function f() { x = 5 }");
    expect(() => run("f(); const x = 1")).toThrow(new ReferenceError("Cannot access 'x' before initialization"));
  });

  it("can be assigned once the cell has failed", () => {
    const run = bareSession();
    expect(() => run("f(); let x = 1; function f() { x = 5 }")).toThrow(ReferenceError);
    expect(run("f(); x")).toBe(5);
  });

  it("can be assigned by a function from its declaration on", async () => {
    const code = `let a = 1, x = () => a, [y, { z = 1 }] = [2, {}] as any, u; class C {}
      function f() { a = 2; y = 3; z = 4; u = 5; x = null as never; C = null as never }`;
    expect(bareSession()(`${code} const named = [x.name, C.name]; f(); [...named, a, x, y, z, u, C]`)).toEqual([
      ...["x", "C", 2, null, 3, 4, 5, null],
    ]);
    expect(await bareSession()("let x = await (0, 1); const f = () => { x = 2 }; f(); x")).toBe(2);
    expect(bareSession()("let x: any = (0, 1); function f() { x += 1 } for (let i = 0; i < 3; i++) f(); x")).toBe(4);
  });

  it("is that of an earlier cell, if there is one", () => {
    const run = bareSession();
    run("let x = 1");
    expect(run("let x = x + 1; x")).toBe(2);
    expect(run("x = 5; const y = x; let x = 7; [x, y]")).toEqual([7, 5]);
  });

  it("is not defined if no cell declares it", () => {
    const run = bareSession();
    expect(() => run("x = 1")).toThrow(new ReferenceError("x is not defined"));
    expect(() => run("x")).toThrow(new ReferenceError("x is not defined"));
    expect(run("typeof x")).toBe("undefined");
  });
});
