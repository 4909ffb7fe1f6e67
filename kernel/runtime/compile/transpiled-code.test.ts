import { describe, expect, it } from "vitest";
import { parseFileCode, parseTranspiledCode } from "./transpiled-code.ts";

describe("what stands behind yield", () => {
  it.each([
    "(async function* () { yield /[/]/g })",
    "({ *generate() { yield /[/]/g } })",
    "({ async *generate() { yield\t/[/]/g } })",
    "class A { static *generate() { const f = () => { }; yield /[/]/g } }",
    "class A { *generate() { yield 6 / 3 / 2; yield; yield* /[/]/g } }",
  ])("may be a regular expression: %s", (code) => {
    for (const parse of [parseTranspiledCode, parseFileCode]) expect(parse(code).body).toHaveLength(1);
  });

  it("is a division where yield is a name", () => {
    const { body } = parseFileCode("var yield = 6, g = 1; function f() { return yield /3/ g }");
    expect(JSON.stringify(body)).not.toContain('"regex"');
  });
});
