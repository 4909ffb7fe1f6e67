import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponentialRemainder } from "./remainder.ts";
import { tailIntegral } from "./tail-quadrature.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const SQRT_HALF_PI = 1.2533141373155003;

describe("tailIntegral", () => {
  it("integrates an exponential tail and half a bell to rounding, at every scale", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-100, max: 1e100, noNaN: true }), (scale) => {
        // The exponent, 1 on average, has two roundings, each exp and product one, the sum of 32 terms up to four.
        expect(Math.abs(tailIntegral((v) => v / scale, 1 / scale, 0) / scale - 1)).toBeLessThanOrEqual(8 * UNIT);
        const bell = tailIntegral((v) => ((v / scale) * (v / scale)) / 2, 0, 1 / (scale * scale));
        expect(Math.abs(bell / scale / SQRT_HALF_PI - 1)).toBeLessThanOrEqual(8 * UNIT);
      }),
    );
  });

  it("integrates what lies between the two: Mills' ratio at 1", () => {
    expect(Math.abs(tailIntegral((v) => v + (v * v) / 2, 1, 1) / 0.6556795424187986 - 1)).toBeLessThanOrEqual(4 * UNIT);
  });

  it("integrates skew exponents: for n (e^v - 1 - v) on both sides the sum is Gamma(n) e^n / n^n", () => {
    const n = 30;
    const up = tailIntegral((v) => n * exponentialRemainder(v), 0, n);
    const down = tailIntegral((v) => n * exponentialRemainder(-v), 0, n);
    // Gamma(30) e^30 / 30^30, by mpmath at 40 digits; the exponents reach 38, each with four roundings.
    expect(Math.abs((up + down) / 0.4589185743004812 - 1)).toBeLessThanOrEqual(8 * UNIT);
  });
});
