import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { listedRenyi } from "../../oracles/listed-law.ts";
import { pureToRenyi } from "../conversions/pure-conversions.ts";
import { pure, type RenyiGuarantee } from "../guarantees/guarantee.ts";
import { expectedRuns, type RunCount, tunePure, tuneRenyi } from "./hyperparameter-tuning.ts";
import { gaussianRenyi } from "./renyi-curves.ts";

type Masses = readonly number[];

/** P(K = k) for k = 0, 1, 2, ..., until almost nothing is left. */
function countMasses(count: RunCount): Masses {
  if (count.kind === "fixed") return Array.from({ length: count.runs + 1 }, (_, k) => (k === count.runs ? 1 : 0));
  const masses: number[] = [];
  if (count.kind === "poisson") {
    for (let k = 0, mass = exp(-count.mean); k < count.mean || mass > 1e-18; mass *= count.mean / ++k)
      masses.push(mass);
    return masses;
  }
  const { shape, stoppingRate } = count;
  masses.push(0);
  let mass = 1 - stoppingRate;
  let total = 0;
  for (let k = 1; k < 20 || mass > 1e-18 * total; k++) {
    masses.push(mass);
    total += mass;
    mass *= ((1 - stoppingRate) * (k + shape)) / (k + 1);
  }
  return masses.map((one) => one / total);
}

/**
 * The exact law of the best outcome, the last being the best; a further outcome is "no run at all". With F and G the probabilities of
 * at most the outcome and of less, its mass is the sum over k of P(K = k) (F^k - G^k), as a sum of positive terms.
 */
function bestLaw(single: Masses, count: RunCount): Masses {
  const counts = countMasses(count);
  const law: number[] = [];
  let below = 0;
  for (const mass of single) {
    const [before, upTo] = [below, below + mass];
    let quotient = 0;
    let power = 1;
    let sum = 0;
    for (const weight of counts) {
      sum += weight * quotient;
      quotient = upTo * quotient + power;
      power *= before;
    }
    law.push(mass * sum);
    below = upTo;
  }
  return counts[0] === 0 ? law : [...law, counts[0]];
}

const worse = (first: Masses, second: Masses, order: number) =>
  Math.max(listedRenyi(first, second, order), listedRenyi(second, first, order));

/** The exact curve of one run, in its worse direction. */
const curveOf = (first: Masses, second: Masses): RenyiGuarantee => ({
  kind: "renyi",
  epsilonAt: (order) => Math.max(0, worse(first, second, order)),
});

const largestLoss = (first: Masses, second: Masses) =>
  Math.max(...first.map((p, k) => (p === 0 ? 0 : Math.abs(log(p / second[k])))));

const response = (epsilon: number): [Masses, Masses] => {
  const truth = 1 / (1 + exp(-epsilon));
  return [
    [1 - truth, truth],
    [truth, 1 - truth],
  ];
};

const ORDERS = [1.2, 1.5, 2, 3, 5, 8, 16, 32, 64];

const COUNTS: readonly RunCount[] = [
  { kind: "truncated-negative-binomial", shape: 1, stoppingRate: 0.05 },
  { kind: "truncated-negative-binomial", shape: 0, stoppingRate: 0.01 },
  { kind: "truncated-negative-binomial", shape: -0.5, stoppingRate: 0.1 },
  { kind: "truncated-negative-binomial", shape: 2.5, stoppingRate: 0.2 },
  { kind: "poisson", mean: 0.3 },
  { kind: "poisson", mean: 4 },
  { kind: "poisson", mean: 25 },
  { kind: "fixed", runs: 7 },
];

