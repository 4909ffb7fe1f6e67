import { describe, expect, it } from "vitest";
import { samplePoissonSubsample } from "./poisson-subsample.ts";
import { stream } from "./stream.ts";

describe("samplePoissonSubsample", () => {
  it.each([
    [{ size: -1, samplingRate: 0.5 }, "size must be an integer from 0 to 2147483647, got -1"],
    [{ size: 2147483648, samplingRate: 0.5 }, "size must be an integer from 0 to 2147483647, got 2147483648"],
    [{ size: 10, samplingRate: -0.1 }, "samplingRate must be between 0 and 1, got -0.1"],
    [{ size: 10, samplingRate: Number.NaN }, "samplingRate must be between 0 and 1, got NaN"],
    [{ size: 10, samplingRate: "1" as unknown as number }, 'samplingRate must be between 0 and 1, got "1"'],
  ])("refuses %o", (parameters, message) => {
    expect(() => samplePoissonSubsample(parameters, stream(1))).toThrow(new RangeError(message));
  });

  it("takes nothing at probability 0, everything at probability 1", () => {
    expect([...samplePoissonSubsample({ size: 5, samplingRate: 0 }, stream(1))]).toEqual([]);
    expect([...samplePoissonSubsample({ size: 5, samplingRate: 1 }, stream(1))]).toEqual([0, 1, 2, 3, 4]);
    expect([...samplePoissonSubsample({ size: 0, samplingRate: 1 }, stream(1))]).toEqual([]);
    expect([...samplePoissonSubsample({ size: 1000, samplingRate: 1e-300 }, stream(1))]).toEqual([]);
  });

  it("gives increasing integers, in the right number, with one word each and one more", () => {
    const random = stream(1);
    const taken = samplePoissonSubsample({ size: 1_000_000, samplingRate: 0.01 }, random);
    expect(taken.every((item, i) => item < 1_000_000 && (i === 0 || item > taken[i - 1]))).toBe(true);
    expect(random.position).toBe(taken.length + 1);
    // Five standard errors.
    expect(Math.abs(taken.length - 10_000)).toBeLessThan(5 * Math.sqrt(9900));
  });
});
