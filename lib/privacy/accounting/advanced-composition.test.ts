import { describe, expect, it } from "vitest";
import { expm1 } from "../../numerics/exponential.ts";
import { tanh } from "../../numerics/hyperbolic-tangent.ts";
import { log } from "../../numerics/logarithm.ts";
import { worstCasePld } from "../loss/discrete-pld.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";
import { advancedComposition, basicComposition, mixedAdvancedComposition } from "./advanced-composition.ts";
import { optimalCompositionDelta, optimalCompositionEpsilon } from "./optimal-composition.ts";

const repeat = (epsilon: number, times: number) => Array.from({ length: times }, () => ({ epsilon, delta: 0 }));

describe("advancedComposition", () => {
  it("is 6.308231 and 5.756106 at (0.1, 100, 1e-6)", () => {
    const release = { epsilon: 0.1, delta: 0, times: 100, slack: 1e-6 };
    expect(Math.abs(advancedComposition({ ...release, constant: "drv" }).epsilon - 6.308231)).toBeLessThan(5e-7);
    expect(Math.abs(advancedComposition({ ...release, constant: "tight" }).epsilon - 5.756106)).toBeLessThan(5e-7);
  });

  it("returns basic where that is better: 10000 rather than 17708 at epsilon 1, k = 1e4 (claim advanced-composition)", () => {
    const release = { epsilon: 1, delta: 1e-9, times: 1e4, slack: 1e-6 };
    expect(advancedComposition({ ...release, constant: "drv" })).toEqual({
      kind: "approximate",
      epsilon: 1e4,
      delta: 1e-5,
    });
    expect(Math.abs(advancedComposition({ ...release, constant: "tight" }).epsilon - 5147)).toBeLessThan(0.5);
  });

  it("lies between optimal and basic on the grid of claim advanced-composition, and the looser constant is the looser bound", () => {
    for (const epsilon of [0.01, 0.1, 0.5, 1]) {
      for (const times of [1, 10, 100, 1000]) {
        for (const slack of [1e-3, 1e-6, 1e-9]) {
          const optimal = optimalCompositionEpsilon({ epsilon, delta: 0, times, totalDelta: slack });
          const tight = advancedComposition({ epsilon, delta: 0, times, slack, constant: "tight" }).epsilon;
          const drv = advancedComposition({ epsilon, delta: 0, times, slack, constant: "drv" }).epsilon;
          expect(optimal).toBeLessThanOrEqual(tight);
          expect(tight).toBeLessThanOrEqual(drv);
          expect(drv).toBeLessThanOrEqual(basicComposition(repeat(epsilon, times)).epsilon * (1 + 1e-12));
        }
      }
    }
  });

  it("would be caught as epsilon sqrt(k): that total has a larger delta from k = 10 on", () => {
    for (const times of [10, 100, 1000]) {
      expect(
        optimalCompositionDelta({ epsilon: 0.1, delta: 0, times, totalEpsilon: 0.1 * Math.sqrt(times) }),
      ).toBeGreaterThan(1e-3);
    }
  });

  it("refuses bad arguments", () => {
    const good = { epsilon: 0.1, delta: 0, times: 10, slack: 1e-6, constant: "drv" } as const;
    expect(() => advancedComposition({ ...good, slack: 0 })).toThrow("slack");
    expect(() => advancedComposition({ ...good, times: 1.5 })).toThrow("times");
    expect(() => advancedComposition({ ...good, constant: "best" as "drv" })).toThrow(
      'constant must be drv or tight, got "best"',
    );
  });
});

describe("basicComposition", () => {
  it("adds, caps delta at 1, and is nothing for nothing", () => {
    const two = [{ epsilon: 1, delta: 0.25 }, { epsilon: 2, delta: 0.5 }]; // biome-ignore format: one line
    expect(basicComposition(two)).toEqual({ kind: "approximate", epsilon: 3, delta: 0.75 });
    expect(basicComposition([{ epsilon: 0, delta: 1 }, { epsilon: 0, delta: 1 }]).delta).toBe(1); // biome-ignore format: one line
    expect(basicComposition([])).toEqual({ kind: "approximate", epsilon: 0, delta: 0 });
  });

  it("is attained by randomized response: at less than k epsilon some delta is left", () => {
    expect(optimalCompositionDelta({ epsilon: 0.3, delta: 0, times: 8, totalEpsilon: 2.4 })).toBe(0);
    expect(optimalCompositionDelta({ epsilon: 0.3, delta: 0, times: 8, totalEpsilon: 2.39 })).toBeGreaterThan(0);
  });
});

describe("mixedAdvancedComposition", () => {
  it("is m + sqrt(2 v ln(1/d)) over different releases, however their repetitions are written", () => {
    const budgets = [
      { epsilon: 0.1, delta: 1e-8, times: 60 },
      { epsilon: 0.05, delta: 0, times: 200 },
    ];
    const listed = budgets.flatMap(({ epsilon, delta, times }) =>
      Array.from({ length: times }, () => ({ epsilon, delta })),
    );
    for (const constant of ["drv", "tight"] as const) {
      const total = mixedAdvancedComposition(budgets, { slack: 1e-6, constant });
      const each = (epsilon: number) => epsilon * (constant === "drv" ? expm1(epsilon) : tanh(epsilon / 2));
      const expected = 60 * each(0.1) + 200 * each(0.05) + Math.sqrt(2 * (0.6 + 0.5) * log(1e6));
      expect(total.epsilon).toBeCloseTo(expected, 12);
      expect(total.delta).toBeCloseTo(1.6e-6, 18);
      expect(mixedAdvancedComposition(listed, { slack: 1e-6, constant }).epsilon).toBeCloseTo(total.epsilon, 12);
    }
    expect(basicComposition(budgets).epsilon).toBeCloseTo(16, 12);
  });

  it("is above the certified epsilon of the worst releases together", () => {
    const budgets = [
      { epsilon: 0.1, delta: 0, times: 100 },
      { epsilon: 0.05, delta: 0, times: 100 },
    ];
    const events = budgets.map(({ epsilon, delta, times }) => ({ loss: worstCasePld({ epsilon, delta }), times }));
    const { lower } = pldEpsilon({ events, delta: 1e-6, tolerance: 0.05 });
    expect(mixedAdvancedComposition(budgets, { slack: 1e-6, constant: "tight" }).epsilon).toBeGreaterThan(lower);
    expect(() => basicComposition([{ epsilon: 1, delta: 0, times: 0 }])).toThrow("times must be an integer");
  });
});
