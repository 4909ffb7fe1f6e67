import { describe, expect, it } from "vitest";
import { sampleBernoulliExp } from "./bernoulli-exp.ts";
import { sampleExactDiscreteGaussian } from "./exact-discrete-gaussian.ts";
import { sampleExactDiscreteLaplace } from "./exact-discrete-laplace.ts";
import type { Random } from "./random.ts";
import { fractionOf, type Rational } from "./rational.ts";
import { secureRandom } from "./secure.ts";
import { stream } from "./stream.ts";

const samplers: [string, string, number, (value: Rational, random: Random) => bigint | number][] = [
  ["sampleBernoulliExp", "gamma", 0, sampleBernoulliExp],
  ["sampleExactDiscreteLaplace", "scale", 1, sampleExactDiscreteLaplace],
  ["sampleExactDiscreteGaussian", "variance", 1, sampleExactDiscreteGaussian],
];

describe.each(samplers)("%s", (_, name, least, sample) => {
  it.each([
    [least - 1, 1, "numerator", least],
    [-1n, 1, "numerator", least],
    [0.5, 1, "numerator", least],
    [9007199254740992, 1, "numerator", least],
    [Number.NaN, 1, "numerator", least],
    ["1" as unknown as number, 1, "numerator", least],
    [1, 0, "denominator", 1],
    [1, -2n, "denominator", 1],
    [1, Infinity, "denominator", 1],
  ])("refuses %o / %o", (numerator, denominator, part, bound) => {
    expect(() => sample({ numerator, denominator }, stream(1))).toThrow(
      `the ${part} of ${name} must be a bigint or a safe integer of at least ${bound}, got `,
    );
  });

  it("gives the same draws for equal fractions, as numbers or bigints", () => {
    const draws = (value: Rational) => {
      const random = stream(1, name);
      return Array.from({ length: 200 }, () => sample(value, random));
    };
    const expected = draws({ numerator: 7, denominator: 2 });
    expect(draws({ numerator: 7n, denominator: 2n })).toEqual(expected);
    expect(draws({ numerator: 700, denominator: 200n })).toEqual(expected);
    expect(draws({ numerator: 7n << 200n, denominator: 2n << 200n })).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(1);
  });

  it("takes parameters of any size, from either source", () => {
    const wide = { numerator: (10n << 200n) + 1n, denominator: 1n << 200n };
    for (const random of [stream(1), secureRandom()]) {
      const draws = Array.from({ length: 50 }, () => Number(sample(wide, random)));
      expect(draws.every((draw) => Number.isInteger(draw) && Math.abs(draw) < 1000)).toBe(true);
    }
  });
});

describe("the exact samplers at their ends", () => {
  it("Bernoulli(exp(-0)) is 1, and Bernoulli of a huge gamma is 0 at once", () => {
    const random = stream(1);
    for (let i = 0; i < 100; i++) {
      expect(sampleBernoulliExp({ numerator: 0, denominator: 3 }, random)).toBe(1);
      expect(sampleBernoulliExp({ numerator: 1n << 170n, denominator: 1 }, random)).toBe(0);
    }
    expect(random.position).toBeLessThan(2000);
  });

  it("noise of a tiny scale is 0, and of a huge one has its size", () => {
    const random = stream(1);
    const tiny = { numerator: 1, denominator: 1n << 100n };
    const huge = { numerator: 1n << 200n, denominator: 1 };
    const size = Number(huge.numerator);
    const square = (x: bigint) => x * x;
    let laplace = 0n;
    let gaussian = 0n;
    for (let i = 0; i < 200; i++) {
      expect(sampleExactDiscreteLaplace(tiny, random)).toBe(0n);
      expect(sampleExactDiscreteGaussian(tiny, random)).toBe(0n);
      const draw = sampleExactDiscreteLaplace(huge, random);
      laplace += draw < 0n ? -draw : draw;
      gaussian += square(sampleExactDiscreteGaussian(huge, random));
    }
    // Means of |x| / scale and x^2 / variance are 1 with deviations 1 and sqrt(2): six standard errors of 200.
    expect(Math.abs(Number(laplace) / 200 / size - 1)).toBeLessThan(6 / Math.sqrt(200));
    expect(Math.abs(Number(gaussian) / 200 / size - 1)).toBeLessThan(6 * Math.sqrt(2 / 200));
  });
});

describe("fractionOf", () => {
  it("brings to lowest terms", () => {
    expect(fractionOf("x", { numerator: 50, denominator: 100 }, 1n)).toEqual({ numerator: 1n, denominator: 2n });
    expect(fractionOf("x", { numerator: 0, denominator: 7 }, 0n)).toEqual({ numerator: 0n, denominator: 1n });
  });
});
