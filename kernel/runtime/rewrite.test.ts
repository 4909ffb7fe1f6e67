import { inspect } from "node:util";
import { runInThisContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "./reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

/** Statements, and an expression of what they bind. */
const programs: readonly (readonly [statements: string, value: string])[] = [
  ["let a = 1; const f = (b = a, { c = a + b } = {}) => [a, b, c];", "f(2)"],
  [
    "let a = 1; const o = { a, b() { return this.a + a }, get c() { return a }, set c(v) { a = v }, ['k' + a]: a, ...{ d: a } }; o.c = 5;",
    "[o, o.b(), a]",
  ],
  [
    "let a = 1; class P { x = a; static y = a + 1; ['z' + a] = () => this.x + a; #w = a; get w() { return this.#w } } a = 10;",
    "[new P().x, P.y, new P().z1(), new P().w]",
  ],
  [
    "let fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); for (var j = 0; j < 3; j++) fs.push(() => j);",
    "fs.map((f) => f())",
  ],
  ["let n = 5; function down() { return n-- > 0 ? down() : n } const r = down();", "[r, n]"],
  ["let x = 1; { let x = 2; { var y = x } } function g(x) { { let x = 3 } return x }", "[x, y, g(9)]"],
  ["let s = 0; switch (1) { case 1: let t = 2; s += t; default: s += 10 }", "s"],
  ["let e = 0; try { throw { e: 7 } } catch ({ e: inner }) { e = inner } finally { e++ }", "e"],
  ["let q; q ??= 3; q ||= 4; q &&= 5; q **= 2;", "[q, q++, ++q, -q, typeof q]"],
  ["let u = { v: { w: () => 8 } }; let m;", "[u?.v?.w?.(), m?.v, m?.(), 'v' in u, delete u.v]"],
  ["const tag = (s, ...v) => s.raw.join('|') + v; let k = 3;", `tag\`a\${k}b\${\`\${k}\`}\``],
  ["let p = [1, 2, 3]; let [h, ...t] = p; [h, p[0]] = [p[1], h]; ({ length: h, ...p.z } = t);", "[h, t, p]"],
  ["let keys = []; for (const k in { a: 1, b: 2 }) keys.push(k); for (var z of [1, 2]) keys.push(z);", "[keys, z]"],
  [
    "let N = 3; const it = { *[Symbol.iterator]() { for (let i = 0; i < N; i++) yield i } }; async function* ag() { for await (const x of it) yield x * N }",
    "[...it]",
  ],
  [
    "let N = 3; async function* ag() { for (let i = 0; i < N; i++) yield i } let total = 0; for await (const v of ag()) total += v;",
    "[total, await Promise.all([1, Promise.resolve(N)])]",
  ],
  [
    "let w = 1; const later = async () => { w++; await null; w++; return w }; const first = later(); const seen = w;",
    "[seen, await first, w]",
  ],
  [
    "function Old(v) { if (!new.target) return new Old(v); this.v = v } Old.prototype.get = function () { return this.v };",
    "[Old(3).get(), Old.name, Old(1) instanceof Old]",
  ],
  ["let self = function fact(n) { return n < 2 ? 1 : n * fact(n - 1) };", "[self(5), self.name]"],
  [
    "let c = 0; const inc = () => (c++, c); label: { inc(); if (c) break label; inc() } do inc(); while (c < 3)",
    "[c, inc()]",
  ],
  ["let a = 1, b = a + 1, c = (a = 5, b); var d = a, a2;", "[a, b, c, d, a2]"],
  [
    "const { a: { b: [first2 = 4, , third] } = { b: [undefined, 2, 3] }, ...others } = { x: 1 };",
    "[first2, third, others]",
  ],
  ["let v = 1; const w2 = { v: 2, f() { return (() => this.v + v)() } };", "w2.f()"],
  ["var hoisted = typeof func; function func() { return func.name } let g2 = func;", "[hoisted, g2()]"],
  [
    "let sum = 0; outer: for (const i of [1, 2, 3]) for (const j of [1, 2, 3]) { if (j > i) continue outer; sum += i * j }",
    "sum",
  ],
];

/** As JSON, by the same code in a function. */
async function expectedValue(statements: string, value: string): Promise<string> {
  const run = runInThisContext(`(async () => { "use strict"; ${statements} return (${value}) })`) as () => unknown;
  return inspect(JSON.stringify(await run()));
}

describe("a rewritten cell", () => {
  it.each(programs)("computes what a function computes: %s", async (statements, value) => {
    const { text, errors } = await notebook.run(`${statements}\nJSON.stringify(${value})`);
    expect(errors).toEqual([]);
    expect(text).toBe(await expectedValue(statements, value));
  });

  it.each(programs)("computes the same when the value is asked for in the next cell: %s", async (statements, value) => {
    await notebook.run(statements);
    const { text } = await notebook.run(`JSON.stringify(${value})`);
    expect(text).toBe(await expectedValue(statements, value));
  });
});
