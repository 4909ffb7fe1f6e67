import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "./exponential.ts";
import {
  type BetaArguments,
  logLowerBeta,
  logUpperBeta,
  lowerBeta,
  lowerBetaInverse,
  upperBeta,
  upperBetaInverse,
} from "./incomplete-beta.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("beta.json");
const tails = { lowerBeta, upperBeta, logLowerBeta, logUpperBeta };
const inverses = {
  lowerBetaInverse: (a: number, b: number, p: number) => lowerBetaInverse({ a, b, p }),
  upperBetaInverse: (a: number, b: number, q: number) => upperBetaInverse({ a, b, q }),
};
const functions = {
  ...Object.fromEntries(
    Object.entries(tails).map(([name, f]) => [name, (a: number, b: number, x: number) => f({ a, b, x })]),
  ),
  ...inverses,
};

const shape = fc.double({ min: -3, max: 6, noNaN: true }).map((power) => exp(power * Math.LN10));
/** Shapes and a point within eight standard deviations of the mean in log-odds, with an exact complement. */
const points = fc.tuple(shape, shape, fc.double({ min: -8, max: 8, noNaN: true })).map(([a, b, z]): BetaArguments => {
  const odds = (a / b) * exp(z * Math.sqrt(1 / (a + 1) + 1 / (b + 1)));
  const x = 1 - (1 - odds / (1 + odds));
  return { a, b, x: Math.min(1 - UNIT, Math.max(UNIT, x)) };
});

describe.each(Object.entries(functions))("%s", (name, f) => {
  it("is as close to the reference as stated", () => {
    expect(reference[name].length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference[name], f);
    const stated = name.endsWith("Inverse") ? 2e-14 : 1e-14;
    expect(worst).toSatisfy(() => worst.error <= stated);
  });

  it("refuses shapes that are not positive, too large, or no number, by name", () => {
    for (const bad of [0, -1, 2e15, Infinity, Number.NaN]) {
      expect(() => f(bad, 1, 0.5)).toThrow(new RangeError(`a must be between 1e-300 and 1e15, got ${bad}`));
      expect(() => f(1, bad, 0.5)).toThrow(new RangeError(`b must be between 1e-300 and 1e15, got ${bad}`));
    }
  });
});

describe("the incomplete beta functions", () => {
  it("are each other's complement", () => {
    fc.assert(
      fc.property(points, (at) => {
        expect(Math.abs(lowerBeta(at) + upperBeta(at) - 1)).toBeLessThanOrEqual(UNIT);
      }),
    );
  });

  it("are symmetric: I_x(a, b) = 1 - I_{1-x}(b, a)", () => {
    fc.assert(
      fc.property(points, ({ a, b, x }) => {
        const there = lowerBeta({ a, b, x });
        const back = upperBeta({ a: b, b: a, x: 1 - x });
        expect(Math.abs(there - back)).toBeLessThanOrEqual(2e-14 * there);
      }),
    );
  });

  it("are powers where a shape is 1", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (a, x) => {
        let power = 1;
        for (let k = 0; k < a; k++) power *= x;
        expect(Math.abs(lowerBeta({ a, b: 1, x }) / power - 1)).toBeLessThanOrEqual(2 * a * UNIT + 2e-15);
      }),
    );
  });

  it("mix by one more trial: I_x(a, b) = x I_x(a - 1, b) + (1 - x) I_x(a, b - 1)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 80 }),
        fc.integer({ min: 2, max: 80 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (a, b, x) => {
          const mixed = x * lowerBeta({ a: a - 1, b, x }) + (1 - x) * lowerBeta({ a, b: b - 1, x });
          expect(Math.abs(lowerBeta({ a, b, x }) / mixed - 1)).toBeLessThanOrEqual(3e-14);
        },
      ),
    );
  });

  it("have logarithms that agree with them and go on where they underflow", () => {
    fc.assert(
      fc.property(points, (at) => {
        const lower = lowerBeta(at);
        const logarithm = logLowerBeta(at);
        expect(Math.abs(exp(logarithm) - lower)).toBeLessThanOrEqual(8 * UNIT * (1 - logarithm) * lower);
      }),
    );
    expect(lowerBeta({ a: 1000, b: 1, x: 0.25 })).toBe(0);
    expect(logLowerBeta({ a: 1000, b: 1, x: 0.25 }) / (-2000 * Math.LN2)).toBeCloseTo(1, 14);
    expect(logUpperBeta({ a: 1, b: 1000, x: 0.75 }) / (-2000 * Math.LN2)).toBeCloseTo(1, 14);
  });

  it("have the documented values at the ends", () => {
    const at = (x: number) => ({ a: 2, b: 3, x });
    expect([lowerBeta(at(0)), lowerBeta(at(1)), upperBeta(at(0)), upperBeta(at(1))]).toEqual([0, 1, 1, 0]);
    expect([logLowerBeta(at(0)), logLowerBeta(at(1)), logUpperBeta(at(0)), logUpperBeta(at(1))]).toEqual([
      -Infinity,
      0,
      0,
      -Infinity,
    ]);
  });

  it("refuse an x outside [0, 1] by name", () => {
    for (const f of Object.values(tails)) {
      expect(() => f({ a: 1, b: 1, x: 1.5 })).toThrow(new RangeError("x must be between 0 and 1, got 1.5"));
      expect(() => f({ a: 1, b: 1, x: -1e-9 })).toThrow(new RangeError("x must be between 0 and 1, got -1e-9"));
      expect(() => f({ a: 1, b: 1, x: Number.NaN })).toThrow(RangeError);
    }
  });
});

