import { describe, expect, it } from "vitest";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { transpile } from "./transpile.ts";

function placeOf(source: string): string {
  try {
    transpile(source, { keepImports: true });
  } catch (error) {
    if (error instanceof CellSyntaxError) return `${error.line}:${error.column}`;
  }
  return "none";
}

/** The places are counted by hand in the text: at the first character that is wrong, or after the last one. */
describe("the place of a syntax error", () => {
  it.each([
    ["1+", "1:3"],
    ["let a = 1\nlet b2 = 2 +", "2:13"],
    ["let a = 1\nlet b2 = 2 +\n\n\n", "2:13"],
    ["function f() {\n  return 1", "2:11"],
    ["foo(1,\n", "1:7"],
    ["a.b.\n", "1:5"],
    ["/* never\n closed", "2:8"],
  ])("in %j, which ends too early, is its end", (source, place) => {
    expect(placeOf(source)).toBe(place);
  });

  it.each([
    ["let x = ;", "1:9"],
    ["\tlet x = ;", "1:10"],
    ["let x = 1;\n\tlet\ty = ;\n", "2:10"],
    ["/* 差分 */ let x = ;", "1:18"],
    ["/* é\u0301\u0302 😀 */ let x = ;", "1:22"],
    ["let a = {\n  b: [1, 2\n}", "3:1"],
    [`let long = ${"x + ".repeat(100)};`, "1:412"],
  ])("in %j is what is wrong", (source, place) => {
    expect(placeOf(source)).toBe(place);
  });

  it("of several lines is the first of them", () => {
    expect(placeOf("let a = 1\nconst s = `abc\ndef")).toBe("2:1");
  });
});
