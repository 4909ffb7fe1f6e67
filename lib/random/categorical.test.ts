import { describe, expect, it } from "vitest";
import { aliasTable, fillCategorical, sampleCategorical } from "./categorical.ts";
import { stream } from "./stream.ts";

const TWO_51 = 4.440892098500626e-16; // 2^-51

/** The probability of each outcome, summed exactly over the cells. */
function probabilitiesOf({ bits, cells, thresholds }: ReturnType<typeof aliasTable>): Map<number, number> {
  const found = new Map<number, bigint>();
  const positions = 1n << BigInt(Math.min(53, 64 - bits));
  for (let cell = 0; cell < 1 << bits; cell++) {
    const own = BigInt(thresholds[2 * cell]);
    const [outcome, alias] = cells.subarray(4 * cell + 2, 4 * cell + 4);
    if (own > 0n) found.set(outcome, (found.get(outcome) ?? 0n) + own);
    if (own < positions) found.set(alias, (found.get(alias) ?? 0n) + positions - own);
  }
  const whole = Number(positions << BigInt(bits));
  return new Map([...found].map(([outcome, mass]) => [outcome, Number(mass) / whole]));
}

/** The sum of multiples of 2^-80 below 2^20, by integers. */
function exactSum(values: Float64Array): number {
  const unit = Number(1n << 80n);
  return Number(Array.from(values, (value) => BigInt(value * unit)).reduce((sum, value) => sum + value, 0n)) / unit;
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

  it("holds every probability within 2^-51, and no outcome of weight zero", () => {
    for (const count of [1, 2, 3, 7, 100, 1025, 5000, 300_000]) {
      const weights = Float64Array.from({ length: count }, (_, i) => (i % 5 === 4 ? 0 : 1 / (1 + ((i * 7919) % 101))));
      const total = exactSum(weights);
      const table = aliasTable(weights, -3);
      const found = probabilitiesOf(table);
      const halfPosition = 0.5 / Number(1n << BigInt(table.bits + Math.min(53, 64 - table.bits)));
      const likeliest = weights.indexOf(weights.reduce((most, weight) => Math.max(most, weight)));
      let [kept, worst] = [true, 0];
      for (let i = 0; i < count; i++) {
        if (weights[i] === 0) kept &&= !found.has(i - 3);
        const wanted = weights[i] / total;
        const allowed = i === likeliest ? TWO_51 : TWO_51 * wanted + halfPosition;
        worst = Math.max(worst, Math.abs((found.get(i - 3) ?? 0) - wanted) / allowed);
      }
      expect(kept).toBe(true);
      expect(worst).toBeLessThanOrEqual(1);
      expect([...found.keys()].every((outcome) => outcome >= -3 && outcome < count - 3)).toBe(true);
    }
  });

  it("draws the same from a large table in fills too short for the kernel", () => {
    const table = aliasTable(new Float64Array(5000).fill(1));
    const [first, second] = [stream(1), stream(1)];
    for (const size of [1, 2, 7, 300, 1000]) {
      const out = fillCategorical(table, new Float64Array(size), first);
      expect(out).toEqual(new Float64Array(size).map(() => sampleCategorical(table, second)));
    }
  });
});
