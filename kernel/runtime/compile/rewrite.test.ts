import { inspect } from "node:util";
import { runInThisContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

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
    "let N = 3; const it = { *[Symbol.iterator]() { for (let i = 0; i < N; i++) yield i } }; " +
      "async function* ag() { for await (const x of it) yield x * N }",
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
  ["const d1 = 1; function f1(a = d1) { var d1 = 2; return [a, d1] }", "f1()"],
  ["const d2 = 1; const f2 = (a = () => d2, b = a()) => { var d2 = 2, a; return [b, a(), d2] };", "f2()"],
  [
    "let f3, f4 = null, f5 = 1; f3 ??= () => {}; f4 ||= function () {}; f5 &&= class {};",
    "[f3, f4, f5].map((f) => f.name)",
  ],
  [
    "const f6 = () => { let inner; inner ??= () => {}; f7 ??= () => {}; return [inner.name, f7.name] }; let f7;",
    "f6()",
  ],
  [
    "let g3 = 1; const f8 = () => [typeof Math, typeof g3, typeof nowhere, Math.max(g3, Number('4')), undefined === void 0];",
    "f8()",
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

describe("a global that a later cell declares", () => {
  it.each([
    ["class", "function a1() { return Event.mine }", "class Event { static mine = 1 }", "a1()", "1"],
    ["function", "const a2 = () => structuredClone(2)", "function structuredClone(x) { return x + 1 }", "a2()", "3"],
    [
      "variable",
      "class A3 { p = performance; static q = () => performance }",
      "const performance = 3",
      "[new A3().p, A3.q()]",
      "[ 3, 3 ]",
    ],
    ["typeof", "const a4 = () => typeof queueMicrotask", "let queueMicrotask = 4", "a4()", "'number'"],
    [
      "update",
      "globalThis.tally = 1; const a5 = () => ++tally",
      "let tally = 10",
      "[a5(), tally, globalThis.tally]",
      "[ 11, 11, 1 ]",
    ],
    ["import", "const a6 = () => URL", "import { sep as URL } from 'node:path'", "a6()", "'/'"],
    [
      "loop",
      "globalThis.turns = 0; const a7 = () => turns",
      "let turns = 0; let seen = []; for (; turns < 2; turns++) seen.push(a7())",
      "seen",
      "[ 0, 1 ]",
    ],
  ])("reaches the functions of earlier cells: %s", async (_, older, declaration, code, value) => {
    for (const cell of [older, declaration]) expect((await notebook.run(cell)).errors).toEqual([]);
    expect(await notebook.value(code)).toBe(value);
  });

  it("stays what it is for everything but cells", async () => {
    const own = new Notebook();
    const names = ["JSON", "setTimeout", "performance", "process", "Buffer", "Promise", "Error", "Math", "console"];
    const before =
      "const every = () => [JSON, setTimeout, performance, process, Buffer, Promise, Error, Math, console]";
    await own.run(before);
    for (const name of names) await own.run(`const ${name} = 0`);
    expect(await own.value("every().join('') + typeof globalThis.JSON")).toBe("'000000000object'");
    expect(await own.value("await new globalThis.Promise((go) => globalThis.setTimeout(go, 1, 5))")).toBe("5");
    expect((await own.run("globalThis.console.log(1); (await import('node:url')).parse('http://a/b').path")).text).toBe(
      "'/b'",
    );
    await own.close();
  });

  it.each(["define", "value", "isDeclared", "asks", "get"])("may be called %s", async (name) => {
    await notebook.run(`globalThis.${name} = 1`);
    await notebook.run(`const read_${name} = () => ${name}; const write_${name} = (x) => { ${name} = x }`);
    expect(await notebook.value(`write_${name}(2); [read_${name}(), globalThis.${name}]`)).toBe("[ 2, 2 ]");
    expect(await notebook.value(`let ${name} = 3; write_${name}(4); [read_${name}(), globalThis.${name}]`)).toBe(
      "[ 4, 2 ]",
    );
  });

  it("is looked up again until then", async () => {
    await notebook.run("globalThis.late = 1; const ask = () => late; const put = (x) => { late = x }");
    expect(await notebook.value("globalThis.late = 2; ask()")).toBe("2");
    expect(await notebook.value("put(3); globalThis.late")).toBe("3");
    const { errors } = await notebook.run("delete globalThis.late; ask()");
    expect(errors[0]?.evalue).toBe("late is not defined");
    expect((await notebook.run("const misses = () => Math.nothing(); misses()")).errors[0]?.evalue).toBe(
      "Math.nothing is not a function",
    );
  });
});

describe("the last value", () => {
  it.each([
    "let v1 = 0;for(let j=0;j<5;j++)v1++;5",
    "const v2=[];for(let j=0;j<5;j++)v2.push(j);v2.length",
    "let v3=0;while(v3<5){v3++}v3",
    "class V4{}5",
    "await 0;let v5=0;do v5++;while(v5<5)v5",
    "let v6=()=>{},v7=0;for(;v7<5;v7++)v6=()=>5\nv6()",
  ])("follows what ends right before it: %s", async (code) => {
    expect(await notebook.value(code)).toBe("5");
  });
});

describe("the text of a function", () => {
  it.each([
    ["let t1 = 1; const u1 = (x) => t1 + Math.max(x, parseInt('2'));", "u1", "(x) => t1 + Math.max(x, parseInt('2'))"],
    [
      "async function u2() { await null; return (await import('x')).y; }",
      "u2",
      "async function u2() { (await null); return ((await import('x'))).y; }",
    ],
    [
      "let t3 = class {}; class U3 extends t3 { go() { return typeof process + t3(); } }",
      "U3",
      "class U3 extends t3 { go() { return typeof process + t3(); } }",
    ],
    ["const _$ = 1; const u4 = () => _$ + Math.PI", "u4", "() => _$ + Math.PI"],
    ["const größe = 1; const u5 = () => größe", "u5", "() => größe"],
    [
      "const u6 = () => { try { go(); } catch (e) { try { go(); } catch ({ name }) { f().catch((e) => e); } } };",
      "u6",
      "() => { try { go(); } catch (e) { try { go(); } catch (_$e){let { name }=_$e; f().catch((e) => e); } } }",
    ],
    ["0", "Math.max", "function max() { [native code] }"],
    ["0", "Function.prototype.toString", "function toString() { [native code] }"],
  ])("is that of the cell, but for its layout: %s", async (code, name, text) => {
    await notebook.run(code);
    const laidOut = `String(${name}).replace(/[\\s;]+/g, "")`;
    expect(await notebook.value(`${laidOut} === ${JSON.stringify(text.replace(/[\s;]+/g, ""))} || ${laidOut}`)).toBe(
      "true",
    );
  });

  it("runs elsewhere", async () => {
    await notebook.run(
      "function work() { const { parentPort } = require('node:worker_threads'); parentPort.postMessage(Math.sqrt(16)) }",
    );
    expect(
      await notebook.value(
        "const { Worker } = require('node:worker_threads'); " +
          "const thread = new Worker('(' + work + ')()', { eval: true }); " +
          "await new Promise((go) => thread.once('message', go))",
      ),
    ).toBe("4");
  });
});
