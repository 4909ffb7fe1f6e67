import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";
import { Notebook } from "../reference/notebook.ts";

const RESOURCE = "using open = { value: 5, [Symbol.dispose]() { this.value = 0 } };";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

describe("what a file exports beside a resource", () => {
  const exported = [
    "export const e = open.value; export let { value: f, missing: g = e, ...rest } = open as any; f += e",
    "export enum E { A = e } export enum E { B = f } export const enum K { A = 3 }",
    "export namespace N { export const z = open.value } export namespace N { export const w = z } export namespace T { export type U = 1; export namespace V { interface W {} } } export namespace N { export type T = 1 }",
    "export class C { static s = E.A } export function h() { return f } export type Type = number; export declare const d: number",
    "export namespace C { export const t = open.value } export namespace h { export const u = 6 }",
    "export const [i, , { j }, ...k] = [1, 2, { j: open.value }, 4]; const l = open.value; export { l as m }",
  ].join("\n");
  const read = "[e, f, g, E.A, E.B, K.A, N.z, N.w, C.s, C.t, h(), h.u, i, j, k[0], m].join()";
  const values = "'5,10,5,5,10,3,5,5,5,5,10,6,1,5,4,5'";
  const names = "C, E, K, N, e, f, g, h, i, j, k, m, rest";

  it.each([
    ["using open =", "export default open.value"],
    ["await using open: any =", "export default { value: open.value }.value"],
  ])("is evaluated while it is open: %s", async (using, byDefault) => {
    const disposal = using.startsWith("await") ? "asyncDispose" : "dispose";
    const resource = `${using} { value: 5, [Symbol.${disposal}]() { this.value = 0 } };`;
    const file = `${disposal}.ts`;
    notebook.write(file, `const first = 1 // using\n${resource}\n${exported}\n${byDefault}`);
    expect(await notebook.value(`import five, { ${names} } from "./${file}"; five + ":" + ${read}`)).toBe(
      values.replace("'", "'5:"),
    );
    expect(await notebook.value(`Object.keys(await import("./${file}")).sort().join(", ")`)).toBe(
      `'${names.replace("e,", "default, e,")}'`,
    );
  });

  it("is evaluated so for require, too", async () => {
    const resource = "using open = { value: 5, [Symbol.dispose]() { this.value = 0 } };";
    notebook.write("required.ts", `${resource} ${exported}\nexport default open.value`);
    const required = `const { default: five, ${names} } = require("./required.ts"); five + ":" + ${read}`;
    expect(await notebook.value(required)).toBe(values.replace("'", "'5:"));
  });
});

describe("what a cell exports beside a resource", () => {
  it.each([
    ["a constant", "export const e = 2; 3", 3, "e === 2"],
    ["a constant of the resource", "export const e = open.value; e", 5, "e === 5"],
    ["a pattern", "export const { value: e } = open; [e]", [5], "e === 5"],
    ["a variable", "export let e = open.value; e += 1; e", 6, "e === 6"],
    ["an enum", "export enum E { A = 4 }; E.A", 4, "E.A === 4"],
    ["a namespace", "export namespace N { export const z = open.value }; N.z", 5, "N.z === 5"],
    ["a class", "export class C { static s = open.value }; C.s", 5, "C.s === 5"],
    ["a function", "export function f() { return 1 }; f()", 1, "f() === 1"],
    ["a function by default", "export default function f() { return 1 }; 3", 3, "f() === 1"],
    ["a function without a name", "export default function () {}; 3", 3, "true"],
    ["a value by default", "export default open.value", 5, "true"],
    ["an object by default", "export default { value: open.value }", { value: 5 }, "true"],
    ["a name", "const e = open.value; export { e }; 3", 3, "e === 5"],
    ["a type", "export type T = number; export interface I {}; 3", 3, "true"],
    ["a text in which the word stands", "const e = 'export'; 3", 3, "e === 'export'"],
  ])("is there while it is open, and later: %s", async (_, code, value, holds) => {
    const run = bareSession();
    expect(run(`${RESOURCE} ${code}`)).toEqual(value);
    expect(run(holds)).toBe(true);
    const later = bareSession();
    expect(await later(`await null; ${RESOURCE} ${code}`)).toEqual(value);
    expect(later(holds)).toBe(true);
  });

  it("forgets the members of an earlier enum or namespace of its name", () => {
    const run = bareSession();
    run("enum E { Old } namespace N { export const old = 1 }");
    run(`${RESOURCE} export enum E { New } export namespace N { export const newer = 1 }`);
    expect(run("[Object.keys(E), Object.keys(N)]")).toEqual([["0", "New"], ["newer"]]);
    run(`${RESOURCE} enum E { Newest } namespace N { export const newest = 1 }`);
    expect(run("[Object.keys(E), Object.keys(N)]")).toEqual([["0", "Newest"], ["newest"]]);
  });
});