describe("tunePure", () => {
  it("is exact for a fixed number of runs of randomized response, and best of 20 claimed at epsilon is refuted", () => {
    const count = { kind: "fixed", runs: 20 } as const;
    const [first, second] = response(0.1);
    const leak = largestLoss(bestLaw(first, count), bestLaw(second, count));
    expect(leak).toBeCloseTo(tunePure(pure(0.1), count).epsilon, 11);
    expect(leak).toBeGreaterThan(19 * 0.1);
  });

  it("bounds the golden leak 0.9897 of geometric stopping at 0.01 and epsilon 0.5 by 3 epsilon (claim hyperparameter-tuning)", () => {
    const count = { kind: "truncated-negative-binomial", shape: 1, stoppingRate: 0.01 } as const;
    const [first, second] = response(0.5);
    const leak = largestLoss(bestLaw(first, count), bestLaw(second, count));
    expect(leak).toBeCloseTo(0.9897, 4);
    expect(leak).toBeGreaterThan(0.5);
    expect(tunePure(pure(0.5), count).epsilon).toBe(1.5);
  });

  it("is above the largest loss of the exact laws of random trainings, for every number of runs", () => {
    const masses = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
    const normalised = (weights: Masses) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return weights.map((weight) => weight / total);
    };
    fc.assert(
      fc.property(masses, masses, (a, b) => {
        const [first, second] = [normalised(a), normalised(b)];
        const base = pure(largestLoss(first, second));
        for (const count of COUNTS) {
          const leak = largestLoss(bestLaw(first, count), bestLaw(second, count));
          expect(leak).toBeLessThanOrEqual(tunePure(base, count).epsilon + 1e-9);
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it("is approached by a training whose outcome below the best is rare, so that a tenth of epsilon less is refuted", () => {
    const epsilon = 0.1;
    const leakOf = (better: number, count: RunCount) => {
      const rare = 1e-5;
      const first = [1 - better - rare, rare, better];
      const [rarer, likelier] = [exp(-epsilon) * rare, exp(epsilon) * better];
      const second = [1 - likelier - rarer, rarer, likelier];
      expect(largestLoss(first, second)).toBeLessThanOrEqual(epsilon * (1 + 1e-9));
      return largestLoss(bestLaw(first, count), bestLaw(second, count));
    };
    for (const shape of [-0.5, 0, 1, 2.5]) {
      const count = { kind: "truncated-negative-binomial", shape, stoppingRate: 2e-3 } as const;
      const leak = leakOf(0.45, count);
      expect(leak).toBeGreaterThan(tunePure(pure(epsilon), count).epsilon - 0.1 * epsilon);
    }
    const count = { kind: "poisson", mean: 5 } as const;
    const leak = leakOf(1 / (1 + exp(epsilon)) - 1e-4, count);
    expect(leak).toBeGreaterThan(tunePure(pure(epsilon), count).epsilon - 0.1 * epsilon);
  });
});

describe("tuneRenyi", () => {
  const trainings: readonly (readonly [Masses, Masses])[] = [
    response(0.5),
    response(2),
    [
      [0.5, 0.3, 0.2],
      [0.4, 0.35, 0.25],
    ],
    [
      [0.9, 0.09, 0.01],
      [0.92, 0.075, 0.005],
    ],
  ];

  it("is above the divergence of the exact laws, at every order and for every number of runs", () => {
    for (const [first, second] of trainings) {
      const base = curveOf(first, second);
      for (const count of COUNTS) {
        const tuned = tuneRenyi(base, { count, orders: ORDERS });
        const [best, other] = [bestLaw(first, count), bestLaw(second, count)];
        for (const order of ORDERS)
          expect(worse(best, other, order)).toBeLessThanOrEqual(tuned.epsilonAt(order) + 1e-10);
      }
    }
  });

  it("is refuted by the same enumeration without the price of selection, or at the price of one run", () => {
    const [first, second] = response(0.5);
    const base = curveOf(first, second);
    const count = { kind: "truncated-negative-binomial", shape: 1, stoppingRate: 0.01 } as const;
    const [best, other] = [bestLaw(first, count), bestLaw(second, count)];
    const logRuns = log(expectedRuns(count));
    const order = 200;
    const exact = worse(best, other, order);
    expect(exact).toBeGreaterThan(base.epsilonAt(order) + logRuns / (order - 1));
    expect(exact).toBeGreaterThan(base.epsilonAt(order));
    const fixed = { kind: "fixed", runs: 20 } as const;
    expect(worse(bestLaw(first, fixed), bestLaw(second, fixed), 64)).toBeGreaterThan(base.epsilonAt(64));
  });

  it("is refuted by the same enumeration without ln(E K) / (a - 1), by a rare best outcome near order 1", () => {
    const [likely, unlikely] = [exp(-6), exp(-106)];
    const [first, second] = [
      [1 - likely, likely],
      [1 - unlikely, unlikely],
    ];
    const base: RenyiGuarantee = { kind: "renyi", epsilonAt: (order) => listedRenyi(first, second, order) };
    const count = { kind: "truncated-negative-binomial", shape: 1, stoppingRate: 0.05 } as const;
    const orders = [1.001, 1.01, 1.05];
    const exact = listedRenyi(bestLaw(first, count), bestLaw(second, count), 1.1);
    const claimed = tuneRenyi(base, { count, orders }).epsilonAt(1.1);
    expect(exact).toBeLessThanOrEqual(claimed);
    expect(exact).toBeGreaterThan(claimed - log(expectedRuns(count)) / 0.1);
  });

  it("is refuted by the same enumeration without the term for no run at all, at a small Poisson mean", () => {
    const [first, second] = response(0.5);
    const base = curveOf(first, second);
    const count = { kind: "poisson", mean: 0.3 } as const;
    const exact = worse(bestLaw(first, count), bestLaw(second, count), 2);
    expect(exact).toBeGreaterThan(0.01);
    expect(exact).toBeGreaterThan(base.epsilonAt(2) + 0.3 + log(0.3));
  });

  it("is the published formula for randomized response, order by order", () => {
    const base = pureToRenyi(pure(0.5));
    const count = { kind: "truncated-negative-binomial", shape: 0, stoppingRate: 0.1 } as const;
    const tuned = tuneRenyi(base, { count, orders: [4] });
    const runs = 9 / log(10);
    const expected = base.epsilonAt(3) + 0.75 * base.epsilonAt(4) + log(10) / 4 + log(runs) / 2;
    expect(tuned.epsilonAt(3)).toBeCloseTo(expected, 13);
  });

  it("needs no delta of a run that is pure below the threshold, and takes a sharper one if given", () => {
    const base = pureToRenyi(pure(0.2));
    const count = { kind: "poisson", mean: 10 } as const;
    const sharp = tuneRenyi(base, { count, deltaAt: (epsilon) => (epsilon >= 0.2 ? 0 : 1) });
    const expected = log(exp(-10) + 10 * exp(base.epsilonAt(3) * 2)) / 2;
    expect(sharp.epsilonAt(3)).toBeCloseTo(expected, 12);
    expect(sharp.epsilonAt(3)).toBeLessThanOrEqual(tuneRenyi(base, { count }).epsilonAt(3));
  });

  it("costs less than running as often as expected, for a Gaussian training", () => {
    const base = gaussianRenyi({ sigma: 4, sensitivity: 1 });
    const count = { kind: "truncated-negative-binomial", shape: 1, stoppingRate: 0.01 } as const;
    expect(expectedRuns(count)).toBeCloseTo(100, 10);
    expect(tuneRenyi(base, { count }).epsilonAt(8)).toBeLessThan(100 * base.epsilonAt(8));
  });
});

describe("expectedRuns", () => {
  it("is the mean of the law", () => {
    for (const count of COUNTS) {
      const mean = countMasses(count).reduce((sum, mass, k) => sum + k * mass, 0);
      expect(Math.abs(expectedRuns(count) / mean - 1)).toBeLessThan(1e-12);
    }
  });

  it("is that of the logarithmic law at a shape that underflows, and near it", () => {
    const mean = (shape: number) => expectedRuns({ kind: "truncated-negative-binomial", shape, stoppingRate: 2 / 3 });
    expect(mean(0)).toBeCloseTo(0.5 / log(1.5), 14);
    expect(mean(5e-324)).toBe(mean(0));
    expect(mean(1e-9)).toBeCloseTo(mean(0), 8);
  });

  it("refuses what is no number of runs", () => {
    expect(() => expectedRuns({ kind: "fixed", runs: 0 })).toThrow("runs must be an integer");
    expect(() => expectedRuns({ kind: "poisson", mean: -1 })).toThrow("mean");
    const law = { kind: "truncated-negative-binomial", shape: 1, stoppingRate: 0.1 } as const;
    expect(() => expectedRuns({ ...law, shape: -1 })).toThrow("shape must be above -1");
    expect(() => tunePure(pure(1), { ...law, stoppingRate: 1 })).toThrow("stoppingRate");
    expect(() => tunePure({ kind: "pure", epsilon: Number.NaN }, law)).toThrow("epsilon");
    expect(() => tuneRenyi(pureToRenyi(pure(1)), { count: law }).epsilonAt(1)).toThrow("order must be above 1");
    expect(() => tuneRenyi(pureToRenyi(pure(1)), { count: law, orders: [1] })).toThrow("orders");
    expect(() => tuneRenyi(pureToRenyi(pure(1)), { count: law, orders: [] })).toThrow("orders");
    expect(() => expectedRuns({ ...law, stoppingRate: 1e-310 })).toThrow("stoppingRate must be at least 1e-300");
    expect(() => tunePure({ kind: "abc" as "pure", epsilon: 1 }, law)).toThrow('kind must be "pure"');
    expect(() => expectedRuns({ kind: "always" } as never)).toThrow("count.kind");
  });
});
