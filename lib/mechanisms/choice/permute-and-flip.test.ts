import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { allOrders } from "../../oracles/all-lists.ts";
import { stream } from "../../random/stream.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";

const parameters = { epsilon: 1, sensitivity: 1, change: "general", neighbours: "swap" } as const;

/** The law by the definition: the average over all orders of the chance that an option is the first whose coin says so. */
function byOrders(coins: readonly number[]): number[] {
  const masses = coins.map(() => 0);
  const orders = allOrders([...coins.keys()]);
  for (const order of orders) {
    let reached = 1;
    for (const option of order) {
      masses[option] += reached * coins[option];
      reached *= 1 - coins[option];
    }
  }
  return masses.map((mass) => mass / orders.length);
}

describe("permuteAndFlip", () => {
  it.each([[[0, 1.5, 2]], [[3, 3, 0, -4]], [[1, 2, 3, 4, 5]], [[0, 0]]])(
    "has the law of its definition at %j",
    (scores) => {
      const law = permuteAndFlip({ ...parameters, options: scores.length }).law(scores);
      const best = Math.max(...scores);
      const exact = byOrders(scores.map((score) => exp((score - best) / 2)));
      exact.forEach((mass, option) => {
        expect(Math.abs((law.kind === "discrete" ? exp(law.logMass(option)) : 0) / mass - 1)).toBeLessThan(1e-11);
      });
    },
  );

  it("refuses a law of more options than it can compute in seconds, and draws all the same", () => {
    const many = permuteAndFlip({ ...parameters, options: 1025 });
    const scores = new Array<number>(1025).fill(0).with(3, 1e6);
    expect(() => many.law(scores)).toThrow("options must be at most 1024 for a law, got 1025");
    expect(many.release(scores, stream(20261117, "many"))).toBe(3);
  });

  it("has an expected score no lower than the exponential mechanism's", () => {
    for (const scores of [
      [0, 1, 2],
      [0, 0, 5],
      [-3, 7, 7],
      [0, 10, 20],
    ]) {
      const [flip, soft] = [permuteAndFlip, exponentialMechanism].map((build) => {
        const law = build({ ...parameters, options: 3 }).law(scores);
        return scores.reduce((sum, score, i) => sum + score * (law.kind === "discrete" ? exp(law.logMass(i)) : 0), 0);
      });
      expect(flip).toBeGreaterThanOrEqual(soft - 1e-10);
    }
  });
});
