import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { approximate, pure } from "../guarantees/guarantee.ts";
import { amplifyPoisson, amplifyWithoutReplacement, amplifyWithReplacement } from "./amplification.ts";

describe("amplifyPoisson and amplifyWithoutReplacement", () => {
  it("have the golden values 0.01703686323617655 at (1, p = 0.01) and 1.43378 at (2, 5 of 10)", () => {
    const poisson = amplifyPoisson({ guarantee: pure(1), samplingRate: 0.01, neighbours: "add-remove" });
    expect(poisson.epsilon).toBeCloseTo(0.01703686323617655, 15);
    const fixed = { guarantee: approximate(2, 1e-6), batchSize: 5, size: 10, neighbours: "swap" } as const;
    expect(amplifyWithoutReplacement(fixed).epsilon).toBeCloseTo(1.43378, 5);
    expect(amplifyWithoutReplacement(fixed).delta).toBe(5e-7);
  });

  it("E10: ten of a hundred at epsilon 2 cost 0.494, not less", () => {
    const sample = { guarantee: pure(2), batchSize: 10, size: 100, neighbours: "swap" } as const;
    expect(amplifyWithoutReplacement(sample).epsilon).toBeGreaterThan(0.494);
    expect(amplifyWithoutReplacement(sample).epsilon).toBeCloseTo(0.49403, 5);
  });

  it("E31: are above p epsilon, 1.70 times at p = 0.01 and epsilon 1, 10.7 times at epsilon 4", () => {
    for (const epsilon of [0.01, 1, 4, 20]) {
      const sample = { guarantee: pure(epsilon), samplingRate: 0.01, neighbours: "add-remove" } as const;
      expect(amplifyPoisson(sample).epsilon).toBeGreaterThan(0.01 * epsilon);
    }
    const at = (epsilon: number) =>
      amplifyPoisson({ guarantee: pure(epsilon), samplingRate: 0.01, neighbours: "add-remove" }).epsilon /
      (0.01 * epsilon);
    expect(at(1)).toBeCloseTo(1.7, 2);
    expect(at(4)).toBeCloseTo(10.7, 1);
  });

  it("are tight: a randomized response on one sampled record of four reaches the bound", () => {
    // One of four records is drawn and answers truthfully with odds e; a swap turns one record from 0 to 1.
    const truth = exp(1) / (1 + exp(1));
    const [none, one] = [1 - truth, (3 * (1 - truth) + truth) / 4];
    const bound = amplifyWithoutReplacement({ guarantee: pure(1), batchSize: 1, size: 4, neighbours: "swap" }).epsilon;
    expect(log(one / none)).toBeCloseTo(bound, 14);
  });

  it("are the identity at rate 1, and finite where e^epsilon is not", () => {
    const at = (epsilon: number, samplingRate: number) =>
      amplifyPoisson({ guarantee: pure(epsilon), samplingRate, neighbours: "add-remove" }).epsilon;
    expect(at(3, 1)).toBeCloseTo(3, 14);
    expect(at(1000, 1)).toBe(1000);
    expect(at(1000, 0.5)).toBeCloseTo(1000 - Math.LN2, 12);
  });

  it("refuse the relation that their theorem is not about", () => {
    expect(() => amplifyPoisson({ guarantee: pure(1), samplingRate: 0.1, neighbours: "swap" })).toThrow("neighbours");
    const sample = { guarantee: pure(1), batchSize: 1, size: 4, neighbours: "add-remove" } as const;
    expect(() => amplifyWithoutReplacement(sample)).toThrow('neighbours must be "swap"');
    expect(() => amplifyWithReplacement(sample)).toThrow('neighbours must be "swap"');
    expect(() => amplifyWithoutReplacement({ ...sample, neighbours: "swap", batchSize: 5 })).toThrow(
      "batchSize must be at most",
    );
  });
});

describe("amplification of an epsilon whose exponential is beyond float64", () => {
  it("counts the records that are not sampled: log(1 + rate e^epsilon), not epsilon + log(rate)", () => {
    const { epsilon } = amplifyPoisson({ guarantee: pure(701), samplingRate: 1e-304, neighbours: "add-remove" });
    expect(epsilon).toBeCloseTo(log(1 + exp(701 + log(1e-304))), 12);
    expect(epsilon).toBeGreaterThan(701 + log(1e-304) + 0.2);
  });

  it("refuses a guarantee of another kind", () => {
    const guarantee = { kind: "gaussian", epsilon: 1, delta: 0 } as never;
    expect(() => amplifyPoisson({ guarantee, samplingRate: 0.5, neighbours: "add-remove" })).toThrow("guarantee.kind");
  });
});

describe("amplifyWithReplacement", () => {
  it("E32: is 1.5857 for ten of ten at epsilon 1, and 5.54 for twenty of twenty at 2, where the other formula says epsilon", () => {
    const at = (count: number, epsilon: number) =>
      amplifyWithReplacement({ guarantee: pure(epsilon), batchSize: count, size: count, neighbours: "swap" }).epsilon;
    expect(at(10, 1)).toBeCloseTo(1.5857, 4);
    expect(at(20, 2)).toBeCloseTo(5.54, 2);
  });

  it("is the sum over the number of times that a record is drawn", () => {
    let sum = 0;
    for (let k = 0; k <= 7; k++) {
      sum += exp(binomialLogMass({ trials: 7, successes: k, probability: 1 / 9 }) + 0.8 * k);
    }
    const { epsilon } = amplifyWithReplacement({ guarantee: pure(0.8), batchSize: 7, size: 9, neighbours: "swap" });
    expect(epsilon).toBeCloseTo(log(sum), 13);
  });
});
