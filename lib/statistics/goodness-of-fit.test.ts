import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { fillUniform } from "../random/uniform.ts";
import { misfits, type SamplerLaw, sampleOf, wrongLaws } from "./goodness-of-fit.ts";
import { integerLaw } from "./integer-family.ts";

const SIZE = 100_000;

/** The uniform law on [0, 1], with a tilt that stands in for a parameter. */
const uniform = ([tilt]: readonly number[]): SamplerLaw => ({
  mean: 0.5,
  variance: 1 / 12,
  fourthMoment: 1 / 80,
  cdf: (x) => x,
  scores: [{ parameter: "tilt", at: (x) => 2 * x - 1 - tilt / 3, information: 1 / 3 }],
});

const draws = (seed: number) => fillUniform(new Float64Array(SIZE), stream(seed, "goodness of fit"));
const found = (values: Float64Array, law: SamplerLaw = uniform([0])) => [...misfits(sampleOf(values), law)].join("\n");

describe("misfits", () => {
  it("says nothing of 50 samples that fit, or once or twice as the levels allow", () => {
    let wrong = 0;
    for (let seed = 1; seed <= 50; seed++) wrong += found(draws(seed)) === "" ? 0 : 1;
    // A sample is wrongly refused with probability 1.5e-3 at most: three of 50 with 7e-5.
    expect(wrong).toBeLessThan(3);
  });

  it("sees a mean that is off", () => {
    expect(found(draws(1).map((x) => Math.min(1, x + 0.01)))).toMatch(/the score of tilt is .*\n?the mean is /);
  });

  it("sees a variance that is off where the mean is right", () => {
    expect(found(draws(1).map((x) => 0.5 + 0.98 * (x - 0.5)))).toMatch(/^the variance is -/);
  });

  it("sees tails that are missing where the moments are nearly right", () => {
    expect(found(draws(1).map((x) => Math.max(0.001, x)))).toMatch(/the lower tail has 0 in place of 100/);
    expect(found(draws(1).map((x) => Math.min(0.999, x)))).toMatch(/the upper tail has 0 in place of 100/);
  });

  it("sees a dent in the middle", () => {
    // The same mean and nearly the same variance: what lies within 0.02 of 1/2 moved onto two points.
    const dented = draws(1).map((x) => (Math.abs(x - 0.5) > 0.02 ? x : x < 0.5 ? 0.49 : 0.51));
    expect(found(dented)).toMatch(/^Kolmogorov-Smirnov: distance /);
  });

  it("sees an integer that cannot be, and cells that are off", () => {
    const fair = integerLaw(([tilt]) => ({ first: 1, masses: Float64Array.of(1 - tilt, 1, 1, 1, 1, 1 + tilt) }), [0]);
    const dice = draws(1).map((x) => 1 + Math.floor(6 * x));
    expect(found(dice, fair)).toBe("");
    expect(
      found(
        dice.map((x, i) => (i === 7 ? 0 : x)),
        fair,
      ),
    ).toMatch(/0 is not an outcome/);
    expect(
      found(
        dice.map((x, i) => (i % 20 === 0 && x > 2 && x < 5 ? 7 - x : x)),
        fair,
      ),
    ).toBe("");
    expect(
      found(
        dice.map((x, i) => (i % 10 === 0 && x === 3 ? 4 : x)),
        fair,
      ),
    ).toMatch(/chi-square: /);
  });
});

describe("wrongLaws", () => {
  it("moves each parameter both ways by its standard errors", () => {
    const laws = wrongLaws(uniform, [0], { size: 300, errors: 5 });
    // The standard error is sqrt(3 / 300) = 0.1.
    expect(laws.map((law) => law.scores[0].at(0.5))).toEqual([0.5 / 3, -0.5 / 3]);
  });
});

describe("sampleOf", () => {
  it("counts equal values", () => {
    const { size, values, counts } = sampleOf(Float64Array.of(3, -1, 3, 2, 3, -1));
    expect([size, [...values], [...counts]]).toEqual([6, [-1, 2, 3], [2, 1, 3]]);
  });

  it("refuses fewer than two draws", () => {
    expect(() => sampleOf(new Float64Array(1))).toThrow("the number of draws must be an integer of at least 2, got 1");
  });
});
