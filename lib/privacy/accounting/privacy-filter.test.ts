import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { tanh } from "../../numerics/hyperbolic-tangent.ts";
import { log } from "../../numerics/logarithm.ts";
import {
  zeroConcentratedEpsilon,
  zeroConcentratedToApproximateClassic,
} from "../conversions/zero-concentrated-conversions.ts";
import { approximate, gaussianDp, type PureGuarantee, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import {
  approximateFilter,
  BudgetExceeded,
  basicFilter,
  type PrivacyFilter,
  renyiFilter,
  zeroConcentratedFilter,
} from "./privacy-filter.ts";
import { type AnalystGame, bestAnalystGain } from "./reference/best-analyst.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";

/** Releases of randomized response with epsilon a multiple of the unit, so that all losses lie on a lattice. */
interface Menu {
  readonly unit: number;
  readonly multiples: readonly number[];
}

type Rule = AnalystGame["allows"];

/** The rule of a real filter: the counted releases are spent in a new one, which is then asked. */
function ruleOf(menu: Menu, filter: () => PrivacyFilter<PureGuarantee, unknown>, forgotten = 0): Rule {
  const rules = new Map<string, readonly boolean[]>();
  const release = (k: number) => pure(menu.multiples[k] * menu.unit);
  return (counts, next) => {
    const key = counts.join();
    let rule = rules.get(key);
    if (rule === undefined) {
      const asked = filter();
      const all = counts.flatMap((count, k) => Array.from({ length: count }, () => release(k)));
      // The broken twin forgets this many of the largest.
      for (const one of all.reverse().slice(forgotten)) asked.spend(one);
      rule = counts.map((_, k) => asked.allows(release(k)));
      rules.set(key, rule);
    }
    return rule[next];
  };
}

const beyond = (epsilon: number) => (loss: number) => Math.max(0, 1 - exp(epsilon - loss));

/** delta at epsilon of this many randomized responses, none of them chosen adaptively. */
function plannedDelta({ unit, multiples }: Menu, counts: readonly number[], epsilon: number): number {
  let masses = new Map([[0, 1]]);
  for (const [k, multiple] of multiples.entries()) {
    const truth = 1 / (1 + exp(-multiple * unit));
    for (let round = 0; round < counts[k]; round++) {
      const next = new Map<number, number>();
      const put = (loss: number, mass: number) => next.set(loss, (next.get(loss) ?? 0) + mass);
      for (const [loss, mass] of masses) {
        put(loss + multiple, mass * truth);
        put(loss - multiple, mass * (1 - truth));
      }
      masses = next;
    }
  }
  let delta = 0;
  for (const [loss, mass] of masses) delta += mass * beyond(epsilon)(loss * unit);
  return delta;
}

describe("basicFilter", () => {
  it("spends 0.040005334613699206 and then 0.08001066922739841 on randomized response at 0.51 (row B17)", () => {
    const filter = basicFilter({ epsilon: 0.1, delta: 0 });
    const release = pure(log(0.51 / (1 - 0.51)));
    expect(filter.spend(release).epsilon).toBe(0.040005334613699206);
    expect(filter.spend(release).epsilon).toBe(0.08001066922739841);
    expect(() => filter.spend(release)).toThrow(BudgetExceeded);
    expect(filter.spent().epsilon).toBe(0.08001066922739841);
  });

  it("lets no adaptive analyst see a loss above the budget, and one that forgets a release does", () => {
    const menu = { unit: 0.25, multiples: [1, 2, 3] };
    const filter = () => basicFilter({ epsilon: 2, delta: 0 });
    expect(bestAnalystGain({ ...menu, allows: ruleOf(menu, filter), gain: beyond(2) })).toBe(0);
    expect(bestAnalystGain({ ...menu, allows: ruleOf(menu, filter), gain: beyond(1.9) })).toBeGreaterThan(0.01);
    expect(bestAnalystGain({ ...menu, allows: ruleOf(menu, filter, 1), gain: beyond(2) })).toBeGreaterThan(0.01);
  });

  it("adds up deltas, and refuses by either", () => {
    const filter = basicFilter({ epsilon: 1, delta: 1e-5 });
    filter.spend(approximate(0.25, 6e-6));
    expect(filter.allows(approximate(0.25, 6e-6))).toBe(false);
    expect(filter.allows(pure(0.8))).toBe(false);
    expect(filter.spend(pure(0.75))).toEqual({ kind: "approximate", epsilon: 1, delta: 6e-6 });
    expect(() => filter.spend(pure(1e-9))).toThrow("would spend (1.000000001, 0.000006) of (1, 0.00001)");
  });
});

describe("renyiFilter and zeroConcentratedFilter", () => {
  const menu = { unit: 0.25, multiples: [1, 2, 4] };

  it("keep the divergence of every adaptive interaction within the budget, and one that forgets a release does not", () => {
    for (const order of [1.5, 4, 16]) {
      const gain = (loss: number) => exp((order - 1) * loss);
      const byOrder = () => renyiFilter({ order, epsilon: 0.8 });
      const most = (allows: Rule) => log(bestAnalystGain({ ...menu, allows, gain })) / (order - 1);
      expect(most(ruleOf(menu, byOrder))).toBeLessThanOrEqual(0.8 + 1e-12);
      expect(most(ruleOf(menu, byOrder))).toBeGreaterThan(0.6);
      expect(most(ruleOf(menu, byOrder, 1))).toBeGreaterThan(0.8);
      const byRho = () => zeroConcentratedFilter({ rho: 0.3 });
      expect(most(ruleOf(menu, byRho))).toBeLessThanOrEqual(0.3 * order + 1e-12);
    }
    // At the lowest orders randomized response attains its rho, so that one release too many shows.
    const forgetful = ruleOf(menu, () => zeroConcentratedFilter({ rho: 0.3 }), 1);
    const gain = (loss: number) => exp(0.001 * loss);
    expect(log(bestAnalystGain({ ...menu, allows: forgetful, gain })) / 0.001).toBeGreaterThan(0.3 * 1.001);
  });

  it("count every kind of release by what it implies", () => {
    const filter = zeroConcentratedFilter({ rho: 1 });
    expect(filter.spend(gaussianDp(0.5)).rho).toBe(0.125);
    expect(filter.spend(zeroConcentrated(0.25)).rho).toBe(0.375);
    expect(filter.spend(pure(1)).rho).toBeCloseTo(0.375 + 0.46211715726000974, 14);
    expect(() => filter.spend(gaussianDp(1))).toThrow(/rho 1\.337\d* of 1/);
    const byOrder = renyiFilter({ order: 5, epsilon: 1 });
    expect(byOrder.spend(poissonGaussianRenyi({ noiseMultiplier: 2.5, samplingRate: 0.01 })).epsilon).toBeCloseTo(
      2.18075656e-3 / 50,
      11,
    );
    expect(byOrder.allows(gaussianDp(0.6))).toBe(true);
    expect(byOrder.allows(gaussianDp(0.64))).toBe(false);
  });
});

describe("approximateFilter", () => {
  const settings = [
    { epsilon: 2, slack: 0.05, menu: { unit: 0.125, multiples: [1, 2, 4] } },
    { epsilon: 1.5, slack: 0.1, menu: { unit: 0.125, multiples: [1, 3, 5] } },
    { epsilon: 3, slack: 0.01, menu: { unit: 0.1875, multiples: [1, 2, 5] } },
  ];

  it("keeps the delta of the best adaptive analyst below the slack", () => {
    for (const { epsilon, slack, menu } of settings) {
      const filter = () => approximateFilter({ epsilon, delta: slack, slack });
      const delta = bestAnalystGain({ ...menu, allows: ruleOf(menu, filter), gain: beyond(epsilon) });
      expect(delta).toBeLessThanOrEqual(slack);
      expect(delta).toBeGreaterThan(slack / 5);
    }
  });

  it("would be caught with the exact non-adaptive composition in its place: 0.0188 at a slack of 0.01", () => {
    const { epsilon, slack, menu } = settings[2];
    const allows: Rule = (counts, next) => {
      const after = counts.map((count, k) => (k === next ? count + 1 : count));
      return plannedDelta(menu, after, epsilon) <= slack;
    };
    expect(bestAnalystGain({ ...menu, allows, gain: beyond(epsilon) })).toBeCloseTo(0.0188, 4);
  });

  it("would be caught when it forgets one release: 0.1407 at a slack of 0.01", () => {
    const { epsilon, slack, menu } = settings[2];
    const filter = () => approximateFilter({ epsilon, delta: slack, slack });
    const delta = bestAnalystGain({ ...menu, allows: ruleOf(menu, filter, 1), gain: beyond(epsilon) });
    expect(delta).toBeCloseTo(0.1407, 4);
  });

  it("is at least as generous as the theorem with epsilon^2 / 2 and the classic conversion, and as basic", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { maxLength: 40 }), (epsilons) => {
        const filter = approximateFilter({ epsilon: 1e6, delta: 1e-5, slack: 1e-6 });
        for (const epsilon of epsilons) filter.spend(pure(epsilon));
        const rho = epsilons.reduce((sum, epsilon) => sum + (epsilon * epsilon) / 2, 0);
        const published = zeroConcentratedToApproximateClassic(zeroConcentrated(rho), 1e-6).epsilon;
        const basic = epsilons.reduce((sum, epsilon) => sum + epsilon, 0);
        expect(filter.spent().epsilon).toBeLessThanOrEqual(Math.min(published, basic) * (1 + 1e-12));
      }),
    );
  });

  it("spends 5.219075 on 100 releases of 0.1 at a slack of 1e-6: rho 0.49958 by the tight conversion", () => {
    const filter = approximateFilter({ epsilon: 5.22, delta: 1e-6, slack: 1e-6 });
    for (let round = 0; round < 100; round++) filter.spend(pure(0.1));
    const expected = zeroConcentratedEpsilon({ rho: 100 * 0.1 * tanh(0.05), delta: 1e-6 });
    expect(filter.spent().epsilon).toBeCloseTo(expected, 12);
    expect(filter.spent().epsilon).toBeCloseTo(5.219075, 6);
    expect(() => filter.spend(pure(0.1))).toThrow(BudgetExceeded);
  });

  it("spends nothing on a refusal and sets the slack apart from the deltas", () => {
    const filter = approximateFilter({ epsilon: 1, delta: 1e-5, slack: 4e-6 });
    const before = filter.spent();
    expect(() => filter.spend(pure(2))).toThrow(BudgetExceeded);
    expect(() => filter.spend(approximate(0.1, 7e-6))).toThrow(BudgetExceeded);
    expect(filter.spent()).toBe(before);
    expect(filter.spend(approximate(0.1, 5e-6)).delta).toBeCloseTo(9e-6, 18);
  });
});

