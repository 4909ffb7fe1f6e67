import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { coverageTail } from "./coverage.ts";
import type { Expectation } from "./expectation.ts";
import {
  countLooks,
  judgeBound,
  judgeExactEquality,
  judgeExpectationBound,
  judgeProbabilityBound,
  judgeRate,
  sharedErrorRate,
} from "./verdict.ts";

const exact = (value: number, numericalError = 1e-10): Expectation => ({ kind: "exact", value, numericalError });
/** An expectation whose interval is, for the batch means at hand, about mean +- 2.58 deviation. */
const batched = (mean: number, variance: number): Expectation => ({
  kind: "batch-means",
  count: 1000,
  batchSize: 1000,
  mean,
  variance: variance * 1000,
  errorRate: 0.01,
});

describe("countLooks", () => {
  it("is 1 + ceil(log2(maximum / initial))", () => {
    const looks = (initialTrials: number, maximumTrials: number) => countLooks({ initialTrials, maximumTrials });
    expect([
      looks(1000, 1000),
      looks(1000, 1001),
      looks(1000, 2000),
      looks(1000, 2001),
      looks(1000, 1_024_000),
    ]).toEqual([1, 2, 2, 3, 11]);
    expect(() => looks(1000, 999)).toThrow("maximumTrials must be an integer of at least 1000, got 999");
  });
});

describe("sharedErrorRate", () => {
  it("shares 0.01 among intervals and looks", () => {
    expect(sharedErrorRate({ intervals: 1 })).toBe(0.01);
    expect(sharedErrorRate({ intervals: 20, looks: 5 })).toBeCloseTo(1e-4, 18);
    expect(() => sharedErrorRate({ intervals: 0 })).toThrow("intervals");
  });
});

describe("judgeBound", () => {
  const interval = { lower: 0.2, upper: 0.4 };
  it.each([
    ["at-most", 0.4, "holds"],
    ["at-most", 0.39, "inconclusive"],
    ["at-most", 0.2, "inconclusive"],
    ["at-most", 0.19, "violated"],
    ["at-least", 0.2, "holds"],
    ["at-least", 0.21, "inconclusive"],
    ["at-least", 0.4, "inconclusive"],
    ["at-least", 0.41, "violated"],
  ] as const)("%s %d: %s", (relation, bound, verdict) => {
    expect(judgeBound(interval, { relation, bound })).toEqual({ verdict, interval, notes: [] });
  });

  it("notes that an undecided interval touches a tight bound, and only then", () => {
    expect(judgeBound(interval, { relation: "at-most", bound: 0.3, tight: true }).notes).toEqual(["touching"]);
    expect(judgeBound(interval, { relation: "at-most", bound: 0.5, tight: true }).notes).toEqual([]);
    expect(judgeBound(interval, { relation: "at-most", bound: 0.1, tight: true }).verdict).toBe("violated");
  });

  it("refuses intervals that are none", () => {
    expect(() => judgeBound({ lower: 1, upper: 0 }, { relation: "at-most", bound: 1 })).toThrow(
      "upper must be at least lower = 1, got 0",
    );
    expect(() => judgeBound({ lower: Number.NaN, upper: 0 }, { relation: "at-most", bound: 1 })).toThrow(
      "lower must be finite",
    );
    expect(() => judgeBound(interval, { relation: "at-most", bound: Number.NaN })).toThrow("bound must be finite");
  });
});

describe("judgeProbabilityBound", () => {
  it("decides by Clopper-Pearson at half the error rate on each side", () => {
    // Upper limit of 50 in 100 at 0.025: 0.601678870496699 (reference value F5).
    const judged = (bound: number) =>
      judgeProbabilityBound({ successes: 50, trials: 100, errorRate: 0.05 }, { relation: "at-most", bound }).verdict;
    expect(judged(0.6016788704966991)).toBe("holds");
    expect(judged(0.6016788704966)).toBe("inconclusive");
    expect(judged(0.398)).toBe("violated");
  });

  it("calls a probability of 0 in no success of 1000 at most 0.01, and refuses bounds that are no probability", () => {
    expect(
      judgeProbabilityBound({ successes: 0, trials: 1000, errorRate: 0.01 }, { relation: "at-most", bound: 0.01 })
        .verdict,
    ).toBe("holds");
    expect(() =>
      judgeProbabilityBound({ successes: 0, trials: 10, errorRate: 0.01 }, { relation: "at-most", bound: 2 }),
    ).toThrow("bound must be between 0 and 1");
  });

  it("is false about a true, tight bound over all looks no more often than it says; without sharing among looks it is", () => {
    // The bound is the truth, so any verdict but `inconclusive` is a false one on one side; p = 0.3, looks at 50, 100, ..., 3200, a = 0.05.
    const [probability, errorRate, intervals] = [0.3, 0.05, 1500];
    const looks = countLooks({ initialTrials: 50, maximumTrials: 3200 });
    const random = stream(20261115, "verdict looks");
    const misses = { shared: 0, unshared: 0 };
    for (let i = 0; i < intervals; i++) {
      const wrong = { shared: false, unshared: false };
      let [trials, successes] = [0, 0];
      for (let look = 0; look < looks; look++) {
        const target = 50 * (1 << look);
        for (; trials < target; trials++) if (sampleUniform(random) < probability) successes++;
        const verdict = (rate: number) =>
          judgeProbabilityBound({ successes, trials, errorRate: rate }, { relation: "at-most", bound: probability })
            .verdict;
        if (verdict(errorRate / looks) !== "inconclusive") wrong.shared = true;
        if (verdict(errorRate) !== "inconclusive") wrong.unshared = true;
      }
      if (wrong.shared) misses.shared++;
      if (wrong.unshared) misses.unshared++;
    }
    expect(coverageTail({ misses: misses.shared, intervals, errorRate })).toBeGreaterThan(1e-6);
    expect(coverageTail({ misses: misses.unshared, intervals, errorRate })).toBeLessThan(1e-6);
  });
});

