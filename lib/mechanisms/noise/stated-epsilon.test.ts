import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactFraction } from "../../random/rational.ts";
import { statedEpsilon } from "./stated-epsilon.ts";

const tenths = (numerator: number) => ({ numerator, denominator: 10 });

describe("a stated epsilon", () => {
  it("of 0.1 is one tenth, and 1/10 is 0.1", () => {
    expect(statedEpsilon(0.1)).toEqual({ bound: 0.1, fraction: { numerator: 1n, denominator: 10n } });
    expect(statedEpsilon(tenths(1))).toEqual(statedEpsilon(0.1));
    // The float64 0.3 is below three tenths.
    expect(statedEpsilon(0.3)).toEqual({ bound: 0.3, fraction: exactFraction(0.3) });
    expect(statedEpsilon(tenths(3))).toEqual(statedEpsilon(0.3));
    expect(statedEpsilon(exactFraction(0.1))).toEqual(statedEpsilon(0.1));
    expect(statedEpsilon({ numerator: 4, denominator: 8 })).toEqual({
      bound: 0.5,
      fraction: { numerator: 1n, denominator: 2n },
    });
  });

  it("is never above its decimal nor above its float64, and its bound is not below it", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), (epsilon) => {
        const { bound, fraction } = statedEpsilon(epsilon);
        const exact = exactFraction(epsilon);
        expect(bound).toBe(epsilon);
        expect(fraction.numerator * exact.denominator <= exact.numerator * fraction.denominator).toBe(true);
        const [digits, power = "0"] = String(epsilon).split("e");
        const places = (digits.split(".")[1] ?? "").length - Number(power);
        const [up, down] = [
          BigInt(`1${"0".repeat(Math.max(0, places))}`),
          BigInt(`1${"0".repeat(Math.max(0, -places))}`),
        ];
        expect(fraction.numerator * up <= BigInt(digits.replace(".", "")) * down * fraction.denominator).toBe(true);
      }),
    );
  });

  it("of a third has a bound above it", () => {
    const { bound, fraction } = statedEpsilon({ numerator: 1, denominator: 3 });
    expect(fraction).toEqual({ numerator: 1n, denominator: 3n });
    const { numerator, denominator } = exactFraction(bound);
    expect(3n * numerator > denominator).toBe(true);
    expect(bound).toBeLessThan(1 / 3 + 1e-15);
  });

  it("refuses what is none", () => {
    for (const bad of [0, -1, Number.NaN, Infinity, "1", null])
      expect(() => statedEpsilon(bad as number)).toThrow("epsilon must be positive");
    expect(() => statedEpsilon({ numerator: 0, denominator: 1 })).toThrow("the numerator of epsilon must be");
    expect(() => statedEpsilon({ numerator: 1, denominator: 0 })).toThrow("the denominator of epsilon must be");
  });
});
