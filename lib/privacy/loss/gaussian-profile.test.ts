import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { normalDensity } from "../../numerics/normal.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { gaussianDelta, gaussianEpsilon, gaussianLogDelta } from "./gaussian-profile.ts";

const relative = (value: number, truth: number) => Math.abs(value - truth) / Math.abs(truth);

describe("gaussianDelta", () => {
  it("agrees with the published values of google's dp_accounting (rows A1-A4) and Go noise test (A5, A7)", () => {
    const rows = [
      [1, 1, 0.126936737506644, 1e-12],
      [3, 1, 0.787600741360385, 1e-12],
      [1, 2, 0.0209236358211137, 1e-12],
      [1, -2, 0.86749642, 1e-7],
      [1, -1, 0.67881797, 1e-7],
      [1, 0, 0.38292492, 1e-7],
      [0.1, 0.1, 0.00875176814581, 1e-10],
      [2, 0, 0.6826894921370859, 1e-12],
    ] as const;
    for (const [mu, epsilon, delta, tolerance] of rows) {
      expect(Math.abs(gaussianDelta({ epsilon, mu }) - delta)).toBeLessThan(tolerance);
    }
  });

  it("agrees with the golden vectors to 1e-12", () => {
    for (const [epsilon, mu, delta] of [
      [1, 1, 0.12693673750664397],
      [0, 1, 0.38292492254802624],
      [0.5, 0.5, 0.05244032328766966],
      [2, 2, 0.33189799877682946],
    ]) {
      expect(relative(gaussianDelta({ epsilon, mu }), delta)).toBeLessThan(1e-12);
    }
  });

  it("agrees with prv_accountant's inputs (rows C30, C31): 10^4 releases at sigma 100, and a mixture of two scales", () => {
    const mu = Math.sqrt(1e4) / 100;
    expect(relative(gaussianDelta({ epsilon: 0.1, mu }), 0.352325171681)).toBeLessThan(2e-12);
    expect(relative(gaussianDelta({ epsilon: 1, mu }), 0.126936737507)).toBeLessThan(5e-12);
    expect(relative(gaussianDelta({ epsilon: 10, mu }), 9.8127e-23)).toBeLessThan(1e-5);
    const mixed = Math.sqrt(50 / 100 + 50 / 25);
    expect(relative(mixed, 1.5811388)).toBeLessThan(1e-7);
    expect(relative(gaussianDelta({ epsilon: 4, mu: mixed }), 0.0164556728641089)).toBeLessThan(1e-12);
  });

  // mpmath with 60 to 1500 digits: epsilon, mu, delta, log delta.
  const REFERENCE = [
    [0, 1e-6, 3.98942280401416e-7, -14.734449091168988],
    [0.001, 0.001, 8.335713212520849e-5, -9.392376384039412],
    [1e-6, 0.001, 0.0003984426624712682, -7.827946953470733],
    [30, 1.01, 3.4324195636236454e-189, -433.9553171512478],
    [600, 40, 0.9999996709053188, -3.290947353533987e-7],
    [1e-8, 1e-9, 7.474560291962162e-34, -76.27638786806877],
    [0.1, 0.01, 7.857692771036772e-27, -60.108304488070154],
    [5, 0.2, 2.954833357710715e-139, -318.97588567023416],
    [50, 3, 4.822245422850973e-53, -120.46377025373556],
    [100, 20, 0.9999996146685565, -3.85331517793376e-7],
    [1, 0.03, 9.407867856139858e-247, -566.4969716243752],
    [3e-5, 1e-5, 3.821600494013368e-9, -19.382596524584077],
    [700, 35, 0.0057425756612073005, -5.159847447831345],
    [10, 0.3, 8.375062845942414e-244, -559.7055041088711],
  ] as const;

  it("keeps 13 digits from denormal deltas to 1 and down to mu = 1e-9 (mpmath)", () => {
    for (const [epsilon, mu, delta] of REFERENCE) {
      expect(relative(gaussianDelta({ epsilon, mu }), delta)).toBeLessThan(2.5e-13);
    }
  });

  it("keeps the logarithm to 15 digits where delta is far below float64 (mpmath)", () => {
    for (const [epsilon, mu, , logDelta] of [...REFERENCE, [600, 1.01, 0, -176167.09936037497] as const]) {
      if (logDelta < -1e-3) expect(relative(gaussianLogDelta({ epsilon, mu }), logDelta)).toBeLessThan(2e-15);
    }
  });

  it("keeps the logarithm where delta is next to 1 (mpmath)", () => {
    for (const [epsilon, mu, logDelta] of [
      [18.89, 14.876, -5.930526299049227e-10],
      [67.5, 38, -1.6138846975967914e-66],
      [11, 15.5, -1.761643600366974e-12],
    ]) {
      expect(relative(gaussianLogDelta({ epsilon, mu }), logDelta)).toBeLessThan(2.5e-13);
    }
  });

  it("is the integral of (p - e^epsilon q)_+, by quadrature", () => {
    for (const [epsilon, mu] of [
      [0.3, 0.4],
      [1, 1.7],
      [-0.5, 0.8],
    ]) {
      const edge = epsilon / mu + mu / 2; // where the loss of N(mu, 1) against N(0, 1) is epsilon
      const { value } = integrate((x) => normalDensity(x - mu) - exp(epsilon) * normalDensity(x), {
        lower: edge,
        upper: edge + 20,
      });
      expect(Math.abs(gaussianDelta({ epsilon, mu }) - value)).toBeLessThan(1e-10);
    }
  });

  it("falls in epsilon and grows in mu", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -5, max: 20, noNaN: true }),
        fc.double({ min: 1e-3, max: 10, noNaN: true }),
        fc.double({ min: 1.001, max: 2, noNaN: true }),
        (epsilon, mu, factor) => {
          const here = gaussianLogDelta({ epsilon, mu });
          expect(gaussianLogDelta({ epsilon: epsilon + factor - 1, mu })).toBeLessThanOrEqual(here);
          expect(gaussianLogDelta({ epsilon, mu: mu * factor })).toBeGreaterThanOrEqual(here);
        },
      ),
    );
  });

  it("is 0 without any difference, and refuses what is not a number", () => {
    expect(gaussianDelta({ epsilon: 0, mu: 0 })).toBe(0);
    expect(() => gaussianDelta({ epsilon: Number.NaN, mu: 1 })).toThrow("epsilon must be finite, got NaN");
    expect(() => gaussianDelta({ epsilon: 1, mu: -1 })).toThrow("mu must be non-negative and finite, got -1");
  });
});

