import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { pow } from "../../numerics/power.ts";
import { integrate } from "../../numerics/quadrature.ts";
import {
  binaryResponseRenyi,
  boundedRangeRenyi,
  discreteLaplaceRenyi,
  gaussianRenyi,
  laplaceRenyi,
  randomizedResponseRenyi,
} from "./renyi-curves.ts";

describe("randomizedResponseRenyi", () => {
  const orders = [1.5, 2.5, 5, 50, 100, Infinity];

  it("agrees with rows B12 and B13 (google/differential-privacy, rdp tests) to 1e-6", () => {
    const noise = [1.50305526, 1.78011825, 1.90919693, 1.98145168, 1.98469545, 1.98787435];
    const record = [2.69463202, 2.98386536, 3.1131697, 3.18542448, 3.18866826, 3.19184715];
    for (const [k, order] of orders.entries()) {
      const parameters = { noise: 0.3, categories: 10 };
      expect(randomizedResponseRenyi({ ...parameters, against: "noise" }).epsilonAt(order)).toBeCloseTo(noise[k], 6);
      expect(randomizedResponseRenyi({ ...parameters, against: "record" }).epsilonAt(order)).toBeCloseTo(record[k], 6);
    }
  });

  it("agrees with row B14 at the infinite order", () => {
    const at = (against: "noise" | "record") =>
      randomizedResponseRenyi({ noise: 0.1, categories: 10, against }).epsilonAt(Infinity);
    expect(at("noise")).toBeCloseTo(Math.LN10, 12);
    expect(at("record")).toBeCloseTo(4.51085950651685, 12);
  });

  it("is the direct sum over the categories", () => {
    const [noise, categories, order] = [0.4, 5, 3.7];
    const other = noise / categories;
    const truth = 1 - noise + other;
    const ratio = truth / other;
    const sum = other * pow(ratio, order) + truth * pow(1 / ratio, order) + (categories - 2) * other;
    const curve = randomizedResponseRenyi({ noise, categories, against: "record" });
    expect(curve.epsilonAt(order)).toBeCloseTo(log(sum) / (order - 1), 12);
  });
});

describe("binaryResponseRenyi and laplaceRenyi", () => {
  it("have the golden values of Mironov's table at epsilon 1", () => {
    expect(binaryResponseRenyi(1).epsilonAt(2)).toBeCloseTo(0.7353257, 7);
    expect(binaryResponseRenyi(1).epsilonAt(8)).toBeCloseTo(0.9552484, 7);
    const laplace = laplaceRenyi({ scale: 1, sensitivity: 1 });
    expect(laplace.epsilonAt(2)).toBeCloseTo(0.6191236, 7);
    expect(laplace.epsilonAt(8)).toBeCloseTo(0.9101988, 7);
  });

  it("are the largest loss where the moment overflows", () => {
    expect(binaryResponseRenyi(1e308).epsilonAt(3)).toBe(1e308);
  });

  it("tend to the largest loss as the order grows", () => {
    for (const curve of [laplaceRenyi({ scale: 2, sensitivity: 1 }), binaryResponseRenyi(0.5)]) {
      expect(curve.epsilonAt(Infinity)).toBeCloseTo(0.5, 14);
      expect(curve.epsilonAt(1e6)).toBeCloseTo(0.5, 5);
    }
  });
});

describe("laplaceRenyi", () => {
  it("is the integral that defines it, on both sides of its change of formula", () => {
    for (const [scale, order] of [
      [1, 1.5],
      [3, 2.2],
      [0.5, 6],
    ]) {
      const integrand = (x: number) =>
        (0.5 / scale) * exp(-((1 - order) * Math.abs(x - 1) + order * Math.abs(x)) / scale);
      const { value } = integrate(integrand, { lower: -60 * scale, upper: 60 * scale, kinks: [0, 1] });
      expect(laplaceRenyi({ scale, sensitivity: 1 }).epsilonAt(order)).toBeCloseTo(log(value) / (order - 1), 9);
    }
  });
});

describe("boundedRangeRenyi", () => {
  it("is epsilon - log 4 at order 2 for a large epsilon, where the rare outcome underflows, and never below 0", () => {
    expect(boundedRangeRenyi(1000).epsilonAt(2)).toBeCloseTo(1000 - log(4), 6);
    expect(boundedRangeRenyi(1e5).epsilonAt(2)).toBeCloseTo(1e5 - log(4), 4);
    for (const epsilon of [1e-5, 1, 50, 1e5]) {
      expect(boundedRangeRenyi(epsilon).epsilonAt(1 + 2 * Number.EPSILON)).toBeGreaterThanOrEqual(0);
    }
  });

  it("agrees with row C29 at order 1, and reaches that row's 1.0 in the limit of the order, from below", () => {
    const curve = boundedRangeRenyi(1);
    expect(curve.epsilonAt(1)).toBeCloseTo(0.123301561, 8);
    expect(curve.epsilonAt(Infinity)).toBe(1);
    // The source takes min(order / 8, 1) there; the worst pair itself, t = 1 - 1/order, is below it.
    expect(curve.epsilonAt(1000)).toBeGreaterThan(0.9925);
    expect(curve.epsilonAt(1000)).toBeLessThan(1);
  });

  it("is below epsilon^2 order / 8 and below the pure bound of the same epsilon", () => {
    for (const order of [1.5, 2, 8, 64]) {
      expect(boundedRangeRenyi(0.7).epsilonAt(order)).toBeLessThan((0.49 * order) / 8);
      expect(boundedRangeRenyi(0.7).epsilonAt(order)).toBeLessThan(binaryResponseRenyi(0.7).epsilonAt(order));
    }
  });
});

