import { describe, expect, it } from "vitest";
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { shortfallBound, shortfallOf } from "../mechanisms/choice/shortfall.ts";
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { learningSize } from "./learning-size.ts";

const asked = { epsilon: 1, logHypotheses: log(64), excess: 0.1, errorRate: 0.05 } as const;

describe("the number of records that suffices to learn", () => {
  it("is where the shortfall of the exponential mechanism is bounded by a n", () => {
    for (const epsilon of [0.2, 1, 3])
      for (const hypotheses of [2, 64, 1e6]) {
        const size = learningSize({ ...asked, epsilon, logHypotheses: log(hypotheses), on: "records" });
        const bound = (best: number) =>
          shortfallBound({
            epsilon,
            sensitivity: 1,
            options: hypotheses + best,
            best,
            change: "general",
            errorRate: 0.05,
          });
        expect(bound(1)).toBeLessThanOrEqual(0.1 * size * (1 + 1e-12));
        expect(bound(1)).toBeGreaterThan(0.1 * (size - 1));
      }
  });

  it("keeps to its error rate on records, exactly, where half of them do not", () => {
    const failure = (size: number) => {
      const choice = exponentialMechanism({
        epsilon: 1,
        sensitivity: 1,
        options: 64,
        change: "general",
        neighbours: "swap",
      });
      // One hypothesis is right, all others err just more often than is allowed.
      const errors = Math.floor(0.1 * size) + 1;
      return shortfallOf(choice, [0, ...new Array<number>(63).fill(-errors)]).tail(errors);
    };
    const size = learningSize({ ...asked, on: "records" });
    expect(size).toBe(144);
    expect(failure(size)).toBeLessThanOrEqual(0.05);
    expect(failure(Math.floor(size / 2))).toBeGreaterThan(0.5);
  });

  it("keeps to its error rate on the population, exactly, where a fortieth of them does not", () => {
    // Two constant hypotheses, labels that are 1 with probability 1/2 + 0.051: the wrong one is 0.102 worse.
    const failure = (size: number) => {
      const choice = exponentialMechanism({
        epsilon: 1,
        sensitivity: 1,
        options: 2,
        change: "general",
        neighbours: "swap",
      });
      let sum = 0;
      for (let ones = 0; ones <= size; ones++)
        sum += exp(
          binomialLogMass({ trials: size, successes: ones, probability: 0.551 }) +
            choice.law([ones - size, -ones]).logMass(1),
        );
      return sum;
    };
    const size = learningSize({ ...asked, logHypotheses: log(2), on: "population" });
    expect(failure(size)).toBeLessThanOrEqual(0.05);
    expect(failure(Math.floor(size / 40))).toBeGreaterThan(0.05);
  });

  it("grows with 1 / epsilon where the choice is what is hard, with 1 / a^2 where the means are", () => {
    const size = (epsilon: number, excess: number) => learningSize({ ...asked, epsilon, excess, on: "population" });
    expect(size(0.001, 0.1) / size(0.002, 0.1)).toBeCloseTo(2, 3);
    expect(size(10, 0.01) / size(10, 0.02)).toBeCloseTo(4, 3);
    expect(size(10, 0.01)).toBe(size(20, 0.01));
  });

  it("refuses what is asked wrongly, by name", () => {
    expect(() => learningSize({ ...asked, excess: 0, on: "records" })).toThrow(/^excess must be/);
    expect(() => learningSize({ ...asked, on: "sample" as never })).toThrow(/^on must be/);
    expect(() => learningSize({ ...asked, hypotheses: 64, on: "records" } as never)).toThrow(/hypotheses/);
  });
});
