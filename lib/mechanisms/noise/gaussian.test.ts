import { describe, expect, it } from "vitest";
import { hockeyStick } from "../../../testing/contract/audit.ts";
import { normalLaw } from "../laws/normal-law.ts";
import { classicGaussian } from "./classic-gaussian.ts";
import { gaussian } from "./gaussian.ts";

const neighbours = "swap";

describe("gaussian", () => {
  // Balle, Wang (2018), theorem 8, solved in 30-digit arithmetic.
  it.each([
    [1, 1e-5, 3.730631634815942],
    [1, 1e-6, 4.22467888932684],
    [0.1, 1e-5, 30.7495661319774],
    [0.5, 1e-5, 7.031826675582491],
    [0.01, 1e-5, 243.785437675678],
  ])("has the least sigma at epsilon %d, delta %d", (epsilon, delta, sigma) => {
    const found = gaussian({ epsilon, delta, sensitivity: 1, neighbours }).sigma;
    expect(Math.abs(found / sigma - 1)).toBeLessThan(1e-12);
    expect(gaussian({ epsilon, delta, sensitivity: 3, neighbours }).sigma / found).toBeCloseTo(3, 12);
  });

  it("meets its delta exactly by integration, and misses it with a tenth less noise", () => {
    const mechanism = gaussian({ epsilon: 1, delta: 1e-2, sensitivity: 1, neighbours });
    const delta = hockeyStick(mechanism.law(1), mechanism.law(0), 1);
    expect(Math.abs(delta / 1e-2 - 1)).toBeLessThan(1e-8);
    const less = 0.9 * mechanism.sigma;
    expect(hockeyStick(normalLaw(1, less), normalLaw(0, less), 1)).toBeCloseTo(1.77e-2, 4);
  });

  it("has less noise than the classic mechanism", () => {
    for (const epsilon of [0.1, 0.5, 0.99]) {
      const parameters = { epsilon, delta: 1e-5, sensitivity: 1, neighbours } as const;
      expect(gaussian(parameters).sigma).toBeLessThan(classicGaussian(parameters).sigma);
    }
  });
});

describe("classicGaussian", () => {
  it("has the textbook sigma", () => {
    // sqrt(2 ln 125000) / 0.5.
    const { sigma } = classicGaussian({ epsilon: 0.5, delta: 1e-5, sensitivity: 1, neighbours });
    expect(sigma).toBeCloseTo(9.689610525, 8);
  });

  it("refuses epsilon 10, where its formula would give too little noise", () => {
    expect(() => classicGaussian({ epsilon: 10, delta: 1e-5, sensitivity: 1, neighbours })).toThrow(
      "epsilon must be below 1",
    );
    // The deviation 0.484480526261 of the formula, against 0.499889 that is needed.
    expect(hockeyStick(normalLaw(1, 0.484480526261), normalLaw(0, 0.484480526261), 10)).toBeCloseTo(2.27e-5, 7);
    expect(gaussian({ epsilon: 10, delta: 1e-5, sensitivity: 1, neighbours }).sigma).toBeCloseTo(0.499889, 6);
  });
});
