import { describe, expect, it } from "vitest";
import { expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { pow } from "../../numerics/power.ts";
import { entropyExcess, logMomentExcess } from "./moment-excess.ts";

describe("logMomentExcess", () => {
  it("is (1 + u)^a - 1 - a u, on all sides of its changes of formula", () => {
    for (const order of [1.5, 2, 3.7, 40]) {
      for (const loss of [-30, -2, -0.01, 0.3, 5, 40]) {
        for (const rate of [0.01, 0.4, 1]) {
          const u = rate * expm1(loss);
          const direct = pow(1 + u, order) - 1 - order * u;
          const digits = 1e-15 * (1 + pow(1 + u, order) + order * Math.abs(u));
          if (direct > 1e3 * digits) {
            const error = Math.abs(logMomentExcess(order, { samplingRate: rate, loss }) - log(direct));
            expect(error).toBeLessThan(1e-14 * Math.abs(log(direct)) + 4e-15 + digits / direct);
          }
        }
      }
    }
  });

  it("is a (a - 1) u^2 / 2 for small u, 0 where there is no loss, and finite for huge losses", () => {
    const u = expm1(1e-9);
    expect(logMomentExcess(3.5, { samplingRate: 1, loss: 1e-9 })).toBeCloseTo(log(4.375 * u * u), 8);
    expect(logMomentExcess(3.5, { samplingRate: 1, loss: 0 })).toBe(-Infinity);
    expect(logMomentExcess(2, { samplingRate: 0.5, loss: 1e4 })).toBeCloseTo(2e4 - 2 * Math.LN2, 9);
  });

  it("is (a - 1) times the share in the divergence as a tends to 1", () => {
    for (const loss of [-800, -3, -0.4, 1e-6, 0.2, 6]) {
      const share = logMomentExcess(1 + 9.313225746154785e-10, { samplingRate: 1, loss }) + 30 * Math.LN2;
      expect(share).toBeCloseTo(log(entropyExcess(loss)), 7);
    }
    expect(entropyExcess(1)).toBe(1);
    expect(entropyExcess(-1)).toBeCloseTo(1 - 2 / Math.E, 15);
    expect(log1p(entropyExcess(0))).toBe(0);
  });
});
