import { describe, expect, it } from "vitest";
import { subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";

const training = (noiseMultiplier: number, samplingRate: number, times: number) => [
  { loss: subsampledGaussianPld({ noiseMultiplier, samplingRate }), times },
];

describe("published epsilons of Poisson-sampled Gaussian training", () => {
  it.each([
    [0.8, 0.001, 100, 0.270403364],
    [1.5, 0.001, 100, 0.039369419],
    [2, 0.001, 100, 0.029104537],
    [3, 0.001, 100, 0.021520093],
    [0.8, 0.05, 100, 6.741051939],
    [1.5, 0.05, 100, 1.953853136],
    [2, 0.05, 100, 1.28363738],
    [3, 0.05, 100, 0.76793379],
    [0.8, 0.2, 100, 24.333664178],
    [1.5, 0.2, 100, 8.498977859],
    [2, 0.2, 100, 5.672055609],
    [3, 0.2, 100, 3.38122051],
    [0.8, 0.001, 1000, 0.477771266],
    [0.8, 0.05, 1000, 19.525842805],
    [1.5, 0.05, 1000, 6.209969247],
    [3, 0.05, 1000, 2.527574326],
    [0.8, 0.001, 20_000, 1.296009258],
    [1.5, 0.05, 20_000, 38.306617914],
    [3, 0.05, 50_000, 24.942005643],
  ])(
    "T1, row C16: sigma %d, rate %d, %d steps has Opacus' %d as an upper end, about 0.01 above the truth",
    (sigma, rate, times, published) => {
      const { lower, upper } = pldEpsilon({ events: training(sigma, rate, times), delta: 1e-6, tolerance: 4e-4 });
      expect(published - upper).toBeGreaterThan(0.0085);
      expect(published - lower).toBeLessThan(0.0115);
    },
  );

  it("row C12: 5.661788 is the upper end of [5.65679, 5.66179]", () => {
    const { lower, upper } = pldEpsilon({ events: training(2, 0.2, 100), delta: 1e-6, tolerance: 1e-4 });
    expect(lower).toBeGreaterThan(5.65679);
    expect(upper).toBeLessThan(5.66179 + 1e-4);
    expect(Math.abs(upper - 5.661788)).toBeLessThan(1e-4);
  });

  it("row C14: 2.0041063 in [2.00309, 2.00513] (inputs of the PRV README)", () => {
    const { lower, estimate, upper } = pldEpsilon({ events: training(0.8, 0.005, 1000), delta: 1e-6 });
    expect(lower).toBeGreaterThan(2.00309);
    expect(upper).toBeLessThan(2.00513);
    expect(Math.abs(estimate - 2.0041063)).toBeLessThan(1e-5);
  });
});
