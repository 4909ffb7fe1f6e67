import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { discreteDelta } from "../../auditing/discrete-audit.ts";
import { cellEvent } from "../../auditing/event-choice.ts";
import { discreteRenyi } from "../../auditing/renyi-audit.ts";
import { auditRelease } from "../../auditing/sampled-audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { allLists } from "../../oracles/all-lists.ts";
import { peeledChance } from "../../oracles/peeling.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import type { ScoreChange } from "./scores/selection.ts";
import { topK } from "./top-k.ts";

const shape = { epsilon: 1, sensitivity: 1, neighbours: "swap" } as const;
const build = (options: number, k: number, change: ScoreChange = "general") => topK({ ...shape, options, k, change });

/** The probability of a list by peeling: an exponential mechanism among the options that are left, k times. */
function peeled(scores: readonly number[], list: readonly number[], epsilon: number): number {
  return peeledChance(scores, list, (left, place) => {
    if (left.length === 1) return 1;
    const choose = exponentialMechanism({ ...shape, epsilon, change: "general", options: left.length });
    return exp(choose.law(left).logMass(place));
  });
}

describe("topK", () => {
  it("has the law of k exponential mechanisms of epsilon / k one after another", () => {
    for (const [scores, k] of [
      [[0, 3, 1], 2],
      [[5, 1, 4, 4], 3],
      [[2, 0, 7, 1, 3], 2],
    ] as const) {
      const law = build(scores.length, k).law(scores);
      let total = 0;
      for (const list of law.support) {
        const mass = exp(law.logMass(list));
        expect(Math.abs(mass - peeled(scores, list, 1 / k))).toBeLessThan(1e-14);
        total += mass;
      }
      expect(Math.abs(total - 1)).toBeLessThan(1e-13);
    }
  });

  it("has the law of the order of scores with Gumbel noise, by quadrature over the noise", () => {
    const scores = [0, 1.5, 1];
    const mechanism = build(3, 2);
    const centres = scores.map((score) => score / mechanism.scale);
    const below = (x: number) => exp(-exp(-x));
    const density = (x: number) => exp(-x - exp(-x));
    const law = mechanism.law(scores);
    for (const [first, second] of law.support) {
      const third = 3 - first - second;
      // The second is above the third, and the first above the second.
      const inner = (y: number) =>
        density(y - centres[second]) * below(y - centres[third]) * (1 - below(y - centres[first]));
      const { value } = integrate(inner, { lower: -8, upper: 45, kinks: [0, 1, 4], absoluteTolerance: 1e-13 });
      expect(Math.abs(exp(law.logMass([first, second])) - value)).toBeLessThan(1e-11);
    }
  });

  it("draws ordered lists from its law, and a scale a tenth off is told apart", () => {
    const scores = [0, 6, 2, 4, 1];
    const mechanism = build(5, 3);
    const random = stream(20261115, "top-k");
    const law = mechanism.law(scores);
    const outcomes = law.support.map((list) => list.join());
    const counts = new Map(outcomes.map((outcome) => [outcome, 0]));
    const draws = 40_000;
    for (let i = 0; i < draws; i++) {
      const key = mechanism.release(scores, random).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const observed = outcomes.map((outcome) => counts.get(outcome) ?? 0);
    const pValue = (epsilon: number) => {
      const other = topK({ ...shape, epsilon, options: 5, k: 3, change: "general" }).law(scores);
      return chiSquareTest({ observed, expected: other.support.map((list) => draws * exp(other.logMass(list))) })
        .pValue;
    };
    expect(pValue(1)).toBeGreaterThan(1e-3);
    expect(pValue(1.1)).toBeLessThan(1e-6);
  });

  it("keeps epsilon on all neighbours of small scores, and comes near it on its worst pair", () => {
    const changes = { general: [-1, 0, 1], monotone: [0, 1] };
    for (const change of ["general", "monotone"] as const) {
      const { law, worstPair } = build(4, 2, change);
      let worst = 0;
      for (const scores of allLists([0, 3], 4)) {
        const first = law(scores);
        for (const moves of allLists(changes[change], 4))
          worst = Math.max(worst, largestLoss(first, law(scores.map((score, i) => score + moves[i]))));
      }
      expect(worst).toBeLessThanOrEqual(1 + 1e-12);
      expect(worst).toBeGreaterThan(0.5);
      const [first, second] = worstPair().map(law);
      expect(Math.abs(largestLoss(first, second) - 1)).toBeLessThan(1e-9);
    }
  });

  it("is k e^2 / 8-zero-concentrated on random neighbours, in both orders, as its guarantee with a delta needs", () => {
    const random = stream(20261115, "neighbours");
    const mechanism = topK({ ...shape, delta: 1e-4, options: 5, k: 4, change: "general", epsilon: 3 });
    const rho = (mechanism.choiceEpsilon * mechanism.choiceEpsilon * 4) / 8;
    let share = 0;
    for (let i = 0; i < 200; i++) {
      const scores = Array.from({ length: 5 }, () => 12 * sampleUniform(random));
      const moved = scores.map((score) => score + (sampleUniform(random) < 0.5 ? -1 : 1));
      const pair = { first: mechanism.law(scores), second: mechanism.law(moved) };
      for (const order of [1.5, 2, 8, 32]) share = Math.max(share, discreteRenyi(pair, order) / (rho * order));
      expect(discreteDelta(pair, 3).upper).toBeLessThanOrEqual(1e-4);
    }
    expect(share).toBeLessThanOrEqual(1);
    expect(share).toBeGreaterThan(0.5);
  });

  it("with a delta never adds more noise than without, and sqrt(k) times that of one choice at most for large k", () => {
    const scales = [1, 4, 16, 64, 256].map(
      (k) => topK({ ...shape, delta: 1e-6, options: 300, k, change: "monotone" }).scale,
    );
    for (const [i, k] of [1, 4, 16, 64, 256].entries())
      expect(scales[i]).toBeLessThanOrEqual(build(300, k, "monotone").scale);
    expect(Math.abs(scales[4] / scales[3] - 2)).toBeLessThan(1e-9);
    // By hand: rho with rho + 2 sqrt(rho ln(1e6)) = 1 is 0.01748; 256 choices of sqrt(8 rho / 256) = 0.0234 each.
    expect(scales[4]).toBeLessThan(1 / Math.sqrt((8 * 0.01748) / 256));
  });

  it("passes an audit that only samples, which catches the noise of one choice", () => {
    const claim = { epsilon: 1, delta: 0, draws: 20_000, errorRate: 1e-3 };
    const inputs = [
      [0, 0, 6],
      [1, 1, 5],
    ] as const;
    const verdict = (epsilon: number) => {
      const { release } = topK({ ...shape, epsilon, options: 3, k: 2, change: "general" });
      const choose = cellEvent((list: readonly number[]) => list.join());
      return auditRelease(release, { ...claim, inputs, choose }, stream(1, "top-k")).verdict;
    };
    expect(verdict(1)).toBe("not-refuted");
    expect(verdict(2)).toBe("violated");
  });

  it("orders options as far apart as float64 allows, and refuses to list too many orders", () => {
    const law = build(3, 2, "range").law([-1e308, 1e308, 1e308]);
    expect(Math.abs(law.logMass([1, 2]) + Math.LN2)).toBeLessThan(1e-15);
    expect(law.logMass([0, 1])).toBe(-Number.MAX_VALUE);
    expect(law.logMass([1, 1])).toBe(-Infinity);
    expect(law.logMass([1])).toBe(-Infinity);
    expect(law.logMass([1, 7])).toBe(-Infinity);
    const many = build(100, 4).law(new Array(100).fill(0));
    expect(() => many.support).toThrow(/2\^16/);
    expect(many.logMass([3, 1, 4, 15])).toBeLessThan(-18);
  });
});
