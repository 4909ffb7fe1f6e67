import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { logNormalDensity } from "../../numerics/normal.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { gaussianDp } from "../guarantees/guarantee.ts";
import { gaussianToApproximate, gaussianToRenyi, gaussianToZeroConcentrated } from "./gaussian-conversions.ts";

describe("gaussian conversions", () => {
  it("give the exact epsilon (row A11)", () => {
    expect(gaussianToApproximate(gaussianDp(1), 1e-5).epsilon).toBeCloseTo(4.377178095681136, 12);
    expect(() => gaussianToApproximate(gaussianDp(1), 0)).toThrow("epsilon");
    expect(gaussianToApproximate(gaussianDp(0), 0).epsilon).toBe(0);
  });

  it("give the divergence of two normal laws, by quadrature", () => {
    for (const order of [1.5, 2, 6]) {
      const integrand = (x: number) => exp(order * logNormalDensity(x - 0.8) + (1 - order) * logNormalDensity(x));
      const { value } = integrate(integrand, { lower: -10, upper: 20 });
      expect(gaussianToRenyi(gaussianDp(0.8)).epsilonAt(order)).toBeCloseTo(log(value) / (order - 1), 8);
    }
    expect(gaussianToZeroConcentrated(gaussianDp(0.8)).rho).toBeCloseTo(0.32, 15);
    expect(() => gaussianToRenyi(gaussianDp(1)).epsilonAt(1)).toThrow("order");
    expect(() => gaussianToZeroConcentrated({ kind: "gaussian", mu: -1 })).toThrow("mu");
  });
});
