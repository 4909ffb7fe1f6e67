/** Against the shuffled law itself: all datasets of all others, all histograms, for few respondents and few choices. */

import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { responseWeights, shuffledListedDelta } from "../../oracles/shuffled-answers.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { shuffledPairDelta } from "../loss/shuffled-pair.ts";
import { shuffledResponseDelta, shuffledResponseEpsilon } from "./shuffled-response.ts";
import { shuffledClosedFormEpsilon, shuffledDelta, shuffledEpsilon } from "./shuffling.ts";

type Law = readonly number[];

function randomLaws(localEpsilon: number, values: number, next: () => number): Law[] {
  // Weights from {1, e, between} divided by their sum keep ratios in range only if the sums agree: mix towards a common law until they do.
  const raw = Array.from({ length: values }, () =>
    Array.from({ length: 4 }, () =>
      next() < 0.6 ? (next() < 0.5 ? 1 : exp(localEpsilon)) : exp(next() * localEpsilon),
    ),
  ).map((row) => row.map((w) => w / row.reduce((a, b) => a + b)));
  const largest = (t: number) => {
    const laws = raw.map((row) => row.map((p, y) => (1 - t) * raw[0][y] + t * p));
    let ratio = 1;
    for (const a of laws) for (const b of laws) ratio = Math.max(ratio, ...a.map((p, y) => p / b[y]));
    return { ratio, laws };
  };
  let [low, high] = [0, 1];
  if (largest(1).ratio <= exp(localEpsilon)) return largest(1).laws;
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (largest(middle).ratio <= exp(localEpsilon)) low = middle;
    else high = middle;
  }
  return largest(low).laws;
}

const random = stream(20261117, "shuffling");
const next = () => sampleUniform(random);
const between = (a: number, b: number) => a + (b - a) * next();

describe("shuffledResponseDelta", () => {
  const points = Array.from({ length: 100 }, () => {
    const choices = 2 + Math.floor(next() * 4);
    const localEpsilon = between(0.2, 4);
    const size = 1 + Math.floor(next() * (choices < 4 ? 5 : 4));
    return { localEpsilon, choices, size, epsilon: localEpsilon * next() * 0.95 };
  });

  it("holds the true delta between its ends at 100 random points, exactly so for two choices", () => {
    let widest = 0;
    for (const point of points) {
      const truth = shuffledListedDelta(responseWeights(point.localEpsilon, point.choices), point);
      const { lower, upper } = shuffledResponseDelta(point);
      expect(lower).toBeLessThanOrEqual(truth * (1 + 1e-9));
      expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
      if (point.choices === 2) expect(upper - lower).toBeLessThan(1e-10);
      else widest = Math.max(widest, upper - lower);
    }
    expect(widest).toBeLessThan(0.1);
  });

  it("has a lower end below the truth at four choices and more: the published decomposition is no upper bound", () => {
    const point = { localEpsilon: 2, choices: 5, size: 4, epsilon: 1 };
    const truth = shuffledListedDelta(responseWeights(2, 5), point);
    expect(truth).toBeCloseTo(0.22156, 5);
    expect(shuffledResponseDelta(point).lower).toBeCloseTo(0.22133, 5);
    expect(shuffledResponseDelta(point).lower).toBeLessThan(truth * (1 - 1e-4));
    expect(shuffledResponseDelta(point).upper).toBeGreaterThan(truth);
  });

  it("is narrow from 100 respondents on", () => {
    for (const choices of [2, 3])
      for (const [respondents, delta] of [
        [130, 1e-3],
        [20_000, 1e-6],
      ]) {
        const { lower, upper } = shuffledResponseEpsilon({ localEpsilon: 1, choices, size: respondents, delta });
        expect(upper / lower).toBeLessThan(1.01);
        expect(upper).toBeGreaterThan(lower);
      }
  });

  it("is the local guarantee of one respondent alone", () => {
    for (const choices of [2, 7]) {
      const share = 1 / (exp(2) + choices - 1);
      const { lower, upper } = shuffledResponseDelta({ localEpsilon: 2, choices, size: 1, epsilon: 0.5 });
      expect(lower).toBeCloseTo(share * (exp(2) - exp(0.5)), 11);
      expect(upper).toBeCloseTo(share * (exp(2) - exp(0.5)), 11);
    }
  });
});

