import { describe, expect, it } from "vitest";
import { bareSession } from "./reference/bare-session.ts";

const RESOURCE = "using open = { value: 5, [Symbol.dispose]() { this.value = 0 } };";

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
