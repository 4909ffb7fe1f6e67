import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { pow } from "../numerics/power.ts";
import { stream } from "../random/stream.ts";
import { accuracyAt, budgetFor } from "./accuracy.ts";
import { randomizedResponse } from "./local/randomized-response.ts";
import { discreteGaussian } from "./noise/discrete-gaussian.ts";
import { discreteLaplace } from "./noise/discrete-laplace.ts";
import { gaussian } from "./noise/gaussian.ts";
import { laplace } from "./noise/laplace.ts";
import { histogram } from "./statistics/histogram.ts";
import { noisySum } from "./statistics/noisy-sum.ts";
import { quantile } from "./statistics/quantile.ts";

const noise = { sensitivity: 1, neighbours: "add-remove" } as const;

describe("the error of a release at a confidence", () => {
  it("is scale log(1 / (1 - confidence)) for Laplace noise", () => {
    for (const confidence of [0.1, 0.5, 0.95, 1 - 1e-12])
      expect(accuracyAt(laplace({ epsilon: 0.5, ...noise }), { confidence }) / (-2 * log(1 - confidence))).toBeCloseTo(
        1,
        13,
      );
  });

  it("is a normal quantile times sigma for Gaussian noise", () => {
    const mechanism = gaussian({ epsilon: 1, delta: 1e-5, ...noise });
    expect(accuracyAt(mechanism, { confidence: 0.95 })).toBeCloseTo(mechanism.sigma * normalQuantile(0.975), 12);
  });

  it("is the largest error of a vector: (1 - e^(-t / scale))^d at t", () => {
    const mechanism = laplace({ epsilon: 1, norm: "l1", dimension: 3, ...noise });
    const error = accuracyAt(mechanism, { confidence: 0.9 });
    expect(error).toBeCloseTo(-log(1 - pow(0.9, 1 / 3)), 11);
  });

  it("is what a share of draws stays within, and a tenth less is not", () => {
    const mechanism = discreteLaplace({ epsilon: 0.3, ...noise });
    const error = accuracyAt(mechanism, { confidence: 0.8 });
    const draws = mechanism.releaseMany(0, new Float64Array(20_000), stream(20261115, "accuracy"));
    const within = (reach: number) => draws.filter((draw) => Math.abs(draw) <= reach).length / draws.length;
    expect(within(error)).toBeGreaterThan(0.79);
    expect(within(error - 1)).toBeLessThan(0.79);
  });

  it("is the largest error of a vector of whole numbers, however many outcomes there are", () => {
    const rho = { numerator: 1, denominator: 90 };
    const vectors = discreteGaussian({ rho, squaredSensitivity: 2, dimension: 20, neighbours: "swap" });
    const error = accuracyAt(vectors, { confidence: 0.9 });
    const { variance } = vectors;
    const mass = (reach: number) => {
      const weight = (k: number) => exp((-k * k) / (2 * variance));
      let [within, all] = [0, 0];
      for (let k = -400; k <= 400; k++) {
        all += weight(k);
        if (Math.abs(k) <= reach) within += weight(k);
      }
      return within / all;
    };
    expect(pow(mass(error), 20)).toBeGreaterThanOrEqual(0.9);
    expect(pow(mass(error - 1), 20)).toBeLessThan(0.9);
    // Off the centre of one coordinate the error is what that one alone is off by.
    const input = new Array<number>(20).fill(0);
    const far = accuracyAt(vectors, { confidence: 0.9, input, truth: [1000, ...input.slice(1)] });
    expect(far).toBeGreaterThan(1000);
    expect(far).toBeLessThan(1000 + error);
  });

  it("agrees with the list of all outcomes of a few exact counts", () => {
    const range = { lower: 0, upper: 2, step: { numerator: 1, denominator: 1 } };
    const counts = histogram({ rho: { numerator: 1, denominator: 2 }, ...range, neighbours: "add-remove" });
    const truth = [1, 2, 0.5];
    const { support, logMass } = counts.law([0, 1, 1]);
    const errorOf = (output: readonly number[]) => Math.max(...output.map((count, i) => Math.abs(count - truth[i])));
    const error = accuracyAt(counts, { confidence: 0.8, input: [0, 1, 1], truth });
    const within = (reach: number) =>
      support.reduce((sum, output) => (errorOf(output) <= reach ? sum + exp(logMass(output)) : sum), 0);
    expect(within(error)).toBeGreaterThanOrEqual(0.8);
    expect(within(error - 1e-9)).toBeLessThan(0.8);
  });

  it("is asked of exact noise at a truth off its grid, and of more outcomes than can be listed", () => {
    const step = { numerator: 1, denominator: 4 };
    const sum = noisySum({ epsilon: 1, lower: 0, upper: 1, step, neighbours: "add-remove" });
    const law = sum.law([0.75]);
    const error = accuracyAt(sum, { confidence: 0.9, input: [0.75], truth: 0.7 });
    const within = (reach: number) =>
      law.support.reduce((all, x) => (Math.abs(x - 0.7) <= reach ? all + exp(law.logMass(x)) : all), 0);
    expect(within(error + 1e-12)).toBeGreaterThanOrEqual(0.9);
    expect(within(error - 1e-12)).toBeLessThan(0.9);
    const wide = discreteLaplace({ epsilon: 1e-8, ...noise });
    expect(accuracyAt(wide, { confidence: 0.5, truth: 3.5 }) / (1e8 * Math.LN2)).toBeCloseTo(1, 6);
  });

  it("is asked at records and a truth where a mechanism looks at records", () => {
    const sum = noisySum({ epsilon: 1, lower: 0, upper: 10, neighbours: "add-remove" });
    expect(accuracyAt(sum, { confidence: 0.5, input: [3, 4], truth: 7 })).toBeCloseTo(10 * Math.LN2, 12);
    // Around another truth the release is off by more.
    expect(accuracyAt(sum, { confidence: 0.5, input: [3, 40], truth: 43 })).toBeGreaterThan(30);
    const median = quantile({ epsilon: 2, probability: 0.5, lower: 0, upper: 1, neighbours: "swap" });
    const records = [0.2, 0.4, 0.5, 0.6, 0.9];
    const error = accuracyAt(median, { confidence: 0.9, input: records, truth: 0.5 });
    const { cdf } = median.law(records);
    expect(cdf(0.5 + error) - cdf(0.5 - error)).toBeCloseTo(0.9, 12);
  });

  it("refuses a question that it cannot answer", () => {
    const sum = noisySum({ epsilon: 1, lower: 0, upper: 10, neighbours: "add-remove" });
    expect(() => accuracyAt(sum, { confidence: 0.5 })).toThrow(
      "input must be given, for a mechanism that looks at records",
    );
    expect(() => accuracyAt(randomizedResponse({ epsilon: 1 }), { confidence: 1 })).toThrow(
      "confidence must be strictly between 0 and 1, got 1",
    );
    expect(() => accuracyAt({} as never, { confidence: 0.5 })).toThrow("mechanism must be");
    expect(() => accuracyAt(laplace({ epsilon: 1, ...noise }), { confidense: 0.5 } as never)).toThrow(
      "did you mean confidence?",
    );
  });
});

