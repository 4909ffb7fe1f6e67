import { describe, expect, it } from "vitest";
import { declarations } from "./declaration-statement.ts";

const cut = (code: string) =>
  declarations(code).map(({ start, tokens }) => code.slice(start, tokens.at(-1)?.end).trim());
const names = (code: string) => declarations(code).flatMap((declaration) => declaration.names.map(({ text }) => text));

describe("declarations", () => {
  it("end at a semicolon, a body's brace or a line that nothing continues", () => {
    const parts = [
      "const a = 1",
      "let b = [1, 2]\n  .map((x) => {\n    return x;\n  })",
      "function f(x: number): { y: number } {\n  return { y: x };\n}",
      "class C<T extends { a: 1 }> extends Base<{ b: 2 }> implements I {\n  m() { return 1; }\n}",
      "interface I { a: number; b: string }",
      "type U =\n  | { kind: 'a' }\n  | { kind: 'b' }",
      "enum E { A, B }",
      "namespace N { export const x = 1; }",
      `export const last = \`\${a}\n\${b}\``,
    ];
    expect(cut(parts.join("\n"))).toEqual(parts);
    expect(cut("a = 1; const b = 2; c\nlet d: Set<1>\nf(b)")).toEqual(["const b = 2;", "let d: Set<1>"]);
  });

  it("keep decorators, modifiers and comments with what they stand above", () => {
    const code = "x;\n/** About C. */\n@sealed\n@named({ a: 1 })\nexport abstract class C {}\ndeclare const d: number";
    expect(cut(code)).toEqual([
      "/** About C. */\n@sealed\n@named({ a: 1 })\nexport abstract class C {}",
      "declare const d: number",
    ]);
    expect(names(code)).toEqual(["C", "d"]);
  });

  it("are not words that only look like them", () => {
    expect(names("type = 3\nmodule.exports = 2\nasync(1)\nimport('x')\nimport.meta.url\nnamespace + 1")).toEqual([]);
  });

  it.each([
    ["const a = 1, b = f(2, 3), c: Map<string, number> = new Map<string, Set<A>>(), d = 4", ["a", "b", "c", "d"]],
    ["const f = (a: number): Readonly<Record<string, Set<B>>> => ({}), g = 2", ["f", "g"]],
    ["let a, b: number, c!: string", ["a", "b", "c"]],
    ["const { a, b: c, d: { e = f(1, 2) }, ['x' + y]: g, ...rest } = h", ["a", "c", "e", "g", "rest"]],
    ["const [a, , [b], { c }, ...d] = e", ["a", "b", "c", "d"]],
    ["const less = a < b, more = c > d", ["less", "more"]],
    ["export default function f() {}", ["f"]],
    ["async function* g() {}", ["g"]],
    ["const enum E { A }", ["E"]],
    ["await using file = open()", ["file"]],
    ["declare global { interface Window { x: 1 } }", []],
    ["export { a } from 'm'", []],
  ])("have the names of %s", (code, expected) => {
    expect(names(code)).toEqual(expected);
  });

  it("are found in half-written code", () => {
    for (const code of ["const x = foo.", "function f(", "class {", "const { a", "import { x", `\`\${`])
      expect(() => declarations(code), code).not.toThrow();
    expect(names("}} const a = 1")).toEqual(["a"]);
  });
});
