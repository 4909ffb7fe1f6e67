import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";
import type { ScoreChange } from "./scores/selection.ts";
import { type ShortfallQuestion, shortfallBound, shortfallOf } from "./shortfall.ts";

const rules = { epsilon: 0.8, sensitivity: 1.5, options: 5, change: "general" } as const;
const choice = exponentialMechanism({ ...rules, neighbours: "swap" });
const scores = [7, 3.5, 7, -20, 6];

/** Scores on several scales, rounded or not, and one option alone ahead of all others. */
const manyScores = (options: number) => [
  ...Array.from({ length: 12 }, (_, draw) => {
    const drawn = fillUniform(new Float64Array(options), stream(1, "shortfall", options, draw));
    return Array.from(drawn, (score) => (draw % 2 === 0 ? score : Math.round(score)) * [1, 10, 60][draw % 3]);
  }),
  ...[2, 9, 40].map((lead) => Array.from({ length: options }, (_, option) => (option === 0 ? lead : 0))),
];

describe("the shortfall of a choice", () => {
  it("is that of its law: masses in proportion to e^(-epsilon v / (2 D))", () => {
    const weights = [0, 3.5, 0, 27, 1].map((v) => exp((-0.8 * v) / 3));
    const total = weights.reduce((a, b) => a + b);
    const { tail, mean, quantile } = shortfallOf(choice, scores);
    expect(tail(0)).toBeCloseTo(1, 14);
    expect(tail(1)).toBeCloseTo((weights[1] + weights[3] + weights[4]) / total, 14);
    expect(tail(1.0001)).toBeCloseTo((weights[1] + weights[3]) / total, 14);
    expect(tail(28)).toBe(0);
    expect(mean()).toBeCloseTo((3.5 * weights[1] + 27 * weights[3] + weights[4]) / total, 13);
    const isBest = 2 / total;
    expect([quantile(isBest * 0.999), quantile(isBest * 1.001), quantile(1 - 1e-9)]).toEqual([0, 1, 27]);
  });

  it("is of any choice with a law, and of permute-and-flip nowhere larger", () => {
    const other = permuteAndFlip({ ...rules, neighbours: "swap" });
    for (const each of manyScores(5)) {
      const [flipped, exponential] = [shortfallOf(other, each), shortfallOf(choice, each)];
      expect(flipped.mean()).toBeLessThanOrEqual(exponential.mean() * (1 + 1e-9) + 1e-12);
      for (const least of [0.1, 0.5, 1, 3, 8, 20, 50])
        expect(flipped.tail(least)).toBeLessThanOrEqual(exponential.tail(least) * (1 + 1e-9) + 1e-12);
    }
  });

  it("refuses scores that are none, without showing them", () => {
    expect(() => shortfallOf(choice, [1, 2, Number.NaN, 4, 5])).toThrow("scores[2] must be finite");
    expect(() => shortfallOf(choice, undefined as never)).toThrow(/^scores must be an array/);
    expect(() => shortfallOf({} as never, scores)).toThrow(/^choice.law must be a function/);
    expect(() => shortfallOf(choice, scores).quantile(1)).toThrow(/^probability must be/);
    expect(() => shortfallOf(choice, scores).tail(Number.NaN)).toThrow(/^least must be/);
  });
});

describe("the bound of a shortfall", () => {
  const changes: readonly ScoreChange[] = ["general", "monotone", "range"];
  const question = (change: ScoreChange, options: number, errorRate: number): ShortfallQuestion => ({
    epsilon: 0.8,
    sensitivity: 1.5,
    options,
    change,
    errorRate,
  });

  it("holds for all scores, with any number of best options, and is approached", () => {
    let nearest = 0;
    for (const change of changes)
      for (const options of [2, 3, 40]) {
        const mechanism = exponentialMechanism({ ...rules, options, change, neighbours: "swap" });
        for (const errorRate of [0.5, 0.05, 1e-6]) {
          const each = question(change, options, errorRate);
          for (const given of manyScores(options)) {
            const { tail } = shortfallOf(mechanism, given);
            const best = given.filter((score) => score === Math.max(...given)).length;
            const passed = (bound: number) => tail(bound + 1e-9 * (1 + bound));
            expect(passed(shortfallBound(each))).toBeLessThanOrEqual(errorRate);
            expect(passed(shortfallBound({ ...each, best }))).toBeLessThanOrEqual(errorRate);
          }
          const bound = shortfallBound(each);
          const alone = Array.from({ length: options }, (_, option) => (option === 0 ? bound : 0));
          nearest = Math.max(nearest, shortfallOf(mechanism, alone).tail(bound * 0.999) / errorRate);
        }
      }
    expect(nearest).toBeGreaterThan(0.999);
  });

  it("is half of it where the mechanism needs no 2, and a tenth less fails", () => {
    expect(shortfallBound(question("monotone", 9, 0.1))).toBe(shortfallBound(question("general", 9, 0.1)) / 2);
    const bound = 0.9 * shortfallBound(question("general", 9, 1e-4));
    const alone = Array.from({ length: 9 }, (_, option) => (option === 0 ? bound : 0));
    const mechanism = exponentialMechanism({ ...rules, options: 9, neighbours: "swap" });
    expect(shortfallOf(mechanism, alone).tail(bound * 0.999)).toBeGreaterThan(1.5e-4);
  });

  it("is nothing where all options are best, and takes a guarantee for its numbers", () => {
    expect(shortfallBound({ ...question("general", 3, 0.1), best: 3 })).toBe(0);
    const { epsilon, ...rest } = { ...question("general", 3, 0.1), epsilon: 0.8 };
    expect(shortfallBound({ ...rest, guarantee: { kind: "pure", epsilon } } as ShortfallQuestion)).toBe(
      shortfallBound(question("general", 3, 0.1)),
    );
    expect(() => shortfallBound({ ...question("general", 3, 0.1), best: 4 })).toThrow(
      "best must be at most the 3 options, got 4",
    );
  });
});
