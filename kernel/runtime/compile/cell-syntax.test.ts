import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";
import { Notebook } from "../reference/notebook.ts";

const ELEMENT = "const React = { createElement: (...all: any[]) => all, Fragment: 'fragment' };";

describe("JSX in a cell", () => {
  it("becomes calls of React where the project says nothing else", () => {
    const run = bareSession();
    run(ELEMENT);
    expect(run('const name: string = "x"; <p id="q">{name}don\'t</p>')).toEqual(["p", { id: "q" }, "x", "don't"]);
    expect(run("<></>")).toEqual(["fragment", null]);
    expect(run("const App = (props: { a: number }) => <b {...props}/>; <App a={1}/>")).toEqual([
      expect.any(Function),
      { a: 1 },
    ]);
    expect(run("(() => <i>{[1, 2].map((each) => <u>{each}</u>)}</i>)()")).toEqual([
      "i",
      null,
      [
        ["u", null, 1],
        ["u", null, 2],
      ],
    ]);
  });

  it("becomes what the settings of the project say", () => {
    const run = bareSession({ legacyDecorators: false, jsx: { jsx: "react", jsxFactory: "h" } });
    expect(run("const h = (...all: unknown[]) => all; <a/>")).toEqual(["a", null]);
  });

  it("needs the variable that they say", () => {
    expect(() => bareSession()("<a/>")).toThrow(new ReferenceError("React is not defined"));
  });

  it.each([
    ["<p>{1}</q>", /closing/i, 1],
    ["const a = 1;\nconst b = <p>{a</p>;", /expected/i, 2],
    ['const t = "</b>";\nconst c = ;', /Expression expected/, 2],
  ])("that does not parse is reported with its own mistake: %s", (code, message, line) => {
    expect(() => bareSession()(code)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message), line }),
    );
  });

  it("leaves TypeScript what it is", () => {
    expect(bareSession()('const s = <any>"</b>"; const f = <T>(x: T): T => x; f<string>(s)')).toBe("</b>");
  });
});

describe("JSX by an automatic runtime", () => {
  let notebook: Notebook;
  beforeAll(() => {
    notebook = new Notebook();
    notebook.write("tsconfig.json", '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "tiny" } }');
    notebook.write(
      "node_modules/tiny/package.json",
      '{ "exports": { "./jsx-runtime": "./jsx.js" }, "type": "module" }',
    );
    notebook.write("node_modules/tiny/jsx.js", "export const jsx = (...all) => ['jsx', ...all], jsxs = jsx;");
  });
  afterAll(() => notebook.close());

  it("is imported by the cell", async () => {
    expect(await notebook.value("const view = () => <b>{1}</b>; view()")).toBe("[ 'jsx', 'b', { children: 1 } ]");
    expect(await notebook.value("[view(), <i/>].length")).toBe("2");
  });
});

describe("a cell in braces", () => {
  it.each([
    ["{a: 1, b: 2}", { a: 1, b: 2 }],
    ["{ a: 1 }", { a: 1 }],
    ["{ 'x': 1 as number, ...{ y: 2 } }\n", { x: 1, y: 2 }],
    ["{ let q = 1; q }", undefined],
  ])("is an object if it can be: %s", (code, value) => {
    expect(bareSession()(code)).toEqual(value);
  });
});
