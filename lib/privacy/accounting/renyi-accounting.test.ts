import { describe, expect, it } from "vitest";
import { repeatRenyi } from "../conversions/composition.ts";
import {
  RENYI_ORDERS,
  renyiToApproximate,
  renyiToApproximateClassic,
  renyiToApproximateRefined,
} from "../conversions/renyi-conversions.ts";
import { gaussianRenyi } from "./renyi-curves.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";

function training(noiseMultiplier: number, samplingRate: number, times: number) {
  return repeatRenyi(poissonGaussianRenyi({ noiseMultiplier, samplingRate }), times);
}

describe("Renyi accounting of subsampled Gaussians", () => {
  it("has the golden values of training with private gradients, orders 2 to 256, by both rules", () => {
    const orders = Array.from({ length: 255 }, (_, k) => k + 2);
    const rows = [
      [4, 0.01, 10_000, 1.25857, 1.03549],
      [1.1, 0.01, 1000, 2.0868, 1.72529],
      [1.1, 256 / 60_000, 14_040, 3.00664, 2.59482],
    ];
    for (const [sigma, rate, times, classic, improved] of rows) {
      const guarantee = training(sigma, rate, times);
      const search = { delta: 1e-5, orders };
      expect(Math.abs(renyiToApproximateClassic(guarantee, search).epsilon - classic)).toBeLessThan(5.1e-6);
      expect(Math.abs(renyiToApproximate(guarantee, search).epsilon - improved)).toBeLessThan(5.1e-6);
    }
  });

  it("agrees with rows C17, C19 and C21 (Opacus, TensorFlow Privacy) over their orders", () => {
    const rows = [
      [1.5, 0.04, 2250, 7.32911117148, 3.9],
      [1.3, 150 / 60_000, 6000, 0.7242234026109595, 19],
    ];
    for (const [sigma, rate, times, reference, order] of rows) {
      const best = renyiToApproximate(training(sigma, rate, times), { delta: 1e-5, orders: RENYI_ORDERS });
      expect(Math.abs(best.epsilon - reference)).toBeLessThan(1e-7);
      expect(best.order).toBe(order);
    }
    const twice = repeatRenyi(gaussianRenyi({ sigma: 0.7, sensitivity: 1 }), 2);
    expect(renyiToApproximate(twice, { delta: 1e-5, orders: RENYI_ORDERS }).epsilon).toBeCloseTo(10.8602036, 7);
  });

  it("agrees with row C27: the best order of a Gaussian lies between those of the list", () => {
    const gaussian = gaussianRenyi({ sigma: 4.530877117, sensitivity: 1 });
    const search = { delta: 1e-6, orders: RENYI_ORDERS };
    expect(renyiToApproximateRefined(gaussian, search).epsilon).toBeCloseTo(1, 7);
  });

  it("never lets the tight rule exceed the classic one", () => {
    const gaussian = gaussianRenyi({ sigma: 3, sensitivity: 1 });
    for (const order of RENYI_ORDERS) {
      const search = { delta: 0.01, orders: [order] };
      const tight = renyiToApproximate(gaussian, search).epsilon;
      expect(tight).toBeLessThanOrEqual(renyiToApproximateClassic(gaussian, search).epsilon);
    }
  });

  it("refuses to repeat a mechanism no times", () => {
    expect(() => repeatRenyi(gaussianRenyi({ sigma: 1, sensitivity: 1 }), 0)).toThrow("times must be an integer");
  });
});
