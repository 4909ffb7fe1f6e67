import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { stream } from "../random/stream.ts";
import { clopperPearson } from "../statistics/proportion-interval.ts";
import { aboveThreshold, aboveThresholdError, firstAboveLaw } from "./above-threshold.ts";
import { logAnswersProbability } from "./comparison-law.ts";

const unit = { epsilon: 1, sensitivity: 1, threshold: 0, neighbours: "swap" } as const;
const lawOf = (values: readonly number[], parameters = unit) => aboveThreshold(parameters).law(values);

/** log P(Z - Y > x) for x >= 0, Laplace noise of scales `a` and `b`: partial fractions of the characteristic function. */
function logDifferenceTail(x: number, a: number, b: number): number {
  return -x / a + log((a * a - b * b * exp(x / a - x / b)) / (2 * (a * a - b * b)));
}

describe("the probability of noisy comparisons", () => {
  it.each([0, 0.3, 2, 17, 300, 5000])("has its closed form for one query at a gap of %f", (gap) => {
    const noise = { thresholdScale: 2, queryScale: 4 };
    const tail = logDifferenceTail(gap, 4, 2);
    expect(Math.abs(logAnswersProbability(noise, [-gap], [true]) / tail - 1)).toBeLessThan(1e-11);
    expect(Math.abs(logAnswersProbability(noise, [gap], [false]) / tail - 1)).toBeLessThan(1e-11);
  });

  it("is (2/3) e^(-t/8) - (1/6) e^(-t/4) for the noises 4 and 8, the tail of a first Thresholdout answer", () => {
    // Claim thresholdout-accuracy, which prints .0328 at t = 24 for T = 100 tau.
    const noise = { thresholdScale: 4, queryScale: 8 };
    const found = exp(logAnswersProbability(noise, [24], [false]));
    expect(Math.abs(found - (2 / 3) * exp(-3) + exp(-6) / 6)).toBeLessThan(1e-12);
  });

  it("matches a plain sum over a fine grid for several queries", () => {
    const noise = { thresholdScale: 1.5, queryScale: 0.7 };
    const [gaps, above] = [
      [0.4, -1, 2, 0.1],
      [false, false, true, true],
    ];
    const below = (x: number) => (x < 0 ? exp(x / 0.7) / 2 : 1 - exp(-x / 0.7) / 2);
    let sum = 0;
    for (let k = 0; k < 240_000; k++) {
      const y = -60 + (k + 0.5) / 2000;
      const factors = gaps.map((gap, i) => (above[i] ? below(gap - y) : below(y - gap)));
      sum += factors.reduce((a, b) => a * b, exp(-Math.abs(y) / 1.5) / 3) / 2000;
    }
    // The midpoint rule at steps of 1/2000: h^2/24 times the second derivative and the corners, below 1e-6.
    expect(Math.abs(exp(logAnswersProbability(noise, gaps, above)) / sum - 1)).toBeLessThan(1e-6);
  });

  it("sums to one over all answers, with and without query noise", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.constantFrom(0, 0.01, 1, 30),
        (gaps, thresholdScale, ratio) => {
          const noise = { thresholdScale, queryScale: ratio * thresholdScale };
          let total = 0;
          for (let code = 0; code < 1 << gaps.length; code++) {
            const above = gaps.map((_, i) => ((code >> i) & 1) === 1);
            total += exp(logAnswersProbability(noise, gaps, above));
          }
          expect(Math.abs(total - 1)).toBeLessThan(1e-10);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("does not underflow: three hundred belows against queries far above", () => {
    const noise = { thresholdScale: 2, queryScale: 4 };
    const gaps = new Array<number>(300).fill(1e5);
    const found = logAnswersProbability(
      noise,
      gaps,
      gaps.map(() => false),
    );
    // The noise of the threshold goes up to the queries: e^(-gap/2) and coins from there.
    expect(found).toBeLessThan(-5e4);
    expect(found).toBeGreaterThan(-5e4 - 300);
  });

  it("is impossible where no threshold fits, without query noise", () => {
    const bare = { thresholdScale: 1, queryScale: 0 };
    expect(logAnswersProbability(bare, [0, 1], [true, false])).toBe(-Infinity);
    expect(Math.abs(logAnswersProbability(bare, [1, 3], [false, true]) - log((exp(-1) - exp(-3)) / 2))).toBeLessThan(
      1e-14,
    );
  });
});

describe("above-threshold", () => {
  it.each([0.1, 1, 4])("needs exactly epsilon = %f at its worst pair", (epsilon) => {
    const mechanism = aboveThreshold({ ...unit, epsilon, sensitivity: 0.3, threshold: 5 });
    const [first, second] = mechanism.worstPair().map((values) => mechanism.law(values));
    const audit = auditDiscrete({ first, second }, { epsilon, delta: 0 });
    expect(audit.verdict).toBe("holds");
    expect(audit.epsilon).toBeGreaterThan(epsilon * (1 - 1e-9));
  });

  it("needs no more for a hundred queries, and comes to 1.0000 epsilon there", () => {
    // Claim above-threshold: base^100 and last + 1 against (base + 1)^100 and last.
    const [first, second] = [
      lawOf([...new Array<number>(100).fill(0), -99]),
      lawOf([...new Array<number>(100).fill(1), -100]),
    ];
    const found = discreteEpsilon({ first, second });
    expect(found).toBeLessThan(1 + 1e-9);
    expect(found).toBeGreaterThan(0.99995);
  });

  it("never needs more than epsilon, on any neighbours", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.constantFrom(-1, 0, 1)), {
          minLength: 1,
          maxLength: 5,
        }),
        (queries) => {
          const first = lawOf(queries.map(([value]) => value));
          const second = lawOf(queries.map(([value, move]) => value + move));
          expect(discreteEpsilon({ first, second })).toBeLessThan(1 + 1e-9);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("needs 1.5, 1.5, 2.5 times epsilon and infinity with too little noise", () => {
    // Claim above-threshold, negative controls: in units of D / epsilon.
    const mechanism = aboveThreshold(unit);
    const [one, other] = mechanism.worstPair();
    for (const [thresholdScale, queryScale, needs] of [
      [2, 2, 1.5],
      [1, 4, 1.5],
      [2, 1, 2.5],
      [1, 2, 2],
    ]) {
      const noise = { thresholdScale, queryScale };
      const found = discreteEpsilon({ first: firstAboveLaw(noise, one), second: firstAboveLaw(noise, other) });
      expect(Math.abs(found - needs)).toBeLessThan(1e-6);
    }
    const bare = { thresholdScale: 2, queryScale: 0 };
    const [first, second] = [firstAboveLaw(bare, [0, 1]), firstAboveLaw(bare, [1, 0])];
    expect(discreteEpsilon({ first, second })).toBe(Infinity);
  });

  it("draws from its law, and not from that of a tenth less noise", () => {
    const values = [-9, -6, 4, 9];
    const draws = 60_000;
    const mechanism = aboveThreshold(unit);
    const counts = new Array<number>(5).fill(0);
    const random = stream(11, "above-threshold");
    for (let k = 0; k < draws; k++) counts[mechanism.release(values, random)]++;
    const fits = (law: DiscreteLaw<number>) =>
      counts.every((successes, belows) => {
        const { lower, upper } = clopperPearson({ successes, trials: draws, errorRate: 1e-4 });
        const mass = exp(law.logMass(belows));
        return mass >= lower && mass <= upper;
      });
    expect(fits(lawOf(values))).toBe(true);
    expect(fits(lawOf(values.map((value) => value / 0.9)))).toBe(false);
  });

  it("answers one query after another, and no more after the first above", () => {
    const session = aboveThreshold({ ...unit, epsilon: 100 }).start(stream(3, "session"));
    expect([session.ask(-9), session.ask(-8), session.ask(9)]).toEqual(["below", "below", "above"]);
    expect(session.left).toBe(0);
    expect(() => session.ask(0)).toThrow(BudgetExceeded);
    expect(JSON.stringify(session)).toBe("{}");
  });

  it("is right within 8 (ln k + ln(2 / beta)) / epsilon, and pays the logarithm of the number of queries", () => {
    const error = aboveThresholdError(unit, { queries: 1000, errorRate: 0.05 });
    expect(Math.abs(error - 8 * log((1000 * 2) / 0.05))).toBeLessThan(1e-12);
    // All a thousand queries at the error below the threshold: none above but with probability beta; a tenth of it is not enough.
    const law = (gap: number) => {
      const gaps = new Array<number>(1000).fill(-gap);
      const noise = { thresholdScale: 2, queryScale: 4 };
      return exp(
        logAnswersProbability(
          noise,
          gaps,
          gaps.map(() => false),
        ),
      );
    };
    expect(law(error)).toBeGreaterThan(0.95);
    expect(law(error / 10)).toBeLessThan(0.95);
  });

  it("has a law of the number of belows with a mean and an interval, which draws agree with", () => {
    const mechanism = aboveThreshold({ ...unit, epsilon: 1 });
    const law = mechanism.law([-2, 0, 3, 1]);
    const masses = law.support.map((belows) => exp(law.logMass(belows)));
    expect(law.mean()).toBeCloseTo(
      masses.reduce((sum, mass, i) => sum + mass * law.support[i], 0),
      12,
    );
    expect(law.cdf(1)).toBeCloseTo(masses[0] + masses[1], 12);
    const random = stream(20261118, "belows");
    const draws = Array.from({ length: 4000 }, () => mechanism.release([-2, 0, 3, 1], random));
    const sampled = draws.reduce((sum, belows) => sum + belows, 0) / draws.length;
    expect(Math.abs(sampled - law.mean())).toBeLessThan(5 * Math.sqrt(law.variance() / draws.length));
    expect(draws.filter((belows) => belows > law.interval(0.9).upper).length / draws.length).toBeLessThan(0.05 + 0.02);
  });

  it("refuses what it cannot answer", () => {
    expect(() => aboveThreshold({ ...unit, epsilon: 0 })).toThrow("epsilon must be positive and finite, got 0");
    expect(() => aboveThreshold({ ...unit, threshold: Number.NaN })).toThrow("threshold must be finite, got NaN");
    expect(() => aboveThreshold(unit).release([0, Infinity], stream(1))).toThrow("value must be finite");
    expect(() => logAnswersProbability({ thresholdScale: 1, queryScale: 1 }, [0], [])).toThrow("above must be");
  });
});
