import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";

const LONG = 1000;

const chain = (link: string, joint: string) => Array<string>(LONG).fill(link).join(joint);
const DECORATOR = "const d = (value: any, context: any): any => {};";

describe("brackets in brackets", () => {
  it.each(["()", "[]", "{}"])("are read up to a thousand deep, and refused beyond: %s", ([open, close]) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(() => bareSession()(`0;\n${nested(500)}`)).not.toThrow();
    const refused = { message: "brackets are nested more than 1000 deep", line: 2, column: 1001 };
    expect(() => bareSession()(`0;\n${nested(5000)}`)).toThrow(expect.objectContaining(refused));
  });
});

describe("a chain of a thousand links", () => {
  it.each([
    ["sums", chain("1", " + "), LONG],
    ["sums with types", `const sum: number = ${chain("one", " + ")} as number; sum`, LONG],
    ["sums in a loop", `let total = 0; for (let i = 0; i < 2; i++) total += ${chain("i", "+")}; total`, LONG],
    ["sums in a function", `(() => ${chain("one", " + ")})()`, LONG],
    ["sums beside an enum", `enum E { A = 1 } ${chain("E.A", "+")}`, LONG],
    ["sums in a namespace", `namespace N { export let a = 1; export const b = ${chain("a", "+")} } N.b`, LONG],
    ["sums beside a decorated class", `${DECORATOR} @d class A { x = 1; static s = ${chain("one", "+")} } A.s`, LONG],
    ["texts", `(${chain("'a'", " + ")}).length`, LONG],
    ["conjunctions", chain("one", " && "), 1],
    ["disjunctions", `${chain("!one", " || ")} || 5`, 5],
    ["alternatives to nothing", `${chain("undefined", " ?? ")} ?? 6`, 6],
    ["properties", `const o: any = { n: 7 }; o.o = o; o${".o".repeat(LONG)}.n`, 7],
    ["properties by brackets", `const p: any = { n: 8 }; p.p = p; p${"['p']".repeat(LONG)}.n`, 8],
    ["properties that may be missing", `const q: any = { n: 9 }; q.q = q; q${"?.q".repeat(LONG)}.n`, 9],
    ["calls", `const c: any = { m: () => c, n: 10 }; c${".m()".repeat(LONG)}.n`, 10],
    ["conditions", `let k = 0; ${chain("if (k) k = 1;", " else ")} else { var late = 11 } late`, 11],
    ["choices", `${chain("!one ? 0", " : ")} : 12`, 12],
  ])("is read: %s", (_, code, value) => {
    const run = bareSession();
    run("const one = 1");
    expect(run(code)).toBe(value);
  });
});
