import { describe, expect, it } from "vitest";
import { laplaceTradeOff } from "../privacy/trade-off/trade-off.ts";
import { convexify } from "../privacy/trade-off/trade-off-points.ts";
import { guaranteeClaims } from "./guarantee-claims.ts";

describe("guaranteeClaims", () => {
  it("lists finite pairs of a curve that begins below 1, whose epsilon at a small delta is infinite", () => {
    const points = [
      { alpha: 0, beta: 0.9 },
      { alpha: 0.4, beta: 0.4 },
      { alpha: 0.9, beta: 0 },
    ];
    const { claims, whole } = guaranteeClaims({ kind: "trade-off", curve: convexify(points) });
    expect(whole).toBe(false);
    expect(claims[0].delta).toBeCloseTo(0.2, 10); // 1 - 0.4 - 0.4, at epsilon 0
    expect(claims.at(-1)?.delta).toBeCloseTo(0.1, 3); // what the curve keeps
    for (const { epsilon } of claims) expect(Number.isFinite(epsilon)).toBe(true);
  });

  it("ends at a small delta where a curve has one", () => {
    const { claims } = guaranteeClaims({ kind: "trade-off", curve: laplaceTradeOff(1) });
    expect(claims.at(-1)?.epsilon).toBeGreaterThan(0.99);
    expect(claims.at(-1)?.epsilon).toBeLessThanOrEqual(1);
  });
});