describe("the filters", () => {
  it("refuse bad budgets and bad releases", () => {
    expect(() => basicFilter({ epsilon: -1, delta: 0 })).toThrow("epsilon");
    expect(() => renyiFilter({ order: 1, epsilon: 1 })).toThrow("order must be above 1");
    expect(() => zeroConcentratedFilter({ rho: Number.NaN })).toThrow("rho");
    expect(() => approximateFilter({ epsilon: 1, delta: 1e-6, slack: 1e-5 })).toThrow("slack must be at most delta");
    const bad = { kind: "pure", epsilon: Number.NaN } as const;
    expect(() => basicFilter({ epsilon: 1, delta: 0 }).allows(bad)).toThrow("epsilon must be");
    expect(() => zeroConcentratedFilter({ rho: 1 }).spend(bad)).toThrow("epsilon must be");
    expect(() => zeroConcentratedFilter({ rho: 1 }).spend(approximate(1, 0.1) as never)).toThrow("release.kind");
    expect(() => basicFilter({ epsilon: 1, delta: 0 }).spend(gaussianDp(1) as never)).toThrow("release.kind");
    const nothing = { kind: "renyi", epsilonAt: () => Number.NaN } as const;
    expect(() => renyiFilter({ order: 2, epsilon: 1 }).spend(nothing)).toThrow("epsilonAt(2) must be at least 0");
  });
});

