import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { boundedRangeDelta, boundedRangePld } from "./bounded-range-pld.ts";
import { worstCasePld } from "./discrete-pld.ts";
import { leakyResponseDelta } from "./leaky-response-profile.ts";
import { pldDelta } from "./pld-accountant.ts";

/** The profile of the pair with the losses t and t - range, by the definition. */
function twoPointDelta(range: number, t: number, epsilon: number): number {
  const q = (exp(-t) - exp(-range)) / -expm1(-range);
  const p = exp(t) * q;
  return Math.max(0, p - exp(epsilon) * q) + Math.max(0, 1 - p - exp(epsilon) * (1 - q));
}

describe("boundedRangeDelta", () => {
  it.each([0.1, 1, 3.7])("is the largest over all two-point pairs of range %d, and reached", (range) => {
    for (const share of [-1.2, -0.9, -0.3, 0, 0.25, 0.5, 0.8, 0.99, 1.1]) {
      const epsilon = share * range;
      const delta = boundedRangeDelta({ range, epsilon });
      let largest = 0;
      for (let k = 0; k <= 4000; k++) largest = Math.max(largest, twoPointDelta(range, (k / 4000) * range, epsilon));
      expect(largest).toBeLessThanOrEqual(delta + 1e-15);
      // The maximum is flat: half a grid step off costs its square.
      expect(largest).toBeGreaterThanOrEqual(delta - range * range * 1e-7);
    }
  });

  it("is tanh(range / 4) at epsilon 0, and below randomized response throughout", () => {
    const half = exp(1);
    expect(boundedRangeDelta({ range: 2, epsilon: 0 })).toBeCloseTo((half - 1) / (half + 1), 14);
    for (const epsilon of [0, 0.5, 1, 1.9]) {
      const worst = leakyResponseDelta({ epsilon, pureEpsilon: 2, leak: 0 });
      expect(boundedRangeDelta({ range: 2, epsilon })).toBeLessThan(worst);
    }
  });

  it("refuses what is no range", () => {
    for (const range of [0, -1, Number.NaN, Infinity]) {
      expect(() => boundedRangePld(range)).toThrow(/^range must be/);
      expect(() => boundedRangeDelta({ range, epsilon: 0 })).toThrow(/^range must be/);
    }
    expect(() => boundedRangePld(501)).toThrow(/^range must be .*500, got 501$/);
  });
});

describe("boundedRangePld", () => {
  it("composes to a bound above every sequence of two-point pairs and below randomized response", () => {
    const [range, times, epsilon] = [0.5, 8, 1];
    const { upper } = pldDelta({ events: [{ loss: boundedRangePld(range), times }], epsilon, tolerance: 0.01 });
    const response = pldDelta({ events: [{ loss: worstCasePld({ epsilon: range, delta: 0 }), times }], epsilon });
    expect(upper).toBeLessThan(0.5 * response.lower);
    // Eight times the pair with loss t: the sum over how often the first outcome comes.
    for (const t of [0.25, 0.3, 0.4]) {
      const q = (exp(-t) - exp(-range)) / -expm1(-range);
      const p = exp(t) * q;
      let [delta, choose] = [0, 1];
      for (let k = 0; k <= times; k++) {
        const under = (x: number) => {
          let mass = choose;
          for (let i = 0; i < times; i++) mass *= i < k ? x : 1 - x;
          return mass;
        };
        delta += Math.max(0, under(p) - exp(epsilon) * under(q));
        choose = (choose * (times - k)) / (k + 1);
      }
      expect(delta).toBeLessThan(upper);
      expect(delta).toBeGreaterThan(0.4 * upper);
    }
  });
});
