import { describe, expect, it } from "vitest";
import { Bindings } from "../cells/bindings.ts";
import { type CellOperations, compileCell } from "./compile.ts";

function run(code: string): unknown {
  const bindings = new Bindings();
  const cell = compileCell(code, { name: "cell.ts", bindings, settings: () => ({ legacyDecorators: false }) });
  for (const { name, kind, initial } of cell.declarations) bindings.declare(name, kind, initial);
  return cell.start({
    constants: bindings.constants,
    caught: (thrown: unknown) => thrown,
  } as unknown as CellOperations);
}

describe("the parts of a namespace", () => {
  // What tsc 7.0.2 emits for the same text gives these values.
  it.each([
    ["namespace A { export const x = 1 } namespace A { export const y = x + 1 }; A.y", 2],
    [
      "namespace A { export function f() { return later + x } const x = 100 } namespace A { export const later = 3 }; A.f()",
      103,
    ],
    [
      "namespace A { export let c = 1 } namespace A { c++; c += 2; export const o = { c, ...{ c } } }; [A.c, A.o.c]",
      [4, 4],
    ],
    ["namespace A { export let c = 1 } namespace A { ({ c = 9 } = {} as any); [c] = [c + 1] }; A.c", 10],
    ["namespace N.Deep.Er { export const z = 3 } namespace N.Deep { export const y = Er.z + 1 }; N.Deep.y", 4],
    [
      "namespace N { export class K { v = 2 } } namespace N { export const made = new K().v; export enum E { X = made, Y } }; N.E.Y",
      3,
    ],
    [
      "class C { static s = 1 } namespace C { export const t = C.s + 1 } namespace C { export const u = t + 1 }; C.u",
      3,
    ],
    ["function fn() { return fn.extra } namespace fn { export let extra = 4 } namespace fn { extra++ }; fn()", 5],
    [
      "namespace N { export let c: number, s: string } namespace N { c = 4; export const t = c + 1 }; [N.c, N.t, 's' in N]",
      [4, 5, false],
    ],
    [
      "export namespace N.In { export var c: number } namespace N.In { c ??= 4 } namespace N { export const t = In.c }; N.t",
      4,
    ],
    ["namespace N { export enum E { X = 3 } } namespace N { export enum E { Y = X + 1, Z } }; [N.E.Y, N.E.Z]", [4, 5]],
    ["const X = 9; namespace N { export enum E { X = 3 } } namespace N { export enum E { Y = X } }; N.E.Y", 3],
    ["export namespace A { export const x = 1 } export namespace A { export const y = x + 1 } A.y", 2],
  ])("see what the others export: %s", (code, value) => {
    expect(run(code)).toEqual(value);
  });

  it.each([
    ["const x = 50; namespace A { export const x = 1 } namespace A { export const y = x }; [x, A.y]", [50, 1]],
    [
      "namespace A { export const x = 1 } namespace A { export const f = (x: number) => x; export const y = f(7) }; A.y",
      7,
    ],
    ["namespace A { export const x = 1 } namespace A { let x = 8; export const y = x }; A.y", 8],
    [
      "namespace A { export const x = 1 } namespace A { for (let x = 5; ; ) { y = x; break } export var y: number }; A.y",
      5,
    ],
    [
      "namespace A { export const x = 1 } namespace A { try { throw 6 } catch (x) { z = x } export var z: any }; A.z",
      6,
    ],
    [
      "namespace A { export const x = 1 } namespace A { export const o = { x: 2, m() { return this.x } }; export const y = o.m() }; A.y",
      2,
    ],
    [
      "const k = 2, A = 7; enum E { A = k, B = A } namespace E { export const y = A } namespace E {}; [E.B, E.y]",
      [2, 7],
    ],
    [
      "const x = 9; namespace A { namespace I { export const x = 1 } export const a = I.x } namespace A { namespace I { export const j = x } export const b = I.j }; A.b",
      9,
    ],
    [
      "const y = 3; namespace A { export const x = 1 } namespace B { export const z = typeof y + y } namespace A { }; B.z",
      "number3",
    ],
  ])("do not mistake a nearer name for it: %s", (code, value) => {
    expect(run(code)).toEqual(value);
  });

  it.each([
    ["namespace Only { export type T = 1 } import Ty = Only.T; let t: Ty = 1; t", 1],
    [
      "namespace Only { export interface J {} } namespace N { export import K = Only.J; export const z = 2 }; N",
      { z: 2 },
    ],
    [
      "namespace N { export const x = 1; export type T = 1 } import X = N.x; import T = N.T; export import W = N; [X, W.x]",
      [1, 1],
    ],
    [
      "namespace S { export namespace I { export interface J {} } export const v = 3 } import J = S.I.J; import V = S.v; V",
      3,
    ],
  ])("may have aliases that are types: %s", (code, value) => {
    expect(run(code)).toEqual(value);
  });

  it("have aliases of what stands beside them", () => {
    const code =
      "namespace P { export namespace Q { export const d = 1 } export import Al = Q; export import De = Q.d }";
    expect(run(`${code}; [P.Al.d, P.De]`)).toEqual([1, 1]);
  });
});
