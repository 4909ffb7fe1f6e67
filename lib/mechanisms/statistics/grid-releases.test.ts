import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../attacks/float-laplace.ts";
import { auditSupport } from "../../attacks/support-audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { zeroConcentrated } from "../../privacy/guarantees/guarantee.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { secureRandom } from "../../random/secure.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { nearestPoint, valueAt } from "../laws/rational-step.ts";
import { discreteGaussian } from "../noise/discrete-gaussian.ts";
import { declaredGrid, sumOfPlaces } from "./declared-grid.ts";
import { histogram } from "./histogram.ts";
import { noisyMean } from "./noisy-mean.ts";
import { noisySum } from "./noisy-sum.ts";
import { quantile } from "./quantile.ts";
import { quantiles } from "./quantiles.ts";

const fraction = (numerator: number, denominator: number) => ({ numerator, denominator });
const tenths = { step: fraction(1, 10), lower: 0, upper: 3 } as const;
const one = { epsilon: fraction(1, 1), neighbours: "swap" } as const;
const quartiles = [1, 2, 3].map((k) => fraction(k, 4));

interface Released {
  readonly release: (input: readonly number[], random: Random) => unknown;
  readonly law: (input: readonly number[]) => DiscreteLaw<unknown>;
}

const mechanisms: [string, Released, readonly number[], readonly number[]][] = [
  ["noisySum", noisySum({ ...tenths, ...one }), [0.3, 1, 2.95], [0.3, 1, 0]],
  ["noisySum of a rho", noisySum({ ...tenths, rho: fraction(1, 2), neighbours: "swap" }), [0.3, 1, 2.95], [0.3, 1, 0]],
  ["noisyMean", noisyMean({ ...tenths, ...one }), [0.3, 1, 2.95], [0.3, 1, 0]],
  ["histogram", histogram({ ...tenths, upper: 0.1, ...one }), [0, 0.1], [0.1, 0.1]],
  ["quantile", quantile({ ...tenths, ...one, probability: fraction(1, 2) }), [0.3, 1, 2.95], [0.3, 1, 0]],
  ["quantiles", quantiles({ ...tenths, upper: 0.5, ...one, probabilities: quartiles }), [0.3, 0.1, 0.5], [0.3, 0.1, 0]],
  [
    "discreteGaussian of vectors",
    discreteGaussian({ rho: fraction(1, 2), squaredSensitivity: 2, dimension: 2, neighbours: "swap" }),
    [3, 4],
    [2, 5],
  ],
];

const claim = { epsilon: 1, delta: 0, errorRate: 0.01 };

describe.each(mechanisms)("%s", (name, { release, law }, first, second) => {
  it.each([
    ["one way", first, second],
    ["the other", second, first],
  ])("gives no output that a neighbour cannot give, %s", (way, input, other) => {
    const random = stream(20261117, "support", name, way);
    const outputs = Array.from({ length: 2000 }, () => release(input, random));
    const { logMass } = law(other);
    expect(auditSupport(outputs, (output) => logMass(output) > -Infinity, claim).impossible).toBe(0);
  });

  it("draws from its law from the secure source", () => {
    const { support, logMass } = law(first);
    const random = secureRandom();
    // The most likely outcomes each in a class of its own, the others in the last.
    const likely = support.toSorted((a, b) => logMass(b) - logMass(a)).slice(0, 6);
    const keys = likely.map((outcome) => String(outcome));
    const observed = new Array<number>(likely.length + 1).fill(0);
    const draws = 3000;
    for (let k = 0; k < draws; k++) {
      const at = keys.indexOf(String(release(first, random)));
      observed[at < 0 ? likely.length : at]++;
    }
    const shares = likely.map((outcome) => exp(logMass(outcome)));
    const expected = [...shares, 1 - shares.reduce((a, b) => a + b)].map((share) => draws * share);
    expect(chiSquareTest({ observed, expected }).pValue).toBeGreaterThan(1e-9);
  });
});

