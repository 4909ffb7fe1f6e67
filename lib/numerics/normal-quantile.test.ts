import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logNormalCdf, normalCdf, normalDensity } from "./normal.ts";
import { logNormalQuantile, normalQuantile, normalUpperQuantile } from "./normal-quantile.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("normal.json");

describe("normalQuantile", () => {
  it("is within four units in the last place of the reference, from denormals to 1 - 2^-53 and next to 1/2", () => {
    expect(reference.normalQuantile.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.normalQuantile, normalQuantile);
    expect(worst).toSatisfy(() => worst.error <= 4 * UNIT);
  });

  it("has the documented limits", () => {
    expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([-Infinity, 0, Infinity]);
  });

  it("undoes the distribution function", () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 8, noNaN: true }), (x) => {
        const p = normalCdf(x);
        // An error of 4 units in p, and its rounding, moves x by that over the density.
        const tolerance = (4 * UNIT * p) / normalDensity(x) + 4 * UNIT * Math.abs(x);
        expect(Math.abs(normalQuantile(p) - x)).toBeLessThanOrEqual(tolerance);
      }),
    );
  });

  it("has an upper form for tiny upper tails", () => {
    expect(normalUpperQuantile(1e-300)).toBe(-normalQuantile(1e-300));
    expect(normalUpperQuantile(0)).toBe(Infinity);
  });

  it("refuses what is no probability, by name", () => {
    expect(() => normalQuantile(Number.NaN)).toThrow(new RangeError("p must be between 0 and 1, got NaN"));
    expect(() => normalQuantile(-5e-324)).toThrow(new RangeError("p must be between 0 and 1, got -5e-324"));
    expect(() => normalUpperQuantile(1.1)).toThrow(new RangeError("p must be between 0 and 1, got 1.1"));
  });
});

describe("logNormalQuantile", () => {
  it("is within four units in the last place of the reference, from -1e300 to denormals and next to -log 2", () => {
    expect(reference.logNormalQuantile.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.logNormalQuantile, logNormalQuantile);
    expect(worst).toSatisfy(() => worst.error <= 4 * UNIT);
  });

  it("has the documented limits", () => {
    expect([logNormalQuantile(-Infinity), logNormalQuantile(0), logNormalQuantile(-0)]).toEqual([
      -Infinity,
      Infinity,
      Infinity,
    ]);
  });

  it("undoes the logarithm of the distribution function far out", () => {
    fc.assert(
      fc.property(fc.double({ min: 2, max: 1e6, noNaN: true }), (u) => {
        // The logarithm is about -u^2/2: its relative error is twice that of u.
        expect(Math.abs(logNormalQuantile(logNormalCdf(-u)) + u)).toBeLessThanOrEqual(8 * UNIT * u);
        if (u < 37) expect(Math.abs(logNormalQuantile(logNormalCdf(u)) - u)).toBeLessThanOrEqual(8 * UNIT * u);
      }),
    );
  });

  it("increases across the joints of the approximations", () => {
    for (const joint of [-729, -25, -2.59, -Math.LN2, -0.078]) {
      for (let index = -20; index < 20; index++) {
        const [low, high] = [joint * (1 - index * 1e-14), joint * (1 - (index + 1) * 1e-14)];
        expect(logNormalQuantile(high)).toBeGreaterThan(logNormalQuantile(low));
      }
    }
  });

  it("refuses positive numbers and NaN by name", () => {
    expect(() => logNormalQuantile(Number.NaN)).toThrow(new RangeError("logP must be at most 0, got NaN"));
    expect(() => logNormalQuantile(1e-9)).toThrow(new RangeError("logP must be at most 0, got 1e-9"));
  });
});
