import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { pow } from "../numerics/power.ts";
import { givenSequence, logarithmicSequence, powerSequence } from "./gamma-sequence.ts";
import { saffron } from "./saffron.ts";
import { zeta } from "./zeta.ts";

const sumOf = (values: Float64Array, count: number) => {
  let sum = 0;
  for (let j = count - 1; j >= 0; j--) sum += values[j];
  return sum;
};

describe("gamma sequences", () => {
  it("the logarithmic one sums to 0.9763 with the published constant: added up, and the rest by its integral", () => {
    const size = 1_000_000;
    const sequence = logarithmicSequence();
    const sum = sumOf(sequence.upTo(size), size);
    // The terms fall from j = 2 on, so the rest is between the integrals from size + 1 and from size of ln x / (x e^sqrt(ln x)).
    const rest = (x: number) => {
      const v = Math.sqrt(log(x));
      return 0.07720838 * 2 * (v * v * v + 3 * v * v + 6 * v + 6) * exp(-v);
    };
    expect(sum + rest(size + 1)).toBeGreaterThan(0.976308);
    expect(sum + rest(size)).toBeLessThan(0.976309);
    expect(sequence.horizon).toBe(Infinity);
    // 0.2011 where it is scaled to the sum 1 on 10000 terms: the first term is the constant times ln 2.
    expect(logarithmicSequence({ horizon: 10_000 }).at(1) / Math.LN2).toBeCloseTo(0.20112441, 8);
  });

  it("those with a horizon sum to 1 there and refuse what is beyond", () => {
    for (const sequence of [
      logarithmicSequence({ horizon: 10_000 }),
      powerSequence({ exponent: 1.6, horizon: 10_000 }),
    ]) {
      expect(sumOf(sequence.upTo(10_000), 10_000)).toBeCloseTo(1, 13);
      expect(sequence.at(10_000)).toBeGreaterThan(0);
      expect(() => sequence.at(10_001)).toThrow("tests must be at most 10000, where gamma ends, got 10001");
    }
  });

  it("powers are divided by zeta, and sum to at most 1", () => {
    // zeta(2) = pi^2 / 6, zeta(4) = pi^4 / 90; the others by SciPy 1.17.
    expect(zeta(2)).toBeCloseTo(pow(Math.PI, 2) / 6, 15);
    expect(zeta(4)).toBeCloseTo(pow(Math.PI, 4) / 90, 15);
    expect(1 / zeta(1.6)).toBeCloseTo(0.4374901657744737, 15);
    expect(zeta(1.01) / 100.57794333849677).toBeCloseTo(1, 14);
    expect(zeta(64)).toBeCloseTo(1, 15);
    const sequence = powerSequence({ exponent: 1.6 });
    expect(Math.abs(sequence.at(1) - 0.4374901658)).toBeLessThan(5e-11);
    expect(sequence.at(32)).toBeCloseTo(0.4374901657744737 / 256, 17);
    const size = 100_000;
    const sum = sumOf(sequence.upTo(size), size);
    // The rest is between the integrals from size + 1 and from size.
    const rest = (x: number) => (0.4374901657744737 * pow(x, -0.6)) / 0.6;
    expect(sum + rest(size)).toBeGreaterThan(1 - 1e-12);
    expect(sum + rest(size + 1)).toBeLessThan(1 + 1e-12);
  });

  it("give SAFFRON its first level of the claim, 0.00548455, on 10000 terms", () => {
    const gamma = powerSequence({ exponent: 1.6, horizon: 10_000 });
    expect(saffron({ alpha: 0.05, gamma }).start().level).toBeCloseTo(0.00548455, 8);
  });

  it("never increase", () => {
    for (const sequence of [
      logarithmicSequence(),
      powerSequence({ exponent: 1.01 }),
      powerSequence({ exponent: 64 }),
    ]) {
      const values = sequence.upTo(20_000);
      for (let j = 1; j < 20_000; j++) expect(values[j]).toBeLessThanOrEqual(values[j - 1]);
    }
  });

  it("may be one's own: a list or a function that is non-negative, does not increase and sums to at most 1", () => {
    expect(givenSequence([0.5, 0.25, 0.25]).at(3)).toBe(0.25);
    expect(() => givenSequence([0.5, 0.25]).at(3)).toThrow("tests must be at most 2, where gamma ends, got 3");
    expect(() => givenSequence([0.25, 0.5])).toThrow(
      "gamma at 2 must be non-negative and at most 0.25, the one before, got 0.5",
    );
    expect(() => givenSequence([0.5, -0.1])).toThrow("gamma at 2");
    expect(() => givenSequence([0.5, Number.NaN])).toThrow("gamma at 2");
    for (const text of ["0.1", 1n]) expect(() => givenSequence([0.5, text as never])).toThrow("gamma at 2 must be");
    expect(() => givenSequence([0.6, 0.6])).toThrow("the sum of gamma up to 2 must be at most 1, got 1.2");
    expect(() => givenSequence([])).toThrow("horizon must be an integer from 1 to 8000000, got 0");
    expect(givenSequence((j) => pow(2, -j)).at(50)).toBe(pow(2, -50));
    expect(() => givenSequence((j) => 1 / (j + 1)).at(1)).toThrow("the sum of gamma up to");
    expect(givenSequence(() => 0.01, { horizon: 100 }).at(100)).toBe(0.01);
  });

  it.each([
    ["exponent", () => powerSequence({ exponent: 1 })],
    ["exponent", () => powerSequence({ exponent: Number.NaN })],
    ["horizon", () => logarithmicSequence({ horizon: 0 })],
    ["horizon", () => logarithmicSequence({ horizon: 1e9 })],
    ["j", () => logarithmicSequence().at(0)],
    ["s", () => zeta(1)],
  ])("refuse a bad %s", (name, call) => {
    expect(call).toThrow(new RegExp(`^${name} must be`));
  });
});
