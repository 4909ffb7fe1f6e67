import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

const folder = mkdtempSync(join(tmpdir(), "epsilab-help-"));
const bench = join(folder, "bench");
const page = join(bench, "docs", "api", "functions", "noise.noisy.html");
const files: Readonly<Record<string, string>> = {
  "bench/package.json": JSON.stringify({
    name: "bench",
    type: "module",
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./tools": { types: "./tools.d.ts", default: "./tools.js" },
    },
  }),
  "bench/index.d.ts":
    '/**\n * Noise for the bench, by `import { ... } from`. More is said below.\n */\nexport { noisy, type Scale } from "./noise.js";\n',
  "bench/index.js": 'export { noisy } from "./noise.js";\n',
  "bench/noise.d.ts":
    "export interface Scale {\n" +
    "  readonly width: number;\n" +
    "}\n" +
    "export declare function noisy(value: number): number;\n" +
    "export declare function noisy(value: string): string;\n",
  "bench/noise.js":
    "/**\n" +
    " * Noisy values: add noise.\n" +
    " *\n" +
    " * Theorem: it is *private*.\n" +
    " * Source: a book.\n" +
    " * @example\n" +
    " * ```ts\n" +
    " * noisy(1);\n" +
    " * ```\n" +
    " * @claim noise, more-noise\n" +
    " */\n" +
    "export function noisy(value) { return value; }\n",
  "bench/tools.d.ts":
    "/** Drives nails. */\nexport declare class Hammer {\n  hit(): void;\n}\n" +
    "/**\n * Cuts wood. It is sharp.\n * @also ripper, wood cutter\n */\nexport declare function saw(): void;\n" +
    "/** @also smoother, wood cutter */\nexport declare function plane(): void;\n",
  "bench/tools.js": "export class Hammer { hit() {} }\nexport function saw() {}\nexport function plane() {}\n",
  "bench/docs/api/index.json": JSON.stringify({ noisy: "functions/noise.noisy.html", Scale: "interfaces/gone.html" }),
  "bench/docs/api/functions/noise.noisy.html": "<p>noisy</p>",
  "node_modules/typed/package.json": '{ "name": "typed", "main": "main.js", "types": "types.d.ts" }',
  "node_modules/typed/main.js": "exports.count = (list) => list.length;\n",
  "node_modules/typed/types.d.ts": "/** Counts. */\nexport declare function count(list: readonly unknown[]): number;\n",
  "local.ts":
    "import { sep } from 'node:path';\n" +
    "/** Joins\n" +
    " * parts.\n" +
    " * @param parts what is joined */\n" +
    "export function joined(parts: { a: string }[] = []): string {\n" +
    "  return parts.map(({ a }) => a).join(sep);\n" +
    "}\n",
};

let notebook: Notebook;
beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  notebook = new Notebook({ folder, preload: { bench } });
});
afterAll(async () => {
  await notebook.close();
  rmSync(folder, { recursive: true, force: true });
});

async function shown(code: string): Promise<string> {
  const { errors, displays, text } = await notebook.run(code);
  if (errors.length > 0) throw new Error(errors.map(({ ename, evalue }) => `${ename}: ${evalue}`).join());
  expect([displays.length, text]).toEqual([1, undefined]); // and not once more as the value of the cell
  return String(displays[0]?.data["text/markdown"]);
}

const noisy = [
  '```typescript\nimport { noisy } from "bench";\n\nfunction noisy(value: number): number\nfunction noisy(value: string): string\n```',
  "Noisy values: add noise.\n\n" +
    "Theorem: it is *private*.\n\n" +
    "Source: a book.\n\n" +
    "Example:\n\n" +
    "```ts\n" +
    "noisy(1);\n" +
    "```\n\n" +
    "Claim: noise, more-noise",
  `The page as a file: \`${page}\``,
].join("\n\n");

