import { describe, expect, it } from "vitest";
import { coverageTail } from "./coverage.ts";

describe("coverageTail", () => {
  it("is the exact binomial tail", () => {
    // scipy 1.17.1: binom.sf(9, 100, 0.05), binom.sf(0, 20, 0.01).
    expect(coverageTail({ misses: 10, intervals: 100, errorRate: 0.05 })).toBeCloseTo(0.02818829416341614, 14);
    expect(coverageTail({ misses: 1, intervals: 20, errorRate: 0.01 })).toBeCloseTo(0.18209306240276915, 14);
    expect(coverageTail({ misses: 0, intervals: 20, errorRate: 0.01 })).toBe(1);
  });

  it("refuses counts that cannot be", () => {
    expect(() => coverageTail({ misses: 3, intervals: 2, errorRate: 0.1 })).toThrow(
      "misses must be at most intervals = 2, got 3",
    );
    expect(() => coverageTail({ misses: 0, intervals: 0, errorRate: 0.1 })).toThrow("intervals");
    expect(() => coverageTail({ misses: 0, intervals: 2, errorRate: 1 })).toThrow("errorRate");
  });
});