describe("shuffledDelta", () => {
  it("is at least the true delta of 100 random mechanisms", () => {
    let nearest = 0;
    for (let trial = 0; trial < 100; trial++) {
      const localEpsilon = between(0.3, 3);
      const respondents = 1 + Math.floor(next() * 3);
      const epsilon = localEpsilon * next() * 0.9;
      const weights = randomLaws(localEpsilon, 3, next);
      const pairs = [
        [0, 1],
        [1, 0],
        [0, 2],
        [2, 1],
      ] as const;
      const truth = shuffledListedDelta({ unit: 1, weights }, { size: respondents, epsilon, pairs });
      const bound = shuffledDelta({ localEpsilon, size: respondents, epsilon });
      expect(bound).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
      nearest = Math.max(nearest, truth / bound);
    }
    expect(nearest).toBeGreaterThan(0.7);
  });

  it("is at least that of randomized response, whatever the choices, and at most that of two kinds of clones", () => {
    for (const [localEpsilon, respondents, share] of [
      [0.5, 6, 0.3],
      [2, 10, 0.95],
      [1, 100, 0.15],
      [4, 300, 0.2],
    ]) {
      const epsilon = localEpsilon * share;
      const bound = shuffledDelta({ localEpsilon, size: respondents, epsilon });
      for (const choices of [2, 3, 5, 40])
        expect(bound).toBeGreaterThanOrEqual(
          shuffledResponseDelta({ localEpsilon, choices, size: respondents, epsilon }).lower,
        );
      const two = { localEpsilon, share: 1 / (exp(localEpsilon) + 1), clone: exp(-localEpsilon) / 2, common: 0 };
      expect(bound).toBeLessThan(1.03 * shuffledPairDelta({ ...two, others: respondents - 1 }, epsilon).upper);
    }
  });

  it("is caught if the others are counted as clones twice as often as they are", () => {
    const [localEpsilon, respondents, epsilon] = [2, 5, 0.6];
    const share = 1 / (exp(localEpsilon) + 1);
    const wrong = { localEpsilon, share, clone: 2 * share, common: 0, others: respondents - 1 };
    const truth = shuffledListedDelta(responseWeights(localEpsilon, 2), { size: respondents, epsilon });
    expect(shuffledPairDelta(wrong, epsilon).upper).toBeLessThan(0.8 * truth);
  });
});

describe("shuffledEpsilon", () => {
  it("is met by delta, and is a fifth of the closed form", () => {
    for (const [localEpsilon, respondents, delta] of [[1, 1_000_000, 1e-8]]) {
      const epsilon = shuffledEpsilon({ localEpsilon, size: respondents, delta });
      expect(shuffledDelta({ localEpsilon, size: respondents, epsilon })).toBeLessThanOrEqual(delta);
      expect(shuffledDelta({ localEpsilon, size: respondents, epsilon: 0.97 * epsilon })).toBeGreaterThan(delta);
      const closed = shuffledClosedFormEpsilon({ localEpsilon, size: respondents, delta });
      expect(epsilon / closed).toBeGreaterThan(0.1);
      expect(epsilon / closed).toBeLessThan(0.3);
    }
  });

  it("is the local epsilon where nothing hides it", () => {
    expect(shuffledEpsilon({ localEpsilon: 2, size: 1, delta: 1e-9 })).toBe(2);
    expect(shuffledEpsilon({ localEpsilon: 30, size: 100, delta: 1e-9 })).toBe(30);
  });

  it("refuses what its theorem is not about", () => {
    expect(() => shuffledClosedFormEpsilon({ localEpsilon: 4, size: 1000, delta: 1e-6 })).toThrow(
      "localEpsilon must be at most log(n / (16",
    );
    expect(() => shuffledEpsilon({ localEpsilon: 41, size: 10, delta: 0.1 })).toThrow(
      "localEpsilon must be from 1e-6 to 40, got 41",
    );
    expect(() => shuffledDelta({ localEpsilon: 1, size: 0, epsilon: 0.1 })).toThrow("size");
    expect(() => shuffledResponseDelta({ localEpsilon: 1, choices: 1, size: 3, epsilon: 0.1 })).toThrow("choices");
  });
});
