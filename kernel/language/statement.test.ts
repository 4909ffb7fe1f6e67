import { describe, expect, it } from "vitest";
import { statements } from "./statement.ts";

const cut = (code: string) => statements(code).map(({ start, end }) => code.slice(start, end).trim());
const names = (code: string) => statements(code).flatMap((statement) => statement.names.map(({ text }) => text));

describe("statements", () => {
  it("ends a statement at a semicolon, a body's brace or a line that nothing continues", () => {
    const parts = [
      "const a = 1",
      "let b = [1, 2]\n  .map((x) => {\n    return x;\n  })",
      "function f(x: number): { y: number } {\n  return { y: x };\n}",
      "class C<T extends { a: 1 }> extends Base<{ b: 2 }> implements I {\n  m() { return 1; }\n}",
      "interface I { a: number; b: string }",
      "type U =\n  | { kind: 'a' }\n  | { kind: 'b' }",
      "enum E { A, B }",
      "namespace N { export const x = 1; }",
      "for (const x of xs) { f(x); }",
      "await f(1)",
      `export const last = \`\${a}\n\${b}\``,
    ];
    expect(cut(parts.join("\n"))).toEqual(parts);
    expect(cut("a = 1; b = 2; c")).toEqual(["a = 1;", "b = 2;", "c"]);
  });

  it("keeps decorators, modifiers and comments with the declaration they stand above", () => {
    const code = "x;\n/** About C. */\n@sealed\n@named({ a: 1 })\nexport abstract class C {}\ndeclare const d: number";
    expect(cut(code)).toEqual([
      "x;",
      "/** About C. */\n@sealed\n@named({ a: 1 })\nexport abstract class C {}",
      "declare const d: number",
    ]);
    expect(names(code)).toEqual(["C", "d"]);
  });

  it("does not take words that only look like declarations for ones", () => {
    expect(names("type = 3\nmodule.exports = 2\nasync(1)\nimport('x')\nimport.meta.url\nnamespace + 1")).toEqual([]);
  });

  it.each([
    ["const a = 1, b = f(2, 3), c: Map<string, number> = new Map<string, Set<A>>(), d = 4", ["a", "b", "c", "d"]],
    ["const f = (a: number): Readonly<Record<string, Set<B>>> => ({}), g = 2", ["f", "g"]],
    ["let a, b: number, c!: string", ["a", "b", "c"]],
    ["const { a, b: c, d: { e = f(1, 2) }, ['x' + y]: g, ...rest } = h", ["a", "c", "e", "g", "rest"]],
    ["const [a, , [b], { c }, ...d] = e", ["a", "b", "c", "d"]],
    ["const less = a < b, more = c > d", ["less", "more"]],
    ["import d, { a, b as c, type T, type U as V } from 'm'", ["d", "a", "c", "T", "V"]],
    ["import * as ns from 'm'; import type { T } from 'n'; import 'side-effect'", ["ns", "T"]],
    ["import { from } from 'rxjs'", ["from"]],
    ["import fs = require('fs')", ["fs"]],
    ["export default function f() {}", ["f"]],
    ["async function* g() {}", ["g"]],
    ["const enum E { A }", ["E"]],
    ["await using file = open()", ["file"]],
    ["declare global { interface Window { x: 1 } }", []],
    ["for (var i = 0; i < 3; i++) { var j = i; const k = 1; }", ["i", "j"]],
    ["if (x) { var y = 1 } else { xs.map(() => { var hidden = 1; }) }", ["y"]],
    ["export { a } from 'm'", []],
  ])("finds the names of %s", (code, expected) => {
    expect(names(code)).toEqual(expected);
  });

  it("tells which names need their property when renamed", () => {
    const forms = (code: string) => statements(code)[0]?.names.map(({ form }) => form);
    expect(forms("const { a, b: c, ...d } = e")).toEqual(["shorthand", "plain", "plain"]);
    expect(forms("import d, { a, b as c } from 'm'")).toEqual(["plain", "import", "plain"]);
  });

  it("covers all tokens of half-written code without losing its place", () => {
    for (const code of [
      "const x = foo.",
      "function f(",
      "}} const a = 1",
      "class {",
      "const { a",
      "import { x",
      `\`\${`,
    ]) {
      expect(() => statements(code), code).not.toThrow();
    }
    expect(names("}} const a = 1")).toEqual(["a"]);
  });
});