describe("the float64 twin of the sum", () => {
  it("is told from its neighbour by one output", () => {
    const random = stream(20261117, "float-sum");
    const sumOf = (records: readonly number[]) => records.reduce((a, b) => a + b, 0);
    const [centre, other] = [sumOf([0.3, 1, 2.95]), sumOf([0.3, 1, 0])];
    const outputs = Array.from({ length: 200 }, () => releaseFloatLaplace({ centre, scale: 3 }, random));
    const isPossible = (output: number) => isFloatLaplaceOutput(output, { centre: other, scale: 3 });
    const { verdict, deltaLowerBound } = auditSupport(outputs, isPossible, claim);
    expect(verdict).toBe("violated");
    expect(deltaLowerBound).toBeGreaterThan(0.2);
  });
});

describe("the declared grid", () => {
  it("takes the nearest point of every float64, ties upwards", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        (value, numerator, denominator) => {
          const place = nearestPoint(value, { numerator: BigInt(numerator), denominator: BigInt(denominator) });
          // value = whole / 2^1074, so that 2^1074 (2 place - 1) numerator <= 2 whole denominator < 2^1074 (2 place + 1) numerator.
          let [whole, bits] = [value, 0n];
          for (; !Number.isInteger(whole); whole *= 2) bits++;
          const twice = 2n * BigInt(whole) * BigInt(denominator);
          const unit = BigInt(numerator) << bits;
          return (2n * place - 1n) * unit <= twice && twice < (2n * place + 1n) * unit;
        },
      ),
    );
    expect([0.05, 0.15, -0.05, 0.25].map((x) => nearestPoint(x, { numerator: 1n, denominator: 10n }))).toEqual([
      // 0.05 and 0.25 are a little above and exactly the tie, 0.15 is below it.
      1n,
      1n,
      -1n,
      3n,
    ]);
  });

  it("clamps, sums without rounding, and shows points as the nearest float64", () => {
    const { placeOf, step } = declaredGrid({ step: fraction(1, 100), lower: -1, upper: 1e8 });
    expect([-5, -Infinity, 0.1 + 0.2, Infinity, 1e300].map(placeOf)).toEqual([-100, -100, 30, 1e10, 1e10]);
    const records = new Array<number>(100_003).fill(99_999_999.99);
    expect(sumOfPlaces(records, placeOf)).toBe(100_003n * 9_999_999_999n);
    expect(valueAt(30n, step)).toBe(0.3);
  });

  it.each([
    ["step", { step: fraction(0, 1), lower: 0, upper: 1 }],
    ["step", { step: { numerator: 1n << 60n, denominator: 1 }, lower: 0, upper: 1 }],
    ["upper", { step: fraction(10, 1), lower: 0, upper: 1 }],
    ["upper / step", { step: fraction(1, 1000), lower: 0, upper: 1e12 }],
  ])("refuses a bad %s", (name, range) => {
    expect(() => declaredGrid(range)).toThrow(RangeError);
    expect(() => declaredGrid(range)).toThrow(name);
  });

  it.each([
    ["noisySum", noisySum, {}],
    ["noisyMean", noisyMean, {}],
    ["histogram", histogram, {}],
    ["quantile", quantile, { probability: fraction(1, 2) }],
    ["quantiles", quantiles, { probabilities: quartiles }],
  ])("has an epsilon and a range, and %s says which of them is missing", (_, build, more) => {
    const whole = { ...tenths, ...one, ...more };
    for (const name of ["epsilon", "lower", "upper", "neighbours"]) {
      const attempt = () => (build as (parameters: unknown) => unknown)({ ...whole, [name]: undefined });
      expect(attempt).toThrow(RangeError);
      expect(attempt).toThrow(`${name} must be`);
    }
    const attempt = () => (build as (parameters: unknown) => unknown)({ ...whole, step: 0.1 });
    expect(attempt).toThrow("step must be a fraction { numerator, denominator }, got 0.1");
  });

  it("takes fractions whose parts are beyond float64, and refuses an epsilon that is", () => {
    const big = 1n << 1329n;
    const epsilon = { numerator: big, denominator: 2n * big + 1n };
    const half = { numerator: big, denominator: 2n * big - 1n };
    expect(noisySum({ ...tenths, epsilon, neighbours: "swap" }).guarantee).toEqual({
      kind: "pure",
      epsilon: 0.5000000000000004,
    });
    const { law } = quantile({ ...tenths, epsilon, probability: half, neighbours: "swap" });
    const wanted = quantile({
      ...tenths,
      epsilon: fraction(1, 2),
      probability: fraction(1, 2),
      neighbours: "swap",
    });
    const [given, simple] = [law([0.3, 1, 2]), wanted.law([0.3, 1, 2])];
    for (const point of given.support) expect(given.logMass(point)).toBeCloseTo(simple.logMass(point), 12);
    for (const tiny of [
      { numerator: 1n, denominator: big },
      { numerator: big, denominator: 1n },
    ]) {
      for (const budget of [{ epsilon: tiny }, { rho: tiny }])
        expect(() => noisySum({ ...tenths, ...budget, neighbours: "swap" } as never)).toThrow("from 1e-300 to 1e+300");
      expect(() => quantile({ ...tenths, epsilon: tiny, probability: half, neighbours: "swap" })).toThrow("epsilon");
    }
  });

  it("is the same for noise of an epsilon and of a rho, one of which is given", () => {
    expect(() => noisySum({ ...tenths, neighbours: "swap" } as never)).toThrow(
      "epsilon must be given, or rho or guarantee in its place",
    );
    expect(() => noisySum({ ...tenths, ...one, rho: fraction(1, 1) } as never)).toThrow(
      "the budget must be given once, as epsilon or rho or guarantee",
    );
  });
});

