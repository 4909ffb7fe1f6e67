import { describe, expect, it } from "vitest";
import { SessionDocument } from "./session-document.ts";
import { emptyPart, sessionParts } from "./session-part.ts";

const modules = ["./part-0.ts", "./part-1.ts"];
const session = (...cells: readonly string[]) => {
  const document = new SessionDocument(modules);
  for (const code of cells) document.add(code);
  return document;
};
const textOf = (document: SessionDocument) => document.parts.map(({ text }) => text).join("");
const exported = (document: SessionDocument) => [...document.names.keys()].join(", ");

describe("SessionDocument", () => {
  it("keeps declarations, with their comments, and drops what declares nothing", () => {
    const text = textOf(
      session("console.log(1)\n/** The answer. */\nexport const a = 42; a + 1\nfunction f() { return a }"),
    );
    expect(text).toContain("/** The answer. */\n const a = 42;");
    expect(text).toContain("function f() { return a }");
    expect(text).not.toContain("a + 1");
    expect(text).not.toContain("console.log");
  });

  it("follows a declaration that mentions more names than a call has room for", () => {
    const words = Array.from({ length: 200_000 }, (_, i) => `n${i}`);
    const document = session("const n7 = 1", `const all = () => [${words.join()}]`);
    expect(document.cell("all()").text).toMatch(/^import \{ all \} from/);
  });

  it("drops a declaration when a later cell declares the name again", () => {
    const document = session("const a = 1\nclass K {}", "let a = 'x'", "enum K { A }");
    expect(textOf(document)).not.toMatch(/const a|class K/);
    expect(exported(document)).toBe("a, K");
  });

  it("keeps overloads, merged interfaces and namespaces of one cell together", () => {
    const document = session(
      "interface I { a: 1 }\ninterface I { b: 2 }\nfunction f(a: 1): 1\nfunction f(a: 2): 2\nfunction f(a: any) { return a }",
    );
    expect(exported(document)).toBe("I, f");
    expect(textOf(document).match(/interface I/g)).toHaveLength(2);
    expect(textOf(document).match(/function f/g)).toHaveLength(3);
  });

  it("renames one redeclared name where others of its statement live on", () => {
    const document = session(
      "const { a, b: c, d } = x, e = 1\nimport { p, q } from 'm'",
      "const a = 2, c = 3, e = 4; class p {}",
    );
    expect(textOf(document)).toMatch(/const \{ a: \S+_a, b: \S+_c, d \} = x, \S+_e = 1/);
    expect(textOf(document)).toMatch(/import \{ p as \S+_p, q \} from 'm'/);
    expect(exported(document)).toBe("d, q, a, c, e, p");
  });

  it("keeps a value beside a type of its name in one part, and each of them until its like comes", () => {
    const long = `function long() { ${"step(); ".repeat(2000)} }`;
    const cells = ["const { User, Post } = x", long, "type Post = 1", "interface User { a: 1 }", "type Post = 2"];
    const document = session(...cells);
    expect(document.parts.map(({ entries }) => entries.length)).toEqual([1, 3]);
    expect(document.parts[1]?.text).toMatch(/const \{ User, Post \} = x\s+interface User[\s\S]*type Post = 2/);
    expect(textOf(document)).not.toContain("type Post = 1");
    expect(exported(document)).toBe("long, User, Post");
    const length = textOf(document).length;
    for (let run = 0; run < 50; run++) for (const cell of cells) document.add(cell);
    expect(textOf(document).length).toBeLessThanOrEqual(length + 60);
    document.add("class User {}");
    expect(textOf(document)).not.toContain("interface User");
    expect(textOf(document)).toMatch(/const \{ User: \S+_User, Post \} = x/);
  });

  it("imports into the next cell what it mentions and does not declare itself, and lets it assign variables", () => {
    const document = session("const a = 1\nlet b = 2\nvar c = 3; const d = 4");
    const { text, linesBefore } = document.cell("b = 5\nconst a = 'own'", ["c", "a"]);
    const [header, ...rest] = text.split("\n");
    expect(rest).toEqual(["b = 5", "const a = 'own'"]);
    expect(linesBefore).toBe(1);
    const imports = /import \{ b as (\S+), c as (\S+) \} from ".\/part-0.ts"; let b = \1; let c = \2;$/;
    expect(header).toMatch(imports);
  });

  it("lets a redeclaration speak of its earlier self, at the same places of the cell", () => {
    const document = session("const data = [1, 2]");
    const code = "const data = data.map((d) => d + data.length)";
    const { text, aliases } = document.cell(code);
    const [alias] = [...aliases.keys()];
    expect(text.split("\n")[1]).toBe(code.replaceAll(/data(?=\.)/g, alias ?? ""));
    expect(alias).toHaveLength("data".length);
    document.add(code);
    expect(textOf(document)).toMatch(/const (\S+) = \[1, 2\][\s\S]*const data = \1\.map/);
    expect(exported(document)).toBe("data");
  });

  it("leaves recursion alone", () => {
    const document = session("const f = 1");
    expect(document.cell("const f = (n: number): number => f(n - 1)").aliases.size).toBe(0);
    expect(document.cell("const g = { f: 1 }.f").aliases.size).toBe(0);
  });

  it("spreads over parts that import from each other what they speak of", () => {
    const long = `function long() { ${"step(); ".repeat(1000)} }`;
    const document = session("const first = 1", long, "const second = first + 1", "const third = second");
    const [one, two] = document.parts.map(({ text }) => text);
    expect(one).toMatch(/^\n[\s\S]*export \{ first, long \};\n$/);
    expect(two).toMatch(/^import \{ first \} from ".\/part-0.ts";\n[\s\S]*export \{ second, third \};\n$/);
    const { text } = document.cell("first + third");
    expect(text).toMatch(/^import \{ first \} from ".\/part-0.ts"; import \{ third \} from ".\/part-1.ts";\n/);
  });

  it("declares a name again where it was, so that the parts that import it stay as they are", () => {
    const document = session(
      "const first = 1",
      `function long() { ${"step(); ".repeat(1000)} }`,
      "const second = first",
    );
    const [, before] = document.parts;
    document.add("const first = 'x'");
    expect(document.parts[0]?.text).toMatch(/const first = 'x'[\s\S]*export \{ long, first \};\n$/);
    expect(document.parts[1]).toBe(before);
  });

  it("changes one part for many cells in a row, and lets none grow far beyond the others", () => {
    const document = session();
    const changed: number[] = [];
    for (let cell = 0; cell < 60; cell++) {
      const before = document.parts;
      document.add(`const value${cell} = "${"x".repeat(1000)}";`);
      changed.push(document.parts.findIndex((part, index) => part !== before[index]));
    }
    const turns = changed.filter((part, index) => part !== changed[index - 1]);
    expect(turns.length).toBeLessThanOrEqual(12);
    const sizes = document.parts.map(({ text }) => text.length);
    expect(Math.max(...sizes)).toBeLessThan(2 * Math.min(...sizes));
  });

  it("that grew cell by cell is as if it were written at once", () => {
    const document = session();
    for (let index = 0; index < 60; index++) {
      const names = [index % 7, index % 11, index].map((at) => `name${at}`);
      document.add(
        `const name${index} = ${names.join(" + ")}; ${"// long\n".repeat(20)}function use${index % 40}() { return name${index + 1} }`,
      );
      if (index % 9 === 0) document.add(`import 'x${index}'; import { y${index} } from 'y'`);
      const { parts } = document;
      const empty = parts.map(() => emptyPart);
      const entries = parts.flatMap((part) => part.entries);
      const sorted = (text = "") =>
        text.replace(/(?<=^(im|ex)port \{)[^}]*/gm, (list) => `${list.split(/[ ,]+/).sort()}`);
      expect(parts.map(({ text }) => sorted(text))).toEqual(
        sessionParts(modules, empty, entries).map(({ text }) => sorted(text)),
      );
    }
    expect(document.parts[1]?.entries).not.toEqual([]);
    expect(document.imports.match(/import/g)).toHaveLength(14);
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
    const length = textOf(document).length;
    for (let run = 0; run < 300; run++) for (const code of cells.slice(2)) document.add(code);
    for (let run = 0; run < 300; run++) document.add(cells[0] as string);
    expect(textOf(document).length).toBeLessThanOrEqual(length + 10);
    document.clear();
    expect(exported(document)).toBe("");
  });
});
