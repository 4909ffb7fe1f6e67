import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distinctValues, ValueMap, valueKey } from "./value-map.ts";

describe("a map by value", () => {
  it("takes equal arrays, records, maps and sets for one key, and keeps the first", () => {
    const first = [0, 1];
    const map = new ValueMap<unknown, number>([[first, 1]]);
    map.set([0, 1], 2);
    expect(map.size).toBe(1);
    expect(map.get(Float64Array.of(0, 1))).toBe(2);
    expect(map.keys()[0]).toBe(first);
    expect(map.get([0, -1])).toBeUndefined();
    expect(valueKey({ a: 1, b: [2] })).toBe(valueKey({ b: [2], a: 1 }));
    expect(valueKey(new Map([["x", 1]]))).toBe(valueKey(new Map([["x", 1]])));
    expect(valueKey(new Set([2, 1]))).toBe(valueKey(new Set([1, 2])));
    expect(valueKey([-0])).toBe(valueKey([0]));
  });

  it("tells apart what only looks alike", () => {
    const values = [1, "1", [1], ["1"], [[1]], [1, 1], [11], null, undefined, [null], [undefined], {}, { 0: 1 }, "[1]"];
    const more = [
      1n,
      [1n],
      new Map([[0, 1]]),
      new Set([1]),
      true,
      "true",
      ["a,b"],
      ["a", "b"],
      [Number.NaN],
      [[], []],
      [[[]]],
    ];
    expect(distinctValues([...values, ...more])).toHaveLength(values.length + more.length);
  });

  it("agrees with structural equality on random values", () => {
    const value = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
      fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 1 }), { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(valueKey(one) === valueKey(other)).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 500 },
    );
  });
});
