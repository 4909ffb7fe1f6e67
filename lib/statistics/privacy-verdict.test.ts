import { describe, expect, it } from "vitest";
import { judgeExactDelta, judgeExactEpsilon, judgeSampledEpsilon } from "./privacy-verdict.ts";

describe("judgeExactEpsilon", () => {
  it("allows the error that the audit states, else 1e-12 of what was found, and no more", () => {
    expect(judgeExactEpsilon({ found: 1, claimed: 1 })).toEqual({ verdict: "holds", lowerBound: 1 });
    for (const claimed of [1e-9, 0.1, 1, 100]) {
      expect(judgeExactEpsilon({ found: claimed * (1 + 0.9e-12), claimed }).verdict).toBe("holds");
      expect(judgeExactEpsilon({ found: claimed * (1 + 1.1e-12), claimed }).verdict).toBe("violated");
      expect(judgeExactEpsilon({ found: claimed * 1.01, claimed, error: 0.011 * claimed }).verdict).toBe("not-refuted");
      expect(judgeExactEpsilon({ found: claimed * 0.99, claimed, error: 0.011 * claimed }).verdict).toBe("holds");
      expect(judgeExactEpsilon({ found: claimed * 1.01, claimed, error: 0.009 * claimed }).verdict).toBe("violated");
    }
    expect(judgeExactEpsilon({ found: 1e-10, claimed: 0 }).verdict).toBe("violated");
    expect(judgeExactEpsilon({ found: Infinity, claimed: 3 })).toEqual({ verdict: "violated", lowerBound: Infinity });
  });

  it("refuses NaN and negative values", () => {
    expect(() => judgeExactEpsilon({ found: Number.NaN, claimed: 1 })).toThrow("found must be non-negative, got NaN");
    expect(() => judgeExactEpsilon({ found: 1, claimed: -1 })).toThrow("claimed must be non-negative");
  });
});

describe("judgeExactDelta", () => {
  it("allows the error that the audit states, else 1e-12 of what was found, however small delta is", () => {
    for (const claimed of [1e-300, 1e-15, 0.1]) {
      expect(judgeExactDelta({ found: claimed * (1 + 0.9e-12), claimed }).verdict).toBe("holds");
      expect(judgeExactDelta({ found: claimed * (1 + 1.1e-12), claimed }).verdict).toBe("violated");
    }
    expect(judgeExactDelta({ found: 1e-12, claimed: 1e-15 }).verdict).toBe("violated");
    expect(judgeExactDelta({ found: 1e-12, claimed: 1e-15, error: 1e-12 }).verdict).toBe("not-refuted");
    expect(() => judgeExactDelta({ found: 1.5, claimed: 0.1 })).toThrow("found must be between 0 and 1");
    expect(() => judgeExactDelta({ found: 0.1, claimed: 0.1, error: -1 })).toThrow("error must be non-negative");
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