describe("judgeExpectationBound", () => {
  it("decides an exact value up to its numerical error", () => {
    const judged = (value: number) =>
      judgeExpectationBound(exact(value), { relation: "at-most", bound: 1, tight: true });
    expect(judged(0.9)).toMatchObject({ verdict: "holds", notes: [] });
    expect(judged(1)).toMatchObject({ verdict: "inconclusive", notes: ["touching"] });
    expect(judged(1.1)).toMatchObject({ verdict: "violated", notes: [] });
  });

  it("decides bounded samples by empirical Bernstein", () => {
    const sample: Expectation = {
      kind: "bounded",
      count: 1e6,
      mean: 0.3,
      variance: 0.04,
      least: 0,
      greatest: 1,
      errorRate: 0.01,
    };
    expect(judgeExpectationBound(sample, { relation: "at-most", bound: 0.31 }).verdict).toBe("holds");
    expect(judgeExpectationBound(sample, { relation: "at-least", bound: 0.31 }).verdict).toBe("violated");
    expect(judgeExpectationBound(sample, { relation: "at-most", bound: 0.3001 }).verdict).toBe("inconclusive");
  });

  it("notes that batch means are asymptotic, whatever the verdict", () => {
    expect(judgeExpectationBound(batched(1, 0.01), { relation: "at-most", bound: 2 })).toMatchObject({
      verdict: "holds",
      notes: ["asymptotic"],
    });
    expect(judgeExpectationBound(batched(1, 0.01), { relation: "at-most", bound: 1.1, tight: true })).toMatchObject({
      verdict: "inconclusive",
      notes: ["touching", "asymptotic"],
    });
  });
});

describe("judgeExactEquality", () => {
  it("is violated when the interval excludes the value, holds when it is short besides", () => {
    expect(judgeExactEquality(batched(1, 1e-6), { value: 1.001 }).verdict).toBe("holds");
    expect(judgeExactEquality(batched(1, 1e-6), { value: 1.01 }).verdict).toBe("violated");
    expect(judgeExactEquality(batched(1, 1), { value: 1.01 }).verdict).toBe("inconclusive");
    expect(judgeExactEquality(batched(1, 1), { value: 1.01, tolerance: 5 }).verdict).toBe("holds");
    expect(judgeExactEquality(exact(0.1 + 0.2), { value: 0.3 }).verdict).toBe("holds");
  });

  it("takes 2 % of the value for its tolerance, and 0.02 at zero", () => {
    // Half-widths of 2.58 deviations: 0.0198 and 0.0206.
    expect(judgeExactEquality(batched(1, 0.0000589), { value: 1 }).verdict).toBe("holds");
    expect(judgeExactEquality(batched(1, 0.0000637), { value: 1 }).verdict).toBe("inconclusive");
    expect(judgeExactEquality(batched(0, 0.0000589), { value: 0 }).verdict).toBe("holds");
    expect(judgeExactEquality(batched(0, 0.0000637), { value: 0 }).verdict).toBe("inconclusive");
    expect(() => judgeExactEquality(exact(1), { value: 1, tolerance: 0 })).toThrow("tolerance must be positive");
  });
});

describe("judgeRate", () => {
  const measured = (lower: number, upper: number) => ({
    slope: (lower + upper) / 2,
    interval: { lower, upper },
    gridPoints: 5,
    replications: 20,
  });

  it("allows 0.15 around the slope", () => {
    expect(judgeRate(measured(-0.6, -0.4), { slope: -0.5 }).verdict).toBe("holds");
    expect(judgeRate(measured(-0.7, -0.5), { slope: -0.5 }).verdict).toBe("inconclusive");
    expect(judgeRate(measured(-1.1, -0.9), { slope: -0.5 }).verdict).toBe("violated");
    expect(judgeRate(measured(-0.7, -0.5), { slope: -0.5, tolerance: 0.25 }).verdict).toBe("holds");
    const nothing = { ...measured(0, 1), interval: { lower: -Infinity, upper: Infinity } };
    expect(judgeRate(nothing, { slope: -0.5 }).verdict).toBe("inconclusive");
  });

  it("refuses short grids and few replications", () => {
    expect(() => judgeRate({ ...measured(0, 1), gridPoints: 4 }, { slope: 1 })).toThrow(
      "gridPoints must be an integer of at least 5, got 4",
    );
    expect(() => judgeRate({ ...measured(0, 1), replications: 19 }, { slope: 1 })).toThrow(
      "replications must be an integer of at least 20, got 19",
    );
  });
});
