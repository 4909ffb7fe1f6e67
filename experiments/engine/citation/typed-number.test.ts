import { describe, expect, it } from "vitest";
import { isStoredNumber, typedNumber } from "./typed-number.ts";

const agrees = (text: string, stored: number) => {
  const typed = typedNumber(text);
  if (typed === undefined) throw new Error(`${text} does not read as a number`);
  return isStoredNumber(typed, stored);
};

describe("a typed number", () => {
  it("is the stored one if it is that, rounded to the digits shown", () => {
    for (const text of ["0.697", "0.6967", "0.69668", "0.7", ".70", "$0.697$", "69.7\\%", "+0.6967", "6.967e-1"]) {
      expect(agrees(text, 0.69668), text).toBe(true);
    }
    for (const text of ["0.696", "0.6966", "0.698", "-0.697", "70.7\\%", "0.71", "6.967"]) {
      expect(agrees(text, 0.69668), text).toBe(false);
    }
  });

  it("may have a power of ten and thousands set apart", () => {
    expect(agrees("5.09 \\times 10^{-17}", 5.092134e-17)).toBe(true);
    expect(agrees("5.1\\cdot 10^{-17}", 5.092134e-17)).toBe(true);
    expect(agrees("5.2 \\times 10^{-17}", 5.092134e-17)).toBe(false);
    expect(agrees("1{,}234{,}567", 1_234_567)).toBe(true);
    expect(agrees("1\\,000\\,000", 1e6)).toBe(true);
    expect(agrees("-12.5", -12.46)).toBe(true);
  });

  it("may go either way at a tie", () => {
    expect(agrees("0.12", 0.125)).toBe(true);
    expect(agrees("0.13", 0.125)).toBe(true);
  });

  it("is not zero where the stored one is not", () => {
    expect(agrees("0.00", 0.001)).toBe(false);
    expect(agrees("0", 0)).toBe(true);
  });

  it("does not read words, ranges or nothing", () => {
    for (const text of ["", "about 0.7", "0.6--0.7", "\\pi", ".", "1,2"])
      expect(typedNumber(text), text).toBe(undefined);
  });
});
