import { describe, expect, it } from "vitest";
import { fillBallNoise, sampleBallNoise } from "./ball-noise.ts";
import { stream } from "./stream.ts";

describe("sampleBallNoise", () => {
  it.each([0, -1, Number.NaN, Infinity, "3"])("refuses the scale %o", (value) => {
    const scale = value as number;
    const message = /^scale must be positive and at most 1e\+300, got /;
    expect(() => sampleBallNoise({ dimension: 2, scale }, stream(1))).toThrow(message);
    expect(() => fillBallNoise({ dimension: 2, scale }, new Float64Array(2), stream(1))).toThrow(message);
  });

  it("has length dimension times scale on average, in any dimension", () => {
    for (const dimension of [1, 2, 10, 200]) {
      const random = stream(1, dimension);
      const count = 2000;
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const point = sampleBallNoise({ dimension, scale: 0.5 }, random);
        sum += Math.sqrt(point.reduce((total, x) => total + x * x, 0));
      }
      // The length is Gamma(dimension, scale): five standard errors.
      expect(Math.abs(sum / count - 0.5 * dimension)).toBeLessThan(5 * 0.5 * Math.sqrt(dimension / count));
    }
  });
});