/** Every budget of one number, with releases that cost as much as is asked. */
const BUDGETS: Readonly<
  Record<string, (budget: number) => { spend(cost: number): unknown; allows(cost: number): boolean; spent(): number }>
> = {
  "epsilons of a basic filter": (epsilon) => {
    const filter = basicFilter({ epsilon, delta: 0 });
    const { spend, allows, spent } = filter;
    return { spend: (cost) => spend(pure(cost)), allows: (cost) => allows(pure(cost)), spent: () => spent().epsilon };
  },
  "deltas of a basic filter": (delta) => {
    const { spend, allows, spent } = basicFilter({ epsilon: 1, delta });
    const release = (cost: number) => approximate(0, cost);
    return {
      spend: (cost) => spend(release(cost)),
      allows: (cost) => allows(release(cost)),
      spent: () => spent().delta,
    };
  },
  rhos: (rho) => {
    const { spend, allows, spent } = zeroConcentratedFilter({ rho });
    const release = zeroConcentrated;
    return { spend: (cost) => spend(release(cost)), allows: (cost) => allows(release(cost)), spent: () => spent().rho };
  },
  "divergences of an order": (epsilon) => {
    const { spend, allows, spent } = renyiFilter({ order: 2, epsilon });
    const release = (cost: number) => ({ kind: "renyi", epsilonAt: () => cost }) as const;
    return {
      spend: (cost) => spend(release(cost)),
      allows: (cost) => allows(release(cost)),
      spent: () => spent().epsilon,
    };
  },
  "epsilons of a filter with slack": (epsilon) => {
    const { spend, allows, spent } = approximateFilter({ epsilon, delta: 1e-300, slack: 1e-300 });
    return { spend: (cost) => spend(pure(cost)), allows: (cost) => allows(pure(cost)), spent: () => spent().epsilon };
  },
};

