import { describe, expect, it } from "vitest";
import { floatBelow, lowerUntil, raiseUntil } from "./outward-rounding.ts";

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

describe("the next float64 below", () => {
  it("is the one whose bits come before", () => {
    const [number, bits] = [new Float64Array(1), new BigInt64Array(1)];
    const previous = (value: number) => {
      number[0] = value;
      bits.set(new BigInt64Array(number.buffer));
      bits[0] += value > 0 ? -1n : 1n;
      return new Float64Array(bits.buffer)[0];
    };
    const values = [
      1,
      2,
      0.5,
      1024,
      1 + Number.EPSILON,
      2 - Number.EPSILON,
      0.1,
      28,
      27.999999999999996,
      1e300,
      3e-300,
    ];
    for (const value of values) {
      expect(floatBelow(value)).toBe(previous(value));
      expect(floatBelow(-value)).toBe(previous(-value));
    }
    expect(floatBelow(0)).toBe(-Number.MIN_VALUE);
  });
});
