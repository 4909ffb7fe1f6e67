import { describe, expect, it } from "vitest";
import { highWord, POWER_OFFSET, powersOfTwo } from "./float64.ts";

describe("powersOfTwo", () => {
  it("runs from the least denormal to the largest power, each twice the one before", () => {
    expect(powersOfTwo[0]).toBe(Number.MIN_VALUE);
    expect(powersOfTwo[POWER_OFFSET]).toBe(1);
    expect(powersOfTwo[POWER_OFFSET - 52]).toBe(Number.EPSILON);
    expect(powersOfTwo[powersOfTwo.length - 1] * (2 - Number.EPSILON)).toBe(Number.MAX_VALUE);
  });
});

describe("highWord", () => {
  it("holds sign, exponent and the leading bits of the significand", () => {
    expect(highWord(1)).toBe(0x3ff00000);
    expect(highWord(-2)).toBe(0xc0000000 | 0);
    expect(highWord(1.5)).toBe(0x3ff80000);
    expect(highWord(Number.MIN_VALUE)).toBe(0);
    expect(highWord(Number.MAX_VALUE)).toBe(0x7fefffff);
  });
});
