import { describe, expect, it } from "vitest";
import { judgeExactDelta, judgeExactEpsilon, judgeSampledEpsilon } from "./privacy-verdict.ts";

describe("judgeExactEpsilon", () => {
  it("allows 1e-9 of max(1, epsilon) for rounding, and no more", () => {
    expect(judgeExactEpsilon({ found: 1, claimed: 1 })).toEqual({ verdict: "holds", lowerBound: 1 });
    expect(judgeExactEpsilon({ found: 1 + 0.9e-9, claimed: 1 }).verdict).toBe("holds");
    expect(judgeExactEpsilon({ found: 1 + 1.1e-9, claimed: 1 }).verdict).toBe("violated");
    expect(judgeExactEpsilon({ found: 0.1 + 0.9e-9, claimed: 0.1 }).verdict).toBe("holds");
    expect(judgeExactEpsilon({ found: 100 + 0.9e-7, claimed: 100 }).verdict).toBe("holds");
    expect(judgeExactEpsilon({ found: Infinity, claimed: 3 })).toEqual({ verdict: "violated", lowerBound: Infinity });
  });

  it("refuses NaN and negative values", () => {
    expect(() => judgeExactEpsilon({ found: Number.NaN, claimed: 1 })).toThrow("found must be non-negative, got NaN");
    expect(() => judgeExactEpsilon({ found: 1, claimed: -1 })).toThrow("claimed must be non-negative");
  });
});

describe("judgeExactDelta", () => {
  it("allows 1e-12 and 1e-9 of delta", () => {
    expect(judgeExactDelta({ found: 0.9e-12, claimed: 0 }).verdict).toBe("holds");
    expect(judgeExactDelta({ found: 1.1e-12, claimed: 0 }).verdict).toBe("violated");
    expect(judgeExactDelta({ found: 0.1 + 0.9e-10, claimed: 0.1 }).verdict).toBe("holds");
    expect(judgeExactDelta({ found: 0.1 + 1.2e-10, claimed: 0.1 }).verdict).toBe("violated");
    expect(() => judgeExactDelta({ found: 1.5, claimed: 0.1 })).toThrow("found must be between 0 and 1");
  });
});

describe("judgeSampledEpsilon", () => {
  it("refutes or does not refute, and never says that a claim holds", () => {
    expect(judgeSampledEpsilon({ certified: 1.2, claimed: 1 })).toEqual({ verdict: "violated", lowerBound: 1.2 });
    expect(judgeSampledEpsilon({ certified: 1, claimed: 1 })).toEqual({ verdict: "not-refuted", lowerBound: 1 });
    expect(judgeSampledEpsilon({ certified: 0, claimed: 1 }).verdict).toBe("not-refuted");
    expect(() => judgeSampledEpsilon({ certified: -0.1, claimed: 1 })).toThrow("certified must be non-negative");
  });
});
