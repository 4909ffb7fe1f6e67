import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
  const write = (name: string, text: string) => notebook.write(name, text);
  write("types.ts", "export interface Shape { side: 1 }\nexport const real = 1;\nexport type Alias = string");
  write("only.ts", "interface Only {}\nexport default Only");
});
afterAll(() => notebook.close());

/** What a file exports. */
async function exportsOf(name: string, text: string): Promise<string | undefined> {
  notebook.write(`${name}.ts`, text);
  return notebook.value(`Object.entries(await import("./${name}.ts")).sort().flat().map(String).join()`);
}

describe("a file that passes on what it takes from another", () => {
  // Names and values as after tsc 7.0.2, without isolatedModules.
  it.each([
    ["from", 'export { Shape, real } from "./types"', "'real,1'"],
    ["renamed", 'export { Shape as Form, real as true1, Alias as default } from "./types"', "'true1,1'"],
    ["taken", 'import { Shape, real } from "./types";\nexport { Shape, real }', "'real,1'"],
    ["mixed", 'import only, { Shape,\n real } from "./mixture";\nexport { only, Shape, real }', "'only,5,real,2'"],
    ["default", 'import { Alias } from "./types"; export default Alias; export const one = 1', "'one,1'"],
    ["default-type", 'import Only from "./only"; export { Only }; export const two = 2', "'two,2'"],
    ["default-from", 'export { default as Only } from "./only"; export const three = 3', "'three,3'"],
    ["twice", 'export { Shape, real } from "./from"; export { Form } from "./renamed"', "'real,1'"],
    ["star", 'export * from "./types"; export * from "./star-too"', "'four,4,real,1'"],
    ["through-star", 'export { Shape, real, four } from "./star"', "'four,4,real,1'"],
    [
      "commented",
      '/** a\n * b */ export { Shape, real } from "./types" // c\n/* d */ export { Alias } from "./types"',
      "'real,1'",
    ],
    ["package", 'import { sep, ParsedPath } from "path"; export { sep, ParsedPath }', "'sep,/'"],
    [
      "package-from",
      'export { posix, ParsedPath as P } from "path"; export { P as Q } from "./package-again"',
      "'posix,[object Object]'",
    ],
    [
      "class",
      'import { Shape } from "./types"; export class K implements Shape { side: 1 = 1; Shape() {} }; export { Shape }',
      "K",
    ],
  ])("passes on values and no types: %s", async (name, text, expected) => {
    notebook.write("mixture.ts", 'export default 5;\nexport { Shape } from "./types";\nexport const real = 2');
    notebook.write("star-too.ts", "export const four = 4; export type Shape = 3");
    notebook.write("package-again.ts", 'export { ParsedPath as P } from "path"');
    expect(await exportsOf(name, text)).toContain(expected);
  });

  it("has no default export if that is a type of its own", async () => {
    expect(await exportsOf("own", "interface Own { x: 1 }\nexport default Own;\nexport const one: 1 = 1")).toBe(
      "'one,1'",
    );
    expect(await exportsOf("$own", "type $Own = 1\nexport default $Own\nexport const two = 2")).toBe("'two,2'");
    const both = [
      "const Both = 3",
      "function Both() {}",
      "class Both {}",
      "enum Both { A }",
      "const { a: [Both] } = { a: [4] }",
    ];
    for (const [index, value] of both.entries()) {
      const text = `interface Both {}\n${value}\nconst other: Both = 1;\nexport default Both`;
      expect(await exportsOf(`both${index}`, text)).toContain("default,");
    }
    notebook.write("required-own.ts", "interface Own { x: 1 }\nexport default Own;\nexport const one: 1 = 1");
    expect(await notebook.value('require("./required-own.ts").one')).toBe("1");
    expect(await exportsOf("used", "interface Used {}\nconst used: Used = 1;\nexport default Used")).toBe("''");
    notebook.write(
      "view.tsx",
      "interface View {}\nexport default View;\nexport const view = 1; const h = () => <a b={1} />",
    );
    expect(await notebook.value('Object.keys(await import("./view.tsx")).join()')).toBe("'view'");
  });

  it("passes on a name that has become a value", async () => {
    notebook.write("changing.ts", "export type Now = 1; export const a = 1");
    expect(await exportsOf("passing", 'export { Now, a } from "./changing"')).toBe("'a,1'");
    notebook.write("changing.ts", "export const Now = 2; export const a = 1");
    expect(await notebook.value('import * as passing from "./passing.ts"; passing.Now')).toBe("2");
  });

  it("may be part of a cycle", async () => {
    notebook.write("ring.ts", 'export { Round, round } from "./circle"; export const ring = 1; export type Ring = 1');
    expect(
      await exportsOf("circle", 'export { ring, Ring } from "./ring"; export const round = 2; export type Round = 2'),
    ).toBe("'ring,1,round,2'");
  });

  it("is loaded once, however many import it at a time", async () => {
    notebook.write("once.ts", 'export { Shape, real } from "./types"; export const token = {}');
    notebook.write("left.ts", 'export { token, Shape } from "./once"');
    notebook.write("right.ts", 'export { token, Shape } from "./once"');
    const code = "const [l, r] = await Promise.all([import('./left.ts'), import('./right.ts')]); l.token === r.token";
    expect(await notebook.value(code)).toBe("true");
  });

  it("is named where a value that it uses is missing", async () => {
    notebook.write("using.ts", 'import { absent } from "./types"; export { absent }; export const used = absent + 1');
    const { errors } = await notebook.run('import { used } from "./using.ts"');
    expect(errors[0]?.evalue).toContain("does not provide an export named 'absent'");
    notebook.write("through.ts", 'export { absent } from "./types"');
    notebook.write("lines.ts", 'import { absent } from "./through";\n\nexport const f = () => absent');
    const [error] = (await notebook.run('import { f } from "./lines.ts"')).errors;
    expect(error.evalue).toContain("'./through' does not provide an export named 'absent'");
    expect(error.traceback.join("\n")).toMatch(/lines\.ts\S*:3:24/);
    const direct = await notebook.run('import { absent } from "./through.ts"; absent');
    expect(direct.errors[0]?.evalue).toContain("does not provide an export named 'absent'");
    expect(await notebook.value('import * as all from "./types.ts"; (all as any).absent ?? null')).toBe("null");
  });

  it("may speak in a text of a name as its code has it", async () => {
    expect(
      await exportsOf(
        "speaking",
        `import { real } from "./types"; export const said = "_types.gone" + '"_types.lost' + real`,
      ),
    ).toBe(`'said,_types.gone"_types.lost1'`);
  });

  it("may have a text that looks like what the transpiler writes", async () => {
    const text = [
      'import { Shape, real } from "./types"; export { Shape };',
      "export const said = `",
      'const _types = require("./nowhere.ts");',
      'Object.defineProperty(exports, "Shape", {',
      "});",
      "` + real",
    ];
    expect(await exportsOf("looking", text.join("\n"))).toContain('require("./nowhere.ts")');
  });
});
