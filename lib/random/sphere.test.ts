import { describe, expect, it } from "vitest";
import { sampleBallNoise } from "./ball-noise.ts";
import { fillBall, fillSphere, sampleBall, sampleSphere } from "./sphere.ts";
import { stream } from "./stream.ts";

const norm = (point: Float64Array) => Math.sqrt(point.reduce((sum, x) => sum + x * x, 0));

describe("sampleSphere", () => {
  it.each([0, -1, 1.5, Number.NaN, Infinity, "3"])("refuses the dimension %o, as do its kin", (value) => {
    const dimension = value as number;
    for (const call of [
      () => sampleSphere(dimension, stream(1)),
      () => sampleBall(dimension, stream(1)),
      () => fillSphere(dimension, new Float64Array(1), stream(1)),
      () => fillBall(dimension, new Float64Array(1), stream(1)),
      () => sampleBallNoise({ dimension, scale: 1 }, stream(1)),
    ]) {
      expect(call).toThrow(/^dimension must be an integer from 1 to 134217728, got /);
    }
  });

  it.each([1, 2, 31, 32, 1000])("gives points of length 1 in dimension %d", (dimension) => {
    const random = stream(1);
    for (let i = 0; i < 100; i++) expect(Math.abs(norm(sampleSphere(dimension, random)) - 1)).toBeLessThan(1e-14);
  });

  it("is a fair sign in dimension 1", () => {
    const signs = fillSphere(1, new Float64Array(100_000), stream(1));
    expect(signs.every((x) => Math.abs(x) === 1)).toBe(true);
    // Five standard errors.
    expect(Math.abs(signs.reduce((sum, x) => sum + x))).toBeLessThan(5 * Math.sqrt(100_000));
  });

  it("takes a word a coordinate, and one more in the ball", () => {
    const random = stream(1);
    sampleSphere(7, random);
    expect(random.position).toBe(7);
    sampleBall(7, random);
    expect(random.position).toBe(15);
  });
});

describe("sampleBall", () => {
  it.each([1, 2, 50])("stays in the ball in dimension %d", (dimension) => {
    const random = stream(1);
    for (let i = 0; i < 1000; i++) expect(norm(sampleBall(dimension, random))).toBeLessThan(1 + 1e-15);
  });
});
