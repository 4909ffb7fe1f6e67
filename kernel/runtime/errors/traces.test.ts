import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

const frames = (text: string) => text.match(/(?<=^ *'? *at ).*?(?= \{$|$)/gm) ?? [];
const cell = () => `cell-${notebook.cell}.ts`;

async function traceOf(code: string): Promise<string> {
  const { errors } = await notebook.run(code);
  return stripVTControlCharacters(errors.map(({ traceback }) => traceback.join("\n")).join("\n"));
}

describe("an error that a cell shows itself", () => {
  const before = "interface Padding { a: number }\nlet padding = 1, more = padding;\n";

  it.each([
    ["printed", "padding = more; console.log(new Error('shown'))", "3:29"],
    ["caught and printed", "try { more = padding; (null as any).foo } catch (error) { console.error(error) }", "3:37"],
    ["inside another value", "more = padding; console.log({ error: new Error('shown') })", "3:38"],
    ["by console.trace", "more = padding; console.trace('shown')", "3:25"],
  ])("has the lines of the cell and no others, %s", async (_, code, place) => {
    const { stdout, stderr } = await notebook.run(before + code);
    expect(frames(stdout + stderr)).toEqual([`${cell()}:${place}`]);
  });

  it.each([
    ["as the cell's value", "more = padding; new Error('value')", "3:17"],
    ["as its stack", "more = padding; console.log(new Error('text').stack); undefined", "3:29"],
    ["by captureStackTrace", "const own: any = {}; Error.captureStackTrace(own); console.log(own.stack)", "3:28"],
    ["in a rejected promise", "const lost = Promise.reject(new Error('rejected')); lost.catch(() => 0); lost", "3:29"],
  ])("%s too", async (_, code, place) => {
    const { stdout, text } = await notebook.run(before + code);
    expect(frames(stdout + (text ?? ""))).toEqual([`${cell()}:${place}`]);
  });

  it("names functions and native calls between them, in order", async () => {
    const { stdout } = await notebook.run(
      "let factor = 2\n" +
        "function fail(n: number): never { factor = n; throw new Error('x') }\n" +
        "try {\n" +
        "  [1].map(fail)\n" +
        "} catch (e) { console.log(e) }",
    );
    expect(frames(stdout)).toEqual([`fail (${cell()}:2:53)`, "Array.map (<anonymous>)", `${cell()}:4:7`]);
  });

  it.each([
    ["Object.groupBy([1], () => {\nthrow new Error('x') })", "1:8"],
    ["[1].values().map(() => {\nthrow new Error('x') }).next()", "2:25"],
  ])("has no frames of builtins that Node may lack: %s", async (code, place) => {
    const places = frames(await traceOf(code)).filter((frame) => !frame.includes("<anonymous>"));
    expect(places).toEqual([`${cell()}:2:7`, `${cell()}:${place}`]);
  });

  it("follows awaits through functions", async () => {
    const { stdout } = await notebook.run(
      "async function c(): Promise<void> { await null; await null; throw new Error('deep') }\n" +
        "async function b() { await c() }\n" +
        "async function a() { await b() }\n" +
        "try {\n" +
        "  await a()\n" +
        "} catch (e) { console.log(e) }",
    );
    expect(frames(stdout)).toEqual([
      `c (${cell()}:1:67)`,
      `async b (${cell()}:2:22)`,
      `async a (${cell()}:3:22)`,
      `async ${cell()}:5:3`,
    ]);
  });

  it("reports the code of an error of Node, and of evaluated text where it was evaluated", async () => {
    const { stdout } = await notebook.run(
      "let pad = 1; pad = 2; try { Buffer.alloc('x' as never) } catch (e) { console.log(e) }\n" +
        "try { pad = 3; eval('null.x') } catch (e) { console.log(e) }",
    );
    expect(stdout).toContain("TypeError [ERR_INVALID_ARG_TYPE]: ");
    expect(frames(stdout)).toEqual([
      `${cell()}:1:36`,
      expect.stringMatching(/^eval \(eval at <anonymous> \(/),
      `${cell()}:2:16`,
    ]);
  });

  it("of another realm has the lines of the cell", async () => {
    const { stdout } = await notebook.run(
      "import vm from 'node:vm'\n" +
        "let realm = vm.createContext({ call: (f: () => void) => f() })\n" +
        "try { vm.runInContext('call(() => null.x)', realm, { filename: 'other.js' }) } " +
        "catch (e) { console.log(e.stack) }",
    );
    expect(frames(stdout).map((frame) => frame.replace(/^.*\(|\)$/g, ""))).toEqual([
      "other.js:1:17",
      `${cell()}:2:57`,
      "other.js:1:1",
      `${cell()}:3:10`,
    ]);
  });

  it("shows names as they were written", async () => {
    const { stdout } = await notebook.run("let one: any = 1; try { one() } catch (e) { console.log(e) }");
    expect(stdout).toMatch(/^TypeError: one is not a function\n/);
  });
});

describe("code that formats stacks itself", () => {
  it("gets V8's frames, and the cell's error keeps its lines", async () => {
    for (const format of ["(e, sites) => 'own\\n    at ' + sites.join('\\n    at ')", "(e, sites) => sites"]) {
      const trace = await traceOf(
        `let width = 1, kept = Error.prepareStackTrace; Error.prepareStackTrace = ${format}\nwidth = 2; throw new Error('own')`,
      );
      expect(frames(trace)).toEqual([`${cell()}:2:18`]);
      await notebook.run("Error.prepareStackTrace = kept");
    }
  });
});

describe("an error without a line of its own", () => {
  it.each([
    [
      "a file that is not there",
      "const { readFile } = require('node:fs/promises')\nawait readFile('/not/there')",
      "2:1",
    ],
    ["a failed request", "1\nawait fetch('http://127.0.0.1:1/')", "2:1"],
    ["promises that all failed", "\n\nawait Promise.any([])", "3:1"],
    ["a stream", "for await (const _ of require('node:fs').createReadStream('/not/there')) {}", "1:"],
    ["a package that is not there", "let unused = 1\n\nimport { x } from 'not-installed'", "3:19"],
    ["a file to import", "1; import {\n  x,\n} from './missing.ts'", "3:8"],
    ["a dynamic import", "1\n  await import('not-installed')", "2:"],
  ])("gets that of the cell: %s", async (_, code, place) => {
    const trace = await traceOf(code);
    const [own] = trace.split("Caused by:");
    expect(frames(own)).toHaveLength(1);
    expect(frames(own)[0]).toContain(`${cell()}:${place}`);
    expect(trace).toContain(`--> ${cell()}:${place}`);
  });

  it("has it where it is caught, too", async () => {
    const { stdout } = await notebook.run(
      "try {\n  await require('node:fs/promises').readFile('/not/there')\n} catch (e) { console.log(e.stack) }",
    );
    expect(frames(stdout)).toEqual([`async ${cell()}:2:3`]);
  });
});

describe("a file that does not parse", () => {
  it.each([
    ["broken.ts", "export const fine: number = 1;\nexport const broken = ;\n", "2:23"],
    ["broken.mjs", "export const fine = 1;\n  export const broken = ;\n", "2:25"],
    ["broken.cjs", "exports.fine = 1;\nexports.broken = ;\n", "2:18"],
    ["twice.ts", "interface A { a: 1 }\n\nexport const twice = 1;\nexport const twice = 2;\n", "4:14"],
  ])("is reported with its own name and line: %s", async (name, source, place) => {
    const file = join(notebook.folder, name);
    writeFileSync(file, source);
    const line = source.split("\n")[Number(place.split(":")[0]) - 1];
    for (const code of [`import * as m from "./${name}"`, `await import("./${name}")`]) {
      const trace = await traceOf(code);
      expect(trace).toContain(`SyntaxError: `);
      expect(trace).toContain(`--> ${file}:${place}`);
      expect(trace).toContain(`| ${line}\n`);
      expect(frames(trace)[0]).toContain(`${cell()}:1:`);
    }
  });

  it("is named also if another file imports it", async () => {
    writeFileSync(
      join(notebook.folder, "importing.ts"),
      "import { broken } from './broken.ts'; export const b = broken;",
    );
    const trace = await traceOf('import { b } from "./importing.ts"; b');
    expect(trace).toContain(`--> ${join(notebook.folder, "broken.ts")}:2:23`);
  });
});
