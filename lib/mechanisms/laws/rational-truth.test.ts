import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { secureRandom } from "../../random/secure.ts";
import { choiceResponse } from "../local/choice-response.ts";
import { randomizedResponse } from "../local/randomized-response.ts";
import { rationalTruth } from "./rational-truth.ts";

/** Whether value >= log(numerator / denominator), by exp in fixed point with 200 bits: sums of value^k / k!. */
function isAtLeastLog(value: number, numerator: bigint, denominator: bigint): boolean {
  const BITS = 200n;
  const ONE = 1n << BITS;
  let [whole, shift] = [value, 0n];
  for (; !Number.isInteger(whole); whole *= 2) shift++;
  const x = (BigInt(whole) << BITS) >> shift;
  let [sum, term] = [0n, ONE];
  for (let k = 1n; term > 0n; k++) {
    sum += term;
    term = ((term * x) >> BITS) / k;
  }
  // Rounded down throughout, so that a yes is a yes.
  return sum * denominator >= numerator * ONE;
}

describe("a rational probability of the truth", () => {
  const shape = fc.record({
    epsilon: fc.double({ min: 0.05, max: 8, noNaN: true }),
    denominator: fc.integer({ min: 2000, max: 2147483648 }),
    choices: fc.integer({ min: 2, max: 40 }),
  });

  it("has a bound that is not below the logarithm of the ratio, and within seven units of rounding", () => {
    fc.assert(
      fc.property(shape, ({ epsilon, denominator, choices }) => {
        const { truths, bound } = rationalTruth({ epsilon, denominator, choices });
        const numerator = BigInt(truths) * BigInt(choices - 1);
        const lies = BigInt(denominator - truths);
        expect(isAtLeastLog(bound, numerator, lies)).toBe(true);
        expect(isAtLeastLog(bound * (1 - 8 * Number.EPSILON), numerator, lies)).toBe(false);
        expect(bound).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
        // One more truth is too many.
        const ratio = ((truths + 1) * (choices - 1)) / (denominator - truths - 1);
        expect(log(ratio)).toBeGreaterThan(epsilon * (1 - 1e-12));
      }),
    );
  });

  it("reports the truth with probability 3/4 for ln 3 in quarters", () => {
    const { truths, bound } = rationalTruth({ epsilon: log(3), denominator: 4, choices: 2 });
    expect(truths).toBe(3);
    expect(isAtLeastLog(bound, 3n, 1n)).toBe(true);
    expect(isAtLeastLog(log(3), 3n, 1n)).toBe(false);
  });

  it("is that of both responses, which attain the epsilon they state and no more", () => {
    for (const made of [
      randomizedResponse({ epsilon: 1, denominator: 100 }),
      choiceResponse({ epsilon: 1, denominator: 100, choices: 5 }),
    ]) {
      const loss = largestLoss(made.law(0), made.law(1));
      if (made.guarantee.kind !== "pure") throw new Error("the guarantee must be pure");
      expect(Math.abs(loss - made.guarantee.epsilon)).toBeLessThan(1e-14);
      expect(made.guarantee.epsilon).toBeLessThan(1);
      expect(made.law(0).support).toEqual(made.law(1).support);
      expect([0, 1, 2, 3, 4]).toContain(made.release(1, secureRandom()));
    }
  });

  it("estimates shares without bias, with the variance it states", () => {
    const made = choiceResponse({ epsilon: 1, denominator: 100, choices: 5 });
    const [truth, other] = [0, 1].map((choice) => exp(made.law(0).logMass(choice)));
    // A share of 0.3: answered with probability 0.3 truth + 0.7 other.
    const answered = 0.3 * truth + 0.7 * other;
    expect(Math.abs(made.estimate(answered) - 0.3)).toBeLessThan(1e-14);
    const variance = (answered * (1 - answered)) / 1000 / (truth - other) / (truth - other);
    expect(Math.abs(made.estimateVariance({ share: 0.3, size: 1000 }) / variance - 1)).toBeLessThan(1e-12);
    const binary = randomizedResponse({ epsilon: 1, denominator: 100 });
    // 73 of 100: 0.73 * 0.27 / 0.46^2 beside the share's own variance.
    const expected = (0.3 * 0.7 + (0.73 * 0.27) / (0.46 * 0.46)) / 1000;
    expect(Math.abs(binary.estimateVariance({ share: 0.3, size: 1000 }) / expected - 1)).toBeLessThan(1e-12);
    expect(Math.abs(binary.estimate(0.3 * 0.73 + 0.7 * 0.27) - 0.3)).toBeLessThan(1e-14);
  });

  it("refuses a denominator that allows no answer better than none", () => {
    expect(() => randomizedResponse({ epsilon: 0.01, denominator: 100 })).toThrow("denominator must be so large");
    expect(() => choiceResponse({ epsilon: 1, choices: 1e9, denominator: 2147483648 })).toThrow("2^53 / choices");
    expect(rationalTruth({ epsilon: 50, denominator: 3, choices: 2 }).truths).toBe(2);
  });
});
