import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialLowerTail } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { leakyAnswers, leakyDelta } from "../../oracles/listed-composition.ts";
import { approximateTradeOff } from "../trade-off/finite-trade-off.ts";
import { tensorPower } from "../trade-off/trade-off-operations.ts";
import { tradeOffDelta } from "../trade-off/trade-off-profile.ts";
import {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
  optimalCompositionGridEpsilon,
} from "./optimal-composition.ts";

describe("optimalCompositionDelta", () => {
  it("agrees with the golden values of claim kov-optimal-composition", () => {
    const at = (totalEpsilon: number) => optimalCompositionDelta({ epsilon: 0.1, delta: 0, times: 10, totalEpsilon });
    expect(Math.abs(at(0.4) - 0.016080132)).toBeLessThan(5e-11);
    expect(Math.abs(at(0.6) - 0.0031322676)).toBeLessThan(5e-11);
    expect(Math.abs(at(0.8) - 0.00028823386)).toBeLessThan(5e-12);
  });

  it("agrees with 40-digit sums at large k (mpmath)", () => {
    for (const [epsilon, times, totalEpsilon, delta] of [
      [0.001, 1e6, 4.5, 5.867427569165352e-6],
      [0.1, 1000, 19, 1.675816991895391e-6],
      [0.0001, 1e6, 0.3, 4.435146444989486e-5],
    ]) {
      const value = optimalCompositionDelta({ epsilon, delta: 0, times, totalEpsilon });
      expect(Math.abs(value / delta - 1)).toBeLessThan(1e-12);
    }
  });

  it("is the sum over all 2^k answers, on and off the grid", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        (epsilon, delta, times, share) => {
          const totalEpsilon = share * times * epsilon;
          const value = optimalCompositionDelta({ epsilon, delta, times, totalEpsilon });
          const listed = leakyDelta(leakyAnswers({ epsilon, leak: delta }), times, totalEpsilon);
          expect(Math.abs(value - listed)).toBeLessThan(1e-12);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("needs the subtracted term: without it the value at i = 3 of 10 is another one", () => {
    // d_i with only e^((k - l) epsilon): P(at most 2 lies), the tail of the loss.
    const lie = 1 / (1 + exp(0.1));
    const tail = [1, 10, 45].reduce((sum, ways, lies) => {
      let mass = ways;
      for (let k = 0; k < 10; k++) mass *= k < lies ? lie : 1 - lie;
      return sum + mass;
    }, 0);
    expect(tail).toBeGreaterThan(3 * optimalCompositionDelta({ epsilon: 0.1, delta: 0, times: 10, totalEpsilon: 0.4 }));
  });

  it("is the delta of the composed trade-off curve", () => {
    const curve = tensorPower(approximateTradeOff({ epsilon: 0.3, delta: 0.001 }), 20);
    for (const totalEpsilon of [0, 0.7, 1.2, 3]) {
      const value = optimalCompositionDelta({ epsilon: 0.3, delta: 0.001, times: 20, totalEpsilon });
      expect(value / tradeOffDelta(curve, totalEpsilon)).toBeCloseTo(1, 10);
    }
  });

  it("does not overflow at large epsilons", () => {
    expect(optimalCompositionDelta({ epsilon: 800, delta: 0, times: 1000, totalEpsilon: 10 })).toBeCloseTo(1, 12);
    expect(optimalCompositionDelta({ epsilon: 0, delta: 0, times: 7, totalEpsilon: 0 })).toBe(0);
  });
});

describe("optimalCompositionEpsilon", () => {
  it("agrees with the reference values of claim kov-optimal-composition, continuously", () => {
    const rows = [
      [0.1, 0, 100, 1e-6, 4.774568],
      [0.1, 0, 1000, 1e-6, 19.344671],
      [0.01, 0, 1000, 1e-6, 1.365447],
      [0.1, 1e-8, 100, 1e-5, 4.329637],
    ];
    for (const [epsilon, delta, times, totalDelta, total] of rows) {
      expect(Math.abs(optimalCompositionEpsilon({ epsilon, delta, times, totalDelta }) - total)).toBeLessThan(5e-7);
    }
  });

  it("inverts delta from above, and is at most the grid's", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: -40, max: -0.1, noNaN: true }),
        (epsilon, times, logDelta) => {
          const totalDelta = exp(logDelta);
          const release = { epsilon, delta: 0, times };
          const total = optimalCompositionEpsilon({ ...release, totalDelta });
          expect(optimalCompositionDelta({ ...release, totalEpsilon: total })).toBeLessThanOrEqual(
            totalDelta * (1 + 1e-12),
          );
          const grid = optimalCompositionGridEpsilon({ ...release, totalDelta });
          expect(grid).toBeGreaterThanOrEqual(total * (1 - 1e-12));
          expect(grid - total).toBeLessThanOrEqual(2 * epsilon * (1 + 1e-12));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("reaches a million releases, against the difference of two exact binomial tails", () => {
    const [epsilon, times] = [0.001, 1e6];
    const total = optimalCompositionEpsilon({ epsilon, delta: 0, times, totalDelta: 1e-6 });
    const successes = Math.ceil((times - total / epsilon) / 2) - 1;
    const lie = 1 / (1 + exp(epsilon));
    const tails = [lie, 1 - lie].map((probability) => binomialLowerTail({ trials: times, successes, probability }));
    expect((tails[0] - exp(total) * tails[1]) / 1e-6).toBeCloseTo(1, 6);
  });

  it("refuses a total delta that leaks alone exceed", () => {
    expect(() => optimalCompositionEpsilon({ epsilon: 1, delta: 0.1, times: 10, totalDelta: 0.5 })).toThrow(
      "totalDelta must be at least",
    );
    expect(() => optimalCompositionEpsilon({ epsilon: 1, delta: 0, times: 0, totalDelta: 0.5 })).toThrow("times");
    expect(() => optimalCompositionEpsilon({ epsilon: -1, delta: 0, times: 1, totalDelta: 0.5 })).toThrow("epsilon");
    expect(() => optimalCompositionEpsilon({ epsilon: 1, delta: 0, times: 1, totalDelta: 1 })).toThrow("totalDelta");
  });
});

describe("optimalCompositionGridEpsilon", () => {
  it("agrees with dp_accounting and 30-digit arithmetic on the grid (rows E1, E3)", () => {
    const rows = [
      [1, 0.001, 30, 0.06, 22],
      [1, 0.001, 30, 0.1, 20],
      [0.1, 0, 100, 1e-6, 4.8],
      [0.1, 0, 100, 1e-5, 4.4],
      [0.01, 0, 1000, 1e-6, 1.38],
      [0.5, 0, 100, 1e-6, 34],
    ];
    for (const [epsilon, delta, times, totalDelta, total] of rows) {
      expect(optimalCompositionGridEpsilon({ epsilon, delta, times, totalDelta })).toBeCloseTo(total, 12);
    }
  });
});