describe("a truth that is no number", () => {
  const sum = noisySum({ epsilon: 1, lower: 0, upper: 10, neighbours: "add-remove" });
  it.each([[Number.NaN], [Infinity], [[1, 2]], ["7"]])("%s is refused", (truth) => {
    const asked = { confidence: 0.5, input: [3, 4], truth: truth as number };
    expect(() => accuracyAt(sum, asked)).toThrow(/^truth must be /);
  });
});

describe("the budget for an error", () => {
  it.each([0.01, 1, 37, 4000])("of %s is the one whose error it is", (error) => {
    const build = (epsilon: number) => laplace({ epsilon, ...noise });
    const epsilon = budgetFor(build, { error, confidence: 0.95 });
    expect(epsilon / (-log(0.05) / error)).toBeCloseTo(1, 8);
    expect(accuracyAt(build(epsilon), { confidence: 0.95 })).toBeLessThanOrEqual(error);
    expect(accuracyAt(build(epsilon * (1 - 2e-9)), { confidence: 0.95 })).toBeGreaterThan(error);
  });

  it("is found for whole noise, whose error goes by steps", () => {
    const build = (epsilon: number) => discreteLaplace({ epsilon, ...noise });
    const epsilon = budgetFor(build, { error: 5, confidence: 0.99 });
    expect(accuracyAt(build(epsilon), { confidence: 0.99 })).toBe(5);
    expect(accuracyAt(build(epsilon * (1 - 1e-8)), { confidence: 0.99 })).toBe(6);
  });

  it("is refused where none keeps to the error, or all do", () => {
    const fixed = () => laplace({ epsilon: 1, ...noise });
    expect(() => budgetFor(fixed, { error: 0.1, confidence: 0.9 })).toThrow(
      "error must be one that some budget keeps to, got 0.1",
    );
    expect(() => budgetFor(fixed, { error: 9, confidence: 0.9 })).toThrow(
      "error must be one that not every budget keeps to, got 9",
    );
  });

  it.each([0, -1, Number.NaN, undefined])("refuses %s for an error", (error) => {
    const build = (epsilon: number) => laplace({ epsilon, ...noise });
    expect(() => budgetFor(build, { error: error as number, confidence: 0.9 })).toThrow(
      /^error must be positive and finite, got /,
    );
  });
});
