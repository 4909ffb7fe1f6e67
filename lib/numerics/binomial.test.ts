import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BinomialCount,
  binomialLogLowerTail,
  binomialLogMass,
  binomialLogUpperTail,
  binomialLowerTail,
  binomialUpperTail,
  logBinomialCoefficient,
} from "./binomial.ts";
import { exp } from "./exponential.ts";
import { logSumExp } from "./log-sum.ts";
import { log } from "./logarithm.ts";
import { readReference, worstRelativeError } from "./reference/reference.ts";

fc.configureGlobal({ seed: 20261115 });
const UNIT = Number.EPSILON;
const reference = readReference("binomial.json");
const laws = { binomialLogMass, binomialLowerTail, binomialUpperTail, binomialLogLowerTail, binomialLogUpperTail };

const counts = fc
  .tuple(fc.integer({ min: 1, max: 120 }), fc.nat(), fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }))
  .map(([trials, pick, probability]): BinomialCount => ({ trials, successes: pick % (trials + 1), probability }));

function massesBetween({ trials, probability }: BinomialCount, first: number, last: number): number[] {
  const masses: number[] = [];
  for (let successes = first; successes <= last; successes++)
    masses.push(binomialLogMass({ trials, successes, probability }));
  return masses;
}

describe("logBinomialCoefficient", () => {
  it("is relatively within 1e-15 of the reference, up to 1e15 trials", () => {
    expect(reference.logBinomialCoefficient.length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference.logBinomialCoefficient, logBinomialCoefficient);
    expect(worst).toSatisfy(() => worst.error <= 1e-15);
  });

  it("is symmetric, zero at the ends and log n beside them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000_000_000 }), fc.nat(), (trials, pick) => {
        const successes = pick % (trials + 1);
        expect(logBinomialCoefficient(trials, successes)).toBe(logBinomialCoefficient(trials, trials - successes));
        expect(logBinomialCoefficient(trials, trials)).toBe(0);
        expect(Math.abs(logBinomialCoefficient(trials, 1) / log(trials) - 1)).toBeLessThanOrEqual(6 * UNIT);
      }),
    );
    expect(logBinomialCoefficient(0, 0)).toBe(0);
  });
});

describe.each(Object.entries(laws))("%s", (name, f) => {
  it("is as close to the reference as stated, up to 1e9 trials and more", () => {
    expect(reference[name].length).toBeGreaterThanOrEqual(200);
    const worst = worstRelativeError(reference[name], (trials, successes, probability) =>
      f({ trials, successes, probability }),
    );
    const stated = name === "binomialLogMass" ? 1e-15 : 1e-14;
    expect(worst).toSatisfy(() => worst.error <= stated);
  });

  it("refuses bad counts and probabilities by name", () => {
    expect(() => f({ trials: 1.5, successes: 0, probability: 0.5 })).toThrow(
      new RangeError("trials must be an integer from 0 to 1e15, got 1.5"),
    );
    expect(() => f({ trials: -1, successes: 0, probability: 0.5 })).toThrow(RangeError);
    expect(() => f({ trials: 3, successes: 4, probability: 0.5 })).toThrow(
      new RangeError("successes must be an integer from 0 to trials (3), got 4"),
    );
    expect(() => f({ trials: 3, successes: 0.5, probability: 0.5 })).toThrow(RangeError);
    expect(() => f({ trials: 3, successes: 3, probability: 1.5 })).toThrow(
      new RangeError("probability must be between 0 and 1, got 1.5"),
    );
    expect(() => f({ trials: 3, successes: 0, probability: Number.NaN })).toThrow(RangeError);
  });
});

describe("the binomial distribution", () => {
  it("has masses that sum to 1", () => {
    fc.assert(
      fc.property(counts, (count) => {
        expect(Math.abs(logSumExp(massesBetween(count, 0, count.trials)))).toBeLessThanOrEqual(1e-14);
      }),
    );
  });

  it("has tails that are the sums of its masses", () => {
    fc.assert(
      fc.property(counts, (count) => {
        const below = massesBetween(count, 0, count.successes);
        const above = massesBetween(count, count.successes, count.trials);
        // The largest mass of the sum has an exponent of this size, of which each side has two roundings.
        const bound = (masses: number[]) => 1e-14 + 4 * UNIT * Math.abs(Math.max(...masses));
        expect(Math.abs(binomialLogLowerTail(count) - logSumExp(below))).toBeLessThanOrEqual(bound(below));
        expect(Math.abs(binomialLogUpperTail(count) - logSumExp(above))).toBeLessThanOrEqual(bound(above));
        expect(Math.abs(binomialLowerTail(count) - exp(logSumExp(below)))).toBeLessThanOrEqual(bound(below));
        expect(Math.abs(binomialUpperTail(count) - exp(logSumExp(above)))).toBeLessThanOrEqual(bound(above));
      }),
    );
  });

  it("has tails that overlap in one mass", () => {
    fc.assert(
      fc.property(counts, (count) => {
        const overlap = binomialLowerTail(count) + binomialUpperTail(count) - 1;
        expect(Math.abs(overlap - exp(binomialLogMass(count)))).toBeLessThanOrEqual(1e-14);
      }),
    );
  });

  it("keeps going where the tail is far below float64", () => {
    const count = { trials: 1_000_000, successes: 900_000, probability: 0.001 };
    expect(binomialUpperTail(count)).toBe(0);
    const mass = binomialLogMass(count);
    const tail = binomialLogUpperTail(count);
    expect(mass).toBeLessThan(-1e6);
    // Later masses fall by at least the ratio of the first two, 1.1e-4: the tail is the mass and that share of it.
    expect(tail - mass).toBeGreaterThanOrEqual(0);
    expect(tail - mass).toBeLessThan(1.2e-4);
  });

  it("is a point mass at probability 0 and 1", () => {
    const at = (successes: number, probability: number) => ({ trials: 5, successes, probability });
    expect([0, 2, 5].map((k) => binomialLogMass(at(k, 0)))).toEqual([0, -Infinity, -Infinity]);
    expect([0, 2, 5].map((k) => binomialLogMass(at(k, 1)))).toEqual([-Infinity, -Infinity, 0]);
    expect([0, 2, 5].map((k) => binomialLowerTail(at(k, 0)))).toEqual([1, 1, 1]);
    expect([0, 2, 5].map((k) => binomialLowerTail(at(k, 1)))).toEqual([0, 0, 1]);
    expect([0, 2, 5].map((k) => binomialUpperTail(at(k, 0)))).toEqual([1, 0, 0]);
    expect([0, 2, 5].map((k) => binomialLogUpperTail(at(k, 1)))).toEqual([0, 0, 0]);
    expect([0, 2, 5].map((k) => binomialLogLowerTail(at(k, 1)))).toEqual([-Infinity, -Infinity, 0]);
    expect(binomialLowerTail({ trials: 0, successes: 0, probability: 0.5 })).toBe(1);
  });
});
