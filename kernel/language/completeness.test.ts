import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completeness } from "./completeness.ts";
import { tokenize } from "./token.ts";
import { TypeScriptService } from "./typescript-service.ts";

const folder = mkdtempSync(join(tmpdir(), "epsilab-completeness-"));
let service: TypeScriptService;
beforeAll(() => {
  service = new TypeScriptService({ folder, preload: [], patience: 60_000 });
  service.start();
});
afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
});
const statusOf = async (code: string) => (await service.isComplete(code)).status;

/** One text a line, or, between tildes, any text. */
const texts = (list: string) => list.trim().split(/\s*[\n~]\s*/);

describe("code that no next line can mend", () => {
  it.each(
    texts(
      `1e ~ 1e+ ~ 0x ~ 0b ~ 0o ~ 0b2 ~ 1_ ~ 3px ~ let x = 1e ~ 1.toFixed() ~ 1 2 ~ "\\u" ~ 0777
       => ~ x => => ~ ... ~ .. ~ . ~ , ~ : ~ ? ~ ?? ~ = ~ == ~ * ~ | ~ && ~ in ~ instanceof ~ extends
       else ~ catch ~ finally ~ case ~ case 1: ~ default ~ default: ~ throw ~ if (a) throw
       ) ~ ] ~ } ~ (] ~ {[(} ~ ) { ~ if (x) } ~ \`\${)
       / ~ */ ~ /abc ~ 'abc ~ "abc ~ # ~ \\ ~ \\u{
       if () ~ for x of y ~ a ? : b ~ a..b ~ a b
       a = = 1 ~ a && && b ~ 5 + * ~ const const ~ const = 1 ~ let 1 ~ import 1 ~ { a: 1, b: 2 ] ~ { a: 1, b: 2 } 3`,
    ),
  )("is invalid: %s", async (code) => {
    expect(await statusOf(code)).toBe("invalid");
  });
});

describe("code that goes on", () => {
  it.each(
    texts(
      `@ ~ @dec ~ @dec() ~ @dec class ~ @a @b ~ @a.b( ~ export @dec
       import ~ import a ~ import { ~ import { a } ~ import { a } from ~ import type ~ import x from 'a' with
       export ~ export default ~ export { ~ export { a ~ export * from ~ export type ~ f(import
       const ~ let ~ var a = 1, ~ let x: ~ let x: Array< ~ let x: A | ~ let { a ~ let [a, ~ type A ~ type A = ~ enum ~ interface A
       if ~ if ( ~ if (a) ~ if (a) {} else ~ for ~ for (;;) ~ for (const a of ~ while (a) ~ do ~ do {} ~ do {} while
       switch (a) ~ switch (a) { case 1 ~ try {} ~ try {} catch (e ~ try {} finally ~ label:
       function ~ function* ~ function f() ~ function f(): number ~ async function ~ class A ~ class A { x ~ class A extends B
       () ~ () => ~ const f = () => ~ async () => ~ (a: number) ~ (a, b: number ~ ({ a }: P ~ xs.map(({ a }: P ~ xs.map(({ a }: P,
       xs.map(({ a }: { b: 1 ~ (x): ~ (x): x is ~ <T, U ~ <T>(x: T) ~ x => ~ (async ({ a }: P
       a. ~ a?. ~ a[ ~ a( ~ f(1, ~ [1, 2 ~ [1,, ~ a + ~ a / ~ a ? b ~ a ? b : ~ a as ~ a satisfies
       a > ~ ! ~ ++ ~ - ~ new ~ typeof ~ void ~ await
       => { ~ else { ~ function () { ~ f(a b ~ { ~ { a: 1, ~ { a: 1, b: 2 ~ { a: 1, b: () ~ ({ a = 1 ~ {[(
       \` ~ \`a ~ \`\${ ~ \`\${a ~ \`\${a} ~ /* a ~ 'a\\`,
    ),
  )("is incomplete: %s", async (code) => {
    expect(await statusOf(code)).toBe("incomplete");
  });
});

