import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expm1 } from "./exponential.ts";
import { log1p } from "./logarithm.ts";
import { exponentialRemainder, logarithmRemainder } from "./remainder.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;

describe("exponentialRemainder", () => {
  it("begins with v^2 / 2, where the plain difference has no digit left", () => {
    expect(exponentialRemainder(1e-30)).toBeCloseTo(0.5e-60, 75);
    expect(exponentialRemainder(1e-30) / 0.5e-60).toBeCloseTo(1, 14);
    expect(exponentialRemainder(-1e-9) / (0.5e-18 * (1 - 1e-9 / 3))).toBeCloseTo(1, 14);
  });

  it("is exp(v) - 1 - v", () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (v) => {
        const plain = expm1(v) - v;
        expect(Math.abs(exponentialRemainder(v) - plain)).toBeLessThanOrEqual(
          UNIT * (Math.abs(expm1(v)) + Math.abs(v) + plain),
        );
      }),
    );
  });
});

describe("logarithmRemainder", () => {
  it("begins with -w^2 / 2, where the plain difference has no digit left", () => {
    expect(logarithmRemainder(1e-30) / -0.5e-60).toBeCloseTo(1, 14);
    expect(logarithmRemainder(-1e-9) / (-0.5e-18 * (1 + 2e-9 / 3))).toBeCloseTo(1, 14);
  });

  it("is log(1 + w) - w", () => {
    fc.assert(
      fc.property(fc.double({ min: -0.999, max: 1e3, noNaN: true }), (w) => {
        const plain = log1p(w) - w;
        const bound = UNIT * (Math.abs(log1p(w)) + Math.abs(w) + Math.abs(plain));
        expect(Math.abs(logarithmRemainder(w) - plain)).toBeLessThanOrEqual(bound);
      }),
    );
  });

  it("undoes the other: with 1 + w = e^v, the two remainders sum to zero", () => {
    fc.assert(
      fc.property(fc.double({ min: -0.4, max: 0.4, noNaN: true }), (v) => {
        const w = expm1(v);
        const remainder = exponentialRemainder(v);
        // log(1 + w) - w = v - w: the rounding of w, |w| UNIT, moves it by |w| of that.
        expect(Math.abs(logarithmRemainder(w) + remainder)).toBeLessThanOrEqual(10 * UNIT * remainder);
      }),
    );
  });
});
