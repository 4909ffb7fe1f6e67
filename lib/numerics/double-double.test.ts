import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DoubleDouble, exactProduct, exactSum, logRatio, negated, over, plus, times } from "./double-double.ts";
import { log } from "./logarithm.ts";

fc.configureGlobal({ seed: 20261115 });
const ordinary = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
const pair = fc
  .tuple(ordinary, fc.double({ min: -0.5, max: 0.5, noNaN: true }))
  .map(([a, b]) => exactSum(a, b * a * Number.EPSILON));
const SCALE = 1n << 200n;

/** The exact value times 2^200, for values on the grid of 2^-200. */
function exact({ high, low }: DoubleDouble): bigint {
  return onGrid(high) + onGrid(low);
}

function onGrid(value: number): bigint {
  let shifted = value;
  let shift = 0n;
  while (!Number.isSafeInteger(shifted) && shift < 200n) {
    shifted *= 2;
    shift += 1n;
  }
  return BigInt(Math.round(shifted)) << (200n - shift);
}

/** |a - b| is at most 2^-100 of |b|. */
function nearly(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a;
  return difference << 100n <= (b < 0n ? -b : b);
}

describe("double-double arithmetic", () => {
  it("adds and multiplies two numbers without error", () => {
    fc.assert(
      fc.property(ordinary, ordinary, (a, b) => {
        expect(exact(exactSum(a, -b))).toBe(onGrid(a) - onGrid(b));
        expect(exact(exactProduct(a, b)) * SCALE).toBe(onGrid(a) * onGrid(b));
      }),
    );
  });

  it("keeps a hundred bits in sums, products and quotients", () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        expect(nearly(exact(plus(a, b)), exact(a) + exact(b))).toBe(true);
        expect(nearly(exact(times(a, b)), (exact(a) * exact(b)) / SCALE)).toBe(true);
        expect(nearly((exact(over(a, b)) * exact(b)) / SCALE, exact(a))).toBe(true);
        expect(exact(negated(a))).toBe(-exact(a));
      }),
    );
  });
});

describe("logRatio", () => {
  const whole = (value: number) => ({ high: value, low: 0 });

  it("has the digits of ln 2 and ln 10 in both parts", () => {
    expect(logRatio(whole(2), whole(1))).toEqual({ high: Math.LN2, low: 2.3190468138462996e-17 });
    // ln 10 = 2.302585092994045684017991454684364207601...
    const ten = logRatio(whole(10), whole(1));
    expect(ten.high).toBe(Math.LN10);
    expect(Math.abs(ten.low - -2.1707562233822494e-16)).toBeLessThan(3e-18);
  });

  it("rounds to the logarithm of the quotient, from the least denormal to the largest number", () => {
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }), (x) => {
        expect(Math.abs(logRatio(whole(x), whole(1)).high - log(x))).toBeLessThanOrEqual(
          Number.EPSILON * Math.abs(log(x)),
        );
      }),
    );
  });

  it("is relatively accurate where the ratio is nearly 1, and antisymmetric", () => {
    expect(logRatio(exactSum(1, 1e-25), whole(1)).high / 1e-25).toBeCloseTo(1, 15);
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const there = logRatio(a, b);
        const back = logRatio(b, a);
        expect(Math.abs(there.high + back.high + (there.low + back.low))).toBeLessThanOrEqual(
          1e-17 * Math.abs(there.high),
        );
      }),
    );
  });
});
