import { afterAll, describe, expect, it } from "vitest";
import { sampleStore } from "./reference/sample-result.ts";
import { resultKeys } from "./result-keys.ts";

const store = sampleStore();
afterAll(store.remove);
const result = store.write();
const { entries, short, ambiguous } = resultKeys(result);
const byKey = new Map(entries.map((entry) => [entry.key, entry]));

describe("the keys of a result", () => {
  it("name a check by experiment, part, values of text axes, other axes and check", () => {
    expect(byKey.get("sample/attack/laplace/epsilon=1/accuracy")).toMatchObject({
      estimate: 0.69668,
      lower: 0.69512,
    });
    expect(byKey.get("sample/attack/control=half-noise/epsilon=1/certified")).toMatchObject({ estimate: 1.9 });
    expect(byKey.get("sample/attack/laplace/epsilon=1/values/share")).toMatchObject({ estimate: 0.9274438 });
    expect([...byKey.keys()].filter((key) => key.includes("curve/"))).toEqual([]); // not a number
  });

  it("name the verdicts of cells and parts, and the fates of controls", () => {
    expect(byKey.get("sample/attack")?.verdict).toBe("not-refuted");
    expect(byKey.get("sample/attack/laplace/epsilon=1")?.verdict).toBe("not-refuted");
    expect(byKey.get("sample/attack/control=half-noise")?.verdict).toBe("caught");
    expect(short.get("sample/control=half-noise")).toBe("sample/attack/control=half-noise");
  });

  it("leave the part out where one number has the short name", () => {
    expect(short.get("sample/laplace/epsilon=1/on-curve")).toBe("sample/curves/laplace/epsilon=1/on-curve");
  });

  it("give a short name that several have to the one that was measured with an interval", () => {
    expect(short.get("sample/laplace/epsilon=1/accuracy")).toBe("sample/attack/laplace/epsilon=1/accuracy");
  });

  it("call a short name ambiguous where that does not decide", () => {
    const name = "sample/laplace/epsilon=1/certified"; // one end is no interval
    expect(short.has(name)).toBe(false);
    expect(ambiguous.get(name)).toEqual([
      "sample/attack/laplace/epsilon=1/certified",
      "sample/curves/laplace/epsilon=1/certified",
    ]);
  });

  it("leave a name to the full key that has it", () => {
    const [row] = result.rows;
    const clash = { ...row, part: "laplace", cell: {}, checks: { "epsilon=1": row.checks.accuracy } };
    const named = { ...clash, part: "x", checks: { attack: row.checks.accuracy } };
    const keys = resultKeys({ spec: result.spec, rows: [row, clash, named] });
    expect(keys.entries.map(({ key }) => key)).toContain("sample/attack");
    expect(keys.short.has("sample/attack")).toBe(false); // the check `attack` of part x is not the verdict of part attack
    expect(keys.short.get("sample/epsilon=1")).toBe("sample/laplace/epsilon=1");
  });

  it("have only characters that TeX takes in names", () => {
    const [row] = result.rows;
    const odd = { ...row, cell: { name: "a/b %#{}~\\" }, checks: { "x y": row.checks.accuracy } };
    const keys = resultKeys({ spec: result.spec, rows: [odd] }).entries.map(({ key }) => key);
    expect(keys).toContain("sample/attack/a-b-------/x-y");
    for (const key of keys) expect(key).toMatch(/^[\w.+=/-]+$/);
  });

  it("are refused where two numbers would have one", () => {
    const [row] = result.rows;
    const twins = ["a b", "a-b"].map((name) => ({ ...row, cell: { name } }));
    expect(() => resultKeys({ spec: result.spec, rows: twins })).toThrow(/"sample\/attack\/a-b" twice/);
  });
});
