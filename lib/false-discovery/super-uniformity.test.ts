import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { binomialPValue, zPValue } from "./p-values.ts";
import { superUniformity } from "./super-uniformity.ts";

const counts = (trials: number) => Array.from({ length: trials + 1 }, (_, successes) => successes);
const massOf = (trials: number, successes: number) => exp(binomialLogMass({ trials, successes, probability: 0.5 }));

describe("p-values", () => {
  it("are the tails that textbooks print", () => {
    // 56/1024 by counting; the normal tail from SciPy 1.17: norm.sf(1.959963984540054).
    expect(binomialPValue({ successes: 8, trials: 10, probability: 0.5 })).toBe(56 / 1024);
    expect(binomialPValue({ successes: 0, trials: 10, probability: 0.5 })).toBe(1);
    expect(zPValue(1.959963984540054)).toBeCloseTo(0.025, 15);
  });

  it.each([
    ["successes", () => binomialPValue({ successes: 11, trials: 10, probability: 0.5 })],
    ["successes", () => binomialPValue({ successes: 0.5, trials: 10, probability: 0.5 })],
    ["z", () => zPValue(Number.NaN)],
  ])("refuse what was observed, %s, without showing it", (name, call) => {
    expect(call).toThrow(new RegExp(`^${name} must be .*, got a value that is not shown$`));
  });
});

describe("super-uniformity of a law", () => {
  it.each([1, 10, 100, 1000])("holds for the binomial test of %d trials, with no excess", (trials) => {
    const law = {
      values: counts(trials).map((successes) => binomialPValue({ successes, trials, probability: 0.5 })),
      probabilities: counts(trials).map((successes) => massOf(trials, successes)),
    };
    const found = superUniformity(law);
    expect(found.valid).toBe(true);
    expect(found.excess).toBeLessThan(1e-12);
    // A p-value one count too small is not valid: its largest excess is the largest mass.
    const values = counts(trials).map((s) => (s === trials ? 0 : law.values[s + 1]));
    expect(superUniformity({ ...law, values })).toMatchObject({ valid: false });
    expect(superUniformity({ ...law, values }).excess).toBeCloseTo(Math.max(...law.probabilities), 10);
  });

  it("is violated by the density of the sample: E57", () => {
    const trials = 20;
    const masses = counts(trials).map((successes) => massOf(trials, successes));
    // P(mass <= u) at the mass of 10 of 20, 0.176: all of the law is there.
    const { excess, at, valid } = superUniformity({ values: masses, probabilities: masses });
    expect(valid).toBe(false);
    expect(at).toBeCloseTo(0.1762, 4);
    expect(excess).toBeCloseTo(1 - 0.1762, 4);
  });

  it("adds equal values up, wherever they stand", () => {
    const { excess, at } = superUniformity({ values: [0.5, 1, 0.5], probabilities: [0.4, 0.2, 0.4] });
    expect(excess).toBeCloseTo(0.3, 15);
    expect(at).toBe(0.5);
    expect(superUniformity({ values: [0.5, 1, 0.5], probabilities: [0.25, 0.5, 0.25] })).toEqual({
      excess: 0,
      at: 0,
      valid: true,
    });
  });

  it("refuses what is no law", () => {
    expect(() => superUniformity({ values: [0.5], probabilities: [0.5] })).toThrow(
      "the sum of the probabilities must be 1",
    );
    expect(() => superUniformity({ values: [0.5, 1], probabilities: [1] })).toThrow(
      "probabilities must be of length 2",
    );
    expect(() => superUniformity({ values: [2], probabilities: [1] })).toThrow(
      "values[0] must be between 0 and 1, got 2",
    );
  });
});
