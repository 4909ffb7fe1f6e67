import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestOf, leastOf } from "./extremes.ts";

describe("largestOf and leastOf", () => {
  it("are those of Math, for any few numbers", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 8 }), (values) => {
        expect(largestOf(values)).toBe(Math.max(...values));
        expect(leastOf(Float64Array.from(values))).toBe(Math.min(...values));
      }),
    );
  });

  it("take a million numbers", () => {
    const values = Array.from({ length: 1_000_000 }, (_, i) => i);
    expect([leastOf(values), largestOf(values)]).toEqual([0, 999_999]);
  });
});
