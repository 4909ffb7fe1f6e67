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
    "const f = () => x; f(); const x = 1",
    "let x = x",
    "new x(); class x {}",
    "class A extends x {}; class x {}",
    "const { a = x } = {} as any; const x = 1",
    "x; enum E { A } const x = E.A",
  ])("cannot be used: %s", (code) => {
    expect(() => bareSession()(code)).toThrow(new ReferenceError("Cannot access 'x' before initialization"));
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
