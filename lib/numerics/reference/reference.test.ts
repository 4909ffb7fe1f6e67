import { describe, expect, it } from "vitest";
import { readReference, worstRelativeError } from "./reference.ts";

const LEAST_NORMAL = 2.2250738585072014e-308;

describe("readReference", () => {
  it("reads arguments and value of each row as the nearest float64", () => {
    expect(readReference("elementary.json").log).toContainEqual({ arguments: [2], value: Math.LN2 });
  });
});

describe("worstRelativeError", () => {
  const points = [1, 2, 4].map((x) => ({ arguments: [x], value: 10 * x }));

  it("finds the worst point and shows it", () => {
    expect(worstRelativeError(points, (x) => (x === 2 ? 21 : 10 * x))).toEqual({
      error: 0.05,
      at: [2],
      got: 21,
      wanted: 20,
    });
    expect(worstRelativeError(points, (x) => 10 * x).error).toBe(0);
  });

  it("counts NaN, a wrong infinity and a missed zero as infinitely wrong", () => {
    expect(worstRelativeError(points, () => Number.NaN).error).toBe(Infinity);
    expect(worstRelativeError(points, () => Infinity).error).toBe(Infinity);
    expect(worstRelativeError([{ arguments: [0], value: 0 }], () => 1e-300).error).toBe(Infinity);
    expect(worstRelativeError([{ arguments: [0], value: Infinity }], () => 1e300).error).toBe(Infinity);
  });

  it("forgives one spacing of the denormals to a denormal reference, and no more", () => {
    const denormal = [{ arguments: [0], value: 10 * Number.MIN_VALUE }];
    expect(worstRelativeError(denormal, () => 11 * Number.MIN_VALUE).error).toBe(0);
    expect(worstRelativeError(denormal, () => 12 * Number.MIN_VALUE).error).toBe(0.1);
    const normal = [{ arguments: [0], value: LEAST_NORMAL }];
    expect(worstRelativeError(normal, () => LEAST_NORMAL + Number.MIN_VALUE).error).toBe(Number.EPSILON);
  });

  it("refuses an empty table", () => {
    expect(() => worstRelativeError([], () => 0)).toThrow("points must be non-empty, got an array of length 0");
  });
});
