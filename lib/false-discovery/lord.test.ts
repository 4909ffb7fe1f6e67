import { describe, expect, it } from "vitest";
import { lord } from "./lord.ts";
import { saffron } from "./saffron.ts";

/** The 15 p-values of the documentation of R's onlineFDR, and the levels and rejections that it prints, alpha = 0.05. */
const PUBLISHED = [
  2.9e-8, 0.06743, 0.01514, 0.08174, 0.00171, 3.6e-5, 0.79149, 0.27201, 0.28295, 7.59e-8, 0.69274, 0.30443, 0.00136,
  0.72342, 0.54757,
];
const positions = (rejected: Uint8Array) => [...rejected].flatMap((flag, i) => (flag === 1 ? [i + 1] : []));

describe("the published example", () => {
  it("LORD++", () => {
    const { levels, rejected } = lord({ alpha: 0.05 }).decide(PUBLISHED);
    const published = [
      0.0002675839, 0.0024664457, 0.0005732818, 0.0004872805, 0.0004059066, 0.0003447286, 0.0029745013, 0.0008450114,
      0.0007305648, 0.0006243143, 0.0032185913, 0.0010617227, 0.0009256825, 0.0008019657, 0.000705961,
    ];
    published.forEach((level, i) => {
      expect(Math.abs(levels[i] - level)).toBeLessThanOrEqual(5.1e-11);
    });
    expect(positions(rejected)).toEqual([1, 6, 10]);
  });

  it("SAFFRON", () => {
    const { levels, rejected } = saffron({ alpha: 0.05 }).decide(PUBLISHED);
    const published = [
      0.005468627, 0.010937254, 0.010937254, 0.010937254, 0.010937254, 0.021874508, 0.032811762, 0.010823845,
      0.010823845, 0.010823845, 0.021761099, 0.009265591, 0.009265591, 0.020202846, 0.009064367,
    ];
    published.forEach((level, i) => {
      expect(Math.abs(levels[i] - level)).toBeLessThanOrEqual(5.1e-10);
    });
    expect(positions(rejected)).toEqual([1, 5, 6, 10, 13]);
  });
});
