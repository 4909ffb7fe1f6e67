import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pldDelta, pldEpsilon } from "../loss/pld-accountant.ts";
import { type AccountantComparison, compareAccountants } from "./accountant-comparison.ts";
import type { Accountant } from "./accountants.ts";
import { compose } from "./composed-privacy.ts";
import { knowledgeOf } from "./event-knowledge.ts";
import type { PrivacyEvent } from "./privacy-event.ts";
import { readReleases } from "./read-event.ts";
import { poissonSampled } from "./sampled-event.ts";

function rowOf(comparison: AccountantComparison, accountant: Accountant) {
  const row = comparison.rows.find((candidate) => candidate.accountant === accountant);
  if (row === undefined) throw new Error(`no row of ${accountant}`);
  return row;
}

const ALL: readonly Accountant[] = [
  "basic",
  "advanced (DRV)",
  "advanced (tight)",
  "optimal (grid)",
  "optimal (continuous)",
  "zero-concentrated classic",
  "zero-concentrated tight",
  "renyi classic",
  "renyi",
  "privacy-loss distribution",
  "exact",
  "central-limit estimate",
];

function expectAllNamed({ rows, notApplicable }: AccountantComparison): void {
  const named = [...rows.map(({ accountant }) => accountant), ...notApplicable.map(({ accountant }) => accountant)];
  expect(named.sort()).toEqual([...ALL].sort());
  for (const { reason } of notApplicable) expect(reason.length).toBeGreaterThan(10);
}

