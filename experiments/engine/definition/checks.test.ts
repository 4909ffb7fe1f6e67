import { describe, expect, it } from "vitest";
import { log } from "../../../lib/numerics/logarithm.ts";
import {
  allAtMost,
  assumed,
  atMost,
  audited,
  deltaAtMost,
  differenceOf,
  epsilonAtMost,
  equal,
  estimateAtMost,
  holdsOnlyWhere,
  intervalAlone,
  lessThan,
  lossAtMost,
  medianSlopeNear,
  refutableAtLeast,
  refutableAtMost,
  shareOf,
  surelyAtMost,
} from "./checks.ts";
import { readJudgement } from "./judgement.ts";

const law = (masses: readonly number[]) =>
  ({
    kind: "discrete",
    neglected: 0,
    support: masses.map((_, k) => k),
    logMass: (k: number) => (masses[k] === 0 ? -Infinity : log(masses[k])),
  }) as const;

describe("epsilonAtMost", () => {
  it("compares the largest log-ratio with the claim", () => {
    const laws = { first: law([0.75, 0.25]), second: law([0.25, 0.75]) };
    expect(epsilonAtMost(laws, log(3))).toMatchObject({ verdict: "holds", estimate: log(3) });
    expect(epsilonAtMost(laws, 1)).toMatchObject({ verdict: "violated", theory: 1 });
  });

  it("refutes any claim where an outcome is impossible for one of the two, in a form that can be stored", () => {
    const check = epsilonAtMost({ first: law([0.5, 0.5]), second: law([1, 0]) }, 100);
    expect(check.verdict).toBe("violated");
    expect(readJudgement({ checks: { epsilon: check } }).checks.epsilon.notes?.[0]).toMatch(/^infinite/);
  });
});

describe("lossAtMost and deltaAtMost", () => {
  it("allow what was found its own error, by default its rounding", () => {
    expect([lossAtMost(1 + 1e-13, 1), lossAtMost(1 + 1e-9, 1)].map(({ verdict }) => verdict)).toEqual([
      "holds",
      "violated",
    ]);
    expect(lossAtMost(1 + 1e-10, 1, { error: 1e-9 })).toEqual({ verdict: "holds", estimate: 1 + 1e-10, theory: 1 });
    expect([1e-12, 1e-15].map((claimed) => deltaAtMost(1e-12, claimed).verdict)).toEqual(["holds", "violated"]);
  });

  it("say in a note that a loss is infinite", () => {
    expect(lossAtMost(Infinity, 3)).toEqual({ verdict: "violated", theory: 3, notes: ["no epsilon suffices"] });
  });
});

describe("assumed", () => {
  it("notes a failure and nothing else", () => {
    expect(assumed(equal(0, 0))).toEqual(equal(0, 0));
    expect(assumed(equal(1, 0))).toEqual({ ...equal(1, 0), notes: ["assumption violated"] });
  });
});

describe("allAtMost", () => {
  it("shows the largest, and the worst verdict of any", () => {
    expect(allAtMost([1, 3, 2].map((found) => atMost(found, 4)))).toEqual(atMost(3, 4));
    const open = estimateAtMost({ estimate: 1, lower: 0, upper: 3 }, 2);
    const narrow = estimateAtMost({ estimate: 1.5, lower: 1.4, upper: 1.6 }, 2);
    expect(allAtMost([open, narrow])).toEqual({ ...narrow, verdict: "inconclusive" });
    expect(allAtMost([atMost(3, 4), lossAtMost(Infinity, 4)])).toEqual(lossAtMost(Infinity, 4));
    expect(() => allAtMost([])).toThrow("must not be empty");
  });
});

describe("differenceOf", () => {
  it("is as wide as both intervals together", () => {
    const [many, few] = [
      { estimate: 0.5, lower: 0.4, upper: 0.7 },
      { estimate: 0.2, lower: 0.1, upper: 0.25 },
    ];
    const { estimate, lower, upper } = differenceOf(many, few);
    expect([estimate, lower, upper].map((x) => Math.round(100 * x))).toEqual([30, 15, 60]);
  });
});

