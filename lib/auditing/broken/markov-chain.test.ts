import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { auditDiscrete, discreteDelta, discreteEpsilon } from "../discrete-audit.ts";
import { shortChainChoice } from "./markov-chain.ts";
import { exponentialChoice } from "./selection.ts";

const [x, y] = [
  [-2, -1, 0, -1, -2],
  [-3, -2, -1, 0, -1],
];

describe("shortChainChoice", () => {
  it("tends to the exponential mechanism", () => {
    const far = shortChainChoice(x, { exponent: 0.5, steps: 2000 });
    expect(discreteEpsilon({ first: far, second: exponentialChoice(x, 0.5) })).toBeLessThan(1e-12);
  });

  it("leaves options impossible while it has not had time to reach them", () => {
    expect(shortChainChoice(x, { exponent: 0.5, steps: 0 }).support).toEqual([2]);
    expect(shortChainChoice(x, { exponent: 0.5, steps: 1 }).support).toEqual([1, 2, 3]);
  });

  it.each([2, 5, 10, 40])(
    "after %i steps costs at most the delta (1 + e^epsilon) g of its distance g (claim exp-continuous)",
    (steps) => {
      const chains = [x, y].map((scores) => shortChainChoice(scores, { exponent: 0.5, steps }));
      const distances = [x, y].map(
        (scores, k) => discreteDelta({ first: chains[k], second: exponentialChoice(scores, 0.5) }, 0).upper,
      );
      const delta = Math.min(1, (1 + exp(1)) * Math.max(...distances));
      const pair = { first: chains[0], second: chains[1] };
      expect(auditDiscrete(pair, { epsilon: 1, delta }).verdict).toBe("holds");
    },
  );

  it("refuses what is no chain", () => {
    expect(() => shortChainChoice([], { exponent: 1, steps: 1 })).toThrow(/^scores must be/);
    expect(() => shortChainChoice(x, { exponent: 0, steps: 1 })).toThrow(/^exponent must be/);
    expect(() => shortChainChoice(x, { exponent: 1, steps: -1 })).toThrow(/^steps must be/);
  });
});
