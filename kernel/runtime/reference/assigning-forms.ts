// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs have templates
/** Assigning forms: every place of a program where an expression may stand, and every expression that changes a variable. For tests. */

/** `E` is the expression, `N` a number for the names that the form declares. */
const EVERYWHERE: readonly string[] = [
  "E;",
  "const cN = E;",
  "let { k: lN = E }: any = {};",
  "const [aN = E] = [] as any[];",
  "var vN = [E, ...[E]];",
  "if (E) E; else E;",
  "switch (1) { case (E, 1): E; default: E; }",
  "try { throw E } catch { E } finally { E }",
  "try { throw 1 } catch (e) { E; }",
  "try { throw [] } catch ([e = E]: any) { E; }",
  "labelN: { E; break labelN; }",
  "for (let i = (E, 0); i < 2; i++) E;",
  "for (const x of [E]) { E }",
  "for (const x in { [String(E)]: 1 }) E;",
  "let wN = 0; while (wN++ < 2) E; do E; while (wN++ < 4);",
  "{ let g = 1; E; } { const g = () => 1; g(); }",
  "function fN(x: any = E, { y = E }: any = {}) { E; return x; } fN();",
  "function fN() { E; } fN(); const oN = { fN }; oN.fN();",
  "function fN(g: any) { E; return g } fN(1);",
  "function fN() { { var g: any = 1 } E; } fN();",
  "const fN = (x = E) => E; fN();",
  "const fN = (...[x = E]: any[]) => { E }; fN();",
  "(function* () { yield E; E })().next();",
  "await (async () => { E; await 0; E })();",
  "for await (const x of (async function* () { E; yield E; E })()) E;",
  "await E; await (E, 1);",
  "const oN = { [String(E)]: E, m() { E }, get x() { return E }, set x(v) { E } }; oN.m(); oN.x; oN.x = 1;",
  "const oN = { __proto__: { m() { E } }, async a() { E }, *b() { E } } as any; oN.m(); oN.a(); oN.b().next();",
  "`${E}`; String.raw`${E}`; tag`${E}`;",
  "E, E; E ? E : E; !(E); [E][0]; ((E)); (E) as any; (E) satisfies any; <any>(E); (E)!;",
  "(undefined as any)?.[E]; (null ?? E); (0 || E); (1 && E); new Array(E); Math.max(...[E as any]);",
  "class AN { [String(E)] = 1; static [String(E)] = 1 } new AN();",
  "class AN { x = E; #p = E; static s = E; static #q = E; m() { return this.#p } } new AN().m();",
  "class AN { static { E; { E } } }",
  "class AN { static { let g = 1; E; } }",
  "class AN { static { var g: any = 1; E; } }",
  "class AN { constructor(readonly x: any = E, private y = E) { E } } new AN();",
  "class AN extends (E, Object) { constructor() { E; super(); E } } new AN();",
  "class AN { #m() { E } m() { this.#m() } static #s() { E } static s() { AN.#s() } } new AN().m(); AN.s();",
  "class AN { get #x() { return E } set #x(v) { E } m() { this.#x; this.#x = 1 } } new AN().m();",
  "class AN { accessor x = E; static accessor s = E; accessor #p = E; m() { return this.#p } } new AN().m();",
  "class AN { async a() { E } *b() { E } async *c() { E } } new AN().a(); new AN().b().next(); new AN().c().next();",
  "const KN = class g { m() { E } }; try { new KN().m() } catch { log.push('refused') }",
  "const KN = class { static s = E; m() { E } }; new KN().m();",
  "enum EN { A = (E, 1), B = (E, A + 1), C = B * 2 } log.push(EN.B, EN.C);",
  "namespace SN { E; export const x = E; export function f() { E } } SN.f();",
  "namespace SN { export let g: any = 1; E; export const f = () => { E; return g } } log.push(SN.f(), SN.g);",
  "namespace SN { let g: any = 1; E; }",
  "namespace SN.Inner { E; export class A { static s = E } }",
  "namespace SN { export enum E1 { A = (E, 1) } export namespace In { E } } enum TN { A } namespace TN { E }",
  "class MN {} namespace MN { E; export let y = E } function HN() {} namespace HN { E; export let y = E }",
  "using uN = { [Symbol.dispose]() { E } }; E;",
  "{ using uN = { [Symbol.dispose]() { E } }; E; }",
  "{ await using uN = { async [Symbol.asyncDispose]() { E } }; E; }",
  "{ using uN = null; const g = 1; try { E } catch (e: any) { log.push(e.name) } }",
  "function fN() { using uN = { [Symbol.dispose]() { E } }; E } fN();",
  "for (using uN of [{ [Symbol.dispose]() { E } }]) E;",
  "export const xN = E; export let yN = () => E; yN(); export function zN() { E } zN();",
  "export class XN { static s = E; m() { E } } new XN().m();",
  "export enum XN { A = (E, 1) } export namespace YN { E; export const f = () => E } YN.f();",
  "abstract class AN { abstract m(): void; declare x: any; static s = E } interface IN {} type TN = number; E;",
  "const fN = <T,>(x: T, y = E): T => x; fN<any>(1); class GN<T> { x?: T = E } new GN<any>();",
  "setTimeout; Promise.resolve(E).then(() => E); await Promise.reject(1).catch((e) => E);",
  "eval; import.meta.url; E;",
  "const rN = /x/v; E; (() => E)(); rN.test('x');",
];