describe("code that can run", () => {
  it.each(
    texts(
      `~ // a ~ /* a */ ~ ; ~ a; ~ 'use strict' ~ 1n ~ .5 ~ /re/ ~ a / b ~ x! ~ x++ ~ new A ~ await x ~ of ~ a.throw ~ a?.new
       { } ~ { let a = 1 } ~ { a: 1, b: 2 } ~ { a: 1, b: () => ({ c: 2 }) } ~ { f() { return 1 } } ~ if (a) {} ~ if (a) b ~ label: x
       a as const ~ [1] as const ~ f<number> ~ (a, b) ~ function f() {} ~ declare function f(): void
       type F = () => void ~ let x: number ~ class A { throw }`,
    ),
  )("is complete: %s", async (code) => {
    expect(await statusOf(code)).toBe("complete");
  });
});

describe("the beginning of code that can run", () => {
  it.each([
    "const f = <T, U extends { a: T }>({ a, b }: P<T>, [c, d]: readonly [T, U] = [a, b], ...rest: T[]): asserts a is T => a",
    "const g = async <T,>(a = (b: number) => b, { c = 1, ...d }: Q = {}) => { await a(c); for await (const x of d) use(x) }",
    "class A<T> extends B<T>(C) implements D { static #x?: number = 1; y!: string; " +
      "get z(): T { return this.#x as T } constructor(private a: T, public readonly b?: U) { super() } " +
      "static { init() } async *gen<K>(this: A<T>, k: K): G<K> { yield* k } [Symbol.iterator]() {} }",
    `export type M<T> = { readonly [K in keyof T as \`get\${K & string}\`]-?: T[K] extends infer U extends string ` +
      "? (a: U, ...b: any[]) => new () => U : never } & Partial<Record<'a', T>>",
    "export interface I<T = {}> extends J { (a: number): string; new (a: T): I; [k: string]: unknown; " +
      "m?<U>(x: U): asserts x is U; readonly p: typeof import('x') }",
    "import d, { type a as b, default as c } from 'm' with { type: 'json' }; import * as ns from 'n'; " +
      "import type { T } from 'q'; import fs = require('fs'); export * as all from 'r'; export { d as default }; " +
      "export type { T }",
    "switch (a) { case 1: { b(); break } default: c } label: for (let i = 0, j = 1; i < j; i++) continue label; " +
      "do { x-- } while (x > 0); try { a() } catch { b() } finally { c() }",
    "const o = { a, 'c': 2, [d]: 3, ...e, f() { return 1 }, set g(v: number) {}, async *h() {}, " +
      "i: (j, k: number) => j + k } satisfies P as const",
    `x = \`a\${b + \`c\${d}\`}e\` + tag\`f\${g}\` + (h as string)!.length + (<any>i)[0]?.j?.(k) + new L<M>(n); ` +
      "let { a: { b = 1 }, ...c } = d; ({ a: i, j } = k)",
    "@dec @ns.dec2({ a: 1 }) export class T { @field() x = 1; @method m(@p a: number) {} }; " +
      "enum E { A = 1, 'c-d' = 'x' }; namespace N.M { export const a = 1 }; declare global { interface W { a: 1 } }",
    "{ a: 1, b: { c: [2, 3] }, d: (): number => ({ e: 4 }).e }",
    "xs.map(({ a, b }: P, i) => a + b + i).filter((x): x is number => !!x)" +
      ".reduce((s, [k, v]) => ({ ...s, [k]: v }), {} as Record<string, number>)",
  ])("is never invalid: %s", async (text) => {
    expect(await statusOf(text)).toBe("complete");
    const wrong: string[] = [];
    for (const { end } of tokenize(text).tokens) {
      const begun = text.slice(0, end);
      if ((await statusOf(begun)) !== "invalid") continue;
      // No line may end in some places; then it is rightly so.
      if ((await statusOf(`${begun}\n${text.slice(end)}`)) === "complete") wrong.push(begun);
    }
    expect(wrong).toEqual([]);
  });
});

describe("without a server", () => {
  it("what is open goes on, what is wrong in itself is invalid, and of the rest nobody knows", async () => {
    const alone = (code: string) => completeness(code, async () => undefined);
    expect(await alone("f(\n  1,")).toEqual({ status: "incomplete", indent: "  " });
    expect(await alone("1e")).toEqual({ status: "invalid" });
    expect(await alone("1 + 1")).toEqual({ status: "unknown" });
  });
});
