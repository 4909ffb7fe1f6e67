import { describe, expect, it } from "vitest";
import { lowerUntil, raiseUntil } from "./outward-rounding.ts";

describe("rounding outwards", () => {
  it("leaves a safe value alone and moves an unsafe one just past the limit", () => {
    expect(raiseUntil(2, (x) => x >= 1)).toBe(2);
    expect(lowerUntil(0.5, (x) => x <= 1)).toBe(0.5);
    const raised = raiseUntil(1, (x) => x > 1 + 1e-12);
    expect(raised > 1 + 1e-12 && raised < 1 + 3e-12).toBe(true);
    const lowered = lowerUntil(1, (x) => x < 1 - 1e-12);
    expect(lowered < 1 - 1e-12 && lowered > 1 - 3e-12).toBe(true);
  });

  it("leaves zero, and ends far away too", () => {
    expect(raiseUntil(0, (x) => x > 0)).toBe(Number.MIN_VALUE);
    expect(raiseUntil(1, (x) => x > 1e6)).toBeGreaterThan(1e6);
    expect(lowerUntil(1, (x) => x < 1e-6)).toBeLessThan(1e-6);
  });
});
