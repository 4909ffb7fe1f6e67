/** Boxes of rates against trade-off curves. */
import { describe, expect, it } from "vitest";
import { approximateTradeOff } from "../privacy/trade-off/finite-trade-off.ts";
import { gaussianTradeOff } from "../privacy/trade-off/trade-off.ts";
import { sampleNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { judgeOperatingBoxes, operatingBox, operatingBoxes } from "./operating-boxes.ts";
import { operatingCurve } from "./receiver-operating-curve.ts";

describe("an operating box", () => {
  it("has the intervals of Clopper and Pearson for both rates", () => {
    // scipy 1.14, binomtest(k, n).proportion_ci(0.95, "exact").
    const box = operatingBox({ falsePositives: 2, others: 50, truePositives: 9, members: 10 }, 0.05);
    expect(box.falsePositiveRate.lower).toBeCloseTo(0.0048814, 7);
    expect(box.falsePositiveRate.upper).toBeCloseTo(0.1371376, 7);
    expect(box.truePositiveRate.lower).toBeCloseTo(0.5549839, 7);
    expect(box.truePositiveRate.upper).toBeCloseTo(0.9974714, 7);
    expect([box.falsePositiveRate.estimate, box.truePositiveRate.estimate]).toEqual([0.04, 0.9]);
  });

  it("shares the error among both rates of all thresholds", () => {
    const scores = { members: [1, 2, 3, 4], others: [0, 0, 1, 5] };
    const [first, second] = operatingBoxes(scores, { thresholds: [2, Infinity], errorRate: 0.2 });
    expect(first).toEqual(operatingBox({ falsePositives: 1, others: 4, truePositives: 3, members: 4 }, 0.05));
    expect(second.truePositiveRate.estimate).toBe(0);
  });
});

describe("the judgement of boxes", () => {
  it("is violated where a box lies wholly beyond the limit, and only there", () => {
    const rate = (lower: number, upper: number) => ({ lower, estimate: (lower + upper) / 2, upper });
    const curve = approximateTradeOff({ epsilon: Math.LN2, delta: 0 }); // TPR at most 2 FPR here
    const at = (lower: number) => ({ falsePositiveRate: rate(0.05, 0.1), truePositiveRate: rate(lower, 0.5) });
    expect(judgeOperatingBoxes([at(0.2001)], curve)).toMatchObject({ verdict: "violated", worst: at(0.2001) });
    expect(judgeOperatingBoxes([at(0.19), at(0.1999)], curve)).toMatchObject({
      verdict: "not-refuted",
      worst: at(0.1999),
    });
    expect(judgeOperatingBoxes([at(0.19)], curve).limit).toBeCloseTo(0.2, 12);
  });

  it("does not refute the true curve of normal scores, and refutes one of a smaller mu", () => {
    const random = stream(20261116, "boxes");
    const draw = (mean: number) => Array.from({ length: 20_000 }, () => sampleNormal({ mean, sigma: 1 }, random));
    const boxes = operatingBoxes({ members: draw(1), others: draw(0) }, { thresholds: [0, 1, 2, 3], errorRate: 1e-6 });
    expect(judgeOperatingBoxes(boxes, gaussianTradeOff(1)).verdict).toBe("not-refuted");
    expect(judgeOperatingBoxes(boxes, gaussianTradeOff(0.8)).verdict).toBe("violated");
  });

  it("calls nobody a member at the threshold Infinity, whatever the scores", () => {
    const scores = { members: [Infinity, 1], others: [Infinity, 0] };
    const [nobody, highest] = operatingBoxes(scores, { thresholds: [Infinity, Number.MAX_VALUE], errorRate: 0.1 });
    expect([nobody.truePositiveRate.estimate, nobody.falsePositiveRate.estimate]).toEqual([0, 0]);
    expect([highest.truePositiveRate.estimate, highest.falsePositiveRate.estimate]).toEqual([0.5, 0.5]);
    const { points } = operatingCurve(scores);
    expect(points.map(({ truePositives, falsePositives }) => [truePositives, falsePositives])).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
      [2, 2],
    ]);
  });

  it("refuses what it cannot judge", () => {
    const scores = { members: [1], others: [0] };
    expect(() => operatingBoxes(scores, { thresholds: [], errorRate: 0.1 })).toThrow(
      new RangeError("thresholds must be a list of at least 1, got an array of length 0"),
    );
    expect(() => operatingBoxes(scores, { thresholds: [Number.NaN], errorRate: 0.1 })).toThrow(
      new RangeError("thresholds[0] must be a number, got NaN"),
    );
    expect(() => operatingBoxes({ ...scores, members: [] }, { thresholds: [1], errorRate: 0.1 })).toThrow(
      new RangeError("members must be at least one score, got 0"),
    );
    expect(() => operatingBoxes({} as never, { thresholds: [1], errorRate: 0.1 })).toThrow(
      new RangeError("members must be an array or a typed array, got undefined"),
    );
    expect(() => operatingBoxes(undefined as never, { thresholds: [1], errorRate: 0.1 })).toThrow(
      new RangeError("scores must be an object with members, others, got undefined"),
    );
    expect(() => operatingBoxes({ ...scores, others: [null as never] }, { thresholds: [1], errorRate: 0.1 })).toThrow(
      new RangeError("others[0] must be a number, got a value that is not shown"),
    );
    expect(() => judgeOperatingBoxes([undefined as never], gaussianTradeOff(1))).toThrow(
      new RangeError("boxes[0] must be an object with falsePositiveRate, truePositiveRate, got undefined"),
    );
    expect(() => judgeOperatingBoxes([{} as never], gaussianTradeOff(1))).toThrow(
      new RangeError(
        "the false-positive rate of boxes[0] must be an object with lower, estimate, upper, got undefined",
      ),
    );
    expect(() => judgeOperatingBoxes([], gaussianTradeOff(1))).toThrow(
      new RangeError("boxes must be at least one, got an array of length 0"),
    );
  });
});
