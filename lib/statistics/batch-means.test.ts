import { describe, expect, it } from "vitest";
import { fillExponential } from "../random/exponential.ts";
import { stream } from "../random/stream.ts";
import { batchMeans, batchMeansInterval } from "./batch-means.ts";
import { coverageTail } from "./coverage.ts";

describe("batchMeans", () => {
  it("averages consecutive values", () => {
    expect([...batchMeans(Float64Array.of(1, 3, 5, 9, 0, 4), 2)]).toEqual([2, 7, 2]);
  });

  it("refuses a ragged end", () => {
    expect(() => batchMeans(Float64Array.of(1, 2, 3), 2)).toThrow("values must be of a length that 2 divides, got 3");
    expect(() => batchMeans(new Float64Array(0), 2)).toThrow("values must be of a length");
    expect(() => batchMeans(Float64Array.of(1), 0)).toThrow("batchSize");
  });
});

describe("batchMeansInterval", () => {
  it("is Student's interval of the means", () => {
    // scipy 1.17.1: t.interval(0.99, 4, mean, sem) of these five.
    const { lower, upper } = batchMeansInterval([2, 7, 2, 5, 4], 0.01);
    expect(lower).toBeCloseTo(-0.3678279070897661, 13);
    expect(upper).toBeCloseTo(8.367827907089765, 13);
  });

  it("covers the mean of exponentials in 40 batches of 100 as often as it says; 20 % narrower, or in 5 batches of 1 draw, it does not", () => {
    const [repetitions, errorRate] = [2000, 0.05];
    const random = stream(20261115, "batch-means coverage");
    const values = new Float64Array(4000);
    const misses = { honest: 0, narrow: 0, tiny: 0 };
    for (let i = 0; i < repetitions; i++) {
      fillExponential(1, values, random);
      const { lower, upper } = batchMeansInterval(batchMeans(values, 100), errorRate);
      const [centre, half] = [(lower + upper) / 2, (upper - lower) / 2];
      if (Math.abs(centre - 1) > half) misses.honest++;
      if (Math.abs(centre - 1) > 0.8 * half) misses.narrow++;
      const few = batchMeansInterval(values.subarray(0, 5), errorRate);
      if (few.lower > 1 || few.upper < 1) misses.tiny++;
    }
    const tail = (count: number) => coverageTail({ misses: count, repetitions, errorRate });
    expect(tail(misses.honest)).toBeGreaterThan(1e-6);
    expect(tail(misses.narrow)).toBeLessThan(1e-6);
    expect(tail(misses.tiny)).toBeLessThan(1e-6);
  });
});
