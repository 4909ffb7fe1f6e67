import { inspect } from "node:util";
import { runInThisContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

/** The value of the last expression, after cells that must not fail. */
async function lastValue(...cells: readonly string[]): Promise<string | undefined> {
  let text: string | undefined;
  for (const code of cells) {
    const outcome = await notebook.run(code);
    expect(outcome.errors).toEqual([]);
    text = outcome.text;
  }
  return text;
}

/** Statements, and an expression of what they bind. */
const programs: readonly (readonly [statements: string, value: string])[] = [
  ["let s = 0; for (let i = 0; i < 10; i++) s += i;", "s"],
  ["let s = 0, i = 0; while (i < 10) { s = (s + i) | 0; i++ }", "[s, i]"],
  ["let s = 0; do s++; while (s < 10)", "s"],
  ["let s = 0; if (s === 0) for (const x of [1, 2]) s -= x; else while (true);", "s"],
  ["let a = 0, b = 1; for (let i = 0; i < 10; i++) [a, b] = [b, a + b];", "[a, b]"],
  ["let a = 0, b = 1; for (let i = 0; i < 10; i++) ({ a, b } = { a: b, b: a + b });", "[a, b]"],
  ["const seen = []; let n = 0; for (let i = 0; i < 3; i++) seen.push(n++, ++n, n--, n);", "[seen, n]"],
  ["const f = () => n; const seen = []; let n = 0; while (n < 3) seen.push(n++, f(), ++n, f());", "[seen, n]"],
  ["let n = 0; const f = () => n; const a = [5, 6, 7]; for (; n < 3; ) a[n++] += f();", "[a, n]"],
  ["let c = 0; const inc = () => ++c; for (let i = 0; i < 3; i++) c += inc();", "c"],
  [
    "let last; for (var k in { x: 1, y: 2 }) last = k; for (var [p, q] of [[1, 2], [3, 4]]) last += p * q;",
    "[last, k, p, q]",
  ],
  ["var t; for (var i = 0, j = 9; i < j; i++, j--) { var m = i * j; t = m }", "[i, j, m, t]"],
  [
    "let n = 0; outer: for (let i = 0; i < 5; i++) { for (;;) { if (++n > 12) break outer; if (n % 4 === 0) continue outer } }",
    "n",
  ],
  [
    "let n = 1; { let n = 5; while (n < 8) n++ } for (let n = 0; n < 3; n++); function g(n) { while (n < 9) n++; return n }",
    "[n, g(1)]",
  ],
  ["const fs = []; let n = 0; for (let i = 0; i < 3; i++) { n += i; fs.push(() => [n, i]) }", "fs.map((f) => f())"],
  [
    "let x = 5n, s = 'a', u = null; for (let i = 0; i < 3; i++) { x *= 2n; s += i; u ??= i; u ||= 4 }",
    "[String(x), s, u]",
  ],
  ["let n = 0; try { for (;;) { n++; if (n === 3) throw n } } catch (e) { n += e * 10 } finally { n += 100 }", "n"],
  ["let n = 0; switch (1) { case 1: while (n < 3) n++; break }", "n"],
  ["let n = 0; for (let i = 0; i < 3; i++) { n += await i } for await (const x of [1, 2]) n += x * 10;", "n"],
  ["let z = 0; const o = { valueOf: () => z }; for (let i = 0; i < 3; i++) { z++; z += o }", "z"],
  ["let n = 3; const o = { n, get m() { return n } }; let s = 0; while (n--) s += o.m;", "[n, s]"],
];

describe("a top-level loop", () => {
  it.each(programs)("computes what it does in a function: %s", async (statements, value) => {
    const run = runInThisContext(`(async () => { "use strict"; ${statements} return (${value}) })`) as () => unknown;
    const expected = inspect(JSON.stringify(await run()));
    expect(await lastValue(`${statements}\nJSON.stringify(${value})`)).toBe(expected);
    expect(await lastValue(statements, `JSON.stringify(${value})`)).toBe(expected);
  });

  it("shows each of its values to functions of earlier cells", async () => {
    const declared = "let live = 0; const seen: number[] = []; const look = () => { seen.push(live) }";
    expect(await lastValue(declared, "for (let i = 0; i < 3; i++) { live += 2; look() }", "seen")).toBe("[ 2, 4, 6 ]");
  });

  it("sees what functions of earlier cells write", async () => {
    const declared = "let wound = 0; const rewind = () => { if (wound > 5) wound = 1 }; let turns = 0";
    expect(await lastValue(declared, "while (turns < 10) { wound++; rewind(); turns++ }; wound")).toBe("5");
  });

  it("sees what a function writes that was there before the variable", async () => {
    expect(
      await lastValue(
        "function raise() { raised += 5 }",
        "let raised = 0; while (raised < 12) { raise(); raised++ } raised",
      ),
    ).toBe("12");
  });

  it("sees what a function that is declared after it in the cell writes", async () => {
    expect(await lastValue("let early = 0; while (early < 10) bump(); function bump() { early += 3 }; early")).toBe(
      "12",
    );
  });

  it("shows its values where arithmetic calls a function", async () => {
    const declared = "let held = 1; const mirror = { valueOf: () => held }; let doubled = 0";
    expect(await lastValue(declared, "for (; held < 4; held++) doubled += +mirror; [held, doubled]")).toBe("[ 4, 6 ]");
  });

  it("that fails leaves the values it had reached", async () => {
    await lastValue("const rows = [{ v: 1 }, { v: 2 }, null] as { v: number }[]; let at = 0; let sum = 0");
    expect((await notebook.run("for (at = 0; ; at++) sum += rows[at].v")).status).toBe("error");
    expect(await lastValue("[at, sum]")).toBe("[ 2, 3 ]");
  });

  it("changes variables of earlier cells, and those declared again with another type", async () => {
    expect(await lastValue("let word: any = 1", "for (let i = 0; i < 3; i++) word += i; word")).toBe("4");
    expect(await lastValue("let word = 'a'; for (let i = 0; i < 3; i++) word += i; word")).toBe("'a012'");
    expect(await lastValue("const word = 0.5; let sum2 = 0; for (let i = 0; i < 3; i++) sum2 += word; sum2")).toBe(
      "1.5",
    );
  });

  it("needs no value of a name that it does not reach", async () => {
    const code =
      "let reached = 0; for (let i = 0; i < 2; i++) { if (i > 5) nowhere(later); reached++ }; const later = 1; reached";
    expect(await lastValue(code)).toBe("2");
  });

  it("still refuses to write a constant, and tells names as they were written", async () => {
    const constant = await notebook.run("const fixed = 1; for (let i = 0; i < 2; i++) fixed += i");
    expect(constant.errors[0]?.evalue).toBe("Assignment to constant variable.");
    const call = await notebook.run("let five: any = 5; for (let i = 0; i < 2; i++) five()");
    expect(call.errors[0]?.evalue).toBe("five is not a function");
    const missing = await notebook.run("let none: any; for (let i = 0; i < 2; i++) none.property");
    expect(missing.errors[0]?.evalue).toBe("Cannot read properties of undefined (reading 'property')");
  });
});

describe("an interrupted loop", () => {
  it("has saved every variable of its last whole turn, again and again", async () => {
    await lastValue("let turns3 = 0, twice = 0; const marks = new Float64Array(4);");
    for (let round = 0; round < 3; round++) {
      const outcome = await notebook.runAndInterrupt(
        "console.log('go'); while (true) { turns3++; marks[1] = turns3; twice += 2; }",
      );
      expect(outcome.status).toBe("interrupted");
      const check = `[twice === 2 * turns3, marks[1] === turns3, turns3 >= marks[0], (marks[0] = turns3) >= 0]`;
      expect(await lastValue(check)).toBe("[ true, true, true, true ]");
    }
  });

  it("has saved them out of nested loops, and cannot catch the interrupt", async () => {
    const code =
      "let outer2 = 0, inner2 = 0; console.log('go'); try { for (;;) { outer2++; " +
      "for (let i = 0; i < 1000; i++) inner2++ } } catch { outer2 = -1 } finally { inner2 = -1 }";
    expect((await notebook.runAndInterrupt(code)).status).toBe("interrupted");
    expect(await lastValue("[outer2 >= 0, inner2 > 1000 * (outer2 - 2), inner2 <= 1000 * outer2]")).toBe(
      "[ true, true, true ]",
    );
  });

  it("has saved them where a function that it calls is ended", async () => {
    await lastValue("let calls = 0; function slow() { let x = 0; for (let i = 0; i < 1e7; i++) x += i; return x }");
    const outcome = await notebook.runAndInterrupt(
      "let printed = 0; while (true) { calls++; console.log('go'); printed = calls; slow() }",
    );
    expect(outcome.status).toBe("interrupted");
    expect(await lastValue("calls >= printed")).toBe("true");
  });
});
