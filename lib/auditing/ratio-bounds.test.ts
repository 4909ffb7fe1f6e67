import { describe, expect, it } from "vitest";
import { adjustedLogRatioLower, baileyRatioLower, inverseSinhRatioLower, katzRatioLower } from "./ratio-bounds.ts";

// Row F8 and two more points of the same source: TensorFlow Privacy, epsilon_lower_bound_test, values from R asbio `ci.prat`.
const rows = [
  { counts: [473, 511, 755, 950], katz: 1.01166194, adjusted: 1.01189079, bailey: 1.01148934, sinh: 1.01167669 },
  { counts: [2, 697, 213, 313], katz: 0.0022047, adjusted: 0.0031088, bailey: 0.00162322, sinh: 0.00233503 },
];
const sampleOf = ([hits, misses, otherHits, otherMisses]: readonly number[], errorRate = 0.05) => ({
  over: { successes: hits, trials: hits + misses },
  under: { successes: otherHits, trials: otherHits + otherMisses },
  errorRate,
});

describe("the large-sample bounds of a ratio", () => {
  it.each(rows)("agree with the published values at $counts", ({ counts, katz, adjusted, bailey, sinh }) => {
    const sample = sampleOf(counts);
    expect(Math.abs(katzRatioLower(sample) - katz)).toBeLessThan(1e-7);
    expect(Math.abs(adjustedLogRatioLower(sample) - adjusted)).toBeLessThan(1e-7);
    expect(Math.abs(baileyRatioLower(sample) - bailey)).toBeLessThan(1e-7);
    expect(Math.abs(inverseSinhRatioLower(sample) - sinh)).toBeLessThan(1e-7);
  });

  it("agree at a large ratio", () => {
    const sample = sampleOf([1000, 10, 10, 10_000]);
    expect(Math.abs(katzRatioLower(sample) - 589.27335593)).toBeLessThan(1e-6);
    expect(Math.abs(adjustedLogRatioLower(sample) - 568.32659563)).toBeLessThan(1e-6);
    expect(Math.abs(baileyRatioLower(sample) - 613.58766147)).toBeLessThan(1e-6);
  });

  it("refuse counts of zero, but for the adjusted logarithm", () => {
    expect(() => katzRatioLower(sampleOf([0, 5, 5, 5]))).toThrow(/successes/);
    expect(() => baileyRatioLower(sampleOf([5, 5, 0, 5]))).toThrow(/successes/);
    expect(adjustedLogRatioLower(sampleOf([5, 5, 0, 5]))).toBeGreaterThan(0);
    expect(() => inverseSinhRatioLower(sampleOf([5, 5, 5, 5], 1))).toThrow(/errorRate/);
  });
});
