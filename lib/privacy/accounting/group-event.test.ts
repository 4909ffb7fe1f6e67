import { describe, expect, it } from "vitest";
import { normalDensity } from "../../numerics/normal.ts";
import { largerIntegratedDelta } from "../../oracles/hockey-stick.ts";
import { groupPrivacy } from "../guarantees/group-privacy.ts";
import { approximate, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { mixtureGaussianPld } from "../loss/mixture-gaussian-pld.ts";
import { compose } from "./composed-privacy.ts";
import { groupEvent } from "./group-event.ts";
import { poissonSampled } from "./sampled-event.ts";

const gaussian = { kind: "gaussian", sigma: 2, sensitivity: 1 } as const;

describe("groupEvent", () => {
  it("keeps the relation of its mechanism", () => {
    const named = { kind: "zero-concentrated", rho: 0.125 } as const;
    const one = (neighbours: "swap" | "add-remove") =>
      groupEvent(
        { mechanism: { name: "noise", neighbours, guarantee: named, privacyLoss: undefined } as never, times: 1 },
        2,
      );
    expect(() => compose([one("swap"), one("add-remove")])).toThrow("neighbours");
    expect(() => compose([poissonSampled(one("swap").mechanism, { samplingRate: 0.01, times: 1 })])).toThrow(
      "neighbours",
    );
  });

  it("moves additive noise by the size of the group", () => {
    const { lower, upper } = compose([groupEvent({ mechanism: gaussian, times: 4 }, 3)]).deltaAt(1);
    const truth = gaussianDelta({ epsilon: 1, mu: 3 });
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
    expect(upper - lower).toBeLessThan(1e-3);
    const laplace = groupEvent({ mechanism: { kind: "laplace", scale: 4, sensitivity: 1 }, times: 1 }, 2);
    expect(compose([laplace]).epsilonAt(1e-12).upper).toBeLessThan(0.5 + 1e-6);
  });

  it("has the delta of the binomial mixture on a Poisson sample, in both orders, by quadrature", () => {
    const [rate, sigma, size] = [0.3, 2, 3];
    const weights = [0.343, 0.441, 0.189, 0.027];
    const mixture = (x: number) =>
      weights.reduce((sum, weight, j) => sum + (weight * normalDensity((x - j) / sigma)) / sigma, 0);
    const alone = (x: number) => normalDensity(x / sigma) / sigma;
    const kinks = [0, 1, 2, 3, 5, 8];
    const over = { lower: -20, upper: 24, kinks, relativeTolerance: 1e-8, absoluteTolerance: 1e-13 };
    const composed = compose([groupEvent(poissonSampled(gaussian, { samplingRate: rate, times: 1 }), size)]);
    for (const epsilon of [0.2, 0.8]) {
      const truth = largerIntegratedDelta(mixture, alone, epsilon, over);
      const { lower, upper } = composed.deltaAt(epsilon);
      expect(lower).toBeLessThanOrEqual(truth + 1e-9);
      expect(upper).toBeGreaterThanOrEqual(truth - 1e-9);
      expect(upper - lower).toBeLessThan(2e-3 * truth);
    }
  });

  it("is far below the group bound of the composed epsilon and delta", () => {
    const event = poissonSampled({ kind: "gaussian", sigma: 1, sensitivity: 1 }, { samplingRate: 0.01, times: 500 });
    const exact = compose([groupEvent(event, 4)]).epsilonAt(1e-5).upper;
    const one = compose([event]);
    // At an epsilon of 2 for one record the group's delta is still too large, so that its epsilon by the bound is above 8.
    const generic = groupPrivacy(approximate(2, one.deltaAt(2).lower), 4);
    expect(generic.epsilon).toBe(8);
    expect(generic.delta).toBeGreaterThan(1e-5);
    expect(exact).toBeLessThan(0.8 * generic.epsilon);
    expect(exact).toBeGreaterThan(one.epsilonAt(1e-5).lower);
  });

  it("is the group privacy of a guarantee, and the event itself for one record", () => {
    expect(groupEvent({ mechanism: pure(0.5), times: 2 }, 3)).toEqual({ mechanism: pure(1.5), times: 2 });
    expect(groupEvent({ mechanism: zeroConcentrated(0.1), times: 1 }, 2).mechanism).toEqual(zeroConcentrated(0.4));
    const event = { mechanism: gaussian, times: 7 };
    expect(groupEvent(event, 1)).toBe(event);
  });

  it("refuses sizes that are none, and losses that say nothing of groups", () => {
    expect(() => groupEvent({ mechanism: gaussian, times: 1 }, 0)).toThrow("size");
    const dense = mixtureGaussianPld({ sigma: 1, sensitivities: [0, 1], probabilities: [0.5, 0.5] });
    expect(() => groupEvent(dense, 2)).toThrow("additive noise, or one with a guarantee that groups have");
    expect(() => groupEvent(poissonSampled(dense, { samplingRate: 0.1 }), 2)).toThrow("for groups on samples");
  });
});