const DECORATED: readonly string[] = [
  "const dN: any = (t: any, c: any) => { E }; class AN { @dN m() {} }",
  "const dN: any = (t: any, c: any) => { E }; class AN { @dN get x() { return 1 } @dN set y(v: any) {} @dN static m() {} }",
  "const dN: any = (t: any, c: any) => { (() => { E; function k() { E } k() })() }; class AN { @dN m() {} }",
  "const dN: any = (t: any, c: any) => () => { E }; class AN { @dN x = 1 } new AN();",
  "const dN: any = (t: any, c: any) => { E }; @dN class AN { static s = E; m() { E } } new AN().m();",
  "const dN: any = (t: any, c: any) => { E }; @dN export class AN { static { E } }",
  "const dN: any = (x: any) => (t: any, c: any) => { E }; class AN { @dN(E) m() {} @dN(E) x = E } new AN();",
  "const dN: any = (x: any) => { E; return (t: any, c: any) => { E } }; @dN(E) class AN { @dN(E) m() {} }",
  "function dN(t: any, c: any): any { E } class AN { @dN m() {} @dN static m() {} @dN x = E } new AN();",
  "const dN: any = { e: (t: any, c: any) => { E } }; class AN { @dN.e m() {} @dN.e x = 1 } new AN();",
  "let dN: any; dN = (t: any, c: any) => { E }; class AN { @dN m() {} }",
  "var dN: any = function (t: any, c: any) { E }; class AN { @dN m() {} }",
  "class DN { static d(t: any, c: any): any { E } } class AN { @DN.d m() {} }",
  "class AN { @((t: any, c: any) => { E }) m() {} @((t: any, c: any) => { E }) x: any = E } new AN();",
  "@((t: any, c: any) => { E }) class AN { @((t: any, c: any) => { E }) static m() { E } } AN.m();",
  "class AN { @((E, (t: any, c: any) => { E })) m() {} }",
  "const dN: any = (t: any, c: any) => { E }; class AN { @dN [String(E)]() {} @dN [String(E) + 'f'] = E } new AN();",
  "const dN: any = (t: any, c: any) => { E }; function fN() { class AN { @dN m() {} } return AN } fN();",
  "const dN: any = (t: any, c: any) => { E }; const oN = { m() { class AN { @dN m() { E } } new AN().m() } }; oN.m();",
  "const dN: any = (t: any, c: any) => { E }; namespace SN { export class AN { @dN m() {} } @dN class BN {} }",
  "const dN: any = (t: any, c: any) => { E }; { const g: any = 5; class AN { @dN m() {} @((t: any, c: any) => { log.push(g) }) n() {} } }",
  "const dN: any = (g: any, c: any) => { log.push(typeof g) }; class AN { @dN m() {} }",
  "const dN: any = async (t: any, c: any) => { E }; class AN { @((t: any, c: any) => { dN(t, c) }) m() {} }",
  "const dN: any = (t: any, c: any) => { log.push(globalThis.Math.max(1, 2), `globalThis.${E}`) }; class AN { @dN m() {} }",
  "const dN: any = (t: any, c: any) => { enumN(); E }; const enumN = () => { E }; class AN { @dN m() {} }",
];

