import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

async function traceOf(code: string): Promise<{ ename: string; evalue: string; trace: string }> {
  const { errors } = await notebook.run(code);
  const [{ ename, evalue, traceback }] = errors;
  return { ename, evalue, trace: stripVTControlCharacters(traceback.join("\n")) };
}

describe("an error in a cell", () => {
  it("names itself, its message and the lines of the cell as written", async () => {
    const lines = [
      "interface Padding {",
      "  a: number",
      "}",
      "",
      "// a comment",
      "function inner(x: number) {",
      "",
      "  throw new RangeError('too far')",
      "}",
      "inner(1)",
    ];
    const { ename, evalue, trace } = await traceOf(lines.join("\n"));
    expect([ename, evalue]).toEqual(["RangeError", "too far"]);
    const name = `cell-${notebook.cell}.ts`;
    expect(trace).toContain(`at inner (${name}:8:9)`);
    expect(trace).toContain(`at ${name}:10:1`);
    expect(trace).toContain(">  8 |   throw new RangeError('too far')");
  });

  it("says what to import for a name that a preloaded package exports, and nothing for another", async () => {
    notebook.write("tools/package.json", JSON.stringify({ exports: { ".": { types: "./index.d.ts" } } }));
    notebook.write("tools/index.d.ts", "export declare const hammer: number;\nexport interface Nail {}\n");
    const other = new Notebook({ preload: { tools: join(notebook.folder, "tools") } });
    const advice = 'hammer is not defined\nTo use it: import { hammer } from "tools";';
    const [error] = (await other.run("const hit = () => hammer;\nhit()")).errors;
    expect([error.ename, error.evalue]).toEqual(["ReferenceError", advice]);
    expect(stripVTControlCharacters(error.traceback[0])).toBe(`ReferenceError: ${advice}`);
    for (const code of ["Nail", "nothing", 'throw new Error("hammer is not defined")'])
      expect((await other.run(code)).errors[0].evalue).not.toContain("To use it");
    await other.close();
  });

  it("shows of a long line the part around the place", async () => {
    const { trace } = await traceOf(
      `/* ${"x".repeat(10_000)} */ throw new RangeError('too far') /* ${"y".repeat(10_000)} */`,
    );
    expect(trace.length).toBeLessThan(1000);
    const [, , line = "", mark = ""] = trace.split("\n");
    expect(line.slice(mark.indexOf("^"))).toMatch(/^new RangeError\('too far'\).*…$/);
  });

  it("is reported once where it is its own cause, or that of its cause", async () => {
    const own = await traceOf("const one: any = new Error('round'); one.cause = one; throw one");
    expect(own.trace.split("round").length - 1).toBe(2); // the title and the cell's line
    expect(own.trace).toMatch(/Caused by: Error, as above$/);
    const two = await traceOf(
      "const a: any = new Error('first'); a.cause = new TypeError('second', { cause: a }); throw a",
    );
    expect(two.trace).toMatch(/Caused by:\nTypeError: second[\s\S]*Caused by: Error, as above$/);
  });

  it("says what else it carries", async () => {
    const { trace } = await traceOf("require('fs').readFileSync('/nowhere')");
    expect(trace).toMatch(/\{ errno: -2, code: 'ENOENT', syscall: 'open', path: '\/nowhere' \}$/);
    expect(
      (await traceOf("throw Object.defineProperty(new Error('x'), 'a', { enumerable: true, get() { throw 1 } })"))
        .trace,
    ).toContain("x");
    expect((await traceOf("throw new Error('plain')")).trace).not.toContain("{");
  });

  it("points at the column that was written, though names were rewritten before it", async () => {
    await notebook.run("let first = { second: undefined as any }");
    const { trace } = await traceOf("first.second + first.second.third");
    expect(trace).toMatch(/cell-\d+\.ts:1:29/);
  });

  it("shows no frames of the kernel or of Node", async () => {
    const { trace } = await traceOf("await Promise.resolve(); throw new Error('x')");
    expect(trace.split("\n").filter((line) => line.trim().startsWith("at "))).toHaveLength(1);
  });

  it("speaks of names as they were written", async () => {
    await notebook.run("let notFunction: any = 1");
    expect((await traceOf("notFunction()")).evalue).toBe("notFunction is not a function");
    expect((await traceOf("new notFunction()")).evalue).toBe("notFunction is not a constructor");
  });

  it("in a function of an earlier cell shows both cells", async () => {
    await notebook.run("\nfunction thrower() {\n  throw new Error('earlier')\n}");
    const earlier = notebook.cell;
    const { trace } = await traceOf("\n\nthrower()");
    expect(trace).toContain(`at thrower (cell-${earlier}.ts:3:9)`);
    expect(trace).toContain(`at cell-${notebook.cell}.ts:3:1`);
  });

  it("reports its cause and the errors it gathers", async () => {
    const { trace } = await traceOf(
      "throw new AggregateError([new Error('one')], 'many', { cause: new TypeError('why') })",
    );
    expect(trace).toContain("TypeError: why");
    expect(trace).toContain("Error: one");
  });

  it("may be any value", async () => {
    expect(await traceOf("throw { code: 1 }")).toMatchObject({ ename: "Thrown", evalue: "{ code: 1 }" });
    expect(await traceOf("throw undefined")).toMatchObject({ evalue: "undefined" });
    expect(await traceOf("throw Object.defineProperty(new Error(), 'message', { get() { throw 1 } })")).toMatchObject({
      ename: "Error",
    });
  });

  it.each([
    ["new Proxy({}, { get() { throw 1 } })", "Thrown"],
    ["new Proxy(new Error('x'), { getPrototypeOf() { throw 1 }, get() { throw 1 }, has() { throw 1 } })", "Thrown"],
    ["Object.defineProperty(new Error('x'), 'cause', { get() { throw new Error('inner') } })", "Error"],
    ["Object.defineProperty(new AggregateError([], 'x'), 'errors', { get() { throw 1 } })", "AggregateError"],
    ["Object.defineProperty(new Error('x'), 'stack', { get() { throw 1 } })", "Error"],
    ["Object.defineProperty(new Error('x'), 'name', { get() { throw 1 } })", "Error"],
    ["{ [Symbol.for('nodejs.util.inspect.custom')]() { throw 1 } }", "Thrown"],
    ["Object.assign(new Error('x'), { stack: [new Proxy({}, { get() { throw 1 } })] })", "Error"],
    ["(() => { const e = new Error('x'); e.cause = e; return e })()", "Error"],
  ])("ends the cell, whatever it is: %s", async (code, ename) => {
    const { status, errors } = await notebook.run(`throw ${code}`);
    expect([status, errors.map((error) => error.ename)]).toEqual(["error", [ename]]);
    expect(errors[0].traceback.length).toBeGreaterThan(0);
  });

  it("runs no trap of a proxy", async () => {
    await notebook.run("let traps = 0; const counting = new Proxy({}, { get() { return () => { traps++ } } })");
    for (const target of ["{ code: 1 }", "new Error('x')", "function f() {}"]) {
      const { errors } = await notebook.run(
        `const thrown = new Proxy(${target}, counting as any); traps = 0; throw thrown`,
      );
      expect(errors).toMatchObject([{ ename: "Thrown" }]);
      expect((await notebook.run("traps")).text).toBe("0");
    }
  });

  it("is marked under its column also where the line has tabs", async () => {
    const { trace } = await traceOf("\tlet tabbed: any = null;\ttabbed.x");
    expect(trace).toMatch(/\n {4}\| \t {23}\t {7}\^/);
  });

  it("is coloured", async () => {
    const { errors } = await notebook.run("throw new Error('red')");
    expect(errors[0].traceback[0]).toContain("\u001b[31mError");
  });
});

describe("a syntax error", () => {
  it.each([
    ["let x = ;", 1, 9, "let x = ;"],
    ["const fine = 1\nlet y = fine +\n", 3, 1, undefined],
    ["const twice = 1;\nlet twice = 2;", 2, 5, "let twice = 2;"],
    ["function f() {\n  return 1 +* 2\n}", 2, 13, "return 1 +* 2"],
  ])("in %j is shown at line %i, column %i", async (code, line, column, shown) => {
    const { ename, trace } = await traceOf(code);
    expect(ename).toBe("SyntaxError");
    if (shown !== undefined) {
      expect(trace).toContain(`cell-${notebook.cell}.ts:${line}:${column}`);
      expect(trace).toContain(shown);
    }
  });

  it("runs nothing of the cell", async () => {
    expect((await notebook.run("console.log('no'); let = = 1")).stdout).toBe("");
  });
});