describe.each(Object.entries(BUDGETS))("%s count as they are written", (_, make) => {
  it("ten times 0.1 fit 1, as 0.1 and 0.2 fit 0.3, and not a 1e-17 more, however often it is asked", () => {
    const whole = make(1);
    for (let round = 0; round < 10; round++) whole.spend(0.1);
    expect(whole.spent()).toBe(1);
    for (const crumb of [1e-17, 1e-300, Number.MIN_VALUE]) expect(whole.allows(crumb)).toBe(false);
    for (let round = 0; round < 3; round++) expect(() => whole.spend(1e-17)).toThrow("1.00000000000000001");
    expect(whole.spent()).toBe(1);
    expect(whole.allows(0)).toBe(true);
    const part = make(0.3);
    part.spend(0.1);
    part.spend(0.2);
    expect([part.spent(), part.allows(Number.MIN_VALUE)]).toEqual([0.3, false]);
  });

  it("fit or not whatever the order of the charges, and as whole numbers of a unit do", () => {
    const costs = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(costs, fc.integer({ min: 0, max: 1000 }), (units, budget) => {
        const cost = (unit: number) => Number(`${unit}e-3`);
        const fits = (list: readonly number[]) => {
          const filter = make(cost(budget));
          return list.every((unit) => {
            const fine = filter.allows(cost(unit));
            if (fine) filter.spend(cost(unit));
            return fine;
          });
        };
        const expected = units.reduce((sum, unit) => sum + unit, 0) <= budget;
        expect(fits(units)).toBe(expected);
        expect(fits(units.toReversed())).toBe(expected);
        expect(fits(units.toSorted((a, b) => a - b))).toBe(expected);
      }),
    );
  });
});

