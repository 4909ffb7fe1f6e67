import { describe, expect, it } from "vitest";
import { empiricalBernstein } from "./empirical-bernstein.ts";
import { expectationInterval } from "./expectation.ts";
import { studentInterval } from "./student.ts";

describe("expectationInterval", () => {
  it("puts the numerical error around an exact value", () => {
    expect(expectationInterval({ kind: "exact", value: 2, numericalError: 0.5 })).toEqual({ lower: 1.5, upper: 2.5 });
  });

  it("is empirical Bernstein for bounded variables and Student's for batch means", () => {
    const bounded = { count: 1000, mean: 0.3, variance: 0.04, least: 0, greatest: 1, errorRate: 0.01 };
    expect(expectationInterval({ kind: "bounded", ...bounded })).toEqual(empiricalBernstein(bounded));
    const batched = { count: 1000, mean: 0.3, variance: 0.04, errorRate: 0.01 };
    expect(expectationInterval({ kind: "batch-means", batchSize: 1000, ...batched })).toEqual(studentInterval(batched));
  });

  it("refuses batches too few or too small to be trusted", () => {
    const batched = {
      kind: "batch-means",
      count: 1000,
      batchSize: 1000,
      mean: 0,
      variance: 1,
      errorRate: 0.01,
    } as const;
    expect(() => expectationInterval({ ...batched, count: 999 })).toThrow(
      "count must be an integer of at least 1000 batches, got 999",
    );
    expect(() => expectationInterval({ ...batched, batchSize: 30 })).toThrow(
      "batchSize must be an integer of at least 1000, got 30",
    );
    expect(() => expectationInterval({ kind: "exact", value: Number.NaN, numericalError: 0 })).toThrow(
      "value must be finite",
    );
    expect(() => expectationInterval({ kind: "exact", value: 1, numericalError: -1 })).toThrow("numericalError");
  });
});
