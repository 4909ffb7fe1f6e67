import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepMerge, isRecord } from "./json-record.ts";

const record = fc.dictionary(fc.string(), fc.jsonValue());

describe("the merging of plain objects", () => {
  it("puts what the upper says over the lower, object by object", () => {
    const lower = { font: { color: "black", size: 13 }, title: { x: 0 }, list: [1, 2] };
    const upper = { font: { size: 9 }, title: "mine", list: [3] };
    expect(deepMerge(lower, upper)).toEqual({ font: { color: "black", size: 9 }, title: "mine", list: [3] });
  });

  it("says all that the upper says, changes neither, and merges nothing into nothing", () => {
    fc.assert(
      fc.property(record, record, (lower, upper) => {
        const before = structuredClone({ lower, upper });
        const merged = deepMerge(lower, upper);
        expect({ lower, upper }).toEqual(before);
        expect(deepMerge(merged, upper)).toEqual(merged);
        expect(Object.keys(merged).sort()).toEqual([...new Set([...Object.keys(lower), ...Object.keys(upper)])].sort());
      }),
    );
  });

  it("gives no object another prototype, whatever a stranger's figure is called", () => {
    const hostile = JSON.parse('{"__proto__": {"stranger": true}}');
    const merged = deepMerge({}, hostile);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect("stranger" in {}).toBe(false);
  });

  it("takes no list and no null for an object", () => {
    expect([{}, [], null, "text", undefined].map(isRecord)).toEqual([true, false, false, false, false]);
  });
});
