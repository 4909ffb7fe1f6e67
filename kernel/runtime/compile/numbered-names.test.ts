import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";
import { restoreNames } from "./numbered-names.ts";

describe("a local name that an earlier cell declared, too", () => {
  it.each([
    [
      "in a message of V8",
      "const told = (rows: any) => { try { rows.map(1) } catch (e: any) { return e.message } }; told(rows)",
      "rows.map is not a function",
    ],
    ["of a function", "const f = () => { function rows() {} return rows.name }; [f(), rows][0]", "rows"],
    ["of a class", "const f = () => { class rows { static own = rows } return rows.own.name }; [f(), rows][0]", "rows"],
    ["in a pattern", "const f = ({ rows = 2 }: any) => ({ rows }); [f({}).rows, rows]", [2, 1]],
    ["in a loop", "let sum = rows; for (const row of [1, 2]) { const rows = row; sum += rows } sum", 4],
    ["beside a numbered one", "const f = (rows: any, rows1: any) => [rows, rows1]; [...f(2, 3), rows]", [2, 3, 1]],
  ])("stays %s", (_, code, value) => {
    const run = bareSession();
    run("const rows = 1");
    expect(run(code)).toEqual(value);
  });

  it("is left numbered if it could have been either of two", () => {
    expect(restoreNames("f(a11)", "f(a, a1)")).toBe("f(a11)");
    expect(restoreNames("f(a12)", "f(a, a11)")).toBe("f(a  )");
  });

  it("is left numbered where the transpiler writes functions of its own", () => {
    expect(bareSession()("namespace N { const N = 2; export const y = N } N.y")).toBe(2);
    expect(restoreNames("(function(N1) {})(N)", "namespace N { const N = 1 } N")).toBe("(function(N1) {})(N)");
  });

  it("takes no longer in a long word than in many short ones", () => {
    const long = `const text = "${"x".repeat(1_000_000)}"; f1(text)`;
    expect(restoreNames(long, long.replace("f1", "f"))).toBe(long.replace("f1", "f "));
  });
});
