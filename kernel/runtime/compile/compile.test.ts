import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { Bindings } from "../cells/bindings.ts";
import { failureOf } from "../errors/failure.ts";
import { compileCell } from "./compile.ts";

/** A session without a process: cells one after the other. */
function session(): (code: string, name?: string) => unknown {
  const bindings = new Bindings();
  return (code, name = "cell.ts") => {
    const cell = compileCell(code, { name, bindings, settings: () => ({ legacyDecorators: false }) });
    for (const { name: variable, kind, initial } of cell.declarations) bindings.declare(variable, kind, initial);
    const hold = (value: unknown) => value;
    return cell.start({ constants: bindings.constants, hold });
  };
}

/** The places in the traceback of what a cell throws. */
function placesOf(run: (code: string, name?: string) => unknown, code: string): string[] {
  try {
    run(code, "place.ts");
  } catch (error) {
    const trace = stripVTControlCharacters(failureOf(error, "place.ts").traceback.join("\n"));
    return [...trace.matchAll(/at (?:.* \()?place\.ts:(\d+:\d+)/g)].map(([, place]) => place);
  }
  return [];
}

describe("a cell without semicolons", () => {
  it.each([
    ["const a = 1\nconst [b] = [2]\nconst { c } = { c: 3 }\na + b + c", 6],
    ["let f = () => 4\nf()\nlet g = f\n;[g()][0]", 4],
    ["const f = (x: number) => x\nf(1)\nconst y = f(2) as number\nf(y)", 2],
    ["let a: number\nlet b = 5\nconst [c] = [b]\na = c\na", 5],
    [
      "class A {\n  x = 1\n  private ['y'] = 2\n  static z = 3\n  sum() { return this.x + this['y'] + A.z }\n}\nnew A().sum()",
      6,
    ],
    ["let s = 0\nfor (const i of [1, 2]) s += i\nconst [t] = [s]\nif (t > 2) s++\nelse s--\ns", 4],
    ["function f() {\n  const a = 1\n  const g = () => a\n  return g()\n}\nf()\nconst [h] = [f()]\nh", 1],
    ["let x = 1\nlet y = x\n++x\nconst [z] = [x + y]\nz", 3],
    ["var a = 1\nvar b = a!\nvar [c] = [b]\ndo c++\nwhile (c < 3)\n(c)", 3],
    ["interface A { x: number }\n(function () { return 7 })()", 7],
    ["let n = 0\nn\ntype N = number\nconst [m] = [n]\nm", 0],
  ])("computes the value that it writes: %s", (code, value) => {
    expect(session()(code)).toBe(value);
    const run = session();
    const lines = code.slice(0, code.lastIndexOf("\n"));
    run(lines);
    expect(run(code.slice(lines.length + 1))).toBe(value);
  });

  it("may break lines wherever JavaScript does", () => {
    const run = session();
    expect(run("let\nx\n=\n1\nlet through = () => x\nfor (let i = 0; i < 2; i++) {\n++\nx\nthrough()\n}\nx")).toBe(3);
    expect(placesOf(run, "let a = 1; let read = () => a\nfor (;;) {\n++\na\nread(); null.x\n}")).toEqual(["5:14"]);
  });
});

describe("what TypeScript adds", () => {
  it("leaves nothing behind", () => {
    const run = session();
    const declared = `interface P { x: number }
class Box<T extends P> { constructor(readonly value: T, private count = 1) {} get<U>(key?: U): T { return this.value! } }
const one: P = { x: 1 } satisfies P
const both = async (a: number, b?: Map<string, number>): Promise<number> => a`;
    run(declared);
    expect(run("Object.entries(new Box<P>(one).get<string>()).concat(Object.entries(new Box(one)))")).toEqual([
      ["x", 1],
      ["value", { x: 1 }],
      ["count", 1],
    ]);
  });

  it.each([
    ["const f = (a: string): {\n  x: number\n} => ({ x: 1 })\nf('').x", 1],
    ["const f = (): Array<\n  number\n> => [2]\nf()[0]", 2],
    ["const f = (a: number) /* a\n */ : number => a, g = (a: number): // why\n  number => a\nf(1) + g(2)", 3],
    ["[4].map((x: number): {\n  y: number\n} => ({ y: x }))[0].y", 4],
  ])("may take several lines before an arrow: %s", (code, value) => {
    expect(session()(code)).toBe(value);
  });

  it("leaves places in errors right after an arrow", () => {
    const code = "const f = (a: string): {\n  x: number\n} => { return null!.x }\nf('')";
    expect(placesOf(session(), code)).toEqual(["3:21", "4:1"]);
  });

  it("leaves places in errors right", () => {
    const run = session();
    run("const fail = (message: string): never => { throw new Error(message) }", "fail.ts");
    expect(placesOf(run, "const a: number = 1; fail('now')")).toEqual(["1:22"]);
    expect(placesOf(run, "type T = {\n  x: number\n}; const b: T = null!.x")).toEqual(["3:23"]);
    expect(placesOf(run, "\nfor (let i: number = 0; i < 3; i++) fail(i)")).toEqual(["2:37"]);
  });

  it("that needs the transpiler leaves them right, too", () => {
    const run = session();
    run("const fail = () => { throw new Error() }", "fail.ts");
    expect(placesOf(run, "enum Kind {\n  A,\n\n  B\n}\n\nconst k: Kind = Kind.A; fail()")).toEqual(["7:25"]);
  });
});

describe("a cell of braces", () => {
  it("is an object if it can be, and a block if not", () => {
    expect(session()("{ a: 1, b: [2] }")).toEqual({ a: 1, b: [2] });
    expect(session()("{ let a = 1; a + 1 }")).toBe(undefined);
    expect(session()("{}")).toBe(undefined);
    expect(placesOf(session(), "{ a: null.x }")).toEqual(["1:11"]);
    expect(placesOf(session(), "{ a: null!.x, b: f<1, 2>(<any>3) }")).toEqual(["1:12"]);
  });
});

describe("an exported value", () => {
  it("may stand in parentheses", () => {
    expect(session()("export default (1, 2)")).toBe(2);
  });

  it.each([
    ["let kept = 1\nexport default function () { return kept }\n(kept)"],
    ["let kept = 1\nexport default async function* (n: number) { yield kept }\n;[kept][0]"],
    ["const kept = 1\nexport default class { field = kept }\n(kept)"],
    ["enum Kind { A = 1 }\nexport default function () {}\n(Kind.A)"],
  ])("may be a function or class without a name: %s", (code) => {
    expect(session()(code)).toBe(1);
  });
});

describe("names that a cell may not have for its own", () => {
  it.each(["arguments", "(() => arguments)()", "arguments.length"])("include that of its arguments: %s", (code) => {
    expect(() => session()(code)).toThrow(new ReferenceError("arguments is not defined"));
  });

  it("leave functions theirs", () => {
    expect(session()("function f() { return (() => arguments[0])() }\nf(3)")).toBe(3);
    expect(session()("const o = { m() { return arguments.length } }\no.m(1, 2)")).toBe(2);
  });
});

describe("a first line for the shell", () => {
  it("is left alone", () => {
    expect(session()("#!/usr/bin/env node\nlet n: number = 4; n")).toBe(4);
    expect(placesOf(session(), "#!/usr/bin/env node\nlet n = 1; null!.x")).toEqual(["2:18"]);
  });
});
