import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { normalCdf } from "../numerics/normal.ts";
import { fillDiscreteGaussian, halfIntegral, sampleDiscreteGaussian } from "./discrete-gaussian.ts";
import { stream } from "./stream.ts";

describe("sampleDiscreteGaussian", () => {
  it.each([0, -1, Number.NaN, Infinity, 1e25, "3"])("refuses the variance %o", (value) => {
    const variance = value as number;
    const message = /^variance must be positive and at most 2\^80, got /;
    expect(() => sampleDiscreteGaussian(variance, stream(1))).toThrow(message);
    expect(() => fillDiscreteGaussian(variance, new Float64Array(1), stream(1))).toThrow(message);
  });

  it("is 0 where nothing else has room", () => {
    const draws = fillDiscreteGaussian(1e-320, new Float64Array(1000), stream(1));
    expect(draws.every((x) => Object.is(x, 0))).toBe(true);
  });

  it.each([40_000, 60_000, 1e24])("gives integers of both signs, never minus zero, at variance %d", (variance) => {
    const draws = fillDiscreteGaussian(variance, new Float64Array(20_000), stream(1));
    expect(draws.every((x) => Number.isSafeInteger(x) && !Object.is(x, -0))).toBe(true);
    expect(draws.some((x) => x < 0) && draws.some((x) => x > 0)).toBe(true);
  });
});

// Too small to be seen in samples: rounding alone adds 1/12 to the variance.
describe("the part of an integer's interval that is kept", () => {
  it.each([
    [50_000, 30],
    [50_000, 600],
    [50_000, -900],
    [60_000, 1500],
  ])("at variance %d holds a share of the normal law in proportion to the mass of %d", (variance, k) => {
    const curvature = 0.5 / variance;
    const whole = halfIntegral(0.5, 0, curvature);
    let [inner, outer] = [0.49, 0.5];
    for (let step = 0; step < 60; step++) {
      const middle = (inner + outer) / 2;
      if (halfIntegral(middle, k / variance, curvature) <= whole) inner = middle;
      else outer = middle;
    }
    const sigma = Math.sqrt(variance);
    // In the lower tail, where normalCdf is accurate in relative terms.
    const share = (at: number, h: number) => normalCdf((at + h) / sigma) - normalCdf((at - h) / sigma);
    const expected = exp((-k * k) / (2 * variance));
    // A difference of two tails that agree in all but 1/100: 1e-16 becomes 1e-13.
    expect(Math.abs(share(-Math.abs(k), inner) / share(0, 0.5) / expected - 1)).toBeLessThan(2e-12);
    expect(inner).toBeLessThan(0.5);
  });
});
