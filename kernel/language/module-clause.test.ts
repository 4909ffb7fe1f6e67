import { describe, expect, it } from "vitest";
import { moduleClauses } from "./module-clause.ts";

/** The clauses in short: word, names, module. */
const short = (code: string) =>
  moduleClauses(code).map(({ word, names, isStar, specifier }) =>
    [
      word,
      ...names.map(({ inner, outer, isType }) => `${isType ? "type " : ""}${inner}:${outer}`),
      ...(isStar ? ["*"] : []),
      specifier,
    ].join(" "),
  );

describe("moduleClauses", () => {
  it.each([
    ["import d, { a, b as c, type T, type U as V } from 'm'", ["import default:d a:a b:c type T:T type U:V m"]],
    [
      "import * as ns from 'm'; import type { T } from 'n'; import 'o'",
      ["import *:ns m", "import type T:T n", "import o"],
    ],
    ["import { from } from 'rxjs'; import type from 'm'", ["import from:from rxjs", "import default:type m"]],
    ["import fs = require('fs'); import a = b.c; const s = 'x'", ["import default:fs fs"]],
    [
      "export * from 'm'; export * as n from 'o'; export type { T } from 'p'",
      ["export * m", "export *:n o", "export type T:T p"],
    ],
    ["export { a, b as default }", ["export a:a b:default "]],
    ["import('x'); import.meta.url; export const a = 1; { import: 1 }; a.import 'x'", []],
    ["import { a", []],
  ])("reads %s", (code, expected) => {
    expect(short(code)).toEqual(expected);
  });

  it("tells where a clause ends, with its attributes, and where its list does", () => {
    const code = "x; import { a, b, } from 'm' with { type: 'json' }; y";
    const [{ start, end, listEnd } = { start: 0, end: 0, listEnd: 0 }] = moduleClauses(code);
    expect(code.slice(start, end)).toBe("import { a, b, } from 'm' with { type: 'json' }");
    expect(code.slice(start, listEnd)).toBe("import { a, b");
  });
});
