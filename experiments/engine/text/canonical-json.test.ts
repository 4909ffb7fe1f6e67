import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonical JSON", () => {
  it("sorts keys, writes shortest numbers and no white space", () => {
    expect(canonicalJson({ b: [1, 0.1, 1e21, 5e-324], a: { d: null, c: true } })).toBe(
      '{"a":{"c":true,"d":null},"b":[1,0.1,1e+21,5e-324]}',
    );
  });

  it("writes -0 as 0, in arrays of either kind", () => {
    expect(canonicalJson([-0, 1, -0])).toBe("[0,1,0]");
    expect(canonicalJson(Float64Array.of(-0, 1, -10, -0))).toBe("[0,1,-10,0]");
  });

  it("reads back as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false } as object), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ["NaN", { a: [1, Number.NaN] }, "value.a[1] must be finite"],
    ["Infinity", { b: Infinity }, "value.b must be finite"],
    ["NaN in a typed array", { c: Float64Array.of(0, Number.NaN) }, "value.c[1] must be finite"],
    ["undefined", { d: undefined }, "value.d must be JSON"],
    ["a function", [() => 1], "value[0] must be JSON"],
  ])("refuses %s with the path to it", (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(message);
  });
});
