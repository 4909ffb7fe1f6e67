import { describe, expect, it } from "vitest";
import { analyticGaussian } from "../../mechanisms/analytic-gaussian.ts";
import { exponentialMechanism } from "../../mechanisms/exponential-mechanism.ts";
import { laplace } from "../../mechanisms/laplace.ts";
import { randomizedResponse } from "../../mechanisms/randomized-response.ts";
import { exp } from "../../numerics/exponential.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import { gaussianPld } from "../loss/gaussian-pld.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";
import { compose } from "./mechanism-composition.ts";
import { optimalCompositionEpsilon } from "./optimal-composition.ts";

const swap = { neighbours: "swap", sensitivity: 1 } as const;
const box = (guarantee: Guarantee) => ({ name: "box", neighbours: "swap", guarantee, release: () => 0 }) as const;

describe("compose", () => {
  it("of randomized response is the optimal composition", () => {
    const { epsilonAt, attained } = compose([{ mechanism: randomizedResponse({ epsilon: 0.3 }), times: 20 }]);
    const exact = optimalCompositionEpsilon({ epsilon: 0.3, delta: 0, times: 20, totalDelta: 1e-4 });
    const { lower, upper } = epsilonAt(1e-4);
    expect(attained).toBe(true);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper - lower).toBeLessThan(1e-6);
  });

  it("of Gaussian noise is Gaussian with the squares added up", () => {
    const mechanism = analyticGaussian({ ...swap, epsilon: 0.5, delta: 1e-5 });
    const mu = 3 / mechanism.sigma;
    const { lower, upper } = compose([{ mechanism, times: 9 }]).epsilonAt(1e-6);
    const exact = gaussianEpsilon({ mu, delta: 1e-6 });
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper - lower).toBeLessThan(1e-3);
  });

  it("of different mechanisms is the composition of their loss distributions", () => {
    const gaussian = analyticGaussian({ ...swap, epsilon: 0.5, delta: 1e-5 });
    const composed = compose([
      { mechanism: laplace({ ...swap, epsilon: 0.1 }), times: 5 },
      { mechanism: gaussian, times: 2 },
    ]);
    const events = [
      { loss: laplacePld({ scale: 1, sensitivity: 0.1, samplingRate: 1 }), times: 5 },
      { loss: gaussianPld({ sigma: gaussian.sigma, sensitivity: 1 }), times: 2 },
    ];
    const [mine, theirs] = [composed.epsilonAt(1e-5), pldEpsilon({ events, delta: 1e-5 })];
    expect(mine.estimate).toBeCloseTo(theirs.estimate, 8);
    expect(composed.deltaAt(mine.upper).lower).toBeLessThanOrEqual(1e-5);
  });

  it("finds an epsilon near the largest loss, where the tilted sum is one atom", () => {
    const { lower, upper } = compose([{ mechanism: laplace({ ...swap, epsilon: 0.5 }), times: 2 }]).epsilonAt(0.1);
    // Two coordinates half of epsilon apart: delta is 1 - e^((x - 1) / 2) (1 + (1 - x) / 4).
    const delta = (x: number) => 1 - exp((x - 1) / 2) * (1 + (1 - x) / 4);
    expect(delta(lower)).toBeGreaterThanOrEqual(0.1);
    expect(delta(upper)).toBeLessThanOrEqual(0.1);
    expect(upper - lower).toBeLessThan(1e-4);
  });

  it("claims no lower bound where a pair is not attained, and half the loss of randomized response for choices", () => {
    const mechanism = exponentialMechanism({ ...swap, epsilon: 0.2, change: "general", options: 5 });
    const composed = compose([{ mechanism, times: 30 }]);
    const { lower, upper } = composed.epsilonAt(1e-5);
    expect(composed.attained).toBe(false);
    expect(lower).toBe(0);
    const worst = optimalCompositionEpsilon({ epsilon: 0.2, delta: 0, times: 30, totalDelta: 1e-5 });
    expect(upper).toBeLessThan(0.8 * worst);
  });

  it("takes the worst pair of the guarantee of a mechanism that has no loss distribution", () => {
    const worst = optimalCompositionEpsilon({ epsilon: 0.3, delta: 1e-7, times: 10, totalDelta: 1e-4 });
    const { upper } = compose([
      { mechanism: box({ kind: "approximate", epsilon: 0.3, delta: 1e-7 }), times: 10 },
    ]).epsilonAt(1e-4);
    expect(upper).toBeGreaterThanOrEqual(worst);
    expect(upper).toBeLessThan(worst + 1e-4);
    const gaussian = compose([{ mechanism: box({ kind: "gaussian", mu: 0.5 }), times: 4 }]).epsilonAt(1e-5).upper;
    expect(gaussian).toBeCloseTo(gaussianEpsilon({ mu: 1, delta: 1e-5 }), 3);
    expect(compose([{ mechanism: box({ kind: "pure", epsilon: 0 }), times: 3 }]).deltaAt(0).upper).toBe(0);
  });

  it("refuses relations that differ, guarantees without a worst pair, and no mechanisms", () => {
    const [one, other] = [
      laplace({ ...swap, epsilon: 1 }),
      laplace({ epsilon: 1, sensitivity: 1, neighbours: "add-remove" }),
    ];
    expect(() =>
      compose([
        { mechanism: one, times: 1 },
        { mechanism: other, times: 1 },
      ]),
    ).toThrow('neighbours of laplace must be swap, as of laplace, got "add-remove"');
    const concentrated = box({ kind: "zero-concentrated", rho: 1 });
    expect(() => compose([{ mechanism: concentrated, times: 1 }])).toThrow(/^guarantee of box must be/);
    expect(() => compose([])).toThrow(/^parts must be one or more/);
    for (const times of [0, 1.5, Number.NaN])
      expect(() => compose([{ mechanism: one, times }])).toThrow(/^times must be an integer/);
  });
});
