import { describe, expect, it } from "vitest";
import { centralLimitMuEstimate } from "./central-limit-estimate.ts";
import { gaussianEpsilon } from "./gaussian-profile.ts";

describe("centralLimitMuEstimate", () => {
  it("T6: is not an upper bound: 6.6016 where the exact epsilon is 6.7688 (rows C9, C17)", () => {
    const mu = centralLimitMuEstimate({ noiseMultiplier: 1.5, samplingRate: 0.04, steps: 2250 });
    const epsilon = gaussianEpsilon({ delta: 1e-5, mu });
    expect(epsilon).toBeCloseTo(6.6016, 4);
    expect(epsilon).toBeLessThan(6.76878);
  });

  it("refuses rates and noise that are none", () => {
    expect(() => centralLimitMuEstimate({ noiseMultiplier: 0, samplingRate: 0.1, steps: 1 })).toThrow(
      "noiseMultiplier",
    );
    expect(() => centralLimitMuEstimate({ noiseMultiplier: 1, samplingRate: 2, steps: 1 })).toThrow("samplingRate");
  });
});
