import { describe, expect, it } from "vitest";
import { z } from "zod";
import { momentsOf } from "../../../lib/statistics/moments.ts";
import { axis } from "./axis.ts";
import { type Estimate, meanOf, shareOf } from "./checks.ts";
import { meanStudy, shareStudy } from "./estimated-study.ts";

const axes = { size: axis(z.int(), { means: "n", quick: [1] }) };
const trials = { quick: 100, full: 100 };
const context = { trials: 100, errorRate: 0.01 };
const verdict = "holds" as const;
const checksOf = (found: Readonly<Record<string, Estimate>>) =>
  Object.fromEntries(Object.entries(found).map(([name, estimate]) => [name, { verdict, ...estimate }]));

describe("a study of shares", () => {
  const study = shareStudy({
    axes,
    trials,
    intervals: () => 3,
    block: () => ({ hits: 30, each: [1, 2] }),
    judge: (_, { hits, each: [first, second] }) => ({ checks: checksOf({ hits, first, second }) }),
  });

  it("adds counts and judges their shares with their intervals", () => {
    const merged = study.merge({ hits: 30, each: [1, 2] }, { hits: 20, each: [3, 4] });
    const { checks } = study.judge({ size: 1 }, merged, context);
    expect(checks).toEqual(
      checksOf({ hits: shareOf(50, context), first: shareOf(4, context), second: shareOf(6, context) }),
    );
  });
});

describe("a study of means", () => {
  const study = meanStudy({
    axes,
    trials,
    intervals: () => 1,
    block: () => ({ gain: momentsOf([1, 2]) }),
    judge: (_, { gain }) => ({ checks: checksOf({ gain }) }),
  });

  it("merges moments and judges their means with their intervals", () => {
    const merged = study.merge(momentsOf([1, 2]), momentsOf([3, 5]));
    expect(merged).toMatchObject({ count: 4, mean: 2.75 });
    const { checks } = study.judge({ size: 1 }, { gain: momentsOf([1, 2, 3, 5]) }, context);
    expect(checks).toEqual(checksOf({ gain: meanOf(momentsOf([1, 2, 3, 5]), context) }));
  });
});
