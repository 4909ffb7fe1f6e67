import { describe, expect, it } from "vitest";
import { gradientAt, quadraticOnlineLoss } from "./online-loss.ts";

describe("a quadratic loss", () => {
  it("is half the curvature times the squared distance, with its gradient", () => {
    const loss = quadraticOnlineLoss({ target: [1, -2], curvature: 3 });
    expect(loss.value([4, 2])).toBe(37.5);
    expect(loss.gradient([4, 2])).toEqual(Float64Array.of(9, 12));
    const [step, at] = [1e-6, [0.3, 0.4]];
    for (const j of [0, 1]) {
      const beside = (sign: number) => loss.value(at.with(j, at[j] + sign * step));
      expect(Math.abs((beside(1) - beside(-1)) / (2 * step) - loss.gradient(at)[j])).toBeLessThan(1e-8);
    }
  });

  it("of a tiny curvature and a far target is a number", () => {
    const { value } = quadraticOnlineLoss({ target: [0, 1e200], curvature: 5e-324 });
    // 5e-324 is 2^-1074 = 4.94e-324: times 1e400 / 2.
    expect(value([0, 0]) / 2.47032822920623e76).toBeCloseTo(1, 12);
  });

  it("keeps its own target, and refuses points of another dimension", () => {
    const target = [1, -2];
    const loss = quadraticOnlineLoss({ target, curvature: 3 });
    target[0] = 9;
    expect(loss.value([1, -2])).toBe(0);
    expect(() => loss.value([1])).toThrow("point must be of length 2");
    expect(() => loss.gradient([1, Number.NaN])).toThrow("point[1]");
    expect(() => quadraticOnlineLoss({ target: [], curvature: 1 })).toThrow("target");
    expect(() => quadraticOnlineLoss({ target: [1], curvature: 0 })).toThrow("curvature");
  });
});

describe("what a learner is fed", () => {
  it("is a loss, asked at a copy of the point, or a vector, the same everywhere", () => {
    const point = Float64Array.of(1, 2);
    const meddling = { gradient: (at: ArrayLike<number>) => (at as Float64Array).fill(7) };
    expect(gradientAt(meddling, point)).toEqual(Float64Array.of(7, 7));
    expect(point).toEqual(Float64Array.of(1, 2));
    expect(gradientAt([3, 4], point)).toEqual([3, 4]);
  });
});
