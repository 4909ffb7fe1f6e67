import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";
import { transpile } from "./transpile.ts";

const DECORATOR =
  "const told: string[] = []; const d = (value: any, context: any): any => { told.push(context.name, value.name) };";

describe("an anonymous class with decorators", () => {
  /** The names are those that tsc 7.0.2 gives, with the target ES2022. */
  it.each([
    ["const A = @d class {}", "A"],
    ["const A = (@d class {})", "A"],
    ["let a; a = @d class { static s = 1; static m() {} }", "a"],
    ["let a; a ??= @d class {}", "a"],
    ["let a: any = 1; a &&= @d class {}", "a"],
    ["({ k: @d class {} })", "k"],
    ["({ 'a b': @d class {}, })", "a b"],
    ["function f(x = @d class {}) {} f()", "x"],
    ["const [z = @d class {}] = []", "z"],
    ["const { y = @d class {} } = {} as any", "y"],
    ["let a; ({ q: a = @d class {} } = {} as any)", "a"],
    ["class H { x = @d class {} } new H()", "x"],
    ["class H { static y = @d class {} }", "y"],
    ["class H { #p = @d class {} } new H()", "#p"],
    ["class H { accessor w = @d class {} } new H()", "w"],
    ["const n = @d class { static name = 5 }", "n"],
    ["export default @d class {}", "default"],
    ["export default @d class { static s = 1 }", "default"],
    ["String(@d class {})", ""],
    ["const c = 1 ? @d class {} : 1", ""],
    ["const N = @d class Own {}", "Own"],
  ])("has the name of what it is assigned to: %s", (code, name) => {
    const run = bareSession();
    run(DECORATOR);
    run(code);
    expect(run("told")).toEqual([name, name]);
  });

  it("keeps static members called name", () => {
    const run = bareSession();
    run(DECORATOR);
    expect(run("const n = @d class { static name = 5 }; n.name")).toBe(5);
    expect(run("const m = @d class { static name() { return 6 } }; m.name()")).toBe(6);
  });

  it("has it in files, too", () => {
    const source = `${DECORATOR} const A = @d class {}; told`;
    const { code } = transpile(source, { keepImports: false });
    expect(code).toContain('{ "A": class {');
  });
});
