import { describe, expect, it } from "vitest";
import { SessionDocument } from "./session-document.ts";

const session = (...cells: readonly string[]) => {
  const document = new SessionDocument("./session.ts", "");
  for (const code of cells) document.add(code);
  return document;
};
const exported = (document: SessionDocument) => /export \{ (.*) \};\n$/.exec(document.text)?.[1];

describe("SessionDocument", () => {
  it("keeps declarations, with their comments, and drops what declares nothing", () => {
    const { text } = session(
      "console.log(1)\n/** The answer. */\nexport const a = 42; a + 1\nfunction f() { return a }",
    );
    expect(text).toContain("/** The answer. */\n const a = 42;");
    expect(text).toContain("function f() { return a }");
    expect(text).not.toContain("a + 1");
    expect(text).not.toContain("console.log");
  });

  it("drops a declaration when a later cell declares the name again", () => {
    const document = session("const a = 1\nclass K {}", "let a = 'x'", "enum K { A }");
    expect(document.text).not.toMatch(/const a|class K/);
    expect(exported(document)).toBe("a, K");
  });

  it("keeps overloads, merged interfaces and namespaces of one cell together", () => {
    const document = session(
      "interface I { a: 1 }\ninterface I { b: 2 }\nfunction f(a: 1): 1\nfunction f(a: 2): 2\nfunction f(a: any) { return a }",
    );
    expect(exported(document)).toBe("I, f");
    expect(document.text.match(/interface I/g)).toHaveLength(2);
    expect(document.text.match(/function f/g)).toHaveLength(3);
  });

  it("renames one redeclared name where others of its statement live on", () => {
    const document = session(
      "const { a, b: c, d } = x, e = 1\nimport { p, q } from 'm'",
      "const a = 2, c = 3, e = 4, p = 5",
    );
    expect(document.text).toMatch(/const \{ a: \S+_a, b: \S+_c, d \} = x, \S+_e = 1/);
    expect(document.text).toMatch(/import \{ p as \S+_p, q \} from 'm'/);
    expect(exported(document)).toBe("d, q, a, c, e, p");
  });

  it("imports into the next cell every name it does not declare itself, and lets it assign variables", () => {
    const document = session("const a = 1\nlet b = 2\nvar c = 3");
    const { text, linesBefore } = document.cell("b = 5\nconst a = 'own'");
    const [header, ...rest] = text.split("\n");
    expect(rest).toEqual(["b = 5", "const a = 'own'"]);
    expect(linesBefore).toBe(1);
    expect(header).toMatch(/^import \{ b as (\S+), c as (\S+) \} from ".\/session.ts"; let b = \1; let c = \2;$/);
  });

  it("lets a redeclaration speak of its earlier self, at the same places of the cell", () => {
    const document = session("const data = [1, 2]");
    const code = "const data = data.map((d) => d + data.length)";
    const { text, aliases } = document.cell(code);
    const [alias] = [...aliases.keys()];
    expect(text.split("\n")[1]).toBe(code.replaceAll(/data(?=\.)/g, alias ?? ""));
    expect(alias).toHaveLength("data".length);
    document.add(code);
    expect(document.text).toMatch(/const (\S+) = \[1, 2\][\s\S]*const data = \1\.map/);
    expect(exported(document)).toBe("data");
  });

  it("leaves recursion alone", () => {
    const document = session("const f = 1");
    expect(document.cell("const f = (n: number): number => f(n - 1)").aliases.size).toBe(0);
    expect(document.cell("const g = { f: 1 }.f").aliases.size).toBe(0);
  });

  it("stays as small as what lives, however often cells run again", () => {
    const document = session();
    const cells = [
      "let total = 0",
      "const data = [1]",
      "const data = data.map(String)",
      "interface P { a: 1 }",
      "import 'x'",
    ];
    for (const code of cells) document.add(code);
    const length = document.text.length;
    for (let run = 0; run < 300; run++) for (const code of cells.slice(2)) document.add(code);
    for (let run = 0; run < 300; run++) document.add(cells[0] as string);
    expect(document.text.length).toBeLessThanOrEqual(length + 10);
    document.clear();
    expect(exported(document)).toBe("");
  });
});
