import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { approximate, pure } from "../privacy/guarantees/guarantee.ts";
import { exactMinimax } from "./exact-minimax.ts";
import { type OptimalCountParameters, optimalCount } from "./optimal-count.ts";

const distances = (size: number) =>
  Array.from({ length: size + 1 }, (_, ones) => Array.from({ length: size + 1 }, (_, a) => Math.abs(ones - a)));

describe("the best mechanism for a user of a count", () => {
  it("is randomized response for a bit", async () => {
    const best = await optimalCount({ size: 1, guarantee: pure(1.3), losses: distances(1) });
    const lie = 1 / (1 + exp(1.3));
    expect(Math.abs(best.lower - lie)).toBeLessThan(1e-8);
    expect(Math.abs(best.upper - lie)).toBeLessThan(1e-8);
    expect(exp(best.mechanism.law(0).logMass(1))).toBeCloseTo(lie, 8);
  });

  it("knows a count that the prior knows, and guesses the best where privacy says nothing", async () => {
    const certain = await optimalCount({ size: 3, guarantee: pure(0.5), losses: distances(3), prior: [0, 1, 0, 0] });
    expect(certain.upper).toBeLessThan(1e-8);
    const guess = await optimalCount({
      size: 2,
      guarantee: pure(0.01),
      losses: distances(2),
      prior: [0.25, 0.5, 0.25],
    });
    expect(guess.lower).toBeGreaterThan(0.49);
    expect(guess.upper).toBeLessThanOrEqual(0.5 + 1e-8);
  });

  it.each([pure(0.7), approximate(0.7, 0.01)])(
    "without a prior is the minimax estimate of the sample, %o",
    async (guarantee) => {
      const size = 9;
      const shares = distances(size).map((row) => row.map((distance) => distance / size));
      const user = await optimalCount({ size, guarantee, losses: shares });
      const all = await exactMinimax({ size, guarantee, model: "central", target: "sample", loss: "absolute" });
      expect(Math.abs(user.lower - all.lower)).toBeLessThan(1e-7);
      expect(user.upper - user.lower).toBeLessThan(1e-7);
    },
  );

  const good = { size: 1, guarantee: pure(1), losses: distances(1), prior: [0.5, 0.5] };
  it.each([
    [{ size: 101 }, "size must be an integer from 1 to 100, got 101"],
    [{ guarantee: pure(20) }, "epsilon must be from 0.01 to 10, got 20"],
    [{ losses: distances(2) }, "losses must be of length 2, got an array of length 3"],
    [
      {
        losses: [
          [0, -1],
          [1, 0],
        ],
      },
      "losses[0][1] must be from 0 to 1000000, got -1",
    ],
    [{ prior: [0.5, 0.6] }, "the sum of prior must be 1, got 1.1"],
    [{ prior: [1.5, -0.5] }, "prior[0] must be a probability, got 1.5"],
  ])("refuses %o in one line", (spoiled, message) => {
    expect(() => optimalCount({ ...good, ...spoiled } as OptimalCountParameters)).toThrow(message);
  });
});
