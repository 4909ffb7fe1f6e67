import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteDelta } from "../../auditing/discrete-audit.ts";
import { cellEvent } from "../../auditing/event-choice.ts";
import { auditRelease } from "../../auditing/sampled-audit.ts";
import { listsOf, worstPair } from "../../auditing/worst-pair.ts";
import { exp } from "../../numerics/exponential.ts";
import { stream } from "../../random/stream.ts";
import { proposeTestRelease, type TestedRelease } from "./propose-test-release.ts";
import { proposeTestReleaseMedian } from "./propose-test-release-median.ts";

const range = { lower: 0, upper: 3 };
const budget = { epsilon: 2, delta: 0.05, proposed: 1 };
const median = (records: readonly number[]) => records.toSorted((a, b) => a - b)[(records.length - 1) / 2];

/**
 * The distance by its definition: over all datasets, the least number of changed records to one that a swap moves by more than
 * proposed.
 */
function distances(size: number, proposed: number): Map<string, number> {
  const all = [...listsOf(range.upper + 1, size)].map((list) => [...list]);
  const moves = (list: readonly number[]) =>
    Math.max(
      ...list.flatMap((_, place) =>
        [0, 1, 2, 3].map((value) => Math.abs(median(list.with(place, value)) - median(list))),
      ),
    );
  const unstable = all.filter((list) => moves(list) > proposed);
  const apart = (one: readonly number[], other: readonly number[]) =>
    one.filter((value, i) => value !== other[i]).length;
  return new Map(
    all.map((list) => [list.join(), Math.min(size + 1, ...unstable.map((other) => apart(list, other)))] as const),
  );
}

describe("proposeTestReleaseMedian", () => {
  it("passes as often as the distance by definition says, on all data of three and five records", () => {
    for (const [size, proposed] of [
      [3, 1],
      [3, 2],
      [5, 1],
    ]) {
      const known = distances(size, proposed);
      const { law, threshold } = proposeTestReleaseMedian({ ...budget, ...range, proposed });
      for (const [name, distance] of [...known].filter((_, i) => size === 3 || i % 11 === 0)) {
        const gap = threshold - distance;
        const a = exp(-budget.epsilon / 2);
        const passes =
          gap > 0 ? exp((-gap * budget.epsilon) / 2) / (1 + a) : 1 - (exp((gap * budget.epsilon) / 2) * a) / (1 + a);
        const unstable = exp(law(name.split(",").map(Number)).logMass("unstable"));
        expect(Math.abs(1 - unstable - passes)).toBeLessThan(1e-12);
      }
    }
  });

  it("keeps (epsilon, delta) on all neighbours of three records, and attains its delta at distance 0", () => {
    const { law, threshold, guarantee } = proposeTestReleaseMedian({ ...budget, lower: 0, upper: 30 });
    const passing = exp(-threshold) / (1 + exp(-1));
    expect(passing).toBeLessThanOrEqual(budget.delta);
    expect(guarantee.delta / passing).toBeCloseTo(1, 12);
    const { loss } = worstPair({ universe: [0, 1, 30], size: 3, neighbours: "swap" }, (first, second) => {
      return discreteDelta({ first: law(first), second: law(second) }, budget.epsilon).upper;
    });
    expect(loss).toBeLessThanOrEqual(passing + 1e-12);
    expect(loss / passing).toBeGreaterThan(0.99);
  });

  it("releases the median of stable data and refuses unstable ones", () => {
    const { release, threshold } = proposeTestReleaseMedian({ ...budget, delta: 1e-6, lower: 0, upper: 100 });
    const stable = new Array<number>(99).fill(40);
    const outputs = Array.from({ length: 200 }, (_, i) => release(stable, stream(i, "stable")));
    expect(outputs.filter((output) => output === "unstable")).toEqual([]);
    expect(outputs.reduce<number>((sum, output) => sum + Number(output), 0) / 200).toBeCloseTo(40, 0);
    const split = Array.from({ length: 99 }, (_, i) => (i < 49 ? 0 : 100));
    expect(release(split, stream(1, "split"))).toBe("unstable");
    expect(threshold).toBeGreaterThan(10);
  });

  it("refuses what is no whole number, an even number of records, and a proposal that is none", () => {
    const { law } = proposeTestReleaseMedian({ ...budget, ...range });
    expect(() => law([0.5])).toThrow("a record must be a whole number, got a value that is not shown");
    expect(() => law([1, 2])).toThrow("the number of records");
    expect(() => proposeTestReleaseMedian({ ...budget, ...range, proposed: 0 })).toThrow("proposed");
  });
});

describe("proposeTestRelease", () => {
  /** All or nothing of ten votes: far apart, and unstable where the vote is close. */
  const vote = (threshold?: "no noise") => {
    const sum = (votes: readonly number[]) => votes.reduce((a, b) => a + b, 0);
    const statistic = (votes: readonly number[]) => (2 * sum(votes) > votes.length ? 1000 : 0);
    const distance = (votes: readonly number[]) => (Math.abs(2 * sum(votes) - votes.length) - 1) / 2;
    const right = proposeTestRelease<number>({ ...budget, neighbours: "swap", statistic, distance });
    if (threshold === undefined) return right;
    const always = proposeTestRelease<number>({ ...budget, neighbours: "swap", statistic, distance: () => 1000 });
    return {
      ...right,
      law: (votes: readonly number[]) => (distance(votes) >= 1 ? always.law(votes) : right.law(votes)),
    };
  };
  const close = [
    [1, 1, 0, 0, 0],
    [1, 1, 1, 0, 0],
  ] as const;
  const near = [
    [1, 1, 1, 0, 0],
    [1, 1, 1, 1, 0],
  ] as const;

  it("attains its delta where both neighbours are unstable and far apart", () => {
    const { law, threshold } = vote();
    const pair = { first: law(close[0]), second: law(close[1]) };
    const passing = exp(-threshold) / (1 + exp(-1));
    for (const epsilon of [0, 1, 2]) expect(discreteDelta(pair, epsilon).lower / passing).toBeCloseTo(1, 8);
    const { release, guarantee } = vote();
    const choose = cellEvent((output: TestedRelease) => (output === "unstable" ? output : `${output > 500}`));
    const sampled = { inputs: close, draws: 20_000, errorRate: 1e-3, choose, epsilon: 2 };
    const verdict = (delta: number) => auditRelease(release, { ...sampled, delta }, stream(1, "vote")).verdict;
    expect(verdict(guarantee.delta)).toBe("not-refuted");
    expect(verdict(guarantee.delta / 2)).toBe("violated");
  });

  it("without noise on the distance is caught: one neighbour passes for sure, the other hardly ever", () => {
    const { law, guarantee } = vote("no noise");
    const { epsilon, delta } = guarantee;
    const pair = { first: law(near[0]), second: law(near[1]) };
    expect(auditDiscrete(pair, { epsilon, delta, tailsAreNoWorse: true }).verdict).toBe("violated");
    expect(discreteDelta(pair, guarantee.epsilon).lower).toBeGreaterThan(0.5);
  });

  it("tests with the share of epsilon that it is given", () => {
    const parts = { ...budget, neighbours: "swap", statistic: () => 0, distance: () => 0 } as const;
    const thresholds = [0.25, 0.5, 0.75].map((testShare) => proposeTestRelease({ ...parts, testShare }).threshold);
    expect(thresholds).toEqual([6, 3, 2]);
    expect(() => proposeTestRelease({ ...parts, testShare: 1 })).toThrow("testShare");
    expect(() => proposeTestRelease({ ...parts, distance: () => 0.5 }).law([])).toThrow("distance must be an integer");
  });
});
