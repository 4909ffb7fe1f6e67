import { describe, expect, it } from "vitest";
import { centralLimitMuEstimate } from "./central-limit-estimate.ts";

describe("centralLimitMuEstimate", () => {
  it("is rate sqrt(steps (e^(1/sigma^2) - 1)) (mpmath, 30 digits); what it is not is trap T6", () => {
    const at = (noiseMultiplier: number, samplingRate: number, times: number) =>
      centralLimitMuEstimate({ noiseMultiplier, samplingRate, times });
    expect(at(1.5, 0.04, 2250)).toBeCloseTo(1.4193817637916906, 14);
    expect(at(4, 0.01, 10_000)).toBeCloseTo(0.2539575927548917, 14);
  });

  it("refuses rates and noise that are none", () => {
    expect(() => centralLimitMuEstimate({ noiseMultiplier: 0, samplingRate: 0.1, times: 1 })).toThrow(
      "noiseMultiplier",
    );
    expect(() => centralLimitMuEstimate({ noiseMultiplier: 1, samplingRate: 2, times: 1 })).toThrow("samplingRate");
  });
});
