import { describe, expect, it } from "vitest";
import { aliasTable, fillCategorical, sampleCategorical } from "./categorical.ts";
import { stream } from "./stream.ts";

/** The probability of each outcome, summed over the cells in units of a position. */
function probabilitiesOf({ bits, cells, thresholds }: ReturnType<typeof aliasTable>): Map<number, number> {
  const found = new Map<number, number>();
  const positions = Number(1n << BigInt(Math.min(53, 64 - bits)));
  const size = 1 << bits;
  for (let cell = 0; cell < size; cell++) {
    const share = thresholds[2 * cell] / positions;
    for (const [outcome, part] of [
      [cells[4 * cell + 2], share],
      [cells[4 * cell + 3], 1 - share],
    ]) {
      if (part > 0) found.set(outcome, (found.get(outcome) ?? 0) + part / size);
    }
  }
  return found;
}

describe("aliasTable", () => {
  it.each([
    [[1, -1], "weights[1] must be non-negative and finite, got -1"],
    [[Number.NaN], "weights[0] must be non-negative and finite, got NaN"],
    [[Infinity, 1], "weights[0] must be non-negative and finite, got Infinity"],
    [[0, 0], "the sum of weights must be positive and finite, got 0"],
    [[], "the sum of weights must be positive and finite, got 0"],
  ])("refuses the weights %o", (weights, message) => {
    expect(() => aliasTable(weights)).toThrow(new RangeError(message));
  });

  it("holds every probability within 2^-48, and no outcome of weight zero", () => {
    for (const count of [1, 2, 3, 7, 100, 1025]) {
      const weights = Float64Array.from({ length: count }, (_, i) => (i % 5 === 4 ? 0 : 1 / (1 + ((i * 7919) % 101))));
      const total = weights.reduce((sum, weight) => sum + weight);
      const found = probabilitiesOf(aliasTable(weights, -3));
      for (let i = 0; i < count; i++) {
        if (weights[i] === 0) expect(found.has(i - 3)).toBe(false);
        else expect(Math.abs((found.get(i - 3) ?? 0) - weights[i] / total)).toBeLessThan(3.5527136788005e-15);
      }
      expect([...found.keys()].every((outcome) => outcome >= -3 && outcome < count - 3)).toBe(true);
    }
  });

  it("draws the same from a large table in fills too short for the kernel", () => {
    const table = aliasTable(new Float64Array(5000).fill(1));
    const [first, second] = [stream(1), stream(1)];
    for (const size of [1, 2, 7, 300, 1000]) {
      const out = fillCategorical(first, table, new Float64Array(size));
      expect(out).toEqual(new Float64Array(size).map(() => sampleCategorical(second, table)));
    }
  });
});
