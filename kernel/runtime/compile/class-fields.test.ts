import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Notebook } from "../reference/notebook.ts";
import { transpileCell } from "./cell-syntax.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

const BASE = "class Base { x: any; constructor() { this.init() } init() {} }";
const DERIVED = "class Derived extends Base { x: any; init() { this.x = 5 } }";
const SETTER =
  "const log: number[] = []; class S { set v(n: number) { log.push(n) } } class T extends S { v = 3 } new T()";

/** What is left of a field that a base class fills, and the calls of a base class's setter, in cells and in a file. */
async function outcomes(folder: string, tsconfig: string): Promise<(string | undefined)[]> {
  notebook.write(`${folder}/tsconfig.json`, tsconfig);
  notebook.write(`${folder}/classes.ts`, `${BASE}\nexport ${DERIVED}\n${SETTER}\nexport { log }`);
  const inside = new Notebook({ folder: join(notebook.folder, folder) });
  const cells = [
    `${BASE}\n${DERIVED}\nnew Derived().x ?? null`,
    `${SETTER}; log`,
    'import { Derived as FromFile } from "./classes.ts"; new FromFile().x ?? null',
    'import { log as logged } from "./classes.ts"; logged',
    'const { log: required } = require("./classes.ts"); required',
  ];
  const texts: (string | undefined)[] = [];
  for (const cell of cells) texts.push((await inside.run(cell)).text);
  await inside.close();
  return texts;
}

const ASSIGNED = ["5", "[ 3 ]", "5", "[ 3 ]", "[ 3 ]"];
const DEFINED = ["null", "[]", "null", "[]", "[]"];

describe("fields of classes", () => {
  it.each([
    ["defined without a tsconfig that says otherwise", "{}", DEFINED],
    [
      "assigned to if useDefineForClassFields is false",
      '{"compilerOptions":{"useDefineForClassFields":false}}',
      ASSIGNED,
    ],
    ["assigned to for an older target", '{"compilerOptions":{"target":"ES2020"}}', ASSIGNED],
    ["defined for ES2022", '{"compilerOptions":{"target":"es2022"}}', DEFINED],
    ["defined for ESNext", '{"compilerOptions":{"target":"ESNext"}}', DEFINED],
    [
      "defined for an older target if the tsconfig says so",
      '{"compilerOptions":{"target":"es2017","useDefineForClassFields":true}}',
      DEFINED,
    ],
  ])("are %s", async (title, tsconfig, expected) => {
    expect(await outcomes(title.replaceAll(" ", "-"), tsconfig)).toEqual(expected);
  });

  it("are what the last of the files says that a tsconfig extends, also of a package", async () => {
    notebook.write("extending/node_modules/@tsconfig/old/tsconfig.json", '{"compilerOptions":{"target":"es2021"}}');
    notebook.write("extending/new.json", '{"compilerOptions":{"target":"es2022"}}');
    const extending = (...names: string[]) => outcomes("extending", JSON.stringify({ extends: names }));
    expect(await extending("./new", "@tsconfig/old")).toEqual(ASSIGNED);
    expect(await extending("@tsconfig/old/tsconfig.json", "./new.json", "@tsconfig/absent")).toEqual(DEFINED);
  });

  it("become what an edited tsconfig says, also in files that were loaded", async () => {
    notebook.write("edited/tsconfig.json", "{}");
    notebook.write("edited/classes.ts", `${BASE}\nexport ${DERIVED}`);
    const inside = new Notebook({ folder: join(notebook.folder, "edited") });
    const look = 'import { Derived } from "./classes.ts"; new Derived().x ?? null';
    expect((await inside.run(look)).text).toBe("null");
    notebook.write("edited/tsconfig.json", '{"compilerOptions":{"useDefineForClassFields":false}}');
    expect((await inside.run(look)).text).toBe("5");
    await inside.close();
  });

  it("are also those of parameters", async () => {
    const cell = `const seen: number[] = [];
class P { constructor(public v: number, readonly keys = Object.keys(this).join()) {} }
class Q extends P { set v(n: number) { seen.push(n) } get v() { return 7 } }
const q = new Q(3);
[seen, q.v, q.keys]`;
    for (const [isDefined, text] of [
      [true, "[ [], 3, 'v,keys' ]"],
      [false, "[ [ 3 ], 7, '' ]"],
    ] as const) {
      const options = { compilerOptions: { useDefineForClassFields: isDefined } };
      notebook.write("parameters/tsconfig.json", JSON.stringify(options));
      const inside = new Notebook({ folder: join(notebook.folder, "parameters") });
      expect((await inside.run(cell)).text).toBe(text);
      await inside.close();
    }
  });

  it("are why the project is asked, or JSX: files are looked at for it", () => {
    const ask = vi.fn(() => ({ legacyDecorators: false }));
    transpileCell("const area = (x: number): number => x * x; area(2) < 3", ask);
    expect(ask).not.toHaveBeenCalled();
    transpileCell("class B { x = 1 }", ask);
    expect(ask).toHaveBeenCalledOnce();
    transpileCell("<b/>", ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
