import { describe, expect, it } from "vitest";
import { pow } from "../numerics/power.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { type CountEstimator, largestRisk } from "./largest-risk.ts";

function risk({ actions, table, loss }: CountEstimator, share: number): number {
  const bits = table.length / actions.length - 1;
  let sum = 0;
  for (let s = 0, ways = 1; s <= bits; s++) {
    const mass = ways * pow(share, s) * pow(1 - share, bits - s);
    for (let a = 0; a < actions.length; a++) {
      const away = Math.abs(actions[a] - share);
      sum += mass * table[s * actions.length + a] * (loss === "absolute" ? away : away * away);
    }
    ways = (ways * (bits - s)) / (s + 1);
  }
  return sum;
}

/** The sample mean of n bits. */
const sampleMean = (bits: number, loss: CountEstimator["loss"]): CountEstimator => ({
  actions: Array.from({ length: bits + 1 }, (_, a) => a / bits),
  table: Float64Array.from({ length: (bits + 1) * (bits + 1) }, (_, cell) => (cell % (bits + 2) === 0 ? 1 : 0)),
  loss,
});

describe("the largest risk", () => {
  it.each([4, 25, 150])("of the mean of %i bits in squared error is 1 / (4 n), at a half", (bits) => {
    const { value, share } = largestRisk(sampleMean(bits, "squared"));
    expect(value).toBeGreaterThanOrEqual(1 / (4 * bits));
    expect(value - 1 / (4 * bits)).toBeLessThan(1e-9);
    expect(share).toBeCloseTo(0.5, 4);
  });

  it("of one bit that is published is 1/2 in absolute error: 2 share (1 - share)", () => {
    const { value, share } = largestRisk(sampleMean(1, "absolute"));
    expect(value).toBeGreaterThanOrEqual(0.5);
    expect(value).toBeLessThan(0.5 + 1e-9);
    expect(share).toBe(0.5);
  });

  it.each(["absolute", "squared"] as const)("in %s error is never below a search, and hardly above", (loss) => {
    const random = stream(3, "largest risk", loss);
    for (const bits of [1, 2, 7, 30]) {
      const actions = [0, 0.1, 0.45, 0.5, 0.8, 1];
      const table = Float64Array.from({ length: (bits + 1) * 6 }, () => sampleUniform(random));
      for (let s = 0; s <= bits; s++) {
        const row = table.subarray(6 * s, 6 * s + 6);
        const total = row.reduce((sum, mass) => sum + mass, 0);
        for (let a = 0; a < 6; a++) row[a] /= total;
      }
      const estimator = { actions, table, loss };
      const { value, share } = largestRisk(estimator);
      let found = 0;
      for (let k = 0; k <= 5000; k++) found = Math.max(found, risk(estimator, k / 5000));
      expect(value).toBeGreaterThanOrEqual(found);
      expect(value - found).toBeLessThan(1e-5);
      expect(Math.abs(risk(estimator, share) - value)).toBeLessThan(1e-9);
    }
  });
});
