import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laplace } from "../mechanisms/noise/laplace.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { stream } from "../random/stream.ts";
import { differenceTest } from "./difference-test.ts";
import { guessBound } from "./guess-bound.ts";

const lawOf = (epsilon: number) => laplace({ epsilon, sensitivity: 1, neighbours: "add-remove" }).law(0);

/** P(first noise - second noise > x) by integrating the laws of the library's own mechanism. */
function tailByQuadrature(larger: number, smaller: number, x: number): number {
  const [one, other] = [lawOf(larger), lawOf(smaller)];
  const integrand = (y: number) => exp(other.logDensity(y)) * (1 - one.cdf(x + y));
  const reach = 60 / smaller;
  return integrate(integrand, { lower: -reach, upper: reach, kinks: [0, -x], relativeTolerance: 1e-12 }).value;
}

const epsilons = fc.double({ min: 0.05, max: 8, noNaN: true });
const priors = fc.double({ min: 0.05, max: 0.95, noNaN: true });

describe("the difference test", () => {
  it("has the success of the closed form, 0.6209 at epsilon 1 (claim differencing-attack)", () => {
    const test = differenceTest({ larger: 1, smaller: 1, prior: 0.5 });
    expect(test.threshold).toBe(0.5);
    expect(test.success).toBeCloseTo(0.6209183376796041, 14);
    for (const epsilon of [0.1, 0.5, 2, 4]) {
      const closed = 1 - ((1 + epsilon / 4) * exp(-epsilon / 2)) / 2;
      expect(differenceTest({ larger: epsilon, smaller: epsilon, prior: 0.5 }).success).toBeCloseTo(closed, 14);
    }
  });

  it("agrees with quadrature of the two laws, for any two epsilons, thresholds and priors", () => {
    fc.assert(
      fc.property(
        epsilons,
        epsilons,
        priors,
        fc.double({ min: -4, max: 5, noNaN: true }),
        (larger, smaller, prior, at) => {
          const found = differenceTest({ larger, smaller, prior }).successAt(at);
          const expected =
            prior * tailByQuadrature(larger, smaller, at - 1) +
            (1 - prior) * (1 - tailByQuadrature(larger, smaller, at));
          expect(Math.abs(found - expected)).toBeLessThan(1e-9);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("does not lose digits where the epsilons nearly agree", () => {
    const together = differenceTest({ larger: 1, smaller: 1, prior: 0.5 }).success;
    for (const gap of [1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
      expect(Math.abs(differenceTest({ larger: 1, smaller: 1 + gap, prior: 0.5 }).success - together)).toBeLessThan(
        gap,
      );
  });

  it("is no worse than any other threshold, and never beats the bound", () => {
    fc.assert(
      fc.property(epsilons, epsilons, priors, (larger, smaller, prior) => {
        const { success, successAt } = differenceTest({ larger, smaller, prior });
        for (let at = -6; at <= 7; at += 0.25) expect(successAt(at)).toBeLessThanOrEqual(success + 1e-12);
        expect(success).toBeLessThanOrEqual(guessBound({ epsilon: larger, prior }) + 1e-12);
        expect(success).toBeLessThanOrEqual(guessBound({ epsilon: smaller, prior }) + 1e-12);
      }),
      { numRuns: 60 },
    );
  });

  // By bisection with 60 digits (mpmath).
  it.each([
    [1e-4, 1e-4, 0.49999, 6667.1666731592595, 0.5000138506283898],
    [2e-4, 2e-4, 0.49996, 20000.500216627894, 0.5000400915781894],
    [1e-6, 1000, 0.5000002, 0.09999999998847638, 0.5000002499999775],
    [1e-6, 1e-6, 0.5000001, -666666.1660818917, 0.5000001385062839],
    [1e-6, 1e-6, 0.5000000000001, 0.09987537915638946, 0.500000125],
    [1e-6, 2e-6, 0.4999999, 287682.5724638597, 0.500000175],
    [1, 2, 0.3, 1.8820193745653477, 0.7058620834555213],
    [1000, 1000, 5e-324, 0.8731813737602115, 1],
  ])("has its threshold where epsilons are small: %f, %f, prior %f", (larger, smaller, prior, threshold, success) => {
    const test = differenceTest({ larger, smaller, prior });
    expect(Math.abs(test.threshold / threshold - 1)).toBeLessThan(1e-9);
    expect(Math.abs(test.success - success)).toBeLessThan(1e-14);
  });

  it("guesses what the prior says where no difference outweighs it", () => {
    const test = differenceTest({ larger: 0.5, smaller: 0.5, prior: 0.9 });
    expect(test).toMatchObject({ threshold: -Infinity, success: 0.9 });
    expect(test.decide({ larger: -40, smaller: 40 })).toBe(true);
    expect(differenceTest({ larger: 0.5, smaller: 0.5, prior: 0.1 }).threshold).toBe(Infinity);
  });

  it("is right as often as it says, on counts that are drawn", () => {
    const random = stream(20261115, "difference-test");
    const [with_, without] = [2, 1].map((epsilon) => laplace({ epsilon, sensitivity: 1, neighbours: "add-remove" }));
    const test = differenceTest({ larger: 2, smaller: 1, prior: 0.5 });
    const trials = 40_000;
    let right = 0;
    for (let k = 0; k < trials; k++) {
      const bit = sampleBernoulli(0.5, random);
      const counts = { larger: with_.release(17 + bit, random), smaller: without.release(17, random) };
      if (test.decide(counts) === (bit === 1)) right++;
    }
    const deviation = Math.sqrt((test.success * (1 - test.success)) / trials);
    expect(Math.abs(right / trials - test.success)).toBeLessThan(4 * deviation);
    expect(Math.abs(right / trials - differenceTest({ larger: 1, smaller: 1, prior: 0.5 }).success)).toBeGreaterThan(
      4 * deviation,
    );
  });

  it.each([
    [{ larger: 0, smaller: 1, prior: 0.5 }, "larger must be from 0.000001 to 1000, got 0"],
    [{ larger: 1, smaller: 1e4, prior: 0.5 }, "smaller must be from 0.000001 to 1000, got 10000"],
    [{ larger: 1, smaller: 1, prior: 1 }, "prior must be strictly between 0 and 1, got 1"],
  ])("refuses %j", (parameters, message) => {
    expect(() => differenceTest(parameters)).toThrow(new RangeError(message));
  });
});

describe("the bound on every guess", () => {
  it("is e^epsilon / (1 + e^epsilon), 0.7311 at epsilon 1, unless the prior says more", () => {
    expect(guessBound({ epsilon: 1, prior: 0.5 })).toBeCloseTo(0.7310585786300049, 14);
    expect(guessBound({ epsilon: 0, prior: 0.5 })).toBe(0.5);
    expect(guessBound({ epsilon: 1, prior: 0.2 })).toBe(0.8);
  });

  it("is the best corner of the region of error rates, found by a search", () => {
    fc.assert(
      fc.property(epsilons, priors, (epsilon, prior) => {
        let best = 0;
        for (let k = 0; k <= 4000; k++) {
          const alpha = k / 4000;
          const beta = Math.max(0, 1 - exp(epsilon) * alpha, exp(-epsilon) * (1 - alpha));
          best = Math.max(best, prior * (1 - beta) + (1 - prior) * (1 - alpha));
        }
        const bound = guessBound({ epsilon, prior });
        expect(best).toBeLessThanOrEqual(bound + 1e-12);
        expect(bound - best).toBeLessThan(exp(epsilon) / 4000);
      }),
    );
  });

  it("is attained by randomized response", () => {
    const epsilon = log(3);
    expect(guessBound({ epsilon, prior: 0.5 })).toBeCloseTo(0.75, 14);
  });
});