describe("intervalAlone", () => {
  it("leaves out the standard error", () => {
    expect(Object.keys(intervalAlone(shareOf(3, { trials: 10, errorRate: 0.01 })))).toEqual([
      "estimate",
      "lower",
      "upper",
    ]);
  });
});

describe("lessThan", () => {
  it("refuses the bound itself", () => {
    expect([lessThan(1, 2), lessThan(2, 2)].map(({ verdict }) => verdict)).toEqual(["holds", "violated"]);
  });
});

describe("checks that draws can only refute", () => {
  it("keep the verdict of an audit and the bound that it certifies", () => {
    expect(audited({ verdict: "violated", lowerBound: 1.3 }, 1)).toEqual({
      verdict: "violated",
      estimate: 1.3,
      theory: 1,
    });
  });

  it("are violated where all of the interval is beyond the bound, and never hold", () => {
    expect(refutableAtMost({ estimate: 3, lower: 1 }, 1)).toEqual({
      verdict: "not-refuted",
      estimate: 3,
      lower: 1,
      theory: 1,
    });
    expect(refutableAtMost({ estimate: 3, lower: 1.1 }, 1).verdict).toBe("violated");
    expect(refutableAtLeast({ estimate: 0, upper: 0.9 }, 1)).toMatchObject({ verdict: "violated", upper: 0.9 });
    expect(refutableAtLeast({ estimate: 2, upper: 3 }, 1).verdict).toBe("not-refuted");
  });

  it("refute by one output that must not occur", () => {
    const context = { trials: 1_000_000, errorRate: 1e-6 };
    const verdicts = [0, 1].map((seen) => refutableAtMost(shareOf(seen, context), 0).verdict);
    expect(verdicts).toEqual(["not-refuted", "violated"]);
  });
});

describe("surelyAtMost", () => {
  it("is decided where both ends are on one side of the bound", () => {
    const found = { estimate: 1, upper: 2 };
    expect(surelyAtMost(found, 2)).toEqual({ verdict: "holds", estimate: 1, upper: 2, theory: 2 });
    expect([1.5, 0.5].map((bound) => surelyAtMost(found, bound).verdict)).toEqual(["inconclusive", "violated"]);
  });
});

describe("medianSlopeNear", () => {
  const slopes = Array.from({ length: 40 }, (_, k) => -2 + 0.001 * k);

  it("holds where the interval of the median is near the claim, and is violated where it is far", () => {
    const found = medianSlopeNear({ slopes, gridPoints: 5, errorRate: 0.01 }, -2);
    expect(found).toMatchObject({ verdict: "holds", theory: -2 });
    expect(Number(found.lower)).toBeLessThan(Number(found.estimate));
    expect(medianSlopeNear({ slopes, gridPoints: 5, errorRate: 0.01 }, -1).verdict).toBe("violated");
  });

  it("says that the replications are too few", () => {
    const few = { slopes: slopes.slice(0, 20), gridPoints: 5, errorRate: 1e-9 };
    expect(medianSlopeNear(few, -2)).toMatchObject({
      verdict: "inconclusive",
      notes: ["too few replications for the error rate"],
    });
    expect(medianSlopeNear(few, -2)).not.toHaveProperty("lower");
  });
});

describe("holdsOnlyWhere", () => {
  it("is violated by what holds elsewhere, and by what does not hold there", () => {
    const verdicts = [true, false].flatMap((expected) =>
      [1, 2].map((estimate) => holdsOnlyWhere(expected, equal(estimate, 1)).verdict),
    );
    expect(verdicts).toEqual(["holds", "violated", "violated", "holds"]);
    expect(holdsOnlyWhere(false, equal(2, 1))).toMatchObject({ estimate: 2, theory: 1 });
  });
});
