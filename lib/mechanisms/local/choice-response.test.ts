import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { choiceResponse } from "./choice-response.ts";
import { randomizedResponse } from "./randomized-response.ts";

describe("choiceResponse", () => {
  it("has the published loss of ten buckets with noise 0.1", () => {
    // google/differential-privacy, dp_accounting rdp test at order infinity: truth 0.91, each other bucket 0.01.
    const mechanism = choiceResponse({ epsilon: 4.51085950651685, choices: 10 });
    const law = mechanism.law(3);
    expect(Math.abs(exp(law.logMass(3)) - 0.91)).toBeLessThan(1e-14);
    expect(Math.abs(exp(law.logMass(0)) - 0.01)).toBeLessThan(1e-15);
    expect(Math.abs(largestLoss(law, mechanism.law(0)) - log(91))).toBeLessThan(1e-13);
  });

  it("is binary randomized response with two choices", () => {
    const [choice, binary] = [choiceResponse({ epsilon: 0.7, choices: 2 }), randomizedResponse({ epsilon: 0.7 })];
    const survey = { share: 0.3, size: 40 };
    expect(choice.estimate(0.4)).toBeCloseTo(binary.estimate(0.4), 13);
    expect(choice.estimateVariance(survey)).toBeCloseTo(binary.estimateVariance(survey), 13);
  });

  it("estimates the share of every choice without bias", () => {
    const mechanism = choiceResponse({ epsilon: 1, choices: 3 });
    const shares = [0.2, 0.5, 0.3];
    shares.forEach((share, choice) => {
      const answered = shares.reduce((sum, weight, truth) => {
        const law = mechanism.law(truth);
        return sum + weight * (law.kind === "discrete" ? exp(law.logMass(choice)) : 0);
      }, 0);
      expect(mechanism.estimate(answered)).toBeCloseTo(share, 13);
    });
  });

  it("draws exactly what its law says for a rational epsilon, and a tenth off is told apart", () => {
    const [truth, draws] = [2, 40_000];
    const { release, law } = choiceResponse({ epsilon: { numerator: 3, denominator: 2 }, choices: 6 });
    const random = stream(20261117, "choices");
    const observed = new Array<number>(6).fill(0);
    for (let k = 0; k < draws; k++) observed[release(truth, random)]++;
    const pValue = ({ logMass }: ReturnType<typeof law>) =>
      chiSquareTest({ observed, expected: observed.map((_, choice) => draws * exp(logMass(choice))) }).pValue;
    expect(pValue(law(truth))).toBeGreaterThan(1e-3);
    expect(pValue(choiceResponse({ epsilon: 1.65, choices: 6 }).law(truth))).toBeLessThan(1e-3);
  });

  it("refuses a law that would list more choices than memory holds", () => {
    const { law } = choiceResponse({ epsilon: 1, choices: 1e12 });
    expect(() => law(3)).toThrow("choices must be at most 1048576 for a law, got 1000000000000");
  });

  it("answers among very many choices by a few words of the source", () => {
    const source = stream(20261117, "words");
    let words = 0;
    const uint32 = () => {
      words++;
      return source.uint32();
    };
    const { release } = choiceResponse({ epsilon: { numerator: 30, denominator: 1 }, choices: 1e12 });
    for (let k = 0; k < 100; k++) expect(release(7, { ...source, uint32 })).toBeLessThan(1e12);
    expect(words / 100).toBeLessThan(6 * 64);
  });
});
