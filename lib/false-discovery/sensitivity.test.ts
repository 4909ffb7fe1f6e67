/** Multiplicative sensitivities against all neighbours of small tests, by other ways of computing p-values. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { log } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { largestMove, multipliedBinomial, tableMoves } from "../oracles/p-value-moves.ts";
import {
  type BinomialSensitivityParameters,
  binomialSensitivity,
  binomialSensitivityBound,
} from "./binomial-sensitivity.ts";
import { chiSquareSensitivity, goodnessOfFitChange } from "./chi-square-sensitivity.ts";
import { type GaussianSensitivityParameters, gaussianSensitivity } from "./gaussian-sensitivity.ts";
import { truncatedLog } from "./multiplicative-sensitivity.ts";

const FLOORS = [0.5, 0.1, 0.01, 1e-3, 1e-6];

/** P(K >= t) for every t, without special functions. */
function pValues(size: number, probability: number): number[] {
  let sum = 0;
  return multipliedBinomial(size, probability)
    .toReversed()
    .map((mass) => (sum += mass))
    .toReversed();
}

describe("the binomial test", () => {
  const half: Omit<BinomialSensitivityParameters, "floor"> = {
    size: 1000,
    probability: 0.5,
    alternative: "greater",
  };

  it("has the sensitivities of the claims at 1000 records, exact and simple", () => {
    // claim mult-sensitivity, computed by scipy.
    const printed = [
      [0.1, 0.1068, 0.1102],
      [0.01, 0.166, 0.1696],
      [1e-3, 0.2103, 0.2141],
      [1e-4, 0.2484, 0.2522],
      [1e-6, 0.3107, 0.3146],
    ];
    for (const [floor, exact, simple] of printed) {
      expect(Math.abs(binomialSensitivity({ ...half, floor }) - exact)).toBeLessThanOrEqual(5.1e-5);
      expect(Math.abs(binomialSensitivityBound({ ...half, floor }) - simple)).toBeLessThanOrEqual(5.1e-5);
    }
  });

  it("is the largest change over all neighbouring counts, and never below it", () => {
    for (const records of [1, 2, 5, 20, 60])
      for (const probability of [0.02, 0.3, 0.5, 0.9])
        for (const floor of FLOORS) {
          const found = binomialSensitivity({ size: records, probability, floor, alternative: "greater" });
          const exact = largestMove(pValues(records, probability), floor);
          expect(found).toBeGreaterThanOrEqual(exact);
          expect(found - exact).toBeLessThan(1e-11);
        }
  });

  it("mirrors for the alternative less", () => {
    for (const floor of FLOORS) {
      const rest = { size: 37, floor };
      const less = binomialSensitivity({ ...rest, probability: 0.75, alternative: "less" });
      const greater = binomialSensitivity({ ...rest, probability: 0.25, alternative: "greater" });
      expect(Math.abs(less - greater)).toBeLessThan(1e-11);
    }
  });

  it("counts the neighbours on both sides of the floor: without them it is too small, by up to a quarter", () => {
    const values = pValues(20, 0.5);
    // Just above a p-value, which then lies on the other side.
    const floors = values.filter((p) => p < 0.5).map((p) => p * (1 + 1e-9));
    const shares = floors.map((floor) => {
      const inside = largestMove(
        values.filter((p) => p > floor),
        floor,
      );
      return inside / binomialSensitivity({ size: 20, probability: 0.5, floor, alternative: "greater" });
    });
    expect(Math.max(...shares)).toBeLessThan(0.9);
    expect(Math.min(...shares)).toBeLessThan(0.77);
  });

  it("is never above the simple safe value", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 1e-9, max: 0.9, noNaN: true }),
        (size, probability, floor) => {
          const test = { size, probability, floor, alternative: "greater" } as const;
          expect(binomialSensitivity(test)).toBeLessThanOrEqual(binomialSensitivityBound(test) + 1e-11);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is of no use if a record may be added: from none to one p moves by ln(1 / theta0), however many there may be", () => {
    const sensitivityOfOne = binomialSensitivity({ size: 1, probability: 0.5, floor: 1e-6, alternative: "greater" });
    expect(Math.abs(sensitivityOfOne - log(2))).toBeLessThan(1e-11);
    expect(binomialSensitivity({ ...half, floor: 0.1 })).toBeLessThan(sensitivityOfOne / 6);
  });

  it("refuses what is no test", () => {
    const good = { ...half, floor: 0.1 };
    for (const records of [0, 1.5, -1, Number.NaN, 2e12])
      expect(() => binomialSensitivity({ ...good, size: records })).toThrow(/^size must be .*, got /);
    for (const probability of [0, 1, Number.NaN])
      expect(() => binomialSensitivity({ ...good, probability })).toThrow(/^probability must be/);
    for (const floor of [0, 1, -1, Number.NaN])
      expect(() => binomialSensitivityBound({ ...good, floor })).toThrow(/^floor must be/);
    expect(() => binomialSensitivity({ ...good, alternative: "two-sided" as "less" })).toThrow(/^alternative must be/);
  });
});

