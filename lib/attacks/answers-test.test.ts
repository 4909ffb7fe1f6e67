import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { multipliedBinomial } from "../oracles/p-value-moves.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleBinomial } from "../random/binomial.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { stream } from "../random/stream.ts";
import { type AnswersTestParameters, answersTest } from "./answers-test.ts";
import { differenceTest } from "./difference-test.ts";
import { guessBound } from "./guess-bound.ts";

/** The integral of the larger of the two joint densities, by the midpoint rule on a square grid; its own total mass sets the scale. */
function successByGrid({ larger, smaller, prior, others }: AnswersTestParameters, step: number) {
  const masses = multipliedBinomial(others.people, others.share);
  const reach = (epsilon: number) => 16 / epsilon;
  let [right, total] = [0, 0];
  for (let x = -reach(larger) + step / 2; x < others.people + 1 + reach(larger); x += step) {
    for (let y = -reach(smaller) + step / 2; y < others.people + reach(smaller); y += step) {
      let [zero, one] = [0, 0];
      for (const [c, mass] of masses.entries()) {
        const rest = mass * exp(-smaller * Math.abs(y - c));
        zero += (1 - prior) * rest * exp(-larger * Math.abs(x - c));
        one += prior * rest * exp(-larger * Math.abs(x - c - 1));
      }
      right += Math.max(zero, one);
      total += zero + one;
    }
  }
  return right / total;
}

