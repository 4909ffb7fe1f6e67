import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteEpsilon } from "../../auditing/discrete-audit.ts";
import { worstLoss } from "../../auditing/worst-loss.ts";
import { listsOf } from "../../auditing/worst-pair.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import { samplePoisson } from "../../random/poisson.ts";
import { stream } from "../../random/stream.ts";
import { clopperPearson } from "../../statistics/proportion-interval.ts";
import { changepoint } from "./changepoint.ts";
import { changepointError, changepointTail } from "./changepoint-error.ts";
import { driftOf, type KnownShift, shiftRatios } from "./shift-model.ts";

const model = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;
const normal = { kind: "normal", before: 0, after: 1, sigma: 1 } as const;

/** The largest loss over all lists of a few records. */
const lossOf = <Datum>(
  { law }: { law(records: readonly Datum[]): DiscreteLaw<number> },
  universe: readonly Datum[],
  size: number,
) => worstLoss({ universe, size, neighbours: "swap" }, law);

describe("changepoint", () => {
  it("loses 0.944 of epsilon = 1 on the worst of all lists of four bits (claim pcpd-offline), and less on shorter ones", () => {
    const losses = [2, 3, 4].map((size) => lossOf(changepoint({ epsilon: 1, model }), [0, 1], size));
    // By Gauss-Legendre quadrature in NumPy: 0.49345, 0.80075, 0.94437.
    expect(losses.map((loss) => Math.round(1e5 * loss) / 1e5)).toEqual([0.49345, 0.80075, 0.94437]);
  });

  it("keeps epsilon for clamped ratios, whatever the records", () => {
    const mechanism = changepoint({ epsilon: 0.7, model: normal, width: 2 });
    const loss = lossOf(mechanism, [-20, -0.3, 0.4, 1.1, 20], 3);
    expect(loss).toBeLessThanOrEqual(0.7);
    expect(loss).toBeGreaterThan(0.5);
  });

  it("takes a ratio of one's own, clamped to its stated range, and words for records", () => {
    const ratio = { low: -1, high: 1, absurd: 1e9 } as const;
    const mechanism = changepoint<keyof typeof ratio>({
      epsilon: 1,
      model: { kind: "own", logRatio: (word) => ratio[word], least: -1, greatest: 1 },
    });
    const [first, second] = (["high", "absurd"] as const).map((word) => mechanism.law(["low", "low", word]));
    expect(discreteEpsilon({ first, second })).toBe(0);
    expect(lossOf(mechanism, ["low", "high", "absurd"], 3)).toBeLessThanOrEqual(1);
    expect(mechanism.worstPair).toBeUndefined();
  });

  it("has the law of the noisy maximum of the sums from every place on", () => {
    // Two places: the first wins if the ratio of the first record, +-log 4, beats the difference of two Laplace noises of scale 2 log 4.
    const law = changepoint({ epsilon: 1, model }).law([1, 0]);
    expect(exp(law.logMass(1))).toBeCloseTo(((1 + 0.25) * exp(-0.5)) / 2, 9);
  });

  it.each([
    ["width", { epsilon: 1, model: normal }],
    ["width", { epsilon: 1, model: { kind: "poisson", before: 1, after: 2 } }],
    ["width", { epsilon: 1, model, width: Number.NaN }],
    ["model.after", { epsilon: 1, model: { kind: "bernoulli", before: 0.5, after: 0.5 } }],
    ["before", { epsilon: 1, model: { kind: "bernoulli", before: 0, after: 0.5 } }],
    ["the sum of model.after", { epsilon: 1, model: { kind: "table", before: [0.5, 0.5], after: [0.5, 0.4] } }],
    ["model.before[1]", { epsilon: 1, model: { kind: "table", before: [1, 0], after: [1, 0] } }],
    ["sigma", { epsilon: 1, model: { ...normal, sigma: 0 }, width: 1 }],
    ["kind", { epsilon: 1, model: { kind: "cauchy" } }],
    [
      '"sigmas"; did you mean sigma?',
      { epsilon: 1, model: { kind: "normal", before: 0, after: 1, sigmas: 2 }, width: 1 },
    ],
    ['"sigma"', { epsilon: 1, model: { ...model, sigma: 2 } }],
    ["greatest", { epsilon: 1, model: { kind: "own", logRatio: () => 0, least: 1, greatest: 1 } }],
  ])("refuses a bad %s", (parameter, parameters) => {
    expect(() => changepoint(parameters as never)).toThrow(RangeError);
    expect(() => changepoint(parameters as never)).toThrow(parameter);
  });
});