describe("compareAccountants", () => {
  it("has the reference values of 100 releases at epsilon 0.1 and delta 1e-6", () => {
    const comparison = compareAccountants([{ mechanism: { kind: "pure", epsilon: 0.1 }, times: 100 }], { delta: 1e-6 });
    expectAllNamed(comparison);
    for (const [accountant, truth, half] of [
      ["basic", 10, 1e-12],
      ["advanced (DRV)", 6.308231, 5e-7],
      ["advanced (tight)", 5.756106, 5e-7],
      ["optimal (continuous)", 4.774568, 5e-7],
      ["optimal (grid)", 4.8, 1e-12],
      ["privacy-loss distribution", 4.774568, 5e-7],
    ] as const) {
      const row = rowOf(comparison, accountant);
      expect(Math.abs(row.epsilon - truth)).toBeLessThanOrEqual(half);
      expect(row.upperBound).toBe(true);
    }
  });

  it("marks the central-limit estimate of row C17 as no upper bound, and has its Renyi and loss values", () => {
    const events: PrivacyEvent[] = [
      {
        mechanism: { kind: "gaussian", sigma: 1.5, sensitivity: 1 },
        sampling: { kind: "poisson", samplingRate: 0.04 },
        times: 2250,
      },
    ];
    const comparison = compareAccountants(events, { delta: 1e-5 });
    expectAllNamed(comparison);
    expect(Math.abs(rowOf(comparison, "renyi").epsilon - 7.32911117148)).toBeLessThan(1e-7);
    expect(rowOf(comparison, "renyi").note).toContain("order 3.9,");
    const { interval } = rowOf(comparison, "privacy-loss distribution");
    expect(Math.abs((interval?.estimate ?? 0) - 6.768781)).toBeLessThan(1e-5);
    const estimate = rowOf(comparison, "central-limit estimate");
    expect(estimate.epsilon).toBeCloseTo(6.6016, 4);
    expect(estimate.upperBound).toBe(false);
    expect(estimate.epsilon).toBeLessThan(interval?.lower ?? 0);
  });

  it("knows the exact epsilon 4 of row C31, fifty Gaussians of 10 and fifty of 5", () => {
    const events: PrivacyEvent[] = [
      { mechanism: { kind: "gaussian", sigma: 10, sensitivity: 1 }, times: 50 },
      { mechanism: { kind: "gaussian", sigma: 5, sensitivity: 1 }, times: 50 },
    ];
    const comparison = compareAccountants(events, { delta: 0.0164556728641089 });
    expectAllNamed(comparison);
    expect(rowOf(comparison, "exact").epsilon).toBeCloseTo(4, 11);
    expect(rowOf(comparison, "privacy-loss distribution").interval?.lower).toBeLessThanOrEqual(4);
    expect(rowOf(comparison, "privacy-loss distribution").epsilon).toBeGreaterThanOrEqual(4);
  });

  it("brackets epsilon 10 of row B10, forty Laplace, between its two deltas, and with one Gaussian more", () => {
    const laplace: PrivacyEvent = { mechanism: { kind: "laplace", scale: 3, sensitivity: 1 }, times: 40 };
    const at = (delta: number) => rowOf(compareAccountants([laplace], { delta }), "privacy-loss distribution").interval;
    expect(at(1.77746e-6)?.lower).toBeGreaterThan(10);
    expect(at(1.7854e-6)?.upper).toBeLessThan(10);
    const mixed: PrivacyEvent[] = [laplace, { mechanism: { kind: "gaussian", sigma: 5, sensitivity: 1 }, times: 1 }];
    // The published delta is a pessimistic one of a finer grid: epsilon there is at most 10, and hardly less.
    const row = rowOf(compareAccountants(mixed, { delta: 2.23977e-6 }), "privacy-loss distribution");
    expect(row.interval?.lower).toBeLessThan(10);
    expect(Math.abs((row.interval?.estimate ?? 0) - 10)).toBeLessThan(1e-3);
  });

  it("treats equal events as one, however they are written", () => {
    const split: PrivacyEvent[] = [
      { mechanism: { kind: "gaussian", sigma: 10, sensitivity: 1 }, times: 20 },
      { times: 30, mechanism: { sensitivity: 1, sigma: 10, kind: "gaussian" } },
    ];
    const whole: PrivacyEvent[] = [{ mechanism: { kind: "gaussian", sigma: 10, sensitivity: 1 }, times: 50 }];
    expect(compareAccountants(split, { delta: 1e-5 }).rows).toEqual(compareAccountants(whole, { delta: 1e-5 }).rows);
  });

  it("says why an accountant does not apply", () => {
    const { notApplicable } = compareAccountants(
      [
        { mechanism: { kind: "approximate", epsilon: 0.2, delta: 1e-6 }, times: 20 },
        { mechanism: { kind: "zero-concentrated", rho: 0.01 }, times: 1 },
      ],
      { delta: 1e-5 },
    );
    const reasons = new Map(notApplicable.map(({ accountant, reason }) => [accountant, reason]));
    expect(reasons.get("basic")).toContain("more than delta");
    expect(reasons.get("optimal (grid)")).toContain("do not share one (epsilon, delta)");
    expect(reasons.get("renyi")).toContain("no finite Renyi curve");
    expect(reasons.get("zero-concentrated tight")).toContain("no finite rho");
    expect(reasons.get("privacy-loss distribution")).toContain("zero-concentrated");
    expect(reasons.get("exact")).toContain("Gaussian");
    expect(reasons.get("central-limit estimate")).toContain("no event is sampled");
  });

  it("answers at extremes with those that can, and says so for the others", () => {
    const events: PrivacyEvent[] = [{ mechanism: { kind: "pure", epsilon: 1e16 }, times: 1 }];
    const { rows, notApplicable } = compareAccountants(events, { delta: 5e-324 });
    expect(rows[0].epsilon).toBe(1e16);
    for (const { reason } of notApplicable) expect(reason).not.toContain("NaN");
  });

  it("keeps the order on any mixture of events", () => {
    const times = fc.integer({ min: 1, max: 60 });
    const positive = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const sensitivity = fc.integer({ min: 1, max: 3 });
    const named = <Kind extends string, Rest>(kind: Kind, rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> }) =>
      fc.record({ kind: fc.constant(kind), ...rest });
    const release = fc.oneof(
      named("pure", { epsilon: positive(0.01, 2) }),
      named("approximate", { epsilon: positive(0.01, 2), delta: fc.constantFrom(0, 1e-9, 1e-7) }),
      named("zero-concentrated", { rho: positive(1e-4, 1) }),
      named("gaussian", { sigma: positive(0.5, 50), sensitivity }),
      named("laplace", { scale: positive(0.5, 50), sensitivity }),
      named("discrete-laplace", { scale: positive(0.5, 50), sensitivity }),
      named("discrete-gaussian", { sigma: positive(0.5, 20), sensitivity }),
      named("bounded-range", { epsilon: positive(0.01, 2) }),
      named("randomized-response", { noise: positive(0.1, 0.9), categories: fc.integer({ min: 2, max: 5 }) }),
    );
    const rate = fc.constantFrom(0.001, 0.05, 0.5, 1, undefined);
    const event = fc
      .tuple(release, times, rate)
      .map(
        ([mechanism, times, rate]): PrivacyEvent =>
          rate === undefined || mechanism.kind === "randomized-response"
            ? { mechanism: mechanism as PrivacyEvent["mechanism"], times }
            : poissonSampled(mechanism as PrivacyEvent["mechanism"], { samplingRate: rate, times }),
      );
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 2 }), fc.constantFrom(1e-3, 1e-6), (events, delta) => {
        const orders = [1.5, 2, 3, 5, 9, 17, 65];
        expectAllNamed(compareAccountants(events, { delta, orders, tolerance: 0.1 }));
      }),
      { numRuns: 25, seed: 1 },
    );
  });

  it("adds up pure epsilons at delta 0, and says why the other accountants have no answer there", () => {
    const noise: PrivacyEvent = { mechanism: { kind: "laplace", scale: 4, sensitivity: 1 }, times: 3 };
    const pure: PrivacyEvent = { mechanism: { kind: "pure", epsilon: 0.5 }, times: 2 };
    const comparison = compareAccountants([noise, pure], { delta: 0 });
    expectAllNamed(comparison);
    expect(comparison.epsilonOf("basic")).toBeCloseTo(1.75, 12);
    expect(comparison.epsilonOf("privacy-loss distribution")).toBeCloseTo(1.75, 12);
    expect(() => comparison.epsilonOf("renyi")).toThrow("above delta 0 only");
    expect(compose([pure]).compare({ delta: 0 }).epsilonOf("optimal (continuous)")).toBe(1);
    const gaussian = compareAccountants(
      [{ mechanism: { kind: "gaussian", sigma: 9, sensitivity: 1 }, times: 1 }, pure],
      {
        delta: 0,
      },
    );
    expectAllNamed(gaussian);
    expect(gaussian.rows).toEqual([]);
    expect(() => gaussian.epsilonOf("privacy-loss distribution")).toThrow("no largest loss");
  });

  it("refuses bad events and deltas", () => {
    const good: PrivacyEvent = { mechanism: { kind: "pure", epsilon: 1 }, times: 1 };
    expect(() => compareAccountants([], { delta: 0.1 })).toThrow("events must be one or more");
    expect(() => compareAccountants([good], { delta: 1 })).toThrow("delta must be");
    expect(() => compareAccountants([good], { delta: -0.1 })).toThrow("delta must be");
    expect(() => compareAccountants([good], { delta: 0.1, orders: [1] })).toThrow("orders must be");
    expect(() => compareAccountants([good], { delta: 0.1, tolerance: 0 })).toThrow("tolerance");
    const bad: unknown[] = [
      { ...good, times: 0 },
      { mechanism: { kind: "pure", epsilon: -1 }, times: 1 },
      { mechanism: { kind: "pure", epsilon: Number.NaN }, times: 1 },
      { mechanism: undefined, times: 1 },
      { mechanism: 3, times: 1 },
      undefined,
      { mechanism: { kind: "approximate", epsilon: 1, delta: 1 }, times: 1 },
      { mechanism: { kind: "zero-concentrated", rho: -1 }, times: 1 },
      { mechanism: { kind: "gaussian", sigma: 0, sensitivity: 1 }, times: 1 },
      { mechanism: { kind: "laplace", scale: 1, sensitivity: Infinity }, times: 1 },
      { mechanism: { kind: "discrete-laplace", scale: 1, sensitivity: 0.5 }, times: 1 },
      { mechanism: { kind: "discrete-gaussian", sigma: Number.NaN, sensitivity: 1 }, times: 1 },
      { mechanism: { kind: "randomized-response", noise: 1, categories: 2 }, times: 1 },
      { mechanism: { kind: "gaussian", sigma: 1, sensitivity: 1 }, sampling: { kind: "poisson", rate: 0 }, times: 1 },
      { mechanism: { kind: "magic" }, times: 1 },
    ];
    for (const event of bad) {
      expect(() => compareAccountants([event as PrivacyEvent], { delta: 0.1 })).toThrow(RangeError);
    }
  });
});

