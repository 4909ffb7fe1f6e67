import { describe, expect, it } from "vitest";
import { polynomial } from "./polynomial.ts";

describe("polynomial", () => {
  it("takes the constant term first", () => {
    expect(polynomial([5, -3, 2], 10)).toBe(175);
  });

  it("of no terms is 0", () => {
    expect(polynomial([], 3)).toBe(0);
  });
});
