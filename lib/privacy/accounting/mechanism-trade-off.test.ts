import { describe, expect, it } from "vitest";
import { exponentialMechanism } from "../../mechanisms/choice/exponential-mechanism.ts";
import { leakyResponse } from "../../mechanisms/local/leaky-response.ts";
import { discreteLaplace } from "../../mechanisms/noise/discrete-laplace.ts";
import { gaussian } from "../../mechanisms/noise/gaussian.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { histogram } from "../../mechanisms/statistics/histogram.ts";
import { exp } from "../../numerics/exponential.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { zeroConcentratedDelta } from "../conversions/zero-concentrated-conversions.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import { approximateTradeOff } from "../trade-off/finite-trade-off.ts";
import { lawTradeOff } from "../trade-off/law-trade-off.ts";
import { gaussianTradeOff } from "../trade-off/trade-off.ts";
import { tradeOffDelta } from "../trade-off/trade-off-profile.ts";
import { advantage } from "../trade-off/trade-off-readings.ts";
import { tradeOff } from "./mechanism-trade-off.ts";

const alphas = [0, 0.001, 0.05, 0.25, 0.5, 0.8, 1];
const noise = { epsilon: 1, sensitivity: 2, neighbours: "swap" } as const;

describe("tradeoff", () => {
  it("is the closed form for Laplace and Gaussian noise, of numbers and of vectors", () => {
    expect(tradeOff(laplace(noise))).toMatchObject({ kind: "laplace", epsilon: 1 });
    expect(tradeOff(laplace({ ...noise, epsilon: 800 }))).toMatchObject({ kind: "laplace", epsilon: 800 });
    expect(tradeOff(laplace({ ...noise, norm: "l1", dimension: 5 }))).toMatchObject({
      kind: "laplace",
      epsilon: 1,
    });
    const normal = { ...noise, delta: 1e-5 };
    const { sigma } = gaussian(normal);
    expect(tradeOff(gaussian(normal))).toMatchObject({ kind: "gaussian", mu: 2 / sigma });
    expect(tradeOff(gaussian({ ...normal, dimension: 4 }))).toMatchObject({
      kind: "gaussian",
      mu: 2 / sigma,
    });
  });

  it("is the sum over outcomes for discrete laws: the count with discrete Laplace noise", () => {
    const curve = tradeOff(discreteLaplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }));
    // Thresholds are the best tests: P(noise >= k) and P(noise + 1 < k), from a^k / (1 + a).
    const a = exp(-1);
    for (const k of [1, 2, 3]) {
      const alpha = exp(-k) / (1 + a);
      expect(curve.evaluate(alpha)).toBeCloseTo(1 - exp(1 - k) / (1 + a), 12);
    }
    expect(advantage(tradeOff(leakyResponse({ epsilon: 1, delta: 0.1 })))).toBeCloseTo(
      advantage(approximateTradeOff({ epsilon: 1, delta: 0.1 })),
      12,
    );
  });

  it("bounds every pair of an exponential mechanism, whose worst pair for epsilon alone tells next to nothing", () => {
    const parameters = { ...noise, change: "general", options: 3 } as const;
    const mechanism = exponentialMechanism(parameters);
    const curve = tradeOff(mechanism);
    expect(advantage(curve)).toBeCloseTo((exp(0.5) - 1) / (exp(0.5) + 1), 7);
    const random = stream(20261115, "scores");
    for (let trial = 0; trial < 200; trial++) {
      const scores = [0, 1, 2].map(() => 8 * sampleUniform(random));
      const moved = scores.map((score) => score + 2 * (2 * sampleUniform(random) - 1));
      const laws = [scores, moved].map((x) => mechanism.law(x));
      if (laws[0] === undefined || laws[1] === undefined) throw new Error("no law");
      const exact = lawTradeOff(laws[0], laws[1]);
      for (const alpha of alphas) expect(exact?.evaluate(alpha)).toBeGreaterThanOrEqual(curve.evaluate(alpha) - 1e-12);
    }
  });

  it("is below what a histogram under swap allows only by its grid", () => {
    // Two bins half of epsilon apart: the advantage is 1 - e^(-epsilon / 2) (1 + epsilon / 4).
    const curve = tradeOff(histogram({ epsilon: 2, neighbours: "swap", bins: 4 }));
    expect(advantage(curve)).toBeCloseTo(1 - exp(-1) * 1.5, 7);
  });

  it("is what the guarantee allows where nothing else is known", () => {
    const only = (guarantee: Guarantee) =>
      tradeOff({ name: "box", neighbours: "swap", guarantee, release: (input: number) => input });
    const leaky = only({ kind: "approximate", epsilon: 1, delta: 0.1 });
    const pure = only({ kind: "pure", epsilon: 1 });
    for (const alpha of alphas) {
      expect(leaky.evaluate(alpha)).toBe(approximateTradeOff({ epsilon: 1, delta: 0.1 }).evaluate(alpha));
      expect(pure.evaluate(alpha)).toBe(approximateTradeOff({ epsilon: 1, delta: 0 }).evaluate(alpha));
    }
    expect(only({ kind: "gaussian", mu: 0.7 })).toMatchObject({ kind: "gaussian", mu: 0.7 });
    const concentrated = only({ kind: "zero-concentrated", rho: 0.5 });
    // rho-zCDP allows N(0, 1) against N(1, 1), and no more than its own deltas.
    for (const alpha of alphas)
      expect(concentrated.evaluate(alpha)).toBeLessThanOrEqual(gaussianTradeOff(1).evaluate(alpha) + 1e-12);
    for (const epsilon of [0.5, 1.5, 3])
      expect(tradeOffDelta(concentrated, epsilon)).toBeCloseTo(zeroConcentratedDelta({ rho: 0.5, epsilon }), 3);
    const renyi = only({ kind: "renyi", epsilonAt: (order) => 0.5 * order });
    for (const alpha of alphas) {
      expect(renyi.evaluate(alpha)).toBeLessThanOrEqual(gaussianTradeOff(1).evaluate(alpha) + 1e-12);
      expect(renyi.evaluate(alpha)).toBeCloseTo(concentrated.evaluate(alpha), 3);
    }
  });
});