describe("knowledgeOf", () => {
  it("gives an epsilon at which the release is private: its exact delta there is at most the one granted", () => {
    const events: PrivacyEvent[] = [
      { mechanism: { kind: "gaussian", sigma: 2, sensitivity: 1 }, times: 1 },
      { mechanism: { kind: "laplace", scale: 2, sensitivity: 1 }, times: 1 },
      { mechanism: { kind: "discrete-laplace", scale: 1 / 0.3, sensitivity: 2 }, times: 1 },
      { mechanism: { kind: "discrete-gaussian", sigma: 2, sensitivity: 1 }, times: 1 },
      { mechanism: { kind: "randomized-response", noise: 0.4, categories: 4 }, times: 1 },
      {
        mechanism: { kind: "gaussian", sigma: 1.5, sensitivity: 1 },
        sampling: { kind: "poisson", samplingRate: 0.1 },
        times: 1,
      },
    ];
    for (const event of events) {
      const { epsilonAt, loss, stated } = knowledgeOf(readReleases(event)[0]);
      if (loss === undefined) throw new Error("no loss");
      const once = [{ loss, times: 1 }];
      if (stated) {
        // A bounded loss is private at its epsilon without a delta, and not much below it.
        const { lower, upper } = pldEpsilon({ events: once, delta: 1e-9 });
        expect(lower).toBeLessThanOrEqual(stated.epsilon);
        expect(upper).toBeGreaterThan(0.999 * stated.epsilon);
        continue;
      }
      const deltaOf = (epsilon: number) => pldDelta({ events: once, epsilon, tolerance: 0.01 });
      for (const granted of [1e-3, 1e-6]) {
        expect(deltaOf(epsilonAt(granted)).lower).toBeLessThanOrEqual(granted);
        // The discrete Gaussian is known by its rho only; the others exactly.
        if (!("kind" in event.mechanism && event.mechanism.kind === "discrete-gaussian"))
          expect(deltaOf(0.99 * epsilonAt(granted)).upper).toBeGreaterThan(granted);
      }
    }
  });
});
