import { describe, expect, it } from "vitest";
import { gaussianDp, pure, type RenyiGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { composeGaussian, composePure, composeRenyi, composeZeroConcentrated } from "./composition.ts";

describe("composition within a kind", () => {
  it("adds epsilons, rhos and Renyi curves, and the squares of mu", () => {
    expect(composePure([pure(1), pure(2)]).epsilon).toBe(3);
    expect(composeZeroConcentrated([zeroConcentrated(0.5), zeroConcentrated(0.25)]).rho).toBe(0.75);
    expect(composeGaussian([gaussianDp(3), gaussianDp(4)]).mu).toBe(5);
    const line: RenyiGuarantee = { kind: "renyi", epsilonAt: (order) => order / 2 };
    expect(composeRenyi([line, line, line]).epsilonAt(4)).toBe(6);
  });

  it("makes 50 releases at sigma 10 and 50 at sigma 5 one Gaussian of mu 1.5811388 (row C31)", () => {
    const all = Array.from({ length: 100 }, (_, k) => gaussianDp(k < 50 ? 1 / 10 : 1 / 5));
    const { mu } = composeGaussian(all);
    expect(mu).toBeCloseTo(1.5811388, 7);
    expect(gaussianDelta({ epsilon: 4, mu })).toBeCloseTo(0.0164556728641089, 13);
  });

  it("is perfect privacy for no release, and refuses negative parts", () => {
    expect(composePure([]).epsilon).toBe(0);
    expect(composeRenyi([]).epsilonAt(2)).toBe(0);
    expect(() => composePure([{ kind: "pure", epsilon: -1 }])).toThrow(
      "epsilon must be non-negative and finite, got -1",
    );
    expect(() => composeGaussian([{ kind: "gaussian", mu: Number.NaN }])).toThrow("mu");
  });
});

describe("composition", () => {
  it("refuses a guarantee of another kind, whose numbers mean something else", () => {
    const other = { kind: "approximate", epsilon: 1, delta: 0.1, rho: 1, mu: 1 } as never;
    for (const compose of [composePure, composeZeroConcentrated, composeGaussian, composeRenyi]) {
      expect(() => (compose as (list: unknown[]) => unknown)([other])).toThrow("guarantees[0].kind must be");
    }
  });
});