describe("help", () => {
  it("shows a name as text, also one that is not imported", async () => {
    expect(await shown('help("noisy")')).toBe(noisy);
  });

  it("shows an imported value by what it is, whatever it is called", async () => {
    expect(await shown('import { noisy as loud } from "bench";\nhelp(loud)')).toBe(noisy);
    expect(await shown('const all = await import("bench/tools");\nhelp(all.Hammer)')).toBe(
      '```typescript\nimport { Hammer } from "bench/tools";\n\nclass Hammer {\n  hit(): void;\n}\n```\n\nDrives nails.',
    );
  });

  it("shows a type, without a page where the reference has none", async () => {
    expect(await shown('help("Scale")')).toBe(
      "```typescript\n" +
        'import { type Scale } from "bench";\n\n' +
        "interface Scale {\n" +
        "  readonly width: number;\n" +
        "}\n" +
        "```\n\n" +
        "Noisy values: add noise.\n\n" +
        "Theorem: it is *private*.\n\n" +
        "Source: a book.\n\n" +
        "Example:\n\n" +
        "```ts\n" +
        "noisy(1);\n" +
        "```\n\n" +
        "Claim: noise, more-noise",
    );
  });

  it("shows what something is called besides, whatever its case and hyphens", async () => {
    const saw =
      "```typescript\n" +
      'import { saw } from "bench/tools";\n\n' +
      "function saw(): void\n" +
      "```\n\n" +
      "Cuts wood. It is sharp.\n\n" +
      "Also: ripper, wood cutter";
    expect(await shown('help("Ripper")')).toBe(saw);
    expect(await shown('help("wood-cutter")')).toBe(
      'What "wood-cutter" may mean:\n\n' +
        "- `saw` of `bench/tools`: Cuts wood.\n" +
        "- `plane` of `bench/tools`\n\n" +
        '`help("name")` shows one of them.',
    );
    expect(await shown('help("wood")')).toContain("- `saw` of `bench/tools`: Cuts wood.\n- `plane`");
    expect(await shown('help("hamm")')).toContain("class Hammer");
  });

  it("shows what cells declared, the newest of a name", async () => {
    await notebook.run("/** Old. */\nfunction fit(a: number) { return a; }");
    await notebook.run(
      "/** Fits a line.\n * @returns it */\nasync function fit(a: { b: number }): Promise<number> { return a.b; }",
    );
    const expected =
      "```typescript\nasync function fit(a: { b: number }): Promise<number> { return a.b; }\n```\n\nFits a line.\n\nReturns: it";
    expect(await shown("help(fit)")).toBe(expected);
    expect(await shown('help("fit")')).toBe(expected);
    await notebook.run("const double = (x: number): number => {\n  return 2 * x;\n};");
    expect(await shown("help(double)")).toBe(
      "```typescript\nconst double = (x: number): number => {\n  return 2 * x;\n}\n```",
    );
  });

  it("shows what local files and other packages export", async () => {
    expect(await shown('import { joined } from "./local.ts";\nhelp(joined)')).toBe(
      "```typescript\n" +
        'import { joined } from "./local.ts";\n\n' +
        "function joined(parts: { a: string }[] = []): string {\n" +
        "  return parts.map(({ a }) => a).join(sep);\n" +
        "}\n" +
        "```\n\n" +
        "Joins\n" +
        "parts.\n\n" +
        "Param: parts what is joined",
    );
    expect(await shown('import { count } from "typed";\nhelp(count)')).toContain("Counts.");
  });

  it("shows what every cell has", async () => {
    expect(await shown("help(clearOutput)")).toContain("function clearOutput(wait?: boolean): void");
    expect(await shown('help("help")')).toContain("Show what something is");
  });

  it("lists the entry points, and the names of one", async () => {
    const overview = await shown("help()");
    expect(overview).toContain(
      "- `bench`: Noise for the bench, by `import { ... } from`.\n- `bench/tools`: Drives nails.\n",
    );
    const names =
      "**bench**\n\nNoise for the bench, by `import { ... } from`. More is said below.\n\nIt exports `noisy`.";
    expect(await shown('help("bench")')).toBe(names);
    expect(await shown('import * as bench from "bench";\nhelp(bench)')).toBe(names);
  });

  it.each([
    [
      'help("nothing")',
      "RangeError: help knows no name 'nothing': no cell declares it, and no preloaded package exports it or calls something so",
    ],
    [
      "help(42)",
      "RangeError: help knows nothing about 42; it takes what a cell imported or declared, or a name as text",
    ],
    ["help(undefined)", "RangeError: help knows nothing about undefined;"],
    ["help(Math.max)", "RangeError: help knows nothing about the function max;"],
    ["help({ a: 1 })", "RangeError: help knows nothing about { a: 1 };"],
    ["help(1, 2)", "TypeError: help takes one thing at a time, got 2"],
  ])("says of %s what is wrong", async (code, message) => {
    await expect(shown(code)).rejects.toThrow(message);
  });

  it("goes on in the middle of a cell, and may be declared again", async () => {
    const { displays, text } = await notebook.run('help("noisy");\n1 + 1');
    expect([displays.length, text]).toEqual([1, "2"]);
    expect(await notebook.value("const help = 3; help")).toBe("3");
  });
});
