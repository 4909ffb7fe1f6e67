import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import { stream } from "../random/stream.ts";
import { clopperPearson } from "../statistics/proportion-interval.ts";
import { numericSparse, numericSparsePrivacyLoss } from "./numeric-sparse.ts";
import { answersLaw, sparseRules, sparseVector } from "./sparse-vector.ts";

const base = { epsilon: 1, sensitivity: 1, threshold: 0, neighbours: "swap" } as const;
const lawOf = (values: readonly number[], aboves: number, resample: boolean) =>
  sparseVector({ ...base, aboves, resample }).law(values);

/** Two epochs of queries far above that come out below, each ended by one far below that comes out above. */
const epoch = [60, 60, 60, -60];
const worst = (move: number) => [...epoch, ...epoch].map((value) => (value > 0 ? value + move : value - move));

describe("sparse vector", () => {
  it.each([
    [true, 1],
    [true, 2],
    [false, 1],
    [false, 2],
  ])("(resampled: %s, %i aboves) holds its claim on two epochs, and needs most of it", (resample, aboves) => {
    const [first, second] = [lawOf(worst(0), aboves, resample), lawOf(worst(1), aboves, resample)];
    const audit = auditDiscrete({ first, second }, { epsilon: 1, delta: 0 });
    expect(audit.verdict).toBe("holds");
    expect(audit.epsilon).toBeGreaterThan(0.5);
  });

  it("never needs more than epsilon, on any neighbours", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.constantFrom(-1, 0, 1)), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.boolean(),
        fc.constantFrom(1, 2, 3),
        (queries, resample, aboves) => {
          const first = lawOf(
            queries.map(([value]) => value),
            aboves,
            resample,
          );
          const second = lawOf(
            queries.map(([value, move]) => value + move),
            aboves,
            resample,
          );
          expect(discreteEpsilon({ first, second })).toBeLessThan(1 + 1e-9);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("with one above and resampling is above-threshold", () => {
    const law = lawOf([1, 2, 3], 1, true);
    expect(law.support.toSorted()).toEqual(["+", "-+", "--+", "---"].toSorted());
    expect(sparseRules({ ...base, aboves: 1, resample: true })).toMatchObject({ thresholdScale: 2, queryScale: 4 });
  });

  it("spends epsilon exactly on one threshold noise and on c comparisons, with the least variance", () => {
    const { thresholdScale, queryScale } = sparseRules({ ...base, aboves: 4, resample: false });
    expect(Math.abs(1 / thresholdScale + 8 / queryScale - 1)).toBeLessThan(1e-14);
    const variance = (share: number) => 1 / (share * share) + 64 / ((1 - share) * (1 - share));
    for (const nearby of [0.99, 1.01])
      expect(variance(nearby / thresholdScale)).toBeGreaterThan(variance(1 / thresholdScale));
  });

  it("is caught with noise that is not scaled by c, with no query noise, and with no limit of aboves", () => {
    const needs = (rules: { thresholdScale: number; queryScale: number; aboves: number; resample: boolean }) =>
      discreteEpsilon({ first: answersLaw(rules, worst(0)), second: answersLaw(rules, worst(1)) });
    const right = sparseRules({ ...base, aboves: 2, resample: true });
    expect(needs(right)).toBeLessThan(1 + 1e-9);
    // Above-threshold at the whole of epsilon, twice.
    expect(needs({ ...right, thresholdScale: 2, queryScale: 4 })).toBeGreaterThan(1.9);
    const one = sparseRules({ ...base, aboves: 1, resample: false });
    const many = Array.from({ length: 7 }, (_, k) => (k < 3 ? 60 : -60));
    const moved = many.map((value) => (value > 0 ? value + 1 : value - 1));
    const unlimited = { ...one, aboves: Infinity };
    expect(
      discreteEpsilon({ first: answersLaw(unlimited, many), second: answersLaw(unlimited, moved) }),
    ).toBeGreaterThan(1.2);
    const bare = { ...one, queryScale: 0 };
    expect(discreteEpsilon({ first: answersLaw(bare, [0, 1]), second: answersLaw(bare, [1, 0]) })).toBe(Infinity);
  });

  it.each([true, false])("draws from its law (resampled: %s)", (resample) => {
    const values = [3, -3, 5, 0];
    const mechanism = sparseVector({ ...base, aboves: 2, resample });
    const law = lawOf(values, 2, resample);
    const draws = 30_000;
    const counts = new Map<string, number>();
    const random = stream(5, "sparse", String(resample));
    for (let k = 0; k < draws; k++) {
      const answers = mechanism.release(values, random);
      counts.set(answers, (counts.get(answers) ?? 0) + 1);
    }
    for (const answers of law.support) {
      const { lower, upper } = clopperPearson({ successes: counts.get(answers) ?? 0, trials: draws, errorRate: 1e-5 });
      expect(exp(law.logMass(answers))).toBeGreaterThanOrEqual(lower);
      expect(exp(law.logMass(answers))).toBeLessThanOrEqual(upper);
    }
    const other = lawOf(values, 2, !resample);
    const apart = [...counts].some(([answers, successes]) => {
      const { lower, upper } = clopperPearson({ successes, trials: draws, errorRate: 1e-5 });
      return exp(other.logMass(answers)) < lower || exp(other.logMass(answers)) > upper;
    });
    expect(apart).toBe(true);
  });

  it("answers no more once its aboves are used up", () => {
    const session = sparseVector({ ...base, epsilon: 1000, aboves: 2, resample: true }).start(stream(1));
    expect([9, -9, 9].map((value) => session.ask(value))).toEqual(["above", "below", "above"]);
    expect(() => session.ask(9)).toThrow(BudgetExceeded);
  });

  it("refuses what makes no sense", () => {
    expect(() => sparseVector({ ...base, aboves: 0, resample: true })).toThrow(
      "aboves must be an integer of at least 1",
    );
    expect(() => sparseVector({ ...base, aboves: 1, resample: 1 as never })).toThrow("resample must be true or false");
    expect(() => lawOf(new Array<number>(17).fill(0), 1, true)).toThrow("values must be at most 16");
  });
});

const numeric = {
  comparisons: 0.6,
  values: 0.4,
  sensitivity: 1,
  threshold: 0,
  aboves: 2,
  resample: true,
  neighbours: "swap",
} as const;

describe("numeric sparse", () => {
  it("never needs more than both epsilons together, and comes near", () => {
    const found = numericSparsePrivacyLoss(numeric, [
      worst(0).map((value) => 2 * value),
      worst(0).map((value) => 2 * value + 1),
    ]);
    expect(found).toBeLessThanOrEqual(1 + 1e-9);
    const moved = worst(0).map((value) => (value > 0 ? 2 * value + 1 : 2 * value - 1));
    const near = numericSparsePrivacyLoss(numeric, [worst(0).map((value) => 2 * value), moved]);
    expect(near).toBeLessThanOrEqual(1 + 1e-9);
    expect(near).toBeGreaterThan(0.95);
  });

  it("releases values around the query, with fresh noise of scale c D / epsilon", () => {
    const mechanism = numericSparse({ ...numeric, comparisons: 100 });
    expect(mechanism.guarantee).toEqual({ kind: "pure", epsilon: 100.4 });
    const random = stream(3, "numeric");
    let [sum, draws] = [0, 20_000];
    for (let k = 0; k < draws; k++) {
      const [answer] = mechanism.release([50], random);
      if (typeof answer !== "number") throw new Error("50 is above 0");
      sum += Math.abs(answer - 50);
    }
    // Mean |noise| is its scale, 5, with a standard error of 5 / sqrt(20000) = 0.035.
    expect(Math.abs(sum / draws - 5)).toBeLessThan(0.2);
  });

  it("would lose a quarter of epsilon for every below if the noise of the comparison were released", () => {
    // The density of (below, ..., below, value v) has the integral over thresholds below v only: claim sparse-vector.
    const loss = (belows: number) => {
      const logDensity = (query: number, at: number) => {
        const below = (x: number) => (x < 0 ? exp(x / 4) / 2 : 1 - exp(-x / 4) / 2);
        const chance = (y: number) => {
          let product = exp(-Math.abs(y) / 2) / 4;
          for (let i = 0; i < belows; i++) product *= below(y - query);
          return product;
        };
        return log(integrate(chance, { lower: -Infinity, upper: at, kinks: [0, query], absoluteTolerance: 0 }).value);
      };
      return logDensity(0, -8) - logDensity(1, -8);
    };
    expect(loss(20) / 20).toBeCloseTo(0.25, 6);
    expect(loss(8) / 8).toBeCloseTo(0.25, 6);
  });

  it("splits an epsilon evenly", () => {
    const { comparisons: _, values: __, ...rules } = numeric;
    const halves = numericSparse({ ...rules, comparisons: 0.35, values: 0.35 });
    for (const budget of [{ epsilon: 0.7 }, { guarantee: pure(0.7) }]) {
      const mechanism = numericSparse({ ...rules, ...budget });
      expect(mechanism.guarantee).toEqual(pure(0.7));
      const release = ({ release }: typeof mechanism) => release([9, -9, 9, 1, 9], stream(7, "halves"));
      expect(release(mechanism)).toEqual(release(halves));
      const pair = [
        [0, 3, 9],
        [1, 2, 8],
      ] as const;
      expect(numericSparsePrivacyLoss({ ...rules, ...budget }, pair)).toBe(
        numericSparsePrivacyLoss({ ...rules, comparisons: 0.35, values: 0.35 }, pair),
      );
    }
    const step = { numerator: 1, denominator: 8 };
    expect(numericSparse({ ...rules, epsilon: 0.7, step }).guarantee.epsilon).toBeCloseTo(0.7, 15);
    expect(() => numericSparse({ ...numeric, epsilon: 1 } as never)).toThrow(
      "the budget must be given once, as epsilon or guarantee or comparisons with values",
    );
    expect(() => numericSparse({ ...rules, comparisons: 1 } as never)).toThrow("values must be");
    expect(() => numericSparse(rules as never)).toThrow("epsilon must be given");
  });

  it("stops when its aboves are used up", () => {
    const mechanism = numericSparse({ ...numeric, comparisons: 1000, values: 1000 });
    expect(mechanism.release([9, -9, 9, 9], stream(2)).map((answer) => typeof answer)).toEqual([
      "number",
      "string",
      "number",
    ]);
  });
});
