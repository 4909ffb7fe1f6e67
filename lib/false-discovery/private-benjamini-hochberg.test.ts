import { describe, expect, it } from "vitest";
import { discreteDelta, discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import { stream } from "../random/stream.ts";
import { peelingScale } from "./peeling-scale.ts";
import { noisyBenjaminiHochberg, privateBenjaminiHochberg } from "./private-benjamini-hochberg.ts";

const rules = {
  alpha: 0.2,
  hypotheses: 3,
  mostRejections: 2,
  sensitivity: 0.5,
  floor: 1e-30,
  noiseError: 0.2,
  neighbours: "swap",
} as const;

describe("the scale of peeling", () => {
  it("is 3 k D / epsilon for a pure guarantee", () => {
    const scale = peelingScale({ epsilon: 2, delta: 0, peels: 7, sensitivity: 0.3 });
    expect(Math.abs(scale - (3 * 7 * 0.3) / 2)).toBeLessThan(1e-13);
    expect(scale).toBeGreaterThanOrEqual((3 * 7 * 0.3) / 2);
    for (const budget of [{ epsilon: 2 }, { guarantee: pure(2) }])
      expect(peelingScale({ ...budget, peels: 7, sensitivity: 0.3 })).toBe(scale);
  });

  it("is never more with a delta, and falls with it", () => {
    let before = peelingScale({ epsilon: 1, delta: 0, peels: 50, sensitivity: 1 });
    for (const delta of [1e-12, 1e-6, 1e-3, 0.1]) {
      const scale = peelingScale({ epsilon: 1, delta, peels: 50, sensitivity: 1 });
      expect(scale).toBeLessThan(before);
      before = scale;
    }
  });

  it("is at most the published one up to epsilon 3, and above it by 8 % at epsilon 10 for 40 peels", () => {
    const ratio = (epsilon: number, delta: number, peels: number) => {
      const parameters = { epsilon, delta, peels, sensitivity: 1 };
      return Math.sqrt(10 * peels * -log(delta)) / epsilon / peelingScale(parameters);
    };
    for (const epsilon of [0.01, 0.1, 0.5, 1, 3])
      for (const delta of [0.1, 1e-3, 1e-6, 1e-12])
        for (const peels of [1, 10, 40, 1000]) expect(ratio(epsilon, delta, peels)).toBeGreaterThan(1);
    expect(Math.abs(ratio(10, 1e-6, 40) - 0.924)).toBeLessThan(1e-3);
  });
});

/** Every ln p of the grid for each of three hypotheses, and each moved either way: the largest loss. */
function searched(find: (first: readonly number[], second: readonly number[]) => number): number {
  const grid = [0, -8, -60];
  let worst = 0;
  for (const a of grid)
    for (const b of grid)
      for (const c of grid)
        for (let moves = 0; moves < 8; moves++) {
          const first = [a, b, c];
          const second = first.map((x, i) => Math.min(0, x + (moves & (1 << i) ? 0.5 : -0.5)));
          worst = Math.max(worst, find(first, second));
        }
  return worst;
}

describe("private Benjamini-Hochberg", () => {
  it("keeps a pure guarantee over a grid of neighbours, and comes near to it", () => {
    const procedure = noisyBenjaminiHochberg(rules, peelingScale({ epsilon: 1, delta: 0, peels: 2, sensitivity: 0.5 }));
    const worst = searched((first, second) =>
      discreteEpsilon({ first: procedure.law(first), second: procedure.law(second) }),
    );
    expect(worst).toBeLessThanOrEqual(1 + 1e-9);
    expect(worst).toBeGreaterThan(0.95);
  });

  it("keeps a delta, which a third of the noise does not", () => {
    const delta = 0.01;
    const scale = peelingScale({ epsilon: 0.5, delta, peels: 2, sensitivity: 0.5 });
    const deltaAt = (share: number) => {
      const procedure = noisyBenjaminiHochberg(rules, share * scale);
      return searched(
        (first, second) => discreteDelta({ first: procedure.law(first), second: procedure.law(second) }, 0.5).upper,
      );
    };
    expect(deltaAt(1)).toBeLessThanOrEqual(delta);
    expect(deltaAt(1 / 3)).toBeGreaterThan(delta);
  });

  it("has a law that sums to 1 and that of report noisy max and one comparison for one peel", () => {
    const one = { ...rules, mostRejections: 1, hypotheses: 2 };
    const procedure = noisyBenjaminiHochberg(one, 1.5);
    const law = procedure.law([-1, -4]);
    expect(Math.abs(law.support.reduce((sum, x) => sum + exp(law.logMass(x)), 0) - 1)).toBeLessThan(1e-11);
    // P(the noise of two scores at distance d does not turn them around) = 1 - (1 + d / 2) e^-d / 2, and a Laplace tail.
    const wins = 1 - (1 + 1) * exp(-2) * 0.5;
    const below = (gap: number) => (gap < 0 ? exp(gap) / 2 : 1 - exp(-gap) / 2);
    const level = log(0.2 / 2) - procedure.shift;
    expect(Math.abs(exp(law.logMass([1])) - wins * below((level + 4) / 1.5))).toBeLessThan(1e-10);
    expect(Math.abs(exp(law.logMass([0])) - (1 - wins) * below((level + 1) / 1.5))).toBeLessThan(1e-10);
  });

  it("rejects what Benjamini-Hochberg does when there is next to no noise", () => {
    // Benjamini, Hochberg (1995): two of these at 0.05.
    const pValues = [0.074, 0.008, 0.205, 0.041, 0.001, 0.06, 0.216, 0.039, 0.042, 0.212];
    const procedure = privateBenjaminiHochberg({
      ...rules,
      alpha: 0.05,
      epsilon: 1e6,
      delta: 0,
      hypotheses: 10,
      mostRejections: 10,
      sensitivity: 0.01,
    });
    expect(procedure.release(pValues, stream(1, "bh"))).toEqual([1, 4]);
  });

  it("does not reject a p-value above alpha r / m more often than its noise may err", () => {
    const procedure = privateBenjaminiHochberg({ ...rules, epsilon: 1, delta: 0, noiseError: 0.05 });
    // No p-value is below alpha / m, so that any rejection is an error of the noise; law, not draws.
    const law = procedure.law([0.99, 0.3, 0.25]);
    expect(1 - exp(law.logMass([]))).toBeLessThan(0.05);
  });

  it("refuses more orders than a law can go through", () => {
    const procedure = privateBenjaminiHochberg({ ...rules, epsilon: 1, delta: 0, hypotheses: 9, mostRejections: 3 });
    expect(() => procedure.law(new Array<number>(9).fill(0.5))).toThrow(
      "orders of peeling must be at most 60 for a law, got 504",
    );
  });
});
