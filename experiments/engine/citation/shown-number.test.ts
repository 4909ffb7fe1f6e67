import { describe, expect, it } from "vitest";
import { shownExact, shownMeasurement } from "./shown-number.ts";

describe("shownMeasurement", () => {
  it("shows the interval to two significant digits of its width and the value to the same place", () => {
    expect(shownMeasurement({ estimate: 0.69668, lower: 0.69512, upper: 0.69836 })).toEqual({
      value: "0.6967",
      interval: "[0.6951, 0.6984]",
    });
    expect(shownMeasurement({ estimate: 12_345.6, lower: 12_100, upper: 12_600 })).toEqual({
      value: "12350",
      interval: "[12100, 12600]",
    });
  });

  it("rounds the ends outwards, so that the printed interval covers the stored one", () => {
    const { interval } = shownMeasurement({ estimate: 0.69592, lower: 0.690879, upper: 0.700961 });
    expect(interval).toBe("[0.690, 0.701]");
    expect(shownMeasurement({ estimate: 0, lower: -0.01231, upper: 0.01239 }).interval).toBe("[-0.013, 0.013]");
  });

  it("writes tiny and huge numbers with one power of ten", () => {
    expect(shownMeasurement({ estimate: 1.234e-7, lower: 1.1e-7, upper: 1.4e-7 })).toEqual({
      value: "1.23 \\times 10^{-7}",
      interval: "[1.10 \\times 10^{-7}, 1.40 \\times 10^{-7}]",
    });
    expect(shownMeasurement({ estimate: 1.2e9, lower: 1e9, upper: 1.5e9 }).value).toBe("1.20 \\times 10^{9}");
    expect(shownMeasurement({ estimate: 3e-320, lower: 2e-320, upper: 4e-320 }).value).toBe("3.0 \\times 10^{-320}");
  });

  it("counts the digits after rounding", () => {
    expect(shownMeasurement({ estimate: 9.99e-6, lower: 9.9e-6, upper: 9.9996e-6 }).interval).toBe(
      "[0.9900 \\times 10^{-5}, 1.0000 \\times 10^{-5}]",
    );
  });

  it("never prints a negative zero", () => {
    expect(shownMeasurement({ estimate: -1e-9, lower: -0.02, upper: 0.02 }).value).toBe("0.000");
  });

  it("leaves the end open that was not bounded", () => {
    expect(shownMeasurement({ estimate: 0.46304459, lower: 0.46304459 })).toEqual({
      value: "0.463045",
      interval: "[0.463044, \\infty)",
    });
    expect(shownMeasurement({ estimate: 0.912, upper: 0.9456 })).toEqual({
      value: "0.912",
      interval: "(-\\infty, 0.946]",
    });
  });

  it("takes the standard error where there is no interval, and shows nothing where nothing was estimated", () => {
    expect(shownMeasurement({ estimate: 0.123456, standardError: 0.0021 })).toEqual({ value: "0.1235", interval: "" });
    expect(shownMeasurement({})).toEqual({ value: "", interval: "" });
  });
});

describe("shownExact", () => {
  it("shows an integer as it is and other values to six significant digits", () => {
    expect([0, 3, -12, 1_234_567].map((number) => shownExact(number))).toEqual(["0", "3", "-12", "1234567"]);
    expect([0.5, 0.6967346701, 1234.56789, 0.00012345678].map((number) => shownExact(number))).toEqual([
      "0.5",
      "0.696735",
      "1234.57",
      "0.000123457",
    ]);
    expect(shownExact(1.1102230246251565e-16)).toBe("1.11022 \\times 10^{-16}");
    expect(shownExact(1e-5)).toBe("1 \\times 10^{-5}");
    expect(shownExact(9.9999999e-6)).toBe("1 \\times 10^{-5}");
    expect(shownExact(100_000.4)).toBe("100000");
    expect(shownExact(6.02214076e23)).toBe("6.02214 \\times 10^{23}");
  });
});
