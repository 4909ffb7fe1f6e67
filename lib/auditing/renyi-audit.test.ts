import { describe, expect, it } from "vitest";
import { discreteGaussian } from "../mechanisms/noise/discrete-gaussian.ts";
import { exp } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { lawOfMasses, tabulatedLaw } from "../privacy/loss/tabulated-law.ts";
import { auditZeroConcentrated, discreteRenyi } from "./renyi-audit.ts";

const response = (bit: number, epsilon: number) =>
  tabulatedLaw([
    [bit, -log1p(exp(-epsilon))],
    [1 - bit, -log1p(exp(epsilon))],
  ]);
const responses = { first: response(0, 1), second: response(1, 1) };
const gaussian = (variance: number) => {
  const { law } = discreteGaussian({ rho: 1 / (2 * variance), sensitivity: 1, neighbours: "swap" });
  return { first: law(0), second: law(1) };
};

describe("discreteRenyi", () => {
  it("has the golden values of randomized response at epsilon 1 (claim rdp)", () => {
    expect(Math.abs(discreteRenyi(responses, 2) - 0.7353257)).toBeLessThan(5e-8);
    expect(Math.abs(discreteRenyi(responses, 8) - 0.9552484)).toBeLessThan(5e-8);
  });

  it("takes the expectation under the second law: under the first it would be another value (claim rdp, E16)", () => {
    // E under P of (P / Q)^2 in place of E under Q.
    const p = 1 / (1 + exp(-1));
    const wrong = log((p * p * p) / ((1 - p) * (1 - p)) + ((1 - p) * (1 - p) * (1 - p)) / (p * p));
    expect(wrong - discreteRenyi(responses, 2)).toBeGreaterThan(0.5);
  });

  it("rises with the order, is one-sided, and is infinite where the second law has no mass", () => {
    const [first, second] = [
      lawOfMasses([
        [0, 0.5],
        [1, 0.5],
      ]),
      lawOfMasses([[0, 1]]),
    ];
    expect(discreteRenyi({ first, second }, 2)).toBe(Infinity);
    expect(Math.abs(discreteRenyi({ first: second, second: first }, 2) - Math.LN2)).toBeLessThan(1e-15);
    let last = 0;
    for (const order of [1.1, 1.5, 2, 4, 30]) {
      expect(discreteRenyi(responses, order)).toBeGreaterThan(last);
      last = discreteRenyi(responses, order);
    }
  });
});

describe("auditZeroConcentrated", () => {
  it("does not refute discrete Gaussian noise of variance 1 at 1/2, and finds nearly that much", () => {
    const { verdict, lowerBound } = auditZeroConcentrated(gaussian(1), { rho: 0.5 });
    expect(verdict).toBe("not-refuted");
    expect(lowerBound).toBeGreaterThan(0.499);
    expect(auditZeroConcentrated(gaussian(1), { rho: 0.49 }).verdict).toBe("violated");
  });

  it("refutes half the variance (claim discrete-gaussian)", () => {
    expect(auditZeroConcentrated(gaussian(0.5), { rho: 0.5 }).verdict).toBe("violated");
  });

  it("looks both ways, and refuses what is no claim", () => {
    const pair = {
      first: lawOfMasses([[0, 1]]),
      second: lawOfMasses([
        [0, 0.9],
        [1, 0.1],
      ]),
    };
    expect(auditZeroConcentrated(pair, { rho: 10 }).lowerBound).toBe(Infinity);
    expect(() => auditZeroConcentrated(pair, { rho: -1 })).toThrow(/^rho must be/);
    expect(() => auditZeroConcentrated(pair, { rho: 1, orders: [] })).toThrow(/^orders must be/);
    for (const order of [1, 0.5, Number.NaN, Infinity])
      expect(() => discreteRenyi(pair, order)).toThrow(/^order must be/);
  });
});