describe("every curve", () => {
  it("keeps its digits for tiny losses and for orders next to 1 (direct sums with 60 digits)", () => {
    const relative = (value: number, reference: number) => Math.abs(value / reference - 1);
    const losses = [
      [1e-8, 2, 1e-16, 9.999999966666666e-17, 2.5e-17],
      [2e-5, 1.0000001, 2.0000001999333338e-10, 1.9999868667320002e-10, 5.0000004999722234e-11],
      [0.5, 1.00000001, 0.12245933237687312, 0.10653066074262302, 0.031142092571503677],
    ];
    for (const [epsilon, order, response, laplace, range] of losses) {
      expect(relative(binaryResponseRenyi(epsilon).epsilonAt(order), response)).toBeLessThan(1e-12);
      expect(relative(laplaceRenyi({ scale: 1, sensitivity: epsilon }).epsilonAt(order), laplace)).toBeLessThan(1e-12);
      expect(relative(boundedRangeRenyi(epsilon).epsilonAt(order), range)).toBeLessThan(1e-12);
    }
    const responses = [
      [0.999999998, 17, 3, 2.040000080495217e-16, 9.600000618801034e-17],
      [0.99998, 22, 1.000001, 8.798249292075994e-9, 4.199444317858638e-9],
      [0.3, 26, 1.00000001, 2.8852204952856013, 1.7288062678623368],
    ];
    for (const [noise, categories, order, record, nothing] of responses) {
      const against = (kind: "record" | "noise") => randomizedResponseRenyi({ noise, categories, against: kind });
      expect(relative(against("record").epsilonAt(order), record)).toBeLessThan(1e-12);
      expect(relative(against("noise").epsilonAt(order), nothing)).toBeLessThan(1e-12);
    }
  });

  it("rises with the order", () => {
    const curves = [
      gaussianRenyi({ sigma: 2, sensitivity: 1 }),
      laplaceRenyi({ scale: 1.7, sensitivity: 1 }),
      binaryResponseRenyi(0.3),
      boundedRangeRenyi(0.3),
      randomizedResponseRenyi({ noise: 0.2, categories: 4, against: "noise" }),
    ];
    for (const curve of curves) {
      let last = 0;
      for (const order of [1, 1.1, 1.5, 2, 3.5, 10, 100]) {
        expect(curve.epsilonAt(order)).toBeGreaterThan(last);
        last = curve.epsilonAt(order);
      }
    }
  });

  it("refuses orders below 1 and parameters out of range", () => {
    expect(() => gaussianRenyi({ sigma: 0, sensitivity: 1 })).toThrow("sigma must be positive");
    expect(() => laplaceRenyi({ scale: 1, sensitivity: 1 }).epsilonAt(0.5)).toThrow("order must be at least 1");
    expect(() => binaryResponseRenyi(Number.NaN)).toThrow(RangeError);
    expect(() => randomizedResponseRenyi({ noise: 1, categories: 2, against: "record" })).toThrow("noise");
  });
});

describe("discreteLaplaceRenyi", () => {
  it("is the direct sum over the integers", () => {
    for (const [parameter, sensitivity, order] of [
      [0.5, 1, 2],
      [0.3, 4, 1.7],
      [1.2, 3, 6.5],
    ]) {
      let [sum, total] = [0, 0];
      for (let k = -400; k <= 400; k++) {
        const [p, q] = [-parameter * Math.abs(k), -parameter * Math.abs(k - sensitivity)];
        total += exp(p);
        sum += exp(order * p + (1 - order) * q);
      }
      const curve = discreteLaplaceRenyi({ scale: 1 / parameter, sensitivity });
      expect(curve.epsilonAt(order)).toBeCloseTo(log(sum / total) / (order - 1), 12);
    }
  });

  it("is that of randomized response at sensitivity 1, and tends to the largest loss", () => {
    const curve = discreteLaplaceRenyi({ scale: 1, sensitivity: 1 });
    expect(curve.epsilonAt(8)).toBeCloseTo(0.9552484, 7);
    expect(discreteLaplaceRenyi({ scale: 4, sensitivity: 4 }).epsilonAt(1e6)).toBeCloseTo(1, 5);
    expect(discreteLaplaceRenyi({ scale: 4, sensitivity: 4 }).epsilonAt(Infinity)).toBe(1);
    expect(curve.epsilonAt(1)).toBeCloseTo(0.46211715726000974, 12);
  });
});
