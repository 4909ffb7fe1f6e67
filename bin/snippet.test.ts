import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type SnippetFault, snippetOf } from "../experiments/engine/browser/snippet.ts";
// By its file: the package names one for Node that it does not have.
import { initSync, transformSync } from "../node_modules/@swc/wasm-typescript-esm/wasm.js";
import { inProject } from "./setup/project.js";

const module = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

/** Runs a program as a worker would and keeps what it reports in `heard`. */
const runtime = module(`
  export let heard;
  export function run(body) {
    const reports = [];
    heard = body({
      state: (stated, value) => { reports.push([stated, value]); },
      last: (line, value) => { reports.push(["last", line, value]); },
      taken: (module, door, names, line) => {
        for (const name of names) if (!(name in module)) reports.push(["no", door, name, line]);
        return module;
      },
    }).then(() => reports, (error) => [...reports, ["threw", String(error), error.stack.split("\\n")[1]]]);
  }`);
const doors = {
  epsilab: module("export const one = 1; export const half = (x) => x / 2; export default 3;"),
  "epsilab/more": module("export const two = 2;"),
};
const erase = (text: string) => transformSync(text, { mode: "strip-only", module: true }).code;
const made = (text: string) => snippetOf(text, { runtime, doors }, erase);

async function ran(text: string): Promise<unknown> {
  const address = module(`${made(text).module}\nexport { heard } from ${JSON.stringify(runtime)};`);
  return (await import(/* @vite-ignore */ address)).heard;
}

function faultOf(text: string): Pick<SnippetFault, "message" | "line"> {
  try {
    made(text);
  } catch (error) {
    const { message, line } = error as SnippetFault;
    return { message, line };
  }
  throw new Error("no fault");
}

describe("a snippet", () => {
  beforeAll(() => {
    const file = inProject("node_modules/@swc/wasm-typescript-esm/wasm_bg.wasm");
    initSync({ module: readFileSync(file) });
  });

  it("reports the values that its comments state, of statements and of names, and the last value", async () => {
    const text = `const a: number = 1; // => 1
a + 1; // => 2
[1, 2].map(
  (x: number) => 2 * x,
) // => [2, 4]
let b = await Promise.resolve(5) // => 5
b++, b; /* => 0 */ // => 6
// => nothing
a`;
    expect(made(text).stated).toEqual([
      { line: 1, value: "1" },
      { line: 2, value: "2" },
      { line: 5, value: "[2, 4]" },
      { line: 6, value: "5" },
      { line: 7, value: "6" },
    ]);
    expect(await ran(text)).toEqual([
      ...[
        [0, 1],
        [1, 2],
        [2, [2, 4]],
        [3, 5],
        [4, 6],
      ],
      ["last", 9, 1],
    ]);
  });

  it("has every kind of import of the library, wherever it stands, and tells a name that is no export", async () => {
    const text = `half(two) // => 1
import type { Gone } from "nowhere";
import three, { one as first, half, type Other } from "epsilab"; import * as more from "epsilab/more";
import { two } from "epsilab/more";
import "epsilab";
[three, first, more.two, (await import("epsilab")).one];`;
    expect(await ran(text)).toEqual([
      [0, 1],
      ["last", 6, [3, 1, 2, 1]],
    ]);
    expect(await ran('\nimport { none } from "epsilab";')).toEqual([["no", "epsilab", "none", 2]]);
  });

  it("keeps the number of every line, for errors", async () => {
    const text = `import {
  one,
} from "epsilab";
type A = {
  b: number;
};
one;
throw new RangeError("no");`;
    expect(await ran(text)).toEqual([["threw", "RangeError: no", expect.stringMatching(/:8:\d+\)?$/)]]);
  });

  it.each([
    ["no TypeScript", "1;\nconst = 1;", 2, /^Unexpected token/],
    ["types that cannot be erased", "\nenum A { b }", 2, /^TypeScript enum is not supported/],
    ["a name declared twice", "let a = 1;\nlet a = 2;", 2, /^Identifier 'a' has already been declared$/],
    ["the end of what is around it", "1;\n}); postMessage(1); (() => {", 2, /^Unexpected|^Expression expected/],
    [
      "a package",
      '\n\nimport fs from "node:fs";',
      3,
      /^an import on this page must be one of epsilab, epsilab\/more, got "node:fs"$/,
    ],
    ["a name of all objects", 'import a from "constructor";', 1, /got "constructor"$/],
    ["a file of another host", 'const f = () =>\n import("http://a.example/");', 2, /got "http:\/\/a.example\/"$/],
    ["an expression to import", "let a = 'epsilab';\nawait import(a)", 2, /got an expression$/],
    ["an export", "1;\nexport const a = 1;", 2, /^a program on this page exports nothing$/],
    ["a return", "return 1;", 1, /./],
  ])("is refused with its line: %s", (_, text, line, message) => {
    expect(faultOf(text)).toEqual({ line, message: expect.stringMatching(message) });
  });
});
