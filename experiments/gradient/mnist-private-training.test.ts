import { describe, expect, it } from "vitest";
import { stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { poissonSampled } from "../../lib/privacy/accounting/sampled-event.ts";
import { epsilonOf, noiseFor } from "./mnist-training-part.ts";

const plan = { steps: 200, samplingRate: 1 / 60 };

describe("the certificate", () => {
  it("is the epsilon of the composition of all steps, and at most 2.93 with the noise that is found for it", () => {
    const noise = noiseFor(2.93, plan);
    const { lower, upper } = epsilonOf(noise, plan);
    expect(upper).toBeLessThanOrEqual(2.93);
    expect(upper - lower).toBeLessThan(0.01);
    const step = { kind: "gaussian", sigma: noise, sensitivity: 1 } as const;
    const composed = compose([poissonSampled(step, { samplingRate: 1 / 60, times: 200 })]).epsilonAt(1e-5);
    expect(composed.lower).toBeLessThanOrEqual(upper);
    expect(composed.upper).toBeGreaterThanOrEqual(lower);
    expect(noise).toBe(
      stochasticNoiseFor({
        ...{ epsilon: 2.93, delta: 1e-5, times: 200, samplingRate: 1 / 60 },
        ...{ neighbours: "add-remove", tolerance: 1e-3 },
      }),
    );
    expect(noiseFor("infinity", plan)).toBe(0);
  });

  it("grows where a record moves a sum by more than the clip", () => {
    const noise = noiseFor(2.93, plan);
    expect(epsilonOf(noise, plan, 1.05).lower).toBeGreaterThan(2.93);
    expect(epsilonOf(noise, { ...plan, steps: 220 }).lower).toBeGreaterThan(2.93);
  });
});
