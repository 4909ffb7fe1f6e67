/** The attacks on a synthetic table: their scores by hand, what they find in a table that copies, and what they refuse. */
import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import { stream } from "../random/stream.ts";
import { densityRatioScore } from "./density-ratio-score.ts";
import { nearestRecordScore } from "./nearest-record-score.ts";

const reference = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];

describe("the nearest-record score", () => {
  it("is minus the least number of columns that differ", () => {
    const synthetic = [
      [0, 1, 2, 3],
      [1, 1, 1, 1],
    ];
    expect(nearestRecordScore({ target: [0, 1, 2, 3], synthetic })).toBe(0);
    expect(nearestRecordScore({ target: [1, 1, 2, 1], synthetic })).toBe(-1);
    expect(nearestRecordScore({ target: [5, 5, 5, 5], synthetic })).toBe(-4);
  });

  it("is the distance to the reference less that to the synthetic table", () => {
    const evidence = { target: [0, 0, 0], synthetic: [[0, 0, 1]], reference: [[1, 1, 1]] };
    expect(nearestRecordScore(evidence)).toBe(3 - 1);
    expect(nearestRecordScore({ ...evidence, reference: [[0, 0, 0]] })).toBe(-1);
  });
});

describe("the density-ratio score", () => {
  const sizes = [2, 3];

  it("is the ratio of the estimates, computed by hand", () => {
    // Columns of 2 and 3 categories, bandwidth 0.1: agreeing weighs 0.9 and 0.9, differing 0.1 and 0.05.
    const synthetic = [
      [1, 2],
      [1, 0],
    ];
    const found = densityRatioScore({ target: [1, 2], synthetic, reference: [[0, 2]], sizes, bandwidth: 0.1 });
    expect(exp(found)).toBeCloseTo((0.81 + 0.9 * 0.05) / 2 / (0.1 * 0.9), 12);
  });

  it("is that of the shares of equal records as the bandwidth goes to 0", () => {
    const synthetic = [[1, 1], ...reference, [1, 1]];
    const found = densityRatioScore({ target: [1, 1], synthetic, reference, sizes: [2, 2], bandwidth: 1e-9 });
    expect(exp(found)).toBeCloseTo(3 / 6 / (1 / 4), 7);
  });

  it("is 0 at the bandwidth at which all categories weigh the same", () => {
    const found = densityRatioScore({ target: [1, 1], synthetic: [[1, 1]], reference, sizes: [2, 2], bandwidth: 0.5 });
    expect(found).toBeCloseTo(0, 14);
  });
});

describe("a table that copies its records", () => {
  it("gives its members away to both scores, and a table of other people does not", () => {
    const random = stream(20261116, "synthetic membership");
    const record = () => Array.from({ length: 8 }, () => sampleBoundedInteger(4, random));
    const sizes = new Array(8).fill(4);
    let [copied, fresh] = [0, 0];
    for (let trial = 0; trial < 200; trial++) {
      const [target, others, population] = [
        record(),
        Array.from({ length: 20 }, record),
        Array.from({ length: 20 }, record),
      ];
      const seen = (synthetic: readonly number[][]) => {
        const evidence = { target, synthetic, reference: population };
        return nearestRecordScore(evidence) > 2 && densityRatioScore({ ...evidence, sizes, bandwidth: 0.1 }) > 3;
      };
      if (seen([...others, target])) copied++;
      if (seen(others)) fresh++;
    }
    // 92 % have no other person within two columns in the reference; the rest may be missed.
    expect(copied).toBeGreaterThan(165);
    expect(fresh).toBeLessThan(10);
  });
});

describe("refusals", () => {
  const good = { target: [1, 1], synthetic: [[1, 0]], reference, sizes: [2, 2], bandwidth: 0.2 };
  it.each([
    [{ synthetic: [] }, "synthetic must be at least one record, got an array of length 0"],
    [{ target: [] }, "target must be of at least one column, got an array of length 0"],
    [{ synthetic: [[1]] }, "synthetic[0] must be of length 2, got an array of length 1"],
    [{ target: [1.5, 0] }, "target[0] must be an integer of at least 0, got a value that is not shown"],
    [{ target: [2, 0] }, "target[0] must be below sizes[0] = 2, got a value that is not shown"],
    [{ reference: [[0, 7]] }, "reference[0][1] must be below sizes[1] = 2, got a value that is not shown"],
    [{ sizes: [2] }, "sizes must be of length 2, got an array of length 1"],
    [{ bandwidth: 1 }, "bandwidth must be strictly between 0 and 1, got 1"],
    [{ reference: undefined }, "reference must be an array or a typed array, got undefined"],
  ])("%o", (spoiled, message) => {
    expect(() => densityRatioScore({ ...good, ...spoiled } as never)).toThrow(new RangeError(message));
  });

  it("of the nearest record name the argument too", () => {
    expect(() => nearestRecordScore({ target: [0], synthetic: [[-1]] })).toThrow(
      new RangeError("synthetic[0][0] must be an integer of at least 0, got a value that is not shown"),
    );
  });
});
