import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, isRounded, leadingExponent, roundedUnits } from "./decimal.ts";

describe("roundedUnits", () => {
  it("rounds the digits that are stored, ties away from zero", () => {
    expect(roundedUnits(1.005, 2)).toBe(101n); // as float64 it lies below these digits
    expect(roundedUnits(0.125, 2)).toBe(13n);
    expect(roundedUnits(-0.125, 2)).toBe(-13n);
    expect(roundedUnits(12_345, -2)).toBe(123n);
    expect(roundedUnits(5e-324, 324)).toBe(5n);
    expect(roundedUnits(1.4e-7, 9, "up")).toBe(140n);
  });

  it("rounds down and up in the direction of the number line", () => {
    expect(roundedUnits(0.1234, 2, "down")).toBe(12n);
    expect(roundedUnits(0.1234, 2, "up")).toBe(13n);
    expect(roundedUnits(-0.1234, 2, "down")).toBe(-13n);
    expect(roundedUnits(-0.1234, 2, "up")).toBe(-12n);
    expect(roundedUnits(0.5, 1, "up")).toBe(5n);
  });

  it("gives back every stored number that has no more places", () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(numbers, (value) => {
        expect(Number(decimalText(roundedUnits(value, 340), 340))).toBe(value === 0 ? 0 : value);
        expect(roundedUnits(value, 340, "down")).toBe(roundedUnits(value, 340, "up"));
      }),
    );
  });

  it("has down <= nearest <= up, one unit apart at most", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: -5, max: 30 }),
        (value, places) => {
          const [down, nearest, up] = (["down", "nearest", "up"] as const).map((way) =>
            roundedUnits(value, places, way),
          );
          expect(down <= nearest && nearest <= up && up - down <= 1n).toBe(true);
          expect(isRounded(value, nearest, places)).toBe(true);
        },
      ),
    );
  });
});

describe("isRounded", () => {
  it("accepts both neighbours of a tie and nothing else", () => {
    expect(isRounded(0.125, 12n, 2)).toBe(true);
    expect(isRounded(0.125, 13n, 2)).toBe(true);
    expect(isRounded(0.1251, 12n, 2)).toBe(false);
    expect(isRounded(0.1249, 13n, 2)).toBe(false);
  });
});

describe("decimalText", () => {
  it("places the point, with zeros where they are needed", () => {
    expect(decimalText(6967n, 4)).toBe("0.6967");
    expect(decimalText(-5n, 3)).toBe("-0.005");
    expect(decimalText(123n, -2)).toBe("12300");
    expect(decimalText(0n, 2)).toBe("0.00");
  });
});

describe("leadingExponent", () => {
  it("is the power of ten of the first digit", () => {
    expect([314, 0.0042, -9.99, 1e-300].map(leadingExponent)).toEqual([2, -3, 0, -300]);
    expect(() => leadingExponent(0)).toThrow(/leading digit/);
  });
});
