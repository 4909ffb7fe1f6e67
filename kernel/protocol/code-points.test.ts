import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePointsToUnits, unitsToCodePoints } from "./code-points.ts";

describe("positions in a text", () => {
  it("count an emoji as one code point and two units", () => {
    expect(codePointsToUnits("a😀b", 2)).toBe(3);
    expect(unitsToCodePoints("a😀b", 3)).toBe(2);
  });

  it("stay inside the text", () => {
    expect(codePointsToUnits("a😀", 99)).toBe(3);
    expect(codePointsToUnits("a😀", -1)).toBe(0);
    expect(unitsToCodePoints("a😀", 99)).toBe(2);
  });

  it("go there and back, and agree with the iteration of strings", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", "𝒳", "\ud83d", "\n") });
    fc.assert(
      fc.property(text, fc.nat(30), (sample, count) => {
        const position = Math.min(count, [...sample].length);
        const units = codePointsToUnits(sample, position);
        expect(units).toBe([...sample].slice(0, position).join("").length);
        expect(unitsToCodePoints(sample, units)).toBe(position);
      }),
    );
  });
});