describe("the z test", () => {
  const test: Omit<GaussianSensitivityParameters, "floor"> = {
    size: 100,
    lower: -2,
    upper: 3,
    sigma: 1.5,
    sides: 1,
  };

  it("is the largest change over a fine grid of statistics, and never below it", () => {
    const move = 5 / 1.5 / 10;
    for (const sides of [1, 2] as const)
      for (const floor of FLOORS) {
        const logP = (z: number) =>
          truncatedLog(sides === 1 ? normalCdf(-z) : Math.min(1, 2 * normalCdf(-Math.abs(z))), floor);
        let largest = 0;
        for (let z = -4; z < 8; z += 1e-3) largest = Math.max(largest, logP(z) - logP(z + move));
        const found = gaussianSensitivity({ ...test, sides, floor });
        expect(found).toBeGreaterThanOrEqual(largest);
        expect(found - largest).toBeLessThan(6e-3);
      }
  });

  it("is that of a clamped sample: no swapped record of a sample moves it by more", () => {
    const found = gaussianSensitivity({ ...test, floor: 1e-6 });
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -2, max: 3, noNaN: true }), { minLength: 99, maxLength: 99 }),
        fc.double({ min: -2, max: 3, noNaN: true }),
        fc.double({ min: -2, max: 3, noNaN: true }),
        (rest, one, other) => {
          const sum = rest.reduce((total, x) => total + x, 0);
          const [p, q] = [one, other].map((x) => normalCdf(-(sum + x) / 1.5 / 10));
          expect(Math.abs(truncatedLog(p, 1e-6) - truncatedLog(q, 1e-6))).toBeLessThanOrEqual(found);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is all the room there is where one record decides", () => {
    const found = gaussianSensitivity({ ...test, size: 1, sigma: 0.01, floor: 1e-3 });
    expect(Math.abs(found - log(1000))).toBeLessThan(1e-12);
  });

  it("refuses what is no test", () => {
    const good = { ...test, floor: 0.1 };
    expect(() => gaussianSensitivity({ ...good, size: 0 })).toThrow(/^size must be/);
    expect(() => gaussianSensitivity({ ...good, upper: -2 })).toThrow(/^upper must be above lower \(-2\), got -2/);
    expect(() => gaussianSensitivity({ ...good, lower: -Infinity })).toThrow(/^lower must be finite/);
    expect(() => gaussianSensitivity({ ...good, sigma: 0 })).toThrow(/^sigma must be/);
    expect(() => gaussianSensitivity({ ...good, sides: 3 as 2 })).toThrow(/^sides must be 1 or 2, got 3/);
    expect(() => gaussianSensitivity({ ...good, floor: 0 })).toThrow(/^floor must be/);
  });
});

describe("the chi-square test", () => {
  it.each([
    [12, [0.5, 0.5]],
    [12, [0.2, 0.3, 0.5]],
    [9, [0.1, 0.2, 0.3, 0.4]],
    [30, [0.25, 0.25, 0.5]],
  ])("holds for every swap in every table of %i records with chances %j", (records, chances) => {
    const expected = chances.map((chance) => records * chance);
    const rootChange = goodnessOfFitChange(expected);
    const { root: largestRoot, etas: largest } = tableMoves(records, expected, FLOORS);
    expect(largestRoot).toBeLessThanOrEqual(rootChange * (1 + 1e-12));
    // The bound on the root is nearly attained: where all records are in the rarest category.
    expect(largestRoot).toBeGreaterThan(0.8 * rootChange);
    FLOORS.forEach((floor, k) => {
      const found = chiSquareSensitivity({ degrees: chances.length - 1, rootChange, floor });
      expect(largest[k]).toBeLessThanOrEqual(found);
      expect(largest[k]).toBeGreaterThan(0.5 * found);
    });
  });

  it("is the two-sided z test at one degree of freedom", () => {
    for (const floor of FLOORS) {
      const chi = chiSquareSensitivity({ degrees: 1, rootChange: 0.2, floor });
      const z = gaussianSensitivity({ size: 25, lower: 0, upper: 1, sigma: 1, floor, sides: 2 });
      expect(Math.abs(chi - z)).toBeLessThan(1e-11);
    }
  });

  it("refuses what is no test", () => {
    const good = { degrees: 2, rootChange: 0.1, floor: 0.1 };
    expect(() => chiSquareSensitivity({ ...good, degrees: 0 })).toThrow(/^degrees must be/);
    expect(() => chiSquareSensitivity({ ...good, rootChange: 0 })).toThrow(/^rootChange must be/);
    expect(() => chiSquareSensitivity({ ...good, floor: 1 })).toThrow(/^floor must be/);
    expect(() => goodnessOfFitChange([1])).toThrow(/^expected must be of at least two categories/);
    expect(() => goodnessOfFitChange([1, 0])).toThrow(/^expected\[1\] must be positive/);
  });
});