describe("a budget of exact noise", () => {
  const range = { lower: 0, upper: 10, neighbours: "swap" } as const;

  it.each([
    ["a sum", noisySum],
    ["a mean", noisyMean],
    ["a histogram", histogram],
  ])("of %s asks for a step", (_, build) => {
    const built = (budget: object) => () => (build as (given: object) => unknown)({ ...range, ...budget });
    const words = "such as { numerator: 1, denominator: 100 }, got undefined";
    expect(built({ rho: 0.5 })).toThrow(`step must be given for a rho, ${words}`);
    expect(built({ guarantee: zeroConcentrated(0.5) })).toThrow(`step must be given for a rho, ${words}`);
    expect(built({ epsilon: fraction(1, 2) })).toThrow(
      `step must be given for an epsilon that is a fraction, ${words}`,
    );
    expect(built({ rho: 0.5, step: fraction(1, 2) })).not.toThrow();
  });
});

describe("quantiles", () => {
  it("has a law that sums to 1 and is the product of its choices", () => {
    const { law } = quantiles({ ...tenths, upper: 0.5, ...one, probabilities: quartiles });
    const { support, logMass } = law([0.1, 0.1, 0.4, 0.3]);
    expect(support.length).toBe(56); // 6 points, 3 of them in order: C(8, 3)
    const total = support.reduce((sum, outcome) => sum + exp(logMass(outcome)), 0);
    expect(Math.abs(total - 1)).toBeLessThan(1e-12);
    expect(logMass([0.2, 0.1, 0.3])).toBe(-Infinity);
    expect(logMass([0.1, 0.15, 0.3])).toBe(-Infinity);
  });

  it("comes near to the quantiles of many records", () => {
    const percentiles = quantiles({
      step: fraction(1, 1),
      lower: 0,
      upper: 1000,
      ...one,
      probabilities: quartiles,
    });
    const records = Array.from({ length: 4001 }, (_, k) => k / 4);
    const points = percentiles.release(records, stream(20261117, "quartiles"));
    for (const [k, point] of points.entries()) expect(Math.abs(point - 250 * (k + 1))).toBeLessThan(25);
    expect(percentiles.levels).toBe(2);
  });
});