describe("gaussianEpsilon", () => {
  it("agrees with dp_accounting's get_epsilon_gaussian (row A11)", () => {
    expect(relative(gaussianEpsilon({ delta: 1e-5, mu: 1 }), 4.377178095681136)).toBeLessThan(1e-13);
    expect(relative(gaussianEpsilon({ delta: 1e-5, mu: 0.5 }), 1.9930914044151198)).toBeLessThan(1e-13);
    expect(relative(gaussianEpsilon({ delta: 1e-5, mu: 2 }), 9.99725614643431)).toBeLessThan(1e-13);
  });

  it("agrees with 40-digit roots (mpmath) and with claims zcdp and moments-accountant", () => {
    expect(relative(gaussianEpsilon({ delta: 1e-5, mu: 0.1 }), 0.3406693646843264)).toBeLessThan(1e-13);
    expect(relative(gaussianEpsilon({ delta: 1e-12, mu: 0.01 }), 0.06075221062978622)).toBeLessThan(1e-13);
    expect(relative(gaussianEpsilon({ delta: 1e-9, mu: 3 }), 21.945589990966685)).toBeLessThan(1e-13);
    expect(relative(gaussianEpsilon({ delta: 1e-5, mu: Math.sqrt(0.2) }), 1.760057149513881)).toBeLessThan(1e-13);
  });

  it("is never rounded down, and no more than it must be up", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -600, max: -0.01, noNaN: true }),
        fc.double({ min: 1e-4, max: 30, noNaN: true }),
        (logDelta, mu) => {
          const delta = exp(logDelta);
          const epsilon = gaussianEpsilon({ delta, mu });
          expect(gaussianDelta({ epsilon, mu })).toBeLessThanOrEqual(delta * (1 + 1e-12));
          if (epsilon > 1e-9) expect(gaussianDelta({ epsilon: epsilon * (1 - 1e-9), mu })).toBeGreaterThan(delta);
        },
      ),
    );
  });

  it("is Infinity at delta 0, and 0 where delta alone covers the difference", () => {
    expect(gaussianEpsilon({ delta: 0, mu: 1 })).toBe(Infinity);
    expect(gaussianEpsilon({ delta: 0.4, mu: 1 })).toBe(0);
    expect(gaussianEpsilon({ delta: 0, mu: 0 })).toBe(0);
  });
});