describe("the inverses of the incomplete beta functions", () => {
  const levels = fc.double({ min: -690, max: -1e-6, noNaN: true }).map(exp);

  it("come back to the probability, up to what the rounding of x makes of it", () => {
    fc.assert(
      fc.property(shape, shape, levels, (a, b, p) => {
        for (const [x, tail] of [
          [lowerBetaInverse({ a, b, p }), lowerBeta],
          [upperBetaInverse({ a, b, q: p }), upperBeta],
        ] as const) {
          if (x < 1e-300 || x > 1 - 1e-13) continue;
          const near = tail({ a, b, x: x * (1 + 1e-14) });
          const far = tail({ a, b, x: x * (1 - 1e-14) });
          // Two parts in 1e14 of x, and one part in 1e13 of the tail itself.
          expect(p).toBeGreaterThanOrEqual(Math.min(near, far) * (1 - 1e-13));
          expect(p).toBeLessThanOrEqual(Math.max(near, far) * (1 + 1e-13));
        }
      }),
    );
  });

  it("give the bounds of Clopper and Pearson, for no success among many trials the closed form", () => {
    // 1 - p^(1/n) = -expm1(log(p) / n), by mpmath.
    expect(upperBetaInverse({ a: 1, b: 1e9, q: 1e-10 }) / 2.3025850664845553e-8).toBeCloseTo(1, 14);
    expect(upperBetaInverse({ a: 1, b: 1000, q: 0.05 }) / 0.002991249545095296).toBeCloseTo(1, 14);
  });

  it("keep the relative accuracy of 1 - x through the mirror image", () => {
    // I_x(3, 1) = x^3 = 1 - 1e-20.
    expect(upperBetaInverse({ a: 3, b: 1, q: 1e-20 })).toBe(1);
    expect(lowerBetaInverse({ a: 1, b: 3, p: 1e-20 }) / (1e-20 / 3)).toBeCloseTo(1, 15);
  });

  it("have the documented values at the ends", () => {
    expect([lowerBetaInverse({ a: 2, b: 3, p: 0 }), lowerBetaInverse({ a: 2, b: 3, p: 1 })]).toEqual([0, 1]);
    expect([upperBetaInverse({ a: 2, b: 3, q: 0 }), upperBetaInverse({ a: 2, b: 3, q: 1 })]).toEqual([1, 0]);
    expect(lowerBetaInverse({ a: 0.001, b: 5, p: 0.4 })).toBe(0); // about 10^-399
    expect(lowerBetaInverse({ a: 1, b: 1, p: 5e-324 })).toBe(5e-324);
  });

  it("refuse what is no probability by name", () => {
    expect(() => lowerBetaInverse({ a: 1, b: 1, p: 2 })).toThrow(new RangeError("p must be between 0 and 1, got 2"));
    expect(() => upperBetaInverse({ a: 1, b: 1, q: -1 })).toThrow(new RangeError("q must be between 0 and 1, got -1"));
  });
});
