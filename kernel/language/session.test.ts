import { describe, expect, it } from "vitest";
import type { RanCell } from "./cell-namespace.ts";
import { Session } from "./session.ts";

/** A cell that declares values, or types, whose names are in capitals. */
const cell = (code: string, names: string, more: Partial<RanCell> = {}): RanCell => ({
  code,
  text: code,
  isMarkup: false,
  earlier: new Map(),
  names: names.split(" ").flatMap((name) => {
    const isType = /^[A-Z]/.test(name);
    return name === "" ? [] : [{ name, isValue: !isType, isType, isWhole: false, isExported: false }];
  }),
  ...more,
});
const session = (...cells: readonly RanCell[]) => {
  const made = new Session((part) => `part-${part}.ts`);
  for (const each of cells) made.add(each);
  return made;
};
const text = (made: Session) => made.parts.join("");

describe("the session", () => {
  it("holds each cell as it was written, and its names as globals", () => {
    const made = session(cell("/** The answer. */\nconst a = 42; f(a)", "a"));
    expect(text(made)).toMatch(/namespace (\S+) \{\n\/\*\* The answer\. \*\/\nconst a = 42; f\(a\)\nexport \{ a \};/);
    expect(text(made)).toMatch(/declare global \{\n[\s\S]*export import a = \S+\.a;/);
  });

  it("puts before a cell what may not stand in a namespace", () => {
    const code =
      "import d, { a as b, type T } from 'm' with { type: 'json' }; declare global { interface W { a: 1 } } b";
    const [top, inside] = text(session(cell(code, "d b T"))).split("export namespace");
    for (const inner of ["default", "a", "T"])
      expect(top).toMatch(new RegExp(`import \\{ ${inner} as \\S+ \\} from "m"`));
    expect(top).toContain("declare global { interface W { a: 1 } }");
    expect(inside).toMatch(/\{\nimport d = \S+;import b = \S+;import T = \S+;; {2}b\nexport \{ d, b, T \};/);
  });

  it("forgets a cell when its names are all declared again, and no other speaks of it", () => {
    const made = session(cell("const a = 1, b = 2", "a b"), cell("const a = 3", "a"));
    expect(text(made)).toMatch(/const \S+a = 1, b = 2/);
    made.add(cell("const b = 4", "b"));
    expect(text(made)).not.toMatch(/a = 1/);
    const place = made.place("b") ?? "";
    made.add(cell("const b = b + 1", "b", { text: "const b = \uA000 + 1", earlier: new Map([["\uA000", place]]) }));
    expect(text(made)).toMatch(/const (\S+)b = 4[\s\S]*import \uA000 = \S+\.\1b;const b = /);
    made.add(cell("let b = 5", "b"));
    expect(text(made)).not.toMatch(/b = 4/);
    made.clear();
    expect([text(made), made.has("b")]).toEqual(["", false]);
  });

  it("stays as small as what lives, however often cells run again", () => {
    const made = session();
    const cells = [cell("import 'x'", ""), cell("interface P { a: 1 }", "P"), cell("let total = 0", "total")];
    for (const each of cells) made.add(each);
    const { length } = text(made);
    for (let run = 0; run < 300; run++) for (const each of cells) made.add(each);
    expect(text(made).length).toBeLessThanOrEqual(length + 40);
  });

  it("lets a cell mean the names of its own that later ones declared again", () => {
    const made = session(
      cell("const { a, b: c } = x, d = 1; function f() { return [a, c] }", "a c d f"),
      cell("let a", "a"),
    );
    expect(text(made)).toMatch(/const \{ a: \S+a, b: c \} = x, d = 1; function f\(\) \{ return \[a, c\] \}/);
    made.add(cell("let c, d", "c d"));
    expect(text(made)).toMatch(/const \{ a: \S+a, b: \S+c \} = x, \S+d = 1;/);
    expect(text(made)).toMatch(/export \{ \S+a, \S+c, \S+d, f \}/);
  });

  it("keeps a value beside a type of its name", () => {
    const made = session(cell("const User = 1", "", { names: [value("User")] }), cell("type User = 2", "User"));
    expect(text(made)).toMatch(/ const User: typeof \S+;|;const User: typeof \S+;/);
    expect(text(made)).toMatch(/export import User = \S+;/);
  });

  it("declares no name global that is one already, but in each module that may mean it", () => {
    const made = session(cell("let display = 1", "display"));
    made.reserve(["display", "parseInt"]);
    expect([made.reservedNames, text(made)]).toEqual([["display"], expect.not.stringMatching(/export import display/)]);
    expect(text(made)).toMatch(/import display = \S+\.display;/);
    made.allowAssignment("display", "");
    expect(made.declarationOf("display", true)).toMatch(/^declare let display: typeof \S+\.display;$/);
  });

  it("spreads over some parts, and changes one for a cell that runs again", () => {
    const made = session();
    for (let index = 0; index < 60; index++) made.add(cell(`const a${index} = "${"x".repeat(1000)}"`, `a${index}`));
    const before = made.parts;
    expect(Math.max(...before.map(({ length }) => length))).toBeLessThan(
      2 * Math.min(...before.map(({ length }) => length)),
    );
    made.add(cell("const a7 = 1", "a7"));
    expect(made.parts.filter((part, index) => part !== before[index])).toHaveLength(1);
  });
});

function value(name: string) {
  return { name, isValue: true, isType: false, isWhole: false, isExported: false };
}