describe("ratios", () => {
  it("are integers of steps whose sums move by at most the width, exactly", () => {
    const ratios = shiftRatios(normal, 3);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.double({ min: -9, max: 9 }), (x, y) => {
        if (Number.isNaN(y)) return;
        const [one, other] = [ratios.steps(x), ratios.steps(y)];
        expect(Number.isInteger(one)).toBe(true);
        expect(Math.abs(one - other) * ratios.step).toBeLessThanOrEqual(ratios.width);
        expect(Math.abs(other * ratios.step - Math.min(1.5, Math.max(-1.5, y - 0.5)))).toBeLessThanOrEqual(ratios.step);
      }),
    );
  });

  it("have the Kullback-Leibler divergence as drift where nothing is clamped", () => {
    const twoPoints = 0.6 * log(4); // claim pcpd-offline: C = 0.832
    expect(driftOf(shiftRatios(model, undefined))).toBeCloseTo(twoPoints, 8);
    expect(driftOf(shiftRatios({ ...normal, after: 0.5 }, 1e3))).toBeCloseTo(1 / 8, 6);
    // Of Poisson laws of means a and b: a log(a / b) - a + b.
    const poisson = { kind: "poisson", before: 4, after: 6 } as const;
    expect(driftOf(shiftRatios(poisson, 1e3))).toBeCloseTo(4 * log(4 / 6) - 4 + 6, 6);
    expect(driftOf(shiftRatios({ kind: "table", before: [0.5, 0.5], after: [0.1, 0.9] }, undefined))).toBeCloseTo(
      Math.min(0.5 * log(5) + 0.5 * log(5 / 9), 0.1 * log(0.2) + 0.9 * log(1.8)),
      8,
    );
  });

  it("have a smaller drift once they are clamped, which draws confirm", () => {
    const ratios = shiftRatios({ kind: "poisson", before: 4, after: 8 }, 3);
    const random = stream(20261116, "drift");
    let sum = 0;
    for (let i = 0; i < 200_000; i++) sum -= ratios.steps(samplePoisson(4, random)) * ratios.step;
    // Ratios lie within 1.5: the deviation of the mean is below 0.0034.
    expect(Math.abs(sum / 200_000 - -(ratios.laws?.mean("before", (ratio) => ratio) ?? 0))).toBeLessThan(0.017);
  });
});

describe("the error of a changepoint", () => {
  it.each([
    [1, 151],
    [0.5, 151],
    [0.1, 599],
  ])("is at epsilon = %d at most %d, for bits of 0.2 and 0.8 (claim pcpd-offline)", (epsilon, error) => {
    expect(changepointError({ epsilon, model, errorRate: 0.05 })).toBe(error);
  });

  it.each([0.05, 0.3, 1, 4])("is the sum of the claim at epsilon = %d", (epsilon) => {
    const [a, width, drift] = [200, 2 * log(4), 0.6 * log(4)];
    let sum = 0;
    for (let j = a + 1; j < 30_000; j++) {
      const noise = (j * drift * epsilon) / (2 * width);
      sum += 2 * (exp((-j * drift * drift) / (2 * width * width)) + ((1 + noise / 2) * exp(-noise)) / 2);
    }
    const found = changepointTail({ epsilon, model, error: a });
    expect(Math.abs(found - Math.min(1, sum))).toBeLessThan(1e-6 * found);
  });

  it("is exactly known for a few records: enumeration and draws agree, and stay below the bound", () => {
    const [size, place, epsilon] = [8, 4, 2];
    const mechanism = changepoint({ epsilon, model });
    const exact = new Array<number>(size).fill(0);
    for (const records of listsOf(2, size)) {
      const chance = records.reduce((product, bit, i) => product * ((bit === 1) === i >= place ? 0.8 : 0.2), 1);
      const law = mechanism.law(records);
      for (const k of law.support) exact[Math.abs(k - place)] += chance * exp(law.logMass(k));
    }
    expect(exact.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
    const random = stream(20261116, "few");
    const trials = 20_000;
    let right = 0;
    for (let i = 0; i < trials; i++) {
      const records = Array.from({ length: size }, (_, k) => sampleBernoulli(k < place ? 0.2 : 0.8, random));
      if (mechanism.release(records, random) === place) right++;
    }
    const { lower, upper } = clopperPearson({ successes: right, trials, errorRate: 1e-4 });
    expect(exact[0]).toBeGreaterThan(lower);
    expect(exact[0]).toBeLessThan(upper);
    expect(1 - exact[0]).toBeLessThan(changepointTail({ epsilon, model, error: 0 }));
  });

  it("needs laws that are known", () => {
    const own = { kind: "own", logRatio: () => 0, least: -1, greatest: 1 } as unknown as KnownShift;
    expect(() => changepointError({ epsilon: 1, model: own, errorRate: 0.05 })).toThrow("model must be");
  });
});

describe("half of the noise", () => {
  it("breaks the guarantee on the worst pair, which the audit sees", () => {
    const [low, high] = changepoint({ epsilon: 1, model }).worstPair();
    const twice = changepoint({ epsilon: 2, model });
    const pair = { first: twice.law(low), second: twice.law(high) };
    expect(auditDiscrete(pair, { epsilon: 1, delta: 0 }).verdict).toBe("violated");
  });
});
