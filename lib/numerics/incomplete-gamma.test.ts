import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import {
  logLowerGamma,
  logUpperGamma,
  lowerGamma,
  lowerGammaInverse,
  upperGamma,
  upperGammaInverse,
} from "./incomplete-gamma.ts";
import { logGamma } from "./log-gamma.ts";
import { log } from "./logarithm.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("gamma.json");
const functions = { lowerGamma, upperGamma, logLowerGamma, logUpperGamma, lowerGammaInverse, upperGammaInverse };

const shapes = fc.double({ min: -3, max: 6, noNaN: true }).map((power) => exp(power * Math.LN10));
/** A shape and a point within eight standard deviations of its mean on the logarithmic scale. */
const points = fc
  .tuple(shapes, fc.double({ min: -8, max: 8, noNaN: true }))
  .map(([shape, z]) => [shape, shape * exp(z / Math.sqrt(shape + 1))] as const);

describe.each(Object.entries(functions))("%s", (name, f) => {
  it("is as close to the reference as stated", () => {
    expect(reference[name].length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference[name], f);
    const stated = name.endsWith("Inverse") ? 2e-14 : 1e-14;
    expect(worst).toSatisfy(() => worst.error <= stated);
  });

  it("refuses a shape that is not positive, too large, or no number, by name", () => {
    for (const shape of [0, -1, 2e15, Infinity, Number.NaN])
      expect(() => f(shape, 0.5)).toThrow(new RangeError(`shape must be between 1e-300 and 1e15, got ${shape}`));
  });
});

describe("the incomplete gamma functions", () => {
  it("are each other's complement", () => {
    fc.assert(
      fc.property(points, ([shape, x]) => {
        expect(Math.abs(lowerGamma(shape, x) + upperGamma(shape, x) - 1)).toBeLessThanOrEqual(UNIT);
      }),
    );
  });

  it("are the exponential distribution at shape 1", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-10, max: 700, noNaN: true }), (x) => {
        expect(Math.abs(upperGamma(1, x) / exp(-x) - 1)).toBeLessThanOrEqual(10 * UNIT);
        expect(Math.abs(logUpperGamma(1, x) / -x - 1)).toBeLessThanOrEqual(10 * UNIT);
      }),
    );
  });

  it("obey P(a, x) = P(a + 1, x) + x^a e^-x / Gamma(a + 1), also where the method changes", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 90, noNaN: true }),
        (a, x) => {
          const next = a + 1;
          const shape = next - 1; // a up to the rounding of a + 1
          const terms = shape * log(x) - x - logGamma(next);
          // The exponent is a sum of terms up to a log x + x + log Gamma(a + 1), each with a few roundings.
          const bound = 8 * UNIT * (1 + Math.abs(shape * log(x)) + x + Math.abs(logGamma(next)));
          const sum = lowerGamma(next, x) + exp(terms);
          expect(Math.abs(lowerGamma(shape, x) / sum - 1)).toBeLessThanOrEqual(bound);
        },
      ),
    );
  });

  it("have logarithms that agree with them and go on where they underflow", () => {
    fc.assert(
      fc.property(points, ([shape, x]) => {
        const lower = logLowerGamma(shape, x);
        expect(Math.abs(exp(lower) - lowerGamma(shape, x))).toBeLessThanOrEqual(
          8 * UNIT * (1 - lower) * lowerGamma(shape, x),
        );
      }),
    );
    expect(upperGamma(5, 1000)).toBe(0);
    // log of e^-1000 (1 + 1000 + ... + 1000^4/24), by mpmath.
    expect(logUpperGamma(5, 1000) / -975.5430287171021).toBeCloseTo(1, 14);
  });

  it("increase with x", () => {
    fc.assert(
      fc.property(points, fc.double({ min: 1.0000001, max: 2, noNaN: true }), ([shape, x], factor) => {
        expect(lowerGamma(shape, x * factor)).toBeGreaterThanOrEqual(lowerGamma(shape, x) * (1 - 1e-14));
        expect(upperGamma(shape, x * factor)).toBeLessThanOrEqual(upperGamma(shape, x) * (1 + 1e-14));
      }),
    );
  });

  it("have the documented values at the ends", () => {
    expect([lowerGamma(2, 0), upperGamma(2, 0), lowerGamma(2, Infinity), upperGamma(2, Infinity)]).toEqual([
      0, 1, 1, 0,
    ]);
    expect([logLowerGamma(2, 0), logUpperGamma(2, 0)]).toEqual([-Infinity, 0]);
    expect([logLowerGamma(2, Infinity), logUpperGamma(2, Infinity)]).toEqual([0, -Infinity]);
    expect([lowerGamma(2, 1e308), upperGamma(2, 1e308), logUpperGamma(2, 1e308)]).toEqual([1, 0, -1e308]);
  });

  it("refuse a negative x and NaN by name", () => {
    for (const f of [lowerGamma, upperGamma, logLowerGamma, logUpperGamma]) {
      expect(() => f(1, -1)).toThrow(new RangeError("x must be non-negative, got -1"));
      expect(() => f(1, Number.NaN)).toThrow(new RangeError("x must be non-negative, got NaN"));
    }
  });
});

describe("the inverses of the incomplete gamma functions", () => {
  const levels = fc.double({ min: -690, max: -1e-6, noNaN: true }).map(exp);

  it("come back to the probability, up to what the rounding of x makes of it", () => {
    fc.assert(
      fc.property(shapes, levels, (shape, p) => {
        for (const [inverse, tail] of [
          [lowerGammaInverse, lowerGamma],
          [upperGammaInverse, upperGamma],
        ] as const) {
          const x = inverse(shape, p);
          if (x < 1e-300) continue;
          const near = tail(shape, x * (1 + 1e-14));
          const far = tail(shape, x * (1 - 1e-14));
          // Two parts in 1e14 of x, and one part in 1e13 of the tail itself.
          expect(p).toBeGreaterThanOrEqual(Math.min(near, far) * (1 - 1e-13));
          expect(p).toBeLessThanOrEqual(Math.max(near, far) * (1 + 1e-13));
        }
      }),
    );
  });

  it("have the documented values at the ends", () => {
    expect([lowerGammaInverse(3, 0), lowerGammaInverse(3, 1)]).toEqual([0, Infinity]);
    expect([upperGammaInverse(3, 0), upperGammaInverse(3, 1)]).toEqual([Infinity, 0]);
    expect(lowerGammaInverse(0.001, 0.4)).toBe(0); // 10^-398
    expect(lowerGammaInverse(1, 5e-324)).toBe(5e-324);
    expect(upperGammaInverse(1, 5e-324)).toBeCloseTo(744.4400719213812, 10);
  });

  it("refuse what is no probability by name", () => {
    expect(() => lowerGammaInverse(1, 1.5)).toThrow(new RangeError("p must be between 0 and 1, got 1.5"));
    expect(() => upperGammaInverse(1, -0.5)).toThrow(new RangeError("q must be between 0 and 1, got -0.5"));
    expect(() => upperGammaInverse(1, Number.NaN)).toThrow(RangeError);
  });
});
