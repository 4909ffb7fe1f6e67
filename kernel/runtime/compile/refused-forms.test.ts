import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";

const RESOURCE = "using open = { value: 5, [Symbol.dispose]() { this.value = 0 } };";
const DECORATOR = "const note = (target: any, key: any): any => {};";

describe("a form that the transpiler gets wrong", () => {
  it.each([
    [
      "a second part of a namespace",
      "namespace A { export const x = 1 }\nexport namespace A { export const y = x }",
      "the namespace A has several parts here; write it as one",
      [2, 8],
    ],
    [
      "a part of a dotted namespace",
      "namespace A.B { export const x = 1 } namespace A { export const y = B.x }",
      "the namespace A has several parts here; write it as one",
      [1, 38],
    ],
    [
      "an export beside a resource",
      `${RESOURCE}\nconst a = 1; export const e = open.value`,
      "beside using, this export would be evaluated too late; declare it without export, and end with export { name }",
      [2, 14],
    ],
    [
      "a default export beside a resource",
      `${RESOURCE}\nexport default open.value`,
      "beside using, this export would be evaluated too late; declare it without export, and end with export { name }",
      [2, 1],
    ],
  ])("is refused: %s", (_, code, message, [line, column]) => {
    expect(() => bareSession()(code)).toThrow(expect.objectContaining({ message, line, column }));
  });

  it("is refused: accessor beside legacy decorators", () => {
    const message = "accessor needs standard decorators; remove experimentalDecorators from the tsconfig.json";
    const run = bareSession({ legacyDecorators: true });
    expect(() => run(`${DECORATOR}\nclass A { @note x = 1; accessor y = 2 }`)).toThrow(
      expect.objectContaining({ message, line: 2, column: 24 }),
    );
    expect(run("class A { accessor x = 1; static accessor s = 2 } new A().x + A.s")).toBe(3);
  });

  it.each([
    ["types beside a namespace", "namespace A { export type T = 1 } namespace A { export const y = 2 } A.y", 2],
    ["words of a comment", "// using types: export them\n// namespace A and namespace A\nexport const a = 1; a", 1],
    ["a namespace of a class", "class A { static x = 1 } namespace A { export const y = A.x + 1 } A.y", 2],
    ["a namespace of a function", "function f() { return f.extra } namespace f { export let extra = 4 } f()", 4],
    [
      "a namespace in two others",
      "namespace A { namespace C {} } namespace B { export namespace C {} } typeof A",
      "undefined",
    ],
    [
      "the word in a text",
      "const text = 'namespace A {} namespace A {}'; const namespace = text; namespace.length",
      29,
    ],
    [
      "a class, a function, types and names beside a resource",
      `${RESOURCE} export class C { static s = open.value } export function f() { return 1 } export type T = 1; ` +
        "const e = C.s; export { e }; [C.s, f(), e]",
      [5, 1, 5],
    ],
    ["a resource in a function", "export const e = (() => { using r = { [Symbol.dispose]() {} }; return 1 })(); e", 1],
  ])("is not %s", (_, code, value) => {
    expect(bareSession()(code)).toEqual(value);
  });
});
