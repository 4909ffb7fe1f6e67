import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainDocument } from "./cell-document.ts";
import { type RanCell, Session } from "./session.ts";

/** A cell that declares values, or types, whose names are in capitals. */
const cell = (code: string, names: string, more: Partial<RanCell> = {}): RanCell => ({
  document: plainDocument(code, new Session("none")),
  isMarkup: false,
  names: names.split(" ").flatMap((name) => {
    const isType = /^[A-Z]/.test(name);
    return name === "" ? [] : [{ name, isValue: !isType, isType, isWhole: false, isExported: false }];
  }),
  ...more,
});
const session = (...cells: readonly RanCell[]) => {
  const made = new Session("session");
  for (const each of cells) made.add(each);
  return made;
};
const text = (made: Session) => [...made.texts.values()].join("");

describe("the session", () => {
  it("holds each cell as it was written, and its names as globals", () => {
    const made = session(cell("/** The answer. */\nconst a = 42; f(a)", "a"));
    expect(text(made)).toMatch(/namespace (\S+) \{\n\/\*\* The answer\. \*\/\nconst a = 42; f\(a\)\nexport \{ a \};/);
    expect(text(made)).toMatch(/declare global \{\n[\s\S]*export import a = \S+\.a;/);
  });

  it("has a cell that may not stand in a namespace as a module of its own, which its first one imports", () => {
    const code = "import d, { a as b } from 'm'; declare global { interface W { a: 1 } } b";
    const made = session(cell("const a = 1", "a"), cell(code, "d b"), cell("const v = <b/>", "v", { isMarkup: true }));
    expect([...made.texts.keys()]).toEqual([
      "session.ts",
      "session-0.ts",
      "session-module-0.ts",
      "session-module-0.tsx",
    ]);
    expect(made.texts.get("session.ts")).toContain('import "./session-module-0.tsx";');
    const own = made.texts.get("session-module-0.ts");
    expect(own).toContain(`\n${code}\nexport { d, b };`);
    expect(own).not.toContain("namespace");
    expect(own).toMatch(/export import \S+ = (\S+);export import d = \1\.d;export import b = \1\.b;/);
  });

  it("forgets a cell when its names are all declared again, and no other speaks of it", () => {
    const made = session(cell("const a = 1, b = 2", "a b"), cell("const a = 3", "a"));
    expect(text(made)).toMatch(/const a = 1, b = 2/);
    made.add(cell("const b = 4", "b"));
    expect(text(made)).not.toMatch(/a = 1/);
    const plain = cell("const b = b + 1", "b");
    const earlier = new Map([["\uA000", made.place("b") ?? ""]]);
    made.add({ ...plain, document: { ...plain.document, cell: "const b = \uA000 + 1", earlier } });
    expect(text(made)).toMatch(/namespace (\S+) \{\nconst b = 4[\s\S]*import \uA000 = \1\.b;\nconst b = /);
    made.add(cell("let b = 5", "b"));
    expect(text(made)).not.toMatch(/b = 4/);
    made.clear();
    expect([text(made), made.has("b")]).toEqual([expect.not.stringContaining("namespace"), false]);
  });

  it("stays as small as what lives, however often cells run again", () => {
    const made = session();
    const cells = [cell("import 'x'", ""), cell("interface P { a: 1 }", "P"), cell("let total = 0", "total")];
    for (const each of cells) made.add(each);
    const { length } = text(made);
    for (let run = 0; run < 300; run++) for (const each of cells) made.add(each);
    expect(text(made).length).toBeLessThanOrEqual(length + 40);
  });

  it("keeps a value beside a type of its name", () => {
    const made = session(cell("const User = 1", "", { names: [value("User")] }), cell("type User = 2", "User"));
    expect(text(made)).toMatch(/[ ;]let User: typeof \S+;/);
    expect(text(made)).toMatch(/export import User = \S+;/);
  });

  it("declares no name global that is one already, but in each module that may mean it", () => {
    const made = session(cell("let display = 1", "display"));
    made.reserve(new Set(["display", "parseInt"]));
    expect([made.reserved, text(made)]).toEqual([["display"], expect.not.stringMatching(/export import display/)]);
    expect(text(made)).toMatch(/import display = \S+\.display;/);
    const { text: plain } = plainDocument("display", made);
    expect(plain).toMatch(/^import display = \S+\.display;import \{\} from "\.\/session\.ts";\n/);
    const { text: assigning } = plainDocument("display = 2", made, ["display"]);
    expect(assigning).toMatch(/^declare let display: typeof \S+\.display;import \{\}/);
  });

  it("spreads over some parts, and changes one for a cell that runs again", () => {
    const made = session();
    for (let index = 0; index < 60; index++) made.add(cell(`const a${index} = "${"x".repeat(1000)}"`, `a${index}`));
    const before = made.texts;
    const sizes = [...before].flatMap(([file, { length }]) => (file === made.root ? [] : [length]));
    expect(Math.max(...sizes)).toBeLessThan(2 * Math.min(...sizes));
    made.add(cell("const a7 = 1", "a7"));
    expect([...made.texts].filter(([file, after]) => after !== before.get(file))).toHaveLength(1);
  });

  it("has the same texts whether they were read before or not", () => {
    const long = "x".repeat(3000); // two cells fill a part
    const ran = (code: string, names: string, assigned: readonly string[] = []) => {
      const plain = cell(`${code} // ${long}`, names);
      return { ...plain, document: { ...plain.document, assigned } };
    };
    const cells = [
      ...["a", "b", "A", "B", "a A", "b d", "d"].map((names) => ran(`let ${names}`, names)),
      cell("const A = 1", "", { names: [value("A")] }),
      ran("a = 1; let e", "e", ["a"]),
      ...["import 'x'", "import 'y'"].map((code) => ran(code, "")),
      ran("import b from 'b'", "b"),
    ];
    const reserved = [new Set(["d"]), new Set<string>()];
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...cells).map((each) => (made: Session) => made.add(each)) },
      fc.constantFrom(...reserved).map((names) => (made: Session) => made.reserve(names)),
      fc.constant((made: Session) => made.clear()),
    );
    const same = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [read, unread] = [session(), session()];
      for (const each of steps) {
        each(read);
        each(unread);
        void read.texts;
      }
      expect(read.texts).toEqual(unread.texts);
    });
    fc.assert(same, { seed: 1, numRuns: 300 });
  });
});

function value(name: string) {
  return { name, isValue: true, isType: false, isWhole: false, isExported: false };
}