describe("the test on both answers", () => {
  it.each([0.2, 1, 3])(
    "is right with probability 1 - e^(-epsilon/2) / 2 where nobody else is unknown, epsilon %f",
    (epsilon) => {
      const closed = 1 - exp(-epsilon / 2) / 2;
      const own = { larger: epsilon, smaller: 0.7, prior: 0.5 };
      for (const others of [
        { people: 0, share: 0.5 },
        { people: 5, share: 0 },
        { people: 5, share: 1 },
      ])
        expect(answersTest({ ...own, others }).success).toBeCloseTo(closed, 10);
    },
  );

  it.each([
    { larger: 1, smaller: 1, prior: 0.5, others: { people: 2, share: 0.5 } },
    { larger: 0.7, smaller: 1.5, prior: 0.4, others: { people: 3, share: 0.3 } },
    { larger: 2, smaller: 0.8, prior: 0.7, others: { people: 1, share: 0.2 } },
  ])("has the success of a sum over a grid of both answers: %j", (parameters) => {
    const { success } = answersTest(parameters);
    const grid = successByGrid(parameters, 0.05);
    expect(Math.abs(success - grid)).toBeLessThan(2e-4);
    expect(Math.abs(successByGrid({ ...parameters, prior: parameters.prior - 0.05 }, 0.1) - grid)).toBeGreaterThan(
      2e-3,
    );
  });

  it("decides as the larger of the two joint densities does", () => {
    const parameters = { larger: 1.3, smaller: 0.6, prior: 0.45, others: { people: 6, share: 0.35 } };
    const test = answersTest(parameters);
    const masses = multipliedBinomial(parameters.others.people, parameters.others.share);
    let ones = 0;
    for (let x = -4.03; x < 12; x += 0.31) {
      for (let y = -4.07; y < 11; y += 0.37) {
        let odds = 0;
        for (const [c, mass] of masses.entries()) {
          const rest = mass * exp(-0.6 * Math.abs(y - c));
          odds += rest * (0.45 * exp(-1.3 * Math.abs(x - c - 1)) - 0.55 * exp(-1.3 * Math.abs(x - c)));
        }
        if (Math.abs(odds) < 1e-12) continue;
        expect(test.decide({ larger: x, smaller: y }), `${x}, ${y}`).toBe(odds > 0);
        if (odds > 0) ones++;
      }
    }
    expect(ones).toBeGreaterThan(100);
  });

  it("knows more than the difference, less the more others there are, and never beats the bound", () => {
    const own = { larger: 1, smaller: 1, prior: 0.5 };
    const found = [0, 1, 2, 5, 10, 40].map((people) => answersTest({ ...own, others: { people, share: 0.5 } }).success);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    const floor = differenceTest(own).success;
    for (const success of found) {
      expect(success).toBeGreaterThan(floor);
      expect(success).toBeLessThan(guessBound({ epsilon: 1, prior: 0.5 }));
    }
    expect(found[5] - floor).toBeLessThan(0.004);
  });

  it("is right as often as it says, on counts that are drawn", () => {
    const random = stream(20261115, "answers-test");
    const others = { people: 3, share: 0.4 };
    const test = answersTest({ larger: 1.5, smaller: 1, prior: 0.5, others });
    const trials = 20_000;
    let right = 0;
    for (let k = 0; k < trials; k++) {
      const [bit, c] = [sampleBernoulli(0.5, random), sampleBinomial({ trials: 3, probability: 0.4 }, random)];
      const counts = { larger: c + bit + sampleLaplace(1 / 1.5, random), smaller: c + sampleLaplace(1, random) };
      if (test.decide(counts) === (bit === 1)) right++;
    }
    const deviation = Math.sqrt((test.success * (1 - test.success)) / trials);
    expect(Math.abs(right / trials - test.success)).toBeLessThan(4 * deviation);
  });

  it.each([
    [3.8, 1, 200],
    [4, 4, 200],
    [50, 50, 20],
    [1000, 1e-6, 200],
    [0.001, 1000, 200],
  ])("is the closed form where all others are known, epsilons %f and %f, %i people", (larger, smaller, people) => {
    for (const share of [0, 1]) {
      const test = answersTest({ larger, smaller, prior: 0.5, others: { people, share } });
      expect(Math.abs(test.success - (1 - exp(-larger / 2) / 2))).toBeLessThan(1e-9);
      for (const answer of [-3, 0, 20.3, people + 7])
        expect(test.threshold(answer)).toBeCloseTo(share * people + 0.5, 6);
    }
  });

  it.each([
    { larger: 5, smaller: 5, prior: 0.5, others: { people: 60, share: 0.9 } },
    { larger: 16, smaller: 16, prior: 0.5, others: { people: 40, share: 0.5 } },
    { larger: 40, smaller: 40, prior: 0.4, others: { people: 50, share: 0.3 } },
    { larger: 1000, smaller: 1000, prior: 0.6, others: { people: 3, share: 0.5 } },
    { larger: 900, smaller: 0.01, prior: 0.01, others: { people: 20, share: 0.2 } },
  ])("is the same in the mirror, and between the difference and the bound: %j", (parameters) => {
    const { larger, smaller, prior, others } = parameters;
    const { people, share } = others;
    const test = answersTest(parameters);
    const mirror = answersTest({ ...parameters, prior: 1 - prior, others: { people, share: 1 - share } });
    expect(Math.abs(test.success - mirror.success)).toBeLessThan(1e-9);
    for (const answer of [-5, 0, 0.4 * people, 0.9 * people, people + 2])
      expect(test.threshold(answer) + mirror.threshold(people - answer)).toBeCloseTo(people + 1, 6);
    expect(test.success).toBeGreaterThan(differenceTest({ larger, smaller, prior }).success - 1e-9);
    expect(test.success).toBeLessThan(guessBound({ epsilon: larger, prior }) + 1e-9);
  });

  it("refuses too many people, and shares that are none", () => {
    const own = { larger: 1, smaller: 1, prior: 0.5 };
    expect(() => answersTest({ ...own, others: { people: 201, share: 0.5 } })).toThrow(
      new RangeError("people must be an integer from 0 to 200, got 201"),
    );
    expect(() => answersTest({ ...own, others: { people: 2, share: 1.5 } })).toThrow("share must be between 0 and 1");
  });
});
