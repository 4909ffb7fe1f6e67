import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { laplacePld } from "./laplace-pld.ts";
import { pldDelta } from "./pld-accountant.ts";
import { pldProfile } from "./pld-profile.ts";
import { splitLaplacePld } from "./split-laplace-pld.ts";

describe("splitLaplacePld", () => {
  it.each([0.3, 5])("is two scalar losses of half of epsilon = %d, composed", (epsilon) => {
    const half = laplacePld({ scale: 1, sensitivity: epsilon / 2 });
    const profile = pldProfile(splitLaplacePld(epsilon));
    for (const share of [0, 0.7]) {
      const composed = pldDelta({ events: [{ loss: half, times: 2 }], epsilon: share * epsilon, tolerance: 0.01 });
      const mine = profile.deltaAt(share * epsilon);
      expect(mine.lower).toBeLessThanOrEqual(composed.upper);
      expect(mine.upper).toBeGreaterThanOrEqual(composed.lower);
    }
  });

  it("has the profile of its header", () => {
    const profile = pldProfile(splitLaplacePld(2));
    for (const x of [-1.9, -0.6, 0, 0.3, 1.1, 1.9]) {
      const { lower, upper } = profile.deltaAt(x);
      const exact = 1 - exp((x - 2) / 2) * (1 + (2 - Math.abs(x)) / 4);
      expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-12));
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
      expect(upper - lower).toBeLessThan(1e-6 * exact);
    }
  });

  it("refuses what is no epsilon", () => {
    for (const epsilon of [0, -1, Number.NaN, Infinity, 501])
      expect(() => splitLaplacePld(epsilon)).toThrow(/^epsilon must be/);
  });
});