describe("a cost that is computed", () => {
  const parts = 40;

  it("is never below the exact one: of pure releases against a rho", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e-4, noNaN: true }), (epsilon) => {
        const filter = zeroConcentratedFilter({ rho: 1 });
        filter.spend(pure(epsilon));
        expect(filter.allows(zeroConcentrated(1))).toBe(false);
        // epsilon tanh(epsilon / 2) lies between epsilon^2 / 2 - epsilon^4 / 24 and epsilon^2 / 2.
        const rest = 1 - (epsilon * epsilon) / 2;
        if (epsilon > 1e-7) expect(filter.allows(zeroConcentrated(rest + 1e-15))).toBe(false);
        expect(filter.allows(zeroConcentrated(rest - 1e-15))).toBe(true);
      }),
    );
  });

  it("does not vanish, however small: neither of a pure release nor of a Gaussian one", () => {
    for (const tiny of [1e-17, 1e-170, 1e-300, Number.MIN_VALUE])
      for (const release of [pure(tiny), gaussianDp(tiny)]) {
        const byRho = zeroConcentratedFilter({ rho: 1 });
        byRho.spend(zeroConcentrated(1));
        expect(byRho.allows(release)).toBe(false);
        const byOrder = renyiFilter({ order: 2, epsilon: 1 });
        byOrder.spend(zeroConcentrated(0.5));
        expect(byOrder.allows(release)).toBe(false);
      }
  });

  it("of the conversion with slack is above the conversion of the exact rho, by less than a part in 1e12", () => {
    for (const epsilon of [0.003, 0.02, 0.1])
      for (const slack of [1e-9, 1e-3]) {
        const filter = approximateFilter({ epsilon: 100, delta: slack, slack });
        for (let round = 0; round < parts; round++) filter.spend(pure(epsilon));
        const exact = zeroConcentratedEpsilon({ rho: parts * epsilon * tanh(epsilon / 2), delta: slack });
        const spent = filter.spent().epsilon;
        expect(spent).toBeLessThan(Math.min(parts * epsilon, exact) * (1 + 1e-12));
        expect(spent).toBeGreaterThanOrEqual(Math.min(parts * epsilon, exact));
        // The broken twin, which rounds down by that much, is below.
        expect(spent * (1 - 1e-12)).toBeLessThan(Math.min(parts * epsilon, exact));
      }
  });
});

describe("a name that is not known, in what is spent", () => {
  it.each<[string, unknown]>([
    [
      'event must be among mechanism, times, sampling, got "tmies"; did you mean times?',
      { mechanism: pure(0.1), tmies: 5 },
    ],
    [
      'sampling must be among kind, samplingRate, got "batchSize"',
      { mechanism: pure(0.1), sampling: { kind: "poisson", samplingRate: 0.5, batchSize: 3 } },
    ],
    [
      'sampling must be among kind, batchSize, size, got "sise"; did you mean size?',
      { mechanism: pure(0.1), sampling: { kind: "without-replacement", batchSize: 2, size: 9, sise: 4 } },
    ],
    ['parameters of pure must be among epsilon, got "delta"', { kind: "pure", epsilon: 0.1, delta: 0.5 }],
    ['parameters of pure must be among epsilon, got "delta"', [{ kind: "pure", epsilon: 0.1, delta: 0.5 }]],
  ])("is refused, unspent: %s", (message, release) => {
    const filter = basicFilter({ epsilon: 1, delta: 0.5 });
    expect(() => filter.allows(release as never)).toThrow(message);
    expect(() => filter.spend(release as never)).toThrow(message);
    expect(filter.spent()).toEqual(approximate(0, 0));
  });
});