/** Of the standard decorators alone. */
const STANDARD: readonly string[] = [
  "const dN: any = (t: any, c: any) => { E }; class AN { @dN accessor x = E; @dN static accessor s = E } new AN();",
  "const dN = (t: any, c: any) => { c.addInitializer(() => { E }) }; @dN class AN { @dN m() {} @dN static s() {} @dN x = 1 } new AN();",
  "const dN = (t: any, c: any) => { E }; class AN { @dN #m() {} @dN #x = E; @dN static #s = E; @dN accessor #a = E } new AN();",
  "const dN = (t: any, c: any) => (v: any) => { E; return v }; class AN { @dN x = E; @dN static s = E } new AN();",
  "const dN = (t: any, c: any) => class extends t { constructor() { E; super() } }; @dN class AN { x = E } new AN();",
  "const dN = (t: any, c: any) => { E }; const KN = @dN class { @dN m() {} }; const LN = [@dN class { static s = E }];",
];

/** Of the older decorators alone. */
const LEGACY: readonly string[] = [
  "const dN: any = (t: any, k: any, i: any) => { E }; class AN { m(@dN x: any = E, @dN y: any) { E } } new AN().m(1, 2);",
  "const dN: any = (t: any, k: any, i: any) => { E }; class AN { constructor(@dN x: any, @dN private y: any = E) {} } new AN(1);",
  "class AN { m(@((t: any, k: any, i: any) => { E }) x: any) {} static s(@((t: any, k: any, i: any) => { E }) x: any) {} }",
  "const dN: any = (t: any) => class extends t { constructor() { E; super() } }; @dN class AN { x = E } new AN();",
];

/** Expressions that read or change `g`. */
export const EXPRESSIONS: readonly string[] = [
  "(g = 'N')",
  "(g += 'N')",
  "g++",
  "--g",
  "(g ??= 'N')",
  "(g ||= 'N')",
  "(g &&= 'N')",
  "([g] = ['N'])",
  "({ g } = { g: 'N' } as any)",
  "({ k: g = 'N' } = {} as any)",
  "([, ...g] = [0, 'N'])",
  "(() => { for (g of ['N']); })()",
  "(() => { for (g in { kN: 1 }); })()",
  "((g as any) = 'N')",
  "(g! += 'N')",
  "log.push(g)",
  "log.push(typeof g)",
  "note(g, 'N')",
  "log.push({ g }.g)",
  "(() => (g = 'N'))()",
  "(function () { g = 'N' })()",
  "new (class { x = (g = 'N') })()",
  "({ m() { return (g = 'N') } }).m()",
];

export const STANDARD_FORMS: readonly string[] = [...EVERYWHERE, ...DECORATED, ...STANDARD];
export const LEGACY_FORMS: readonly string[] = [...EVERYWHERE, ...DECORATED, ...LEGACY];

/** What comes first in a program: `g`, `log` and two functions. */
export const PRELUDE = `let g: any = 0; const log: any[] = [];
const note = (...all: any[]) => { log.push(JSON.stringify(all)) };
const tag = (strings: any, ...all: any[]) => { log.push(...all) };`;

/** The form with the expression in all its places, and then a note of what `g` is. */
export function instance(form: string, expression: string, number: number): string {
  const text = form.replaceAll(/\bE\b/g, expression).replaceAll(/(?<=[A-Za-z'])N(?![A-Za-z\d])/g, String(number));
  return `g = ${number};\n${text}\nnote(${number}, g);`;
}
