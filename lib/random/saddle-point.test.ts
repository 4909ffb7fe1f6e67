import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../numerics/binomial.ts";
import { log } from "../numerics/logarithm.ts";
import { deviance, factorialTail } from "./saddle-point.ts";

describe("the saddle-point form", () => {
  it("gives log k! of small k", () => {
    let factorial = 1;
    for (let k = 0; k <= 18; k++) {
      factorial *= Math.max(1, k);
      const value = (k === 0 ? 0 : k * log(k)) - k + factorialTail(k);
      expect(Math.abs(value - log(factorial))).toBeLessThan(1e-13);
    }
  });

  it("gives binomial masses, small and large", () => {
    for (const [trials, successes, probability] of [
      [20, 0, 0.3],
      [20, 20, 0.3],
      [1000, 480, 0.5],
      [1e9, 3e8 + 20_000, 0.3],
    ]) {
      const mean = trials * probability;
      const value =
        factorialTail(trials) -
        factorialTail(successes) -
        factorialTail(trials - successes) -
        deviance(successes, mean) -
        deviance(trials - successes, trials - mean);
      const expected = binomialLogMass({ trials, successes, probability });
      // The rounding of the mean, times the slope of the log mass, is the larger part at 1e9 trials.
      expect(Math.abs(value - expected)).toBeLessThan(1e-12 + 1e-16 * mean);
    }
  });
});
